import { createHash } from 'node:crypto';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type Hash, hashFromBytes } from '../../core/hash.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { inclusionShape } from '../../core/proof-shape.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { cannotCheck, type Outcome, type Verdict } from '../../core/verdict.ts';
import { markupOf } from '../../testing/markup.ts';
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
  showContradiction,
} from './inclusion-check.ts';
import { ProofFigure } from './proof-figure.tsx';
import { stepLines } from './steps-figure.tsx';

const HELD = sampleCheck(206, 208);
const CONTRADICTED = { ...HELD, verdict: cannotCheck('head-contradicted', 'another root is remembered') };
const REFUTED = sampleCheck(206, 208, sampleHash(99));
const UNHASHABLE: Verdict = { outcome: 'cannot-check', code: 'unhashable', reason: 'why' };
const BAD = 'does-not-match';
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
    expect(dataOf(verdict, ...items)?.text.replace(/ shown$/, '')).toBe(which);
  });

  test.each<[string, InclusionCheck, Partial<PathOptions>, Outcome, RegExp]>([
    ['good', HELD, {}, 'holds', /equals the published root/],
    ['red', REFUTED, {}, BAD, /does not match the published root/],
    ['red where data differs', HELD, { data: dataOf(DIFFERS, wrong) }, BAD, /data is not the one/],
    ['open where data has no hash', HELD, { data: dataOf(UNHASHABLE, sent) }, 'cannot-check', /be hashed/],
    ['red where besides the root differs', REFUTED, { data: dataOf(UNHASHABLE, sent) }, BAD, /root/],
    ['red by the first break', REFUTED, { data: dataOf(DIFFERS, wrong), above }, BAD, /data is not the one/],
    ['red where a root is remembered', HELD, { above }, BAD, /contradicts the one this browser/],
    ['open where it could not be made', uncheckedSample(CANNOT), {}, 'cannot-check', /^(?!.*equals)/],
    ['open where its root is in doubt', CONTRADICTED, {}, 'cannot-check', /^(?!.*equals)/],
  ])('is %s', (_, check, options, outcome, caption) => {
    const found = findingOf(check, { ...SOURCE_WORDS.server, ...options });
    expect(found).toEqual({ outcome, caption: expect.stringMatching(caption) });
  });

  test('at an earlier size calls no root published, and draws no equal root as refuted; at the head it is left as it is', () => {
    const check = (verdict: Verdict, logSize: number, headSize?: number): InclusionCheck => ({
      ...HELD,
      verdict,
      checkpoint: { logSize, rootHash: sampleHash(7) },
      ...(headSize && { head: { ...HELD.checkpoint, logSize: headSize }, consistency: { verdict } }),
    });
    for (const now of [check(HOLDS, 9), check(MISMATCH, 9, 9)])
      expect(checkAtEarlierSize(now)).toEqual({ check: now });
    const held = check(HOLDS, 7, 9);
    expect(checkAtEarlierSize(held)).toEqual({ check: held, rootHolds: 'is the root at size 7' });
    expect(checkAtEarlierSize(check(MISMATCH, 7, 9)).check.verdict.outcome).toBe('cannot-check');
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
      for (const { parts, results } of lines.slice(0, -1)) {
        const bytes = parts.map(([, shown]) => Buffer.from(shown, shown.startsWith('{') ? 'utf8' : 'hex'));
        const hash = createHash('sha256').update(Buffer.concat(bytes)).digest('hex');
        expect(results).toEqual([['', hash]]);
      }
    }
    expect(linesOf(written())[0]?.parts[1]).toEqual(['entry', TEXT]);
    expect(linesOf(written(BINARY))[0]?.parts[1]?.[1]).toBe('00ff07');
    const data = { ...OTHER_DATA, hashed: '{"name":"Gambia"}' };
    expect(linesOf(HELD, { data })[0]?.parts).toEqual([['entry', data.hashed]]);
    // A blob is not hashed as one text.
    expect(linesOf(HELD, { data: OTHER_DATA })[0]?.parts).toEqual([]);
    const sources = linesOf(HELD).map(({ parts }) => parts.map(([source]) => source).join(' '));
    expect(sources.slice(1, 3)).toEqual(['fixed sent computed', 'fixed computed sent']);
  });

  test('of a copy that the reader changed speak of the copy of its entry', () => {
    const data = { text: 'name Gambia', computed, recorded: computed };
    const sentenceOf = (isCopy: boolean) => linesOf(written(), { data: { ...data, isCopy } })[0]?.sentence;
    expect(sentenceOf(true)).toMatch(/is the one that your copy of entry [\d,]+ records\.$/);
    expect(sentenceOf(false)).toMatch(/is the one that entry [\d,]+ records\.$/);
  });

  const earlier = checkAtEarlierSize({
    ...HELD,
    verdict: MISMATCH,
    head: { ...remembered, logSize: 300 },
    consistency: { verdict: MISMATCH },
  });
  const root = HELD.computedRoot;
  const differs = [
    ['computed', REFUTED.computedRoot, sampleHash(99)],
    ['≠ published root', sampleHash(99), REFUTED.computedRoot],
  ];
  // Roots of different sizes differ in any case.
  test.each<[string, InclusionCheck, Partial<PathOptions>, (Outcome | undefined)[], RegExp, unknown]>([
    ['equal roots', HELD, {}, ['holds'], / equals /, [['=', root]]],
    ['roots that differ', REFUTED, {}, [BAD], /does not match/, differs],
    [
      'an earlier one',
      earlier.check,
      earlier,
      ['cannot-check', BAD],
      /continue .* 300/,
      [['', above.rootHash]],
    ],
    [
      'one that is not the remembered one',
      HELD,
      { above },
      [BAD],
      /remembers, of 208/,
      [
        ['published root', root, above.rootHash],
        ['≠ remembered root', above.rootHash, root],
      ],
    ],
    [
      'one that is not of the remembered log',
      HELD,
      { above: { ...above, logSize: 9 } },
      [BAD],
      /remembers, of 9/,
      [['', above.rootHash]],
    ],
  ])('end with %s, and no other line is coloured', (_, check, options, tones, sentence, results) => {
    const lines = linesOf(check, options);
    expect(lines.at(-1)?.sentence).toMatch(sentence);
    expect(lines.at(-1)?.results).toEqual(results);
    expect(lines.flatMap(({ tone }) => tone ?? [])).toEqual(tones);
    expect(lines.at(-2)?.sentence).not.toMatch(/check/);
  });

  test.each([
    ['data that differs', OTHER_DATA, BAD],
    ['data that was not hashed', { ...OTHER_DATA, computed: undefined }, undefined],
  ])('begin with %s, and end with it: nothing is good then', (_, data, tone) => {
    const lines = linesOf(HELD, { data });
    expect([lines[0]?.step, lines[0]?.tone]).toEqual(['Data', tone]);
    expect(lines.at(-1)?.sentence).toContain(lines[0]?.sentence);
    expect(lines.map((line) => line.tone)).not.toContain('holds');
  });

  test('of a proof of the wrong length keep the leaf, and reach no root', () => {
    const { computedRoot: _, ...rest } = written();
    const verdict: Verdict = { outcome: BAD, code: 'path-length', reason: 'too long' };
    const lines = linesOf({ ...rest, steps: [], verdict });
    expect(lines.map(({ results }) => results[0]?.[1])).toEqual([rest.leafHash, rest.checkpoint.rootHash]);
    expect(lines[1]?.sentence).toContain('does not give the published root');
    const [leaf, end] = linesOf(uncheckedSample(CANNOT), { above });
    expect([leaf?.sentence, end?.sentence].join(' ')).toMatch(/was not hashed.* cannot be checked/);
  });
});

test('the figure names each box for a screen reader, is one stop for Tab, and shows the remembered root over the published one that it contradicts alone', () => {
  const render = (check: InclusionCheck): string =>
    markupOf(
      <MemoryRouter>
        <ProofFigure check={check} isWhole />
      </MemoryRouter>,
    );
  const html = render(HELD);
  const names = [...html.matchAll(/<button[^>]*data-node[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
  const hashes = names.filter((name) => name?.includes('Sent by the server'));
  expect(hashes).toHaveLength(6);
  // What it gives comes next.
  const gives = /^[0-9a-f]{6}…[0-9a-f]{4}, .*entry 205, combines from the left, gives (.*)$/.exec(
    hashes[0] ?? '',
  );
  expect(names[names.indexOf(hashes[0]) + 1]).toMatch(new RegExp(`^${gives?.[1]}, Computed here`));
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  expect(render(REFUTED).split('Legend')[0]?.match(/<mark/g)).toHaveLength(2);
  const hide = showContradiction({ published: HELD.checkpoint, remembered });
  const [alarmed, other] = [render(HELD), render(REFUTED)];
  hide();
  expect(alarmed).toContain('Remembered root, 208 entries');
  for (const shown of [other, render(HELD)]) expect(shown).not.toContain('emembered');
});
