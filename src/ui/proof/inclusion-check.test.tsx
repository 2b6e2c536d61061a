import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type Hash, hashFromBytes } from '../../core/hash.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { inclusionShape } from '../../core/proof-shape.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { cannotCheck, type Verdict } from '../../core/verdict.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { CANNOT, HOLDS, MISMATCH } from '../../testing/trust-builders.ts';
import { SOURCE_WORDS } from '../source.ts';
import {
  checkAtEarlierSize,
  type DataCheck,
  findingOf,
  type InclusionCheck,
  pathData,
  type PathOptions,
  proofCost,
  showContradiction,
} from './inclusion-check.ts';
import { ProofFigure } from './proof-figure.tsx';
import { stepLines } from './steps-figure.tsx';

const HELD = sampleCheck(206, 208);
const CONTRADICTED = { ...HELD, verdict: cannotCheck('head-contradicted', 'another root is remembered') };
const REFUTED = sampleCheck(206, 208, sampleHash(99));
const UNHASHABLE: Verdict = { outcome: 'cannot-check', code: 'unhashable', reason: 'why' };
const remembered = { logSize: 208, rootHash: 'ab'.repeat(32) as Hash };
const above = { ...remembered, isRemembered: true };

const [computed, expected] = [sampleHash(1), sampleHash(2)];
const DIFFERS: Verdict = { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
const sent = { item: new Map([['name', 'Zimbabwa']]), hashedText: '{"name":"Zimbabwa"}', expected };
const wrong = { ...sent, computed };
const right = { ...wrong, expected: computed };
const dataOf = (verdict: Verdict, ...items: DataCheck['items']) => pathData({ verdict, items });

describe('the finding of a proof', () => {
  test.each<[string, Verdict, DataCheck['items'], string | undefined]>([
    ['the one item', DIFFERS, [wrong], 'Data'],
    ['of several the one that does not match', DIFFERS, [right, wrong], 'Item 2 of 2'],
    ['not one that could not be hashed', DIFFERS, [sent, wrong], 'Item 2 of 2'],
    ['one that could not be hashed', UNHASHABLE, [right, sent], 'Item 2 of 2'],
    ['nothing of data that was not judged', CANNOT, [wrong], undefined],
  ])('begins with %s', (_, verdict, items, which) => {
    expect(dataOf(verdict, ...items)?.text.replace(/ · .*/, '')).toBe(which);
  });

  test.each<[string, InclusionCheck, Partial<PathOptions>, string, RegExp]>([
    ['good', HELD, {}, 'good', /equals the published root/],
    ['red', REFUTED, {}, 'bad', /does not match the published root/],
    ['red where data differs', HELD, { data: dataOf(DIFFERS, wrong) }, 'bad', /data is not the one/],
    ['open where data has no hash', HELD, { data: dataOf(UNHASHABLE, sent) }, 'neutral', /not be hashed/],
    ['red where besides the root differs', REFUTED, { data: dataOf(UNHASHABLE, sent) }, 'bad', /root/],
    [
      'red by the first break',
      REFUTED,
      { data: dataOf(DIFFERS, wrong), above },
      'bad',
      /data is not the one/,
    ],
    ['red where a root is remembered', HELD, { above }, 'bad', /contradicts the one this browser/],
    ['open where it could not be made', uncheckedSample(CANNOT), {}, 'neutral', /^(?!.*equals)/],
    ['open where its root is in doubt', CONTRADICTED, {}, 'neutral', /^(?!.*equals)/],
  ])('is %s', (_, check, options, tone, caption) => {
    const found = findingOf(check, { ...SOURCE_WORDS.server, ...options });
    expect([found.tone, found.caption]).toEqual([tone, expect.stringMatching(caption)]);
  });

  test('at an earlier size calls no root published, and draws no equal root as refuted; at the head it is left as it is', () => {
    const check = (verdict: Verdict, logSize: number, headSize?: number) => ({
      ...HELD,
      verdict,
      checkpoint: { logSize, rootHash: sampleHash(7) },
      ...(headSize !== undefined && {
        head: { ...HELD.checkpoint, logSize: headSize },
        consistency: { verdict },
      }),
    });
    for (const now of [check(HOLDS, 9), check(MISMATCH, 9, 9), undefined])
      expect(checkAtEarlierSize(now)).toEqual({ check: now });
    const held = check(HOLDS, 7, 9);
    expect(checkAtEarlierSize(held)).toEqual({ check: held, rootHolds: 'is the root at size 7' });
    expect(checkAtEarlierSize(check(MISMATCH, 7, 9)).check?.verdict.outcome).toBe('cannot-check');
  });

  test('says what it saves, and nothing where no hash was needed', () => {
    expect(proofCost(8, 200, 1)).toContain('8 hashes instead of 200 entries; 256 bytes.');
    expect(proofCost(0, 1, 1)).not.toContain('instead of');
  });
});

const TEXT = '{"index-entry-number":"206","key":"GM"}';

/** written is a check whose leaf hash is that of these leaf bytes. */
function written(leafBytes: Uint8Array = new TextEncoder().encode(TEXT), entryNumber = 206, logSize = 208) {
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const auditPath = inclusionShape(entryNumber, logSize).map((_, n) => sampleHash(n));
  const climb = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash: leafHash });
  const checkpoint = { logSize, rootHash: climb.computedRoot ?? leafHash };
  const entry = { entryNumber, key: 'GM', itemHashes: [] };
  return { ...climb, verdict: HOLDS, entry, checkpoint, leafHash, leafBytes, computedInMs: 0.2 };
}

describe('the steps of a proof', () => {
  const linesOf = (check: InclusionCheck, options: Partial<PathOptions> = {}) =>
    stepLines(check, { ...SOURCE_WORDS.server, ...options });
  const OTHER_DATA = { text: 'name Gambia', computed, recorded: expected };
  const BINARY = Uint8Array.of(0, 255, 7);

  test('are written by their exact bytes: hashing them again gives their results', () => {
    for (const check of [written(), written(BINARY), written(BINARY, 1, 1), written(BINARY, 5, 1_000_000)]) {
      const lines = linesOf(check);
      expect(lines).toHaveLength(check.steps.length + 2);
      for (const { parts, result } of lines.slice(0, -1)) {
        const bytes = parts.map(([, shown]) => Buffer.from(shown, shown.startsWith('{') ? 'utf8' : 'hex'));
        expect(createHash('sha256').update(Buffer.concat(bytes)).digest('hex')).toBe(result);
      }
    }
    expect(linesOf(written())[0]?.parts[1]).toEqual(['entry', TEXT]);
    expect(linesOf(written(BINARY))[0]?.parts[1]?.[1]).toBe('00ff07');
    const sources = linesOf(HELD).map(({ parts }) => parts.map(([source]) => source).join(' '));
    expect(sources.slice(1, 3)).toEqual(['fixed sent computed', 'fixed computed sent']);
  });

  test('end with the roots, which agree only where the check holds', () => {
    expect(linesOf(HELD).at(-1)).toMatchObject({ tone: 'good', sentence: expect.stringMatching(/ equals /) });
    const last = { tone: 'bad', result: REFUTED.computedRoot, expected: sampleHash(99) };
    expect(linesOf(REFUTED).at(-1)).toMatchObject({
      ...last,
      sentence: expect.stringMatching(/does not match/),
    });
    const tones = linesOf(REFUTED).map(({ tone }) => tone);
    expect(new Set(tones.slice(0, -1))).toEqual(new Set(['neutral']));
  });

  const earlier = { ...HELD, verdict: MISMATCH, head: { ...remembered, logSize: 300 } };
  const atEarlier = checkAtEarlierSize({ ...earlier, consistency: earlier });
  test.each<[string, InclusionCheck | undefined, Partial<PathOptions>, string, RegExp]>([
    ['one of an earlier size', atEarlier.check, atEarlier, 'neutral', /not proved to continue .* 300/],
    ['one that is not the remembered one', HELD, { above }, 'neutral', /remembers, of 208/],
    [
      'one that is not of the remembered log',
      HELD,
      { above: { ...above, logSize: 9 } },
      'neutral',
      /remembers, of 9/,
    ],
    ['one that the proof does not give', REFUTED, { above }, 'bad', /remembers, of 208/],
  ])('break above a root: %s', (_, check, options, tone, sentence) => {
    const [root, log] = linesOf(check ?? HELD, options).slice(-2);
    expect([root?.tone, log?.tone, log?.sentence]).toEqual([tone, 'bad', expect.stringMatching(sentence)]);
    expect(root?.sentence).not.toMatch(/check/);
    // Roots of different sizes differ in any case.
    expect(log?.expected).toBe(options.above?.logSize === 208 ? above.rootHash : undefined);
  });

  test.each([
    ['data that differs', OTHER_DATA, 'bad'],
    ['data that was not hashed', { ...OTHER_DATA, computed: undefined }, 'neutral'],
  ])('begin with %s, and end with it: nothing is good then', (_, data, tone) => {
    const lines = linesOf(HELD, { data });
    expect(lines[0]).toMatchObject({ step: 'Data', tone });
    expect(lines.at(-1)?.sentence).toContain(lines[0]?.sentence);
    expect(lines.map((line) => line.tone)).not.toContain('good');
  });

  test('of a proof of the wrong length keep the leaf, and reach no root', () => {
    const { computedRoot: _, ...rest } = written();
    const verdict: Verdict = { outcome: 'does-not-match', code: 'path-length', reason: 'too long' };
    const lines = linesOf({ ...rest, steps: [], verdict });
    expect(lines).toHaveLength(2);
    expect(lines[0]?.result).toBe(rest.leafHash);
    expect(lines[1]?.sentence).toContain('does not give the published root');
    const [leaf, root] = linesOf(uncheckedSample(CANNOT), { above });
    expect([leaf?.sentence, root?.sentence].join(' ')).toMatch(/was not hashed.* cannot be checked/);
  });
});

describe('the figure of a proof', () => {
  const render = (check: InclusionCheck): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ProofFigure check={check} isWhole />
      </MemoryRouter>,
    );

  test('names the whole and each box for a screen reader, and is one stop for Tab', () => {
    const html = render(HELD);
    const names = [...html.matchAll(/<button[^>]*data-node[^>]*aria-label="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    const hashes = names.filter((name) => name?.includes('Sent by the server'));
    expect(hashes).toHaveLength(6);
    expect(hashes[0]).toMatch(/^[0-9a-f]{6}…[0-9a-f]{4}, .*entry 205, combines from the left$/);
    expect(html).toMatch(/aria-label="Path from entry 206 .* 6 hashes .* equals the published root"/);
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  });

  test('marks the first digit that differs in both roots, and paints the computed one alone', () => {
    const picture = render(REFUTED).split('Legend')[0] ?? '';
    expect(picture.match(/<mark/g)).toHaveLength(2);
    const red = [...picture.matchAll(/<button[^>]*data-tone="bad"[^>]*data-node="([^"]*)"/g)];
    expect(red.map(([, id]) => id)).toEqual(['computed-root']);
  });

  test('shows the remembered root over the published one that it contradicts, and over no other', () => {
    const hide = showContradiction({ published: HELD.checkpoint, remembered });
    const [alarmed, other] = [render(HELD), render(REFUTED)];
    hide();
    expect(alarmed).toContain('Remembered root, 208 entries');
    for (const html of [other, render(HELD)]) expect(html).not.toContain('emembered');
  });
});
