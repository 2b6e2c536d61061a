import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { showContradiction } from './contradiction.ts';
import type { InclusionCheck } from './inclusion-check.ts';
import { ProofFigure } from './proof-figure.tsx';

const HELD = sampleCheck(206, 208);
const REFUTED = sampleCheck(206, 208, sampleHash(99));
const UNCHECKED: readonly Verdict[] = [
  { outcome: 'cannot-check', code: 'incomplete', reason: 'why' },
  { outcome: 'not-checked', code: 'not-made', reason: 'why' },
];

function render(check: InclusionCheck): string {
  return renderToStaticMarkup(<ProofFigure check={check} spelling="item" />);
}

/** textOf is what is read of some markup. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** rowsOf are the rows of the step list, as text. */
function rowsOf(html: string): readonly string[] {
  const list = /<ol>(.*)<\/ol>/s.exec(html)?.[1] ?? '';
  return list
    .split('<li')
    .slice(1)
    .map((row) => textOf(`<li${row}`));
}

/** namesOf are the names of the boxes, in the order of the document. */
function namesOf(html: string): readonly string[] {
  return [...html.matchAll(/<button[^>]*data-node[^>]*aria-label="([^"]*)"/g)].map((match) => match[1] ?? '');
}

describe('ProofFigure', () => {
  it.each([
    [
      HELD,
      '6 hashes from the server connect this entry to the root hash. Computed in your browser in 0.3 ms.',
    ],
    [REFUTED, '6 hashes from the server do not connect this entry to the published root hash.'],
    [sampleCheck(1, 1), 'This is the only entry, so its hash is the root.'],
    [
      uncheckedSample({ outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'no rule' }),
      'This proof cannot be checked: no rule.',
    ],
  ] as const)('says in a sentence what was found (%#)', (check, sentence) => {
    expect(render(check)).toContain(sentence);
  });

  it('says what the proof saves, and nothing where no hash was needed', () => {
    expect(render(sampleCheck(10, 200))).toContain(
      '8 hashes instead of 200 entries; 256 bytes, 32 for each hash.',
    );
    expect(render(sampleCheck(1, 1))).not.toContain('instead of');
  });

  it('says that the roots are equal only when the check holds', () => {
    expect(render(HELD)).toContain('equals the published root');
    for (const check of [REFUTED, ...UNCHECKED.map(uncheckedSample)])
      expect(render(check)).not.toContain('equals the published');
  });

  it('says that the roots agree where the published one itself is in doubt', () => {
    const verdict = { outcome: 'cannot-check', code: 'head-contradicted', reason: 'why' } as const;
    expect(rowsOf(render({ ...HELD, verdict }))[0]).toContain('equals the published root, which is in doubt');
  });

  it('shows the remembered root over the published one that it contradicts, and over no other', () => {
    const remembered = { logSize: 208, rootHash: 'ab'.repeat(32) as Hash };
    const hide = showContradiction({ published: HELD.checkpoint, remembered });
    const alarmed = render(HELD);
    const other = render(REFUTED);
    hide();
    expect(namesOf(alarmed).join()).toContain('Remembered root of 208 entries');
    expect(alarmed).toContain('≠');
    for (const html of [other, render(HELD)]) expect(html).not.toContain('emembered');
  });
});

describe('ProofPicture', () => {
  it('names each sent hash with what it covers and its side', () => {
    const sent = namesOf(render(HELD)).filter((name) => name.includes('Sent by the server'));
    expect(sent).toHaveLength(6);
    expect(sent[0]).toMatch(
      /^[0-9a-f]{6}…[0-9a-f]{4}, Sent by the server · entry 205, combines from the left$/,
    );
    expect(sent[1]).toMatch(/entries 207–208, combines from the right$/);
  });

  it('names the whole for a screen reader, and is one stop for Tab', () => {
    const html = render(HELD);
    expect(html).toContain(
      'aria-label="Path from entry 206 up to the root; 6 hashes sent by the server combine with it; equals the published root"',
    );
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  });

  it('marks the first digit that differs in both roots, and paints the computed one alone', () => {
    const html = render(REFUTED);
    const picture = html.slice(0, html.indexOf('<ol>'));
    expect(picture.match(/<mark/g)).toHaveLength(2);
    expect(
      [...picture.matchAll(/data-node="([^"]*)"[^>]*data-tone="bad"/g)].map((match) => match[1]),
    ).toEqual(['computed-root']);
  });

  it('says what its shapes mean', () => {
    expect(textOf(render(HELD))).toMatch(/computed here.*sent by the server.*published root/);
  });
});

describe('StepList', () => {
  it('lists the steps from the roots down to the entry, each with its formula', () => {
    const rows = rowsOf(render(HELD));
    expect(rows).toHaveLength(8);
    expect(rows[1]).toMatch(/6 combines with entries 1–128 from the left/);
    expect(rows[1]).toContain(`H(01 ‖ ${HELD.steps[5]?.left.slice(0, 6)}…`);
    expect(rows[5]).toMatch(/2 combines with entries 207–208 from the right.*H\(01 ‖ running ‖/);
    expect(rows[7]).toMatch(/0 Entry 206 is hashed H\(00 ‖ leaf bytes\)/);
  });

  it('compares the two roots in its first row where they differ', () => {
    const [row = ''] = rowsOf(render(REFUTED));
    expect(row).toMatch(/≠.*does not match the published root/);
    for (const hash of [REFUTED.computedRoot, REFUTED.checkpoint.rootHash])
      expect(row).toContain(hash?.slice(-8));
  });

  it.each(UNCHECKED)('never says that a comparison that was not made held or failed (%#)', (verdict) => {
    const rows = rowsOf(render(uncheckedSample(verdict)));
    expect(rows[0]).toContain('was not compared with the published root');
    expect(rows.at(-1)).toContain('was not hashed');
  });

  it('writes every hash in full, with a button that copies it', () => {
    const html = render({ ...HELD, leafRuleTitle: 'the entry as JSON' });
    expect(html).toContain('the entry as JSON');
    for (const { result } of HELD.steps) expect(html).toContain(`>${result}<`);
    expect(html).toContain(`aria-label="Copy leaf hash ${HELD.leafHash}"`);
  });
});
