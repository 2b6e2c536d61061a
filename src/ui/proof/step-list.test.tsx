import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ProofAside } from './proof-aside.tsx';
import type { DrawnCheck } from './proof-figure.tsx';
import { sampleCheck, sampleHash, uncheckedSample } from './sample-check.ts';
import { StepHashes } from './step-hashes.tsx';

function render(check: DrawnCheck): string {
  const { entry, checkpoint } = check;
  return renderToStaticMarkup(
    <ProofAside {...check} entryNumber={entry.entryNumber} expectedRoot={checkpoint.rootHash} />,
  );
}

/** lines are the rows of the step list, as text. */
function lines(html: string): string[] {
  const list = /<ol>(.*)<\/ol>/s.exec(html)?.[1] ?? '';
  return list
    .split('<li')
    .slice(1)
    .map((row) => `<li${row}`.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '));
}

describe('ProofAside', () => {
  it('lists the steps from the roots down to the entry, each with its formula', () => {
    const check = sampleCheck(206, 208);
    const rows = lines(render(check));
    expect(rows).toHaveLength(8);
    expect(rows[0]).toContain('equals the published root');
    expect(rows[1]).toMatch(/6 entries 1–128 joins from the left/);
    expect(rows[1]).toContain(`H(01 ‖ ${check.steps[5]?.left.slice(0, 6)}…`);
    expect(rows[5]).toMatch(/2 entries 207–208 joins from the right/);
    expect(rows[5]).toContain('H(01 ‖ running ‖');
    expect(rows[6]).toMatch(/1 entry 205 joins from the left/);
    expect(rows[7]).toMatch(/0 Entry 206 is hashed H\(00 ‖ leaf bytes\)/);
  });

  it('compares the two roots in the last line where they differ', () => {
    const check = sampleCheck(206, 208, sampleHash(99));
    const [row = ''] = lines(render(check));
    expect(row).toContain('≠');
    expect(row).toContain('does not match the published root');
    for (const hash of [check.computedRoot, check.checkpoint.rootHash]) {
      expect(row).toContain(hash?.slice(-8));
    }
  });

  it('never says in the list that an unmade comparison held or failed', () => {
    for (const verdict of [
      { outcome: 'cannot-check', code: 'incomplete', reason: 'why' },
      { outcome: 'not-checked', code: 'not-made', reason: 'why' },
    ] as const) {
      const [row = '', leaf = ''] = lines(render(uncheckedSample(verdict)));
      expect(row).toContain('was not compared with the published root');
      expect(leaf).toContain('was not followed upwards');
    }
  });

  it('says that the roots agree where the published one itself is in doubt', () => {
    const verdict = {
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: 'it does not fit the remembered one',
    } as const;
    const [row = ''] = lines(render({ ...sampleCheck(206, 208), verdict }));
    expect(row).toContain('equals the published root, which is in doubt');
  });

  it('says what the shapes mean', () => {
    expect(render(sampleCheck(206, 208))).toMatch(/sent by the server.*computed here.*published root/);
  });
});

describe('StepHashes', () => {
  it('writes every hash in full, each with a button that copies it, and how the leaf is written', () => {
    const hashes = [
      { name: 'leaf hash', hash: sampleHash(1) },
      { name: 'published root', hash: sampleHash(2) },
    ];
    const html = renderToStaticMarkup(
      <StepHashes hashes={hashes} leafBytes="the entry as JSON" spelling="item" />,
    );
    expect(html).toContain('the entry as JSON');
    for (const { name, hash } of hashes) {
      expect(html).toContain(`>${hash}<`);
      expect(html).toContain(`aria-label="Copy ${name} ${hash}"`);
    }
  });
});
