import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { aStorage, noLock } from '../testing/small-register.ts';
import type { SeenHead } from './evidence/misbehaviour.ts';
import { recallRoot } from './recall-root.ts';
import { type RememberedRoot, earlierHead, SITTING_MS } from './remembered-root.ts';
import { createRootMemory } from './root-memory.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64) as Hash) as [Hash, Hash, Hash];
const OPENED = 10 * SITTING_MS;
const BEFORE: SeenHead = { logSize: 5, rootHash: A, seenAtMs: 7 };

const rootSeen = (lastSeenMs: number, more: Partial<RememberedRoot> = {}): RememberedRoot => ({
  registerId: 'r',
  base: 'https://r.example',
  variant: 'item',
  logSize: 9,
  rootHash: B,
  leafRule: 'item-json',
  firstSeenMs: 1,
  lastSeenMs,
  revision: 1,
  alarms: [],
  givenUp: [],
  ...more,
});

describe('what an earlier sitting saw of a root that was seen', () => {
  test.each<[string, RememberedRoot, SeenHead | 'the root' | undefined]>([
    ['long ago', rootSeen(5), 'the root'],
    ['exactly one pause before', rootSeen(OPENED - SITTING_MS), 'the root'],
    ['just within the pause', rootSeen(OPENED - SITTING_MS + 1), undefined],
    ['just within it, after an earlier one', rootSeen(OPENED - SITTING_MS + 1, { before: BEFORE }), BEFORE],
    ['by this very page', rootSeen(OPENED + 5), undefined],
    ['by this very page, after an earlier one', rootSeen(OPENED + 5, { before: BEFORE }), BEFORE],
    ['long ago, after an even earlier one', rootSeen(5, { before: BEFORE }), 'the root'],
    ['just now, by a tab left open since long ago', rootSeen(OPENED - 1, { openedAtMs: 5 }), 'the root'],
    ['long ago by its clock, by a page of this sitting', rootSeen(5, { openedAtMs: OPENED }), undefined],
    ['in a file that was read just now', rootSeen(OPENED, { importedAtMs: OPENED }), 'the root'],
    ['by a clock that was set back since', rootSeen(OPENED + 9 * SITTING_MS), undefined],
  ])('%s', (_, root, expected) => {
    const { logSize, rootHash, lastSeenMs: seenAtMs } = root;
    expect(earlierHead(root, OPENED)).toEqual(
      expected === 'the root' ? { logSize, rootHash, seenAtMs } : expected,
    );
  });
});

describe('a root that is advanced', () => {
  /** Remembers heads one after another, each at a time by a page that was opened at another; what is kept of the time before them. */
  async function remembered(
    steps: readonly [logSize: number, rootHash: Hash, seenAtMs: number, openedAtMs: number][],
  ) {
    const { storage } = aStorage();
    const memory = createRootMemory(storage, noLock);
    for (const [revision, [logSize, rootHash, seenAtMs, openedAtMs]] of steps.entries()) {
      const confirmed = {
        registerId: 'r',
        base: 'https://r.example',
        variant: 'item',
        leafRule: 'item-json',
      } as const;
      const head = { logSize, rootHash };
      expect(await memory.advance({ ...confirmed, head, seenAtMs, openedAtMs }, revision)).toBe('stored');
    }
    const recalled = await recallRoot('r', storage.get);
    return { memory, recalled, before: recalled.kind === 'remembered' ? recalled.root.before : undefined };
  }
  const MINUTE = 60_000;

  test.each<[string, Parameters<typeof remembered>[0], SeenHead | undefined]>([
    ['for the first time has nothing before it', [[5, A, 0, 0]], undefined],
    [
      'twice in one page has nothing before it',
      [
        [5, A, 1, 0],
        [9, B, 2, 0],
      ],
      undefined,
    ],
    [
      'by a page loaded soon after has nothing before it',
      [
        [5, A, 1, 0],
        [9, B, 20 * MINUTE, 19 * MINUTE],
      ],
      undefined,
    ],
    [
      'after a pause keeps what was there',
      [
        [5, A, 1, 0],
        [9, B, 60 * MINUTE, 59 * MINUTE],
      ],
      { logSize: 5, rootHash: A, seenAtMs: 1 },
    ],
    [
      'again in that sitting keeps it still',
      [
        [5, A, 1, 0],
        [9, B, 60 * MINUTE, 59 * MINUTE],
        [12, C, 80 * MINUTE, 75 * MINUTE],
      ],
      { logSize: 5, rootHash: A, seenAtMs: 1 },
    ],
    [
      'after another pause keeps the last of the sitting before',
      [
        [5, A, 1, 0],
        [9, B, 60 * MINUTE, 59 * MINUTE],
        [12, C, 200 * MINUTE, 199 * MINUTE],
      ],
      { logSize: 9, rootHash: B, seenAtMs: 60 * MINUTE },
    ],
  ])('%s', async (_, steps, before) => {
    expect((await remembered(steps)).before).toEqual(before);
  });

  test('by a tab left open is still of the sitting in which a newer page was opened', async () => {
    const { memory } = await remembered([
      [5, A, 1, 0],
      [9, B, 60 * MINUTE, 59 * MINUTE],
      [12, C, 61 * MINUTE, 0],
    ]);
    const [root] = (await memory.list()).roots;
    expect(root).toMatchObject({ openedAtMs: 59 * MINUTE, before: { logSize: 5, rootHash: A } });
    expect(root && earlierHead(root, 70 * MINUTE)).toEqual(root?.before);
  });

  test('from a file has nothing before it that was seen here', async () => {
    const { memory } = await remembered([
      [5, A, 1, 0],
      [9, B, 60 * MINUTE, 59 * MINUTE],
    ]);
    const { roots } = await memory.list();
    await memory.forget('r');
    await memory.add(roots, 90 * MINUTE);
    expect((await memory.list()).roots[0]).not.toHaveProperty('before');
    const confirmed = {
      ...rootSeen(0),
      head: { logSize: 12, rootHash: C },
      seenAtMs: 200 * MINUTE,
      openedAtMs: 199 * MINUTE,
    };
    expect(await memory.advance(confirmed, 1)).toBe('stored');
    expect((await memory.list()).roots[0]).not.toHaveProperty('before');
  });

  test('by the person has nothing before it: what was seen then is given up', async () => {
    const { memory } = await remembered([
      [5, A, 1, 0],
      [9, B, 60 * MINUTE, 59 * MINUTE],
    ]);
    await memory.trust('r', { logSize: 9, rootHash: C }, 70 * MINUTE);
    const [root] = (await memory.list()).roots;
    expect(root).not.toHaveProperty('before');
    expect(root && earlierHead(root, 75 * MINUTE)).toBeUndefined();
  });
});
