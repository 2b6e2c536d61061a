import { expect, test, vi } from 'vitest';
import { fingerprints } from '../log/questions.ts';
import { planet } from '../mock/registers/planet.ts';
import { USUAL } from '../testing/fault-rows.ts';
import { copyOf, type CopyLine } from '../testing/log-copy.ts';
import { trueHead, visitMock } from '../testing/mock-session.ts';
import { mirrorLists, UnreadListError } from '../trust/reader-lists.ts';
import {
  compareWithMirror,
  firstDifference,
  mirrorListQuery,
  type MirrorProgress,
  saveMirror,
} from './mirror-queries.ts';

const size = planet.entries.length;
const shorter = { ...planet, entries: planet.entries.slice(0, size - 2) };

let mirrors = 0;

/** The comparison of a register with a mirror, which has its own answers and gives itself this name. */
function compared(
  source: typeof planet,
  mode: string,
  mirrorMode = mode,
  {
    onProgress = () => {},
    name = 'planet',
    rememberedSize,
  }: {
    onProgress?: (progress: MirrorProgress, end: AbortController) => void;
    name?: string;
    rememberedSize?: number;
  } = {},
) {
  const end = new AbortController();
  const { session, queries } = visitMock({
    source: planet,
    mode,
    ...(rememberedSize !== undefined && { rememberedSize }),
  });
  const place = `mirror-${(mirrors += 1)}`;
  const mirror = visitMock({
    source: { ...source, name: place },
    mode: mirrorMode,
    timeoutMs: 500,
    tamper: (_, body) => body.replaceAll(place, name),
  });
  return compareWithMirror(queries, session, mirror.session, {
    signal: end.signal,
    onProgress: (progress) => onProgress(progress, end),
  });
}

/** A mirror of `planet` in which one entry has another time. */
const altered = (entryNumber: number) => {
  const entry = { ...planet.entries[entryNumber - 1], timestamp: '2001-01-01T00:00:00Z' };
  return { ...planet, entries: planet.entries.with(entryNumber - 1, entry as (typeof planet.entries)[0]) };
};

test.each(USUAL)(
  'the shorter log begins the longer, or the first entry that differs is found: %s',
  async (mode) => {
    // A result has the heads that it is about.
    const [own, behind] = [trueHead(planet, mode, size), trueHead(planet, mode, size - 2)];
    expect(await compared(planet, mode)).toMatchObject({ outcome: 'holds', by: 'roots', own, mirror: own });
    expect(await compared(shorter, mode)).toMatchObject({ outcome: 'holds', own, mirror: behind });
    for (const first of [1, 2, 5, size])
      expect(await compared(altered(first), mode)).toMatchObject({ outcome: 'does-not-match', first });
    // A wrong proof does not show where the logs differ; nor does a mirror that is empty or gives no answer.
    const nothing = { outcome: 'cannot-check' };
    expect(await compared(shorter, mode, `${mode}+altered-root`)).toMatchObject(nothing);
    expect(await compared({ ...planet, entries: [] }, mode)).toMatchObject({ outcome: 'not-checked' });
    const reason = /^the mirror could not be read: /;
    for (const fault of ['dead', 'dead@entry-proof'])
      expect(await compared(planet, mode, `${mode}+${fault}`)).toMatchObject({
        ...nothing,
        reason: expect.stringMatching(reason),
      });
  },
);

test.each(USUAL)(
  'another register, or the register itself, is no mirror; one of another name that has its log is: %s',
  async (mode) => {
    const reason = 'it is the register moon, not planet';
    const other = { outcome: 'not-checked', reason };
    expect(await compared(altered(1), mode, mode, { name: 'moon' })).toMatchObject(other);
    const differs = { outcome: 'does-not-match', first: 2 };
    expect(await compared(altered(2), mode, mode, { name: 'moon' })).toMatchObject(differs);
    expect(await compared(planet, mode, mode, { name: 'moon' })).toMatchObject({ outcome: 'holds' });
    const { session, queries } = visitMock({ source: planet, mode });
    const { session: again } = visitMock({ source: planet, mode });
    const signal = new AbortController().signal;
    const respelt = { ...again, id: 'respelt' };
    expect(
      await compareWithMirror(queries, session, respelt, { signal, onProgress: () => undefined }),
    ).toMatchObject({ outcome: 'not-checked', reason: 'it is the register itself' });
  },
);

test.each(USUAL)('mirrors are compared while the log contradicts the one remembered: %s', async (mode) => {
  const doubted = { rememberedSize: size };
  expect(await compared(planet, `${mode}+fork`, mode, doubted)).toMatchObject({
    outcome: 'does-not-match',
    first: expect.any(Number),
  });
  expect(await compared(planet, `${mode}+fork`, `${mode}+fork`, doubted)).toMatchObject({ outcome: 'holds' });
  // A proof that could not be made is not one that does not match.
  expect(await compared(planet, `${mode}+altered-root`, mode)).toMatchObject({
    outcome: 'cannot-check',
    reason: expect.stringMatching(
      /^the proofs of the first 15 entries of this register could not be checked/,
    ),
  });
});

test.each(['roots', 'locating'])(
  'a comparison at the step "%s" ends when the reader ends it',
  async (last) => {
    const steps: string[] = [];
    const found = compared(altered(2), 'v2', 'v2', {
      onProgress({ step }, end) {
        steps.push(step);
        if (step === last) end.abort();
      },
    });
    await expect(found).rejects.toThrow(/abort/i);
    expect(steps.at(-1)).toBe(last);
  },
);

test('entries of one meaning have one fingerprint in both variants, and no other entry has it', () => {
  const [at, later] = ['2016-04-05T00:00:00Z', '2016-04-05T00:00:01Z'];
  const data = { a: 'A', list: ['y', 'x'] };
  const lines: readonly CopyLine[] = [
    ['A', data, at],
    ['B', { a: 'B' }],
  ];
  const difference = (line: CopyLine, row = 0) => {
    const others = copyOf(lines.with(row, line), 'blob');
    return firstDifference(fingerprints(copyOf(lines), { at: 2 }), fingerprints(others, { at: 2 }));
  };
  expect(difference(['A', data, at])).toBeUndefined();
  expect(difference(['A', { list: ['x', 'y'], a: 'A', unset: '' }, at.slice(0, -1)])).toBeUndefined();
  expect(difference(['Z', data, at])).toBe(1);
  expect(difference(['A', data, later])).toBe(1);
  expect(difference(['A', { ...data, list: ['y'] }, at])).toBe(1);
  expect(difference(['A', { ...data, b: 'x' }, at])).toBe(1);
  expect(difference(['B', { a: 'C' }], 1)).toBe(2);
});

test('a mirror that is named while the list is read stays in it, also where storage refuses', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const list = mirrorListQuery(session);
  const slow = new Promise<[]>((resolve) => setTimeout(resolve, 200, []));
  const read = queries.fetchQuery({ ...list, queryFn: () => slow });
  const saved = saveMirror(queries, session, 'country', { id: 'country' });
  const [, refused] = await Promise.allSettled([read, saved]);
  expect(refused.status).toBe('rejected');
  expect(queries.getQueryData(list.queryKey)).toEqual([{ id: 'country' }]);
});

test.each([
  ['storage gives no answer', new DOMException('late', 'TimeoutError')],
  ['it is damaged', new UnreadListError()],
])(
  'where the list could not be read because %s, one that is added does not stand for all of it',
  async (_, error) => {
    const { session, queries } = visitMock({ source: planet, mode: 'v2' });
    const read = vi.spyOn(mirrorLists, 'read').mockRejectedValue(error);
    const change = vi.spyOn(mirrorLists, 'change').mockRejectedValue(error);
    await expect(saveMirror(queries, session, 'country', { id: 'country' })).rejects.toBe(error);
    expect(queries.getQueryState(mirrorListQuery(session).queryKey)).toMatchObject({
      status: 'error',
      error,
    });
    read.mockRestore();
    change.mockRestore();
  },
);
