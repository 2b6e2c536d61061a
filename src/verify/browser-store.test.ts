import { forceCloseDatabase } from 'fake-indexeddb';
import { del, get, getMany, keys, set, update } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenDatabases, freshDatabases } from '../testing/broken-storage.ts';
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
  test('keeps what the functions of idb-keyval put there', async () => {
    const store = made();
    await set('a', 1, store);
    await update('a', (old: number | undefined) => (old ?? 0) + 1, store);
    await set('b', { many: [1, 2] }, store);
    expect(await getMany(['a', 'b', 'c'], store)).toEqual([2, { many: [1, 2] }, undefined]);
    await del('a', store);
    expect(await keys(store)).toEqual(['b']);
    expect(await get('b', made())).toEqual({ many: [1, 2] });
  });

  test('is read also where a later page has raised the version of its database', async () => {
    await set('a', 1, made());
    const later = await new Promise<IDBDatabase>((resolve) => {
      const request = databases.open('test', 7);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('more'));
      request.addEventListener('success', () => resolve(request.result));
    });
    later.close();
    expect(await get('a', made())).toBe(1);
  });

  test('without its object store it is damaged, and says so', async () => {
    (await opened()).close();
    await expect(get('a', made())).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('stands in nobody’s way who deletes or upgrades the database, and is opened again', async () => {
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
    // Its types ask for the class where they mean a database.
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
    await vi.advanceTimersByTimeAsync(2_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toMatchObject(late);
    const second = get('a', store).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    expect(await second).toMatchObject(late);
    vi.useRealTimers();
    const whole = databases.open('test');
    whole.addEventListener('upgradeneeded', () => whole.result.createObjectStore('things'));
    Object.defineProperty(request, 'result', { value: await answered(whole) });
    request.dispatchEvent(new Event('success'));
    expect(await get('a', store)).toBeUndefined();
  });

  test('a transaction that never ends is given up, too', async () => {
    const store = browserStore('test', 'things', 50);
    const asked = store('readonly', () => new Promise<never>(() => undefined));
    await expect(asked).rejects.toMatchObject(late);
  });

  test('the time that a laptop was asleep does not count', async () => {
    let answer: (() => void) | undefined;
    const store = browserStore('test', 'things', 500);
    await get('a', store);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const asked = store('readonly', () => new Promise<string>((resolve) => (answer = () => resolve('here'))));
    await vi.waitFor(() => expect(answer).toBeDefined());
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(500);
    answer?.();
    expect(await asked).toBe('here');
  });
});
