import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { SOURCE_WORDS } from '../source.ts';
import { showContradiction } from './contradiction.ts';
import {
  checkAtEarlierSize,
  type DataCheck,
  findingOf,
  type InclusionCheck,
  pathData,
  type PathOptions,
  proofCost,
} from './inclusion-check.ts';
import { ProofFigure } from './proof-figure.tsx';

const HELD = sampleCheck(206, 208);
const REFUTED = sampleCheck(206, 208, sampleHash(99));
const UNCHECKED: readonly Verdict[] = [
  { outcome: 'cannot-check', code: 'incomplete', reason: 'why' },
  { outcome: 'not-checked', code: 'not-made', reason: 'why' },
];
const UNHASHABLE: Verdict = { outcome: 'cannot-check', code: 'unhashable', reason: 'why' };

const [computed, expected] = [sampleHash(1), sampleHash(2)];
const DIFFERS: Verdict = { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
const sent = { item: new Map([['name', 'Zimbabwa']]), hashedText: '{"name":"Zimbabwa"}', expected };
const wrong = { ...sent, computed };
const right = { ...wrong, expected: computed };
const given = (verdict: Verdict, ...items: DataCheck['items']) => pathData({ verdict, items }, [expected]);

describe('pathData', () => {
  it.each<[string, Verdict, DataCheck['items'], string | undefined]>([
    ['the one item', DIFFERS, [wrong], 'Data'],
    ['of several the one that does not match', DIFFERS, [right, wrong], 'Item 2 of 2'],
    ['not one that could not be hashed', DIFFERS, [sent, wrong], 'Item 2 of 2'],
    ['one that could not be hashed', UNHASHABLE, [right, sent], 'Item 2 of 2'],
    ['nothing of data that was not judged', UNCHECKED[0] as Verdict, [wrong], undefined],
  ])('begins with %s', (_, verdict, items, which) => {
    expect(given(verdict, ...items)?.text.replace(/ · .*/, '')).toBe(which);
  });
});

describe('findingOf', () => {
  const remembered = { logSize: 208, rootHash: 'ab'.repeat(32) as Hash };
  it.each<[string, InclusionCheck, Partial<PathOptions>, string, RegExp]>([
    ['good', HELD, {}, 'good', /equals the published root/],
    ['good of data that matches', HELD, { data: given({ outcome: 'holds' }, right) }, 'good', /equals/],
    ['red', REFUTED, {}, 'bad', /does not match the published root/],
    ['red where data differs', HELD, { data: given(DIFFERS, wrong) }, 'bad', /data is not the one/],
    [
      'open where data has no hash',
      HELD,
      { data: given(UNHASHABLE, sent) },
      'neutral',
      /could not be hashed/,
    ],
    ['red where besides the root differs', REFUTED, { data: given(UNHASHABLE, sent) }, 'bad', /root/],
    ['red where a root is remembered', HELD, { remembered }, 'bad', /contradicts the one this browser/],
    ...UNCHECKED.map(
      (verdict) => ['open', uncheckedSample(verdict), {}, 'neutral', /^(?!.*equals).*why/] as const,
    ),
  ] as [string, InclusionCheck, Partial<PathOptions>, string, RegExp][])(
    'is %s',
    (_, check, options, tone, caption) => {
      const found = findingOf(check, { ...SOURCE_WORDS.server, ...options });
      expect([found.tone, found.caption]).toEqual([tone, expect.stringMatching(caption)]);
    },
  );
});

describe('checkAtEarlierSize', () => {
  const root = sampleHash(7);
  const check = (verdict: Verdict, logSize: number, headSize?: number) => ({
    ...HELD,
    verdict,
    checkpoint: { logSize, rootHash: root },
    ...(headSize === undefined ? {} : { head: { logSize: headSize, rootHash: root }, growth: { verdict } }),
  });
  const holds: Verdict = { outcome: 'holds' };
  const fails: Verdict = { outcome: 'does-not-match', code: 'path-length', reason: 'x' };

  it('leaves a check at the head as it is', () => {
    for (const now of [check(holds, 9), check(fails, 9, 9), undefined])
      expect(checkAtEarlierSize(now)).toEqual({ check: now });
  });

  it('calls the root of an earlier size no published one, and draws no equal root as refuted', () => {
    const held = check(holds, 7, 9);
    expect(checkAtEarlierSize(held)).toEqual({ check: held, rootHolds: 'is the root at size 7' });
    expect(checkAtEarlierSize(check(fails, 7, 9)).check?.verdict.outcome).toBe('cannot-check');
  });
});

it('says what a proof saves, and nothing where no hash was needed', () => {
  expect(proofCost(8, 200, 1)).toContain('8 hashes instead of 200 entries; 256 bytes.');
  expect(proofCost(0, 1, 1)).not.toContain('instead of');
});

describe('ProofFigure', () => {
  const render = (check: InclusionCheck): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ProofFigure check={check} />
      </MemoryRouter>,
    );

  it('names the whole and each box for a screen reader, and is one stop for Tab', () => {
    const html = render(HELD);
    const names = [...html.matchAll(/<button[^>]*data-node[^>]*aria-label="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    const hashes = names.filter((name) => name?.includes('Sent by the server'));
    expect(hashes).toHaveLength(6);
    expect(hashes[0]).toMatch(
      /^[0-9a-f]{6}…[0-9a-f]{4}, Sent by the server · entry 205, combines from the left$/,
    );
    expect(html).toMatch(/aria-label="Path from entry 206 .* 6 hashes .* equals the published root"/);
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  });

  it('marks the first digit that differs in both roots, and paints the computed one alone', () => {
    const picture = render(REFUTED).split('Legend')[0] ?? '';
    expect(picture.match(/<mark/g)).toHaveLength(2);
    const red = [...picture.matchAll(/<button[^>]*data-tone="bad"[^>]*data-node="([^"]*)"/g)];
    expect(red.map(([, id]) => id)).toEqual(['computed-root']);
  });

  it('shows the remembered root over the published one that it contradicts, and over no other', () => {
    const remembered = { logSize: 208, rootHash: 'ab'.repeat(32) as Hash };
    const hide = showContradiction({ published: HELD.checkpoint, remembered });
    const [alarmed, other] = [render(HELD), render(REFUTED)];
    hide();
    expect(alarmed).toContain('Remembered root, 208 entries');
    for (const html of [other, render(HELD)]) expect(html).not.toContain('emembered');
  });
});
