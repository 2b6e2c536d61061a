import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { brokenDatabases, freshDatabases, type StorageFault } from '../testing/broken-storage.ts';
import { answered } from './browser-store.ts';
import type { Misbehaviour } from './evidence/misbehaviour.ts';
import type { ConfirmedHead } from './root-memory.ts';

const ID = 'country';
const head = { logSize: 5, rootHash: 'a'.repeat(64) as Hash };
const confirmed: ConfirmedHead = {
  registerId: ID,
  base: 'https://r.example',
  variant: 'item',
  head,
  leafRule: 'item-json',
  seenAtMs: 1,
  openedAtMs: 1,
};
const misbehaviour: Misbehaviour = {
  kind: 'another-root',
  base: 'https://r.example',
  variant: 'item',
  registerId: ID,
  old: { ...head, seenAtMs: 1 },
  new: { logSize: 5, rootHash: 'b'.repeat(64) as Hash, seenAtMs: 2 },
  addresses: { head: 'https://r.example/proof/register' },
};

let whole: IDBFactory;
/** The page as it is loaded again, over the databases as they are. */
async function page(databases: IDBFactory | undefined) {
  vi.resetModules();
  vi.stubGlobal('indexedDB', databases);
  const { recallRoot } = await import('./recall-root.ts');
  const { createRootMemory } = await import('./root-memory.ts');
  const { readUnkept } = await import('./unkept.ts');
  return {
    recall: () => recallRoot(ID),
    memory: createRootMemory(),
    unkept: () => Object.fromEntries(readUnkept()),
  };
}

beforeEach(() => (whole = freshDatabases()));
afterEach(() => vi.unstubAllGlobals());

const CANNOT_READ: readonly (readonly [StorageFault, string, RegExp])[] = [
  ['there are no databases', 'denied', /does not let the page keep anything/],
  ['opening throws', 'denied', /does not let the page keep anything/],
  ['opening fails', 'damaged', /damaged/],
  ['the disk is full when it is opened', 'full', /no room/],
  ['opening never answers', 'silent', /no answer/],
];
const CANNOT_WRITE: readonly StorageFault[] = [
  'every write is refused for want of room',
  'the room ends within a transaction',
];

describe('remembered roots', () => {
  test.each(CANNOT_READ)('where %s, are said not to be had', async (fault, refusal, reason) => {
    const before = await page(whole);
    expect(await before.memory.advance(confirmed, 0)).toBe('stored');
    const { recall, memory, unkept } = await page(brokenDatabases(fault, whole));
    expect(await recall()).toEqual({
      kind: 'cannot-recall',
      reason: expect.stringMatching(reason),
      ...(refusal === 'silent' ? { mayBe: 'late' } : refusal === 'damaged' ? { mayBe: 'there' } : {}),
    });
    expect(unkept()).toEqual({ roots: refusal });
    const asked = await Promise.allSettled([
      memory.advance(confirmed, 0),
      memory.raise(misbehaviour),
      memory.markRead(ID),
      memory.trust(ID, head, 2),
      memory.forget(ID),
      memory.list(),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    const after = await page(whole);
    expect(await after.recall()).toMatchObject({ kind: 'remembered', root: { logSize: 5, revision: 1 } });
  });

  test.each(CANNOT_WRITE)('where %s, stay as they were, and it is said', async (fault) => {
    const before = await page(whole);
    await before.memory.advance(confirmed, 0);
    const { recall, memory, unkept } = await page(brokenDatabases(fault, whole));
    expect(await recall()).toMatchObject({ kind: 'remembered' });
    expect(unkept()).toEqual({});
    const grown = { ...confirmed, head: { ...head, logSize: 9 } };
    await expect(memory.advance(grown, 1)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(unkept()).toEqual({ roots: 'full' });
    await expect(memory.raise(misbehaviour)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await recall()).toMatchObject({ root: { logSize: 5, revision: 1, alarms: [] } });
    // Forgetting needs no room, and what can be written again is said to be kept again.
    await memory.forget(ID);
    expect(await recall()).toEqual({ kind: 'first-visit' });
    expect(unkept()).toEqual({});
  });

  test('in a database without its store, or cleared while the page is open, are not made up', async () => {
    const { recall, memory, unkept } = await page(whole);
    await memory.advance(confirmed, 0);
    await answered(whole.deleteDatabase('keyval-store'));
    expect(await recall()).toEqual({ kind: 'first-visit' });
    // A second tab wrote, and the storage was cleared after that: nobody's revision fits.
    expect(await memory.advance(confirmed, 1)).toBe('outdated');
    const bare = freshDatabases();
    (await answered(bare.open('keyval-store'))).close();
    const damaged = await page(bare);
    expect(await damaged.recall()).toEqual({
      kind: 'cannot-recall',
      mayBe: 'there',
      reason: expect.stringMatching(/damaged/),
    });
    expect(unkept()).toEqual({});
    expect(damaged.unkept()).toEqual({ roots: 'damaged' });
  });
});

describe('writers in several tabs', () => {
  const locks = (request: (...given: unknown[]) => Promise<unknown>) =>
    vi.stubGlobal('navigator', { locks: { request } });

  test.each([
    ['missing', () => vi.stubGlobal('navigator', {})],
    ['refused', () => locks(() => Promise.reject(new DOMException('no', 'SecurityError')))],
    [
      'refused at once',
      () =>
        locks(() => {
          throw new DOMException('no', 'SecurityError');
        }),
    ],
  ])('are kept apart by their transactions where locks are %s', async (_, refuse) => {
    const [one, other] = [await page(whole), await page(whole)];
    refuse();
    const outcomes = await Promise.all([
      one.memory.advance(confirmed, 0),
      other.memory.advance(confirmed, 0),
    ]);
    expect(outcomes.toSorted()).toEqual(['outdated', 'stored']);
    await expect(one.memory.raise(misbehaviour)).resolves.toBeUndefined();
  });

  test('a lock that nobody gives back is waited for, and then gone without', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    locks((_, options) => Promise.reject((options as { signal: AbortSignal }).signal.reason));
    const { memory } = await page(whole);
    expect(await memory.advance(confirmed, 0)).toBe('stored');
    vi.restoreAllMocks();
  });

  test('no channel between tabs is no reason for a write to fail', async () => {
    vi.stubGlobal(
      'BroadcastChannel',
      vi.fn(function refuse() {
        throw new DOMException('no', 'SecurityError');
      }),
    );
    const { memory, recall } = await page(whole);
    expect(await memory.advance(confirmed, 0)).toBe('stored');
    expect(await recall()).toMatchObject({ kind: 'remembered' });
  });
});
