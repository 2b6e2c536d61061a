import { forceCloseDatabase } from 'fake-indexeddb';
import { get, set, update } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenDatabases, freshDatabases, type StorageFault } from '../testing/broken-storage.ts';
import { aMisbehaviour } from '../testing/evidence-builders.ts';
import { honest, SEEN } from '../testing/small-register.ts';
import { answered, browserStore } from './browser-store.ts';

let databases: IDBFactory;
beforeEach(() => {
  databases = freshDatabases();
  vi.stubGlobal('indexedDB', databases);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const made = () => browserStore('test', 'things');

/** Opens the database as another page of this site would. */
function opened(version?: number): Promise<IDBDatabase> {
  return answered(databases.open('test', version));
}

describe('a store of the browser', () => {
  test('without its object store it is damaged, and says so', async () => {
    (await opened()).close();
    await expect(get('a', made())).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('does not block deleting or upgrading the database, and is reopened', async () => {
    const store = made();
    await set('a', 1, store);
    await answered(databases.deleteDatabase('test'));
    expect(await get('a', store)).toBeUndefined();
    await set('a', 2, store);
    const upgraded = await opened(9);
    expect(upgraded.version).toBe(9);
    upgraded.close();
    expect(await get('a', store)).toBe(2);
  });

  test.each<[how: string, (database: IDBDatabase) => void]>([
    ['without a word', (database) => database.close()],
    // Its types require the class, not the interface.
    ['as the browser says', (database) => forceCloseDatabase(database as never)],
  ])('a connection that was closed %s is opened again', async (_, close) => {
    const store = made();
    await set('a', 1, store);
    await store('readonly', ({ transaction }) => close(transaction.db));
    expect(await get('a', store)).toBe(1);
  });

  test('opening that failed once is tried again', async () => {
    vi.stubGlobal('indexedDB', brokenDatabases('opening fails', databases));
    const store = made();
    await expect(get('a', store)).rejects.toMatchObject({ name: 'UnknownError' });
    vi.stubGlobal('indexedDB', databases);
    expect(await get('a', store)).toBeUndefined();
  });
});

describe('storage that gives no answer', () => {
  const late = { name: 'TimeoutError' };

  test('is waited for as long as its limit, then shortly, and believed again when it answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const request = Object.assign(new EventTarget(), { result: undefined }) as unknown as IDBOpenDBRequest;
    vi.stubGlobal('indexedDB', { open: () => request });
    const store = made();
    const first = get('a', store).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_049);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toMatchObject(late);
    const second = get('a', store).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(150);
    expect(await second).toMatchObject(late);
    vi.useRealTimers();
    const whole = databases.open('test');
    whole.addEventListener('upgradeneeded', () => whole.result.createObjectStore('things'));
    Object.defineProperty(request, 'result', { value: await answered(whole) });
    request.dispatchEvent(new Event('success'));
    expect(await get('a', store)).toBeUndefined();
  });

  test('an endless transaction times out, too', async () => {
    const store = browserStore('test', 'things', 50);
    const asked = store('readonly', () => new Promise<never>(() => undefined));
    await expect(asked).rejects.toMatchObject(late);
  });

  test('an answer that was waiting while a laptop was asleep counts', async () => {
    let answer: (() => void) | undefined;
    const store = browserStore('test', 'things', 500);
    await get('a', store);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const asked = store('readonly', () => new Promise<string>((resolve) => (answer = () => resolve('here'))));
    await vi.waitFor(() => expect(answer).toBeDefined());
    await vi.advanceTimersToNextTimerAsync();
    answer?.();
    expect(await asked).toBe('here');
  });
});

describe('a page that is left', () => {
  /** A store of another page than `made()`, which is left and shown again by the names of the events. */
  const inPage = () => {
    const window = new EventTarget();
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    const store = made();
    vi.stubGlobal('addEventListener', undefined);
    return { store, page: (event: 'pagehide' | 'pageshow') => void window.dispatchEvent(new Event(event)) };
  };

  test('locks no database, and does its work when it is shown again', async () => {
    const { store, page } = inPage();
    await set('a', 1, store);
    let tries = 0;
    const work = update<number>(
      'a',
      (stored = 0) => {
        tries += 1;
        if (tries === 1) page('pagehide');
        return stored + 1;
      },
      store,
    );
    expect(await get('a', made())).toBe(1);
    expect(tries).toBe(1);
    page('pageshow');
    await work;
    expect(tries).toBe(2);
    expect(await get('a', made())).toBe(2);
  });

  test('in the middle of opening a database does not keep others from it, and opens it again', async () => {
    const { store, page } = inPage();
    const leaving = new Promise<void>((resolve) => {
      const open = (name: string): IDBOpenDBRequest => {
        const request = databases.open(name);
        request.addEventListener('upgradeneeded', () => {
          request.transaction?.addEventListener('abort', () => resolve());
          // After the store's own listener.
          queueMicrotask(() => page('pagehide'));
        });
        return request;
      };
      vi.stubGlobal('indexedDB', { open });
    });
    const work = set('a', 1, store);
    await leaving;
    vi.stubGlobal('indexedDB', databases);
    expect(await get('a', made())).toBeUndefined();
    page('pageshow');
    await work;
    expect(await get('a', made())).toBe(1);
  });

  test.each(['before', 'while'])('%s a database is opened, begins no work', async (when) => {
    const { store, page } = inPage();
    const work = vi.fn(() => 1);
    const opening = vi.spyOn(databases, 'open');
    if (when === 'before') page('pagehide');
    const asked = store('readonly', work);
    await Promise.resolve();
    expect(opening).toHaveBeenCalledTimes(when === 'before' ? 0 : 1);
    page('pagehide');
    expect(await get('a', made())).toBeUndefined();
    page('pageshow');
    page('pagehide');
    expect(await get('a', made())).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
    page('pageshow');
    expect(await asked).toBe(1);
  });

  test('keeps what is being committed, and does not do it again', async () => {
    const { store, page } = inPage();
    const work = vi.fn(async (objects: IDBObjectStore) => {
      objects.put(1, 'a');
      objects.transaction.commit();
      page('pagehide');
      await new Promise((resolve) => objects.transaction.addEventListener('complete', resolve));
      page('pageshow');
      throw new Error('too late');
    });
    await expect(store('readwrite', work)).rejects.toThrow('too late');
    expect(work).toHaveBeenCalledOnce();
    expect(await get('a', made())).toBe(1);
  });

  test('does not repeat what fails after it was shown again', async () => {
    const { store, page } = inPage();
    page('pagehide');
    page('pageshow');
    const work = vi.fn(() => {
      throw new Error('a bug');
    });
    await expect(store('readonly', work)).rejects.toThrow('a bug');
    expect(work).toHaveBeenCalledOnce();
  });
});

const confirmed = { ...SEEN, head: honest };
const misbehaviour = aMisbehaviour({ registerId: SEEN.registerId });

/** The page reloaded, over the same databases. */
async function page(kept: IDBFactory | undefined) {
  vi.resetModules();
  vi.stubGlobal('indexedDB', kept);
  const { RootMemory } = await import('./root-memory.ts');
  const memory = new RootMemory();
  const { readRefusedStorage } = await import('./storage-refusals.ts');
  return {
    recall: () => memory.recall(SEEN.registerId),
    memory,
    unkept: () => Object.fromEntries(readRefusedStorage()),
  };
}

const CANNOT_READ: readonly (readonly [StorageFault, string, RegExp])[] = [
  ['there are no databases', 'denied', /does not let the page keep anything/],
  ['opening throws', 'denied', /does not let the page keep anything/],
  ['site data is blocked', 'denied', /does not let the page keep anything/],
  ['opening fails', 'damaged', /damaged/],
  ['the disk is full when it is opened', 'full', /no room/],
  ['opening never answers', 'silent', /no answer/],
];
const CANNOT_WRITE: readonly StorageFault[] = [
  'every write is refused for want of room',
  'the room ends within a transaction',
];

describe('remembered roots', () => {
  test('are in the database of earlier versions of this page, for every tab', async () => {
    const [one, another] = [await page(databases), await page(databases)];
    await one.memory.advance(confirmed, 0);
    // The database and the store that idb-keyval uses if it is given none; the key as rootKey writes it.
    expect(await get('register-explorer:root:r')).toMatchObject({ registerId: 'r', ...honest });
    expect(await another.recall()).toMatchObject({ root: honest });
    expect((await another.memory.list()).roots).toMatchObject([{ registerId: 'r' }]);
    await one.memory.forget('r');
    expect(await another.recall()).toEqual({ kind: 'first-visit' });
  });

  test.each(CANNOT_READ)('where %s, are said not to be had', async (fault, refusal, reason) => {
    const before = await page(databases);
    expect(await before.memory.advance(confirmed, 0)).toBe('stored');
    const { recall, memory, unkept } = await page(brokenDatabases(fault, databases));
    // Opening has a limit of seconds, which pass at once where nothing answers.
    const ticking = setInterval(() => vi.isFakeTimers() && vi.advanceTimersByTime(1_000), 1);
    if (refusal === 'silent') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await recall()).toEqual({
      kind: 'cannot-recall',
      reason: expect.stringMatching(reason),
      ...(refusal === 'silent' ? { mayBe: 'late' } : refusal === 'damaged' ? { mayBe: 'there' } : {}),
    });
    expect(unkept()).toEqual({ roots: refusal });
    const asked = await Promise.allSettled([
      memory.advance(confirmed, 0),
      memory.raise(misbehaviour),
      memory.markRead(misbehaviour),
      memory.trust(SEEN.registerId, honest, 2),
      memory.forget(SEEN.registerId),
      memory.list(),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    clearInterval(ticking);
    vi.useRealTimers();
    const after = await page(databases);
    expect(await after.recall()).toMatchObject({ kind: 'remembered', root: { ...honest, revision: 1 } });
  });

  test.each(CANNOT_WRITE)('where %s, stay as they were, and it is said', async (fault) => {
    const before = await page(databases);
    await before.memory.advance(confirmed, 0);
    const { recall, memory, unkept } = await page(brokenDatabases(fault, databases));
    expect(await recall()).toMatchObject({ kind: 'remembered' });
    expect(unkept()).toEqual({});
    const grown = { ...confirmed, head: { ...honest, logSize: 10 } };
    await expect(memory.advance(grown, 1)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(unkept()).toEqual({ roots: 'full' });
    await expect(memory.raise(misbehaviour)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await recall()).toMatchObject({ root: { ...honest, revision: 1, alarms: [] } });
    // Deleting needs no room, and after a write that works nothing is refused.
    await memory.forget(SEEN.registerId);
    expect(await recall()).toEqual({ kind: 'first-visit' });
    expect(unkept()).toEqual({});
  });

  test('in a database without its store, or cleared while the page is open, are not made up', async () => {
    const { recall, memory, unkept } = await page(databases);
    await memory.advance(confirmed, 0);
    await answered(databases.deleteDatabase('keyval-store'));
    expect(await recall()).toEqual({ kind: 'first-visit' });
    // A second tab wrote, then the storage was cleared: no revision matches.
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

test('writers in several tabs are kept apart by their transactions', async () => {
  const [one, other] = [await page(databases), await page(databases)];
  const outcomes = await Promise.all([one.memory.advance(confirmed, 0), other.memory.advance(confirmed, 0)]);
  expect(outcomes.toSorted()).toEqual(['outdated', 'stored']);
});
