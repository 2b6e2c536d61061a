import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
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

const UNHASHABLE: Verdict = { outcome: 'cannot-check', code: 'unhashable', reason: 'why' };

function render(check: InclusionCheck, data?: ComponentProps<typeof ProofFigure>['data']): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ProofFigure check={check} data={data} />
    </MemoryRouter>,
  );
}

/** namesOf are the names of the boxes, in the order of the document. */
function namesOf(html: string): readonly string[] {
  return [...html.matchAll(/<button[^>]*data-node[^>]*aria-label="([^"]*)"/g)].map((match) => match[1] ?? '');
}

describe('ProofFigure', () => {
  it('says what the proof saves, and nothing where no hash was needed', () => {
    expect(render(sampleCheck(10, 200))).toContain('8 hashes instead of 200 entries; 256 bytes.');
    expect(render(sampleCheck(1, 1))).not.toContain('instead of');
  });

  it('says that the roots are equal only when the check holds', () => {
    expect(render(HELD)).toContain('equals the published root');
    for (const check of [REFUTED, ...UNCHECKED.map(uncheckedSample)])
      expect(render(check)).not.toContain('equals the published');
  });

  it('shows the remembered root over the published one that it contradicts, and over no other', () => {
    const remembered = { logSize: 208, rootHash: 'ab'.repeat(32) as Hash };
    const hide = showContradiction({ published: HELD.checkpoint, remembered });
    const alarmed = render(HELD);
    const other = render(REFUTED);
    hide();
    expect(namesOf(alarmed).join()).toContain('Remembered root, 208 entries');
    expect(alarmed).toContain('≠');
    for (const html of [other, render(HELD)]) expect(html).not.toContain('emembered');
  });
});

describe('pathData', () => {
  const sent = { item: new Map([['name', 'Zimbabwa']]), hashedText: '{"name":"Zimbabwa"}' };
  const [computed, expected] = [sampleHash(1), sampleHash(2)];
  type Data = NonNullable<ComponentProps<typeof ProofFigure>['data']>;
  const data = (verdict: Verdict, items: Data['items'] = [{ ...sent, expected, computed }]): Data => ({
    verdict,
    items,
  });
  const differs = { outcome: 'does-not-match', code: 'hash-differs', expected, computed } as const;

  it('begins with the data, and with both hashes where they differ', () => {
    const html = render(HELD, data(differs));
    expect(html).toContain('The hash of the data is not the one that entry 206 records');
    expect(namesOf(html).filter((name) => /hash of (?:the|its) data/.test(name))).toHaveLength(2);
  });

  it.each(UNCHECKED)('says nothing of data that was not judged (%#)', (verdict) => {
    const html = render(HELD, data(verdict));
    expect(html).not.toContain('data-node="data"');
    expect(html).toContain('equals the published root');
  });

  it('is neutral, with an unknown hash, where the data could not be hashed', () => {
    const html = render(HELD, data(UNHASHABLE, [{ ...sent, expected }]));
    expect(/<figure[^>]*>/.exec(html)?.[0]).toContain('data-tone="neutral"');
    expect(html).toContain('? </span>The data could not be hashed');
    expect(/data-source="unknown"[^>]*data-node="item-hash"/.test(html)).toBe(true);
    const refuted = render(REFUTED, data(UNHASHABLE, [{ ...sent, expected }]));
    expect(/<figure[^>]*>/.exec(refuted)?.[0]).toContain('data-tone="bad"');
  });

  it('breaks at the item that does not match, not at one that could not be hashed', () => {
    const items = [
      { ...sent, expected },
      { ...sent, expected, computed },
    ];
    const html = render(HELD, data(differs, items));
    expect(html).toContain('Item 2 of 2');
    expect(html).toContain('The hash of the data is not the one');
  });

  it('shows of several items the one that does not match', () => {
    const right = { ...sent, expected, computed: expected };
    const both = data(differs, [right, { ...sent, expected, computed }]);
    const html = render(HELD, both);
    expect(html).toContain('Item 2 of 2');
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
      'aria-label="Path from entry 206 up to the root, with 6 hashes sent by the server. The root computed here equals the published root"',
    );
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  });

  it('marks the first digit that differs in both roots, and paints the computed one alone', () => {
    const html = render(REFUTED);
    const picture = html.slice(0, html.indexOf('Legend'));
    expect(picture.match(/<mark/g)).toHaveLength(2);
    const red = picture
      .split('<button')
      .slice(1)
      .filter((button) => /^[^>]*data-tone="bad"/.test(button));
    expect(red.map((button) => /data-node="([^"]*)"/.exec(button)?.[1])).toEqual(['computed-root']);
  });
});
