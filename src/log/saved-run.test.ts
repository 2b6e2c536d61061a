import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../core/model.ts';
import { ended, memoryStorage, reach, runAudit, withPages } from '../testing/audit-world.ts';
import { jsonPage, type PagedRegister, pagedRegister, writeEntry } from '../testing/paged-register.ts';
import { headAt, logWith, proofsOf } from '../testing/small-register.ts';
import {
  addCoverage,
  auditKey,
  type AuditStorage,
  type CoveredRange,
  createAuditStore,
} from './audit-store.ts';
import { type Audit, type AuditOptions, createAudit } from './audit.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const HOLDS = { outcome: 'holds' };
const storeOf = ({ storage }: AuditOptions) => createAuditStore(storage);

/** The first `size` entries as a server sends them to another tab: entries of key-7 have a key that is not in the log. */
function fork(register: PagedRegister, size: number): AuditOptions {
  const entries = register.entries
    .slice(0, size)
    .map((entry) => (entry.key === 'key-7' ? Object.assign({}, entry, { key: 'elsewhere' }) : entry));
  const log = logWith(entries);
  return withPages(
    { ...register.options(), head: headAt(size, log) },
    {
      entriesPage: async (start) => jsonPage(entries.slice(start - 1, start + 99).map(writeEntry)),
      entryProof: async (...of) => (await proofsOf(log).entryProof(...of)).auditPath,
    },
  );
}

/** A tab that has read the entries before `entryNumber` and waits for the next page. */
async function tabAt(options: AuditOptions, entryNumber: number): Promise<Audit> {
  const audit = createAudit(
    withPages(options, {
      async entriesPage(start, count, signal) {
        if (start >= entryNumber)
          await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        return options.pages.entriesPage(start, count, signal);
      },
    }),
  );
  audit.start();
  await reach(audit, ({ progress }) => progress.entriesDone === entryNumber - 1);
  return audit;
}

/** The tab is closed, and its run has been saved. */
async function close(tab: Audit, options: AuditOptions, entriesDone: number): Promise<void> {
  tab.dispose();
  const saved = { head: options.head, phase: 'entries', entriesDone };
  await vi.waitFor(async () => expect(await storeOf(options).savedRun('paged')).toEqual(saved));
}

/** Every key is where the log has it, and no other key is known. */
async function expectIndex(options: AuditOptions, entries: readonly Entry[]): Promise<void> {
  const index = await storeOf(options).trailIndex('paged');
  const own = new Map<string, { entryNumber: number; count: number }>();
  for (const { key, entryNumber } of entries)
    own.set(key, { entryNumber, count: (own.get(key)?.count ?? 0) + 1 });
  expect(index?.checkpoint).toEqual(options.head);
  for (const [key, latest] of own) expect(index?.latestOf(key)).toEqual(latest);
  expect(index?.latestOf('elsewhere')).toBeUndefined();
}

/** Runs an audit that must hold, and returns which entries it requested first. */
async function resumed(
  register: PagedRegister,
  options: AuditOptions,
  more: object,
): Promise<string | undefined> {
  register.asked.length = 0;
  expect(await runAudit(options)).toMatchObject({ verdict: HOLDS, ...more });
  await expectIndex(options, register.entries);
  return register.asked.find((question) => question.startsWith('entries'));
}

describe('a run that was stopped', () => {
  it('is resumed after a reload from the saved state, within a block', async () => {
    const register = pagedRegister(1_700);
    const options = register.options();
    await close(await tabAt(options, 1_301), options, 1_300);
    const first = await resumed(register, options, { entries: 1_700, items: 1_700 });
    expect(first).toBe('entries 1301');
    const kept = [...register.kept.keys()].map((key) => key.split(':').at(-1));
    expect(kept).toEqual(['result', 'base', 'coverage']);
  });

  it('is taken up in the midst of the items', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    const before: Audit = createAudit(
      withPages(options, {
        async itemsPage(ref, signal) {
          if (ref !== 300) return register.pages.itemsPage(ref, signal);
          await reach(before, ({ progress }) => progress.phase === 'items' && progress.itemsDone === 300);
          throw new Error('no answer');
        },
      }),
    );
    before.start();
    expect((await ended(before)).failure).toEqual({ message: 'no answer' });
    expect(before.snapshot().progress).toMatchObject({ phase: 'items', itemsDone: 300, itemsTotal: 600 });
    before.dispose();
    await vi.waitFor(async () => expect((await storeOf(options).savedRun('paged'))?.phase).toBe('items'));
    expect(await resumed(register, options, { items: 600 })).toBeUndefined();
    expect(register.asked).toEqual(['items', 'items', 'items']);
  });

  type Spoil = (kept: Map<string, unknown>, key: string, value: object) => unknown;
  const isPart = (key: string): boolean => key.includes(':part:');
  const change =
    (more: object): Spoil =>
    (kept, key, value) =>
      key.endsWith(':run') && kept.set(key, { ...value, ...more });
  it.each<[string, Spoil]>([
    ['has a damaged part', (kept, key) => isPart(key) && kept.set(key, { keys: 1 })],
    ['lacks a part', (kept, key) => isPart(key) && kept.delete(key)],
    [
      'has a part twice',
      (kept, key, value) => {
        change({ parts: 2 })(kept, key, value);
        if (isPart(key)) kept.set(key.replace(/0$/, '1'), value);
      },
    ],
    ['has states of other items', change({ states: new Uint8Array(9) })],
    ['is of another version', change({ version: 4 })],
    ['is by another leaf rule', change({ leafRule: 'item-json-2016' })],
  ])('starts again if it %s', async (_, spoil) => {
    const register = pagedRegister(400);
    const options = register.options();
    await close(await tabAt(options, 201), options, 200);
    for (const [key, value] of register.kept) spoil(register.kept, key, value as object);
    expect(await resumed(register, options, { entries: 400 })).toBe('entries 1');
    expect([...register.kept.keys()].filter(isPart)).toEqual([]);
  });

  it('is forgotten when it is cancelled: whoever reloads the page is offered nothing to go on with', async () => {
    const register = pagedRegister(400);
    const audit = await tabAt(register.options(), 201);
    audit.pause();
    audit.cancel();
    audit.resume();
    await reach(audit, ({ state }) => state === 'cancelled');
    expect(register.kept.size).toBe(0);
  });
});

describe('the end of an audit', () => {
  it('is reported once storage has it, unless storage is slow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const options = pagedRegister(300).options();
    let proceed = (): void => undefined;
    const slow = new Promise<void>((resolve) => (proceed = resolve));
    const set = vi.fn<AuditStorage['set']>(() => slow);
    const audit = createAudit({ ...options, storage: { ...options.storage, set } });
    audit.start();
    await vi.waitFor(() => expect(set).toHaveBeenCalled(), 20_000);
    audit.pause();
    audit.cancel();
    expect(audit.snapshot().state).toBe('running');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(audit.snapshot()).toMatchObject({ state: 'done', keeping: 'under-way' });
    proceed();
    await reach(audit, ({ keeping }) => keeping === 'tried');
  });

  const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
  it.each([
    ['storage', { storage: { get: refuse, set: refuse, remove: refuse, keys: refuse } }],
    ['locks', { takeLock: async () => undefined }],
  ])('works without %s, saving nothing on the way', async (_, lacking) => {
    const options = { ...pagedRegister(150).options(), ...lacking };
    expect((await runAudit(options)).verdict).toEqual(HOLDS);
    const tab = await tabAt(options, 101);
    tab.pause();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await storeOf(options).savedRun('paged')).toBeUndefined();
  });

  const refused = () => Promise.reject(new DOMException('no', 'SecurityError'));
  it.each([[{}], [{ locks: { request: refused } }]])(
    'is reached and kept in a browser with %j',
    async (navigator) => {
      vi.stubGlobal('navigator', navigator);
      const { takeLock: _, ...options } = pagedRegister(30).options();
      expect((await runAudit(options)).verdict).toEqual(HOLDS);
      expect((await storeOf(options as AuditOptions).result('paged'))?.entries).toBe(30);
    },
  );
});

describe('a finished audit', () => {
  it('is continued when the log has grown, reading new entries and their items alone', async () => {
    const register = pagedRegister(2_300);
    const options = register.options();
    await runAudit(register.options(2_100));
    const more = { entries: 2_300, continuedFrom: 2_100, items: 200, itemsNamed: 200 };
    expect(await resumed(register, options, more)).toBe('entries 2101');
    expect(register.asked.filter((question) => question.startsWith('entries'))).toHaveLength(2);
    const covered = [
      { first: 1, last: 2_100 },
      { first: 2_101, last: 2_300 },
    ];
    expect(await storeOf(options).coverage('paged')).toMatchObject(covered);
  });

  it('does not hold for a larger head that does not begin with it, and keeps its index', async () => {
    const register = pagedRegister(300);
    const other = pagedRegister(301, 50);
    await runAudit(register.options(200));
    const options = { ...register.options(), head: other.head(300), pages: other.pages };
    const wrong = { verdict: { outcome: 'does-not-match' }, findings: [{ kind: 'root' }] };
    expect(await runAudit(options)).toMatchObject(wrong);
    expect((await storeOf(options).trailIndex('paged'))?.checkpoint).toEqual(register.head(200));
  });

  it('is made anew by another leaf rule, and where something did not match: its root still tells the latest entries', async () => {
    const register = pagedRegister(120);
    const anew = { verdict: { outcome: 'does-not-match' }, continuedFrom: 0 };
    await runAudit(register.options(100));
    expect(await runAudit({ ...register.options(), leafRule: 'item-json-2016' })).toMatchObject(anew);
    const [bad = ''] = register.items.keys();
    register.items.set(bad as never, new Map([['name', 'other']]));
    const before = register.options(100);
    expect((await runAudit(before)).verdict.outcome).toBe('does-not-match');
    await expectIndex(before, register.entries.slice(0, 100));
    expect(await runAudit(register.options())).toMatchObject({ ...anew, findings: [{ kind: 'item' }] });
  });

  it.each(['latest', 'counts'])('has no index where its %s are of another length of log', async (column) => {
    const options = pagedRegister(300).options();
    await runAudit(options);
    const key = auditKey('paged', 'base');
    const base = (await options.storage.get(key)) as { trail: Record<string, Uint32Array> };
    const spoilt = base.trail[column]?.map((count) => Math.max(0, count - 1));
    await options.storage.set(key, { ...base, trail: { ...base.trail, [column]: spoilt } });
    expect(await storeOf(options).trailIndex('paged')).toBeUndefined();
  });

  it('holds only where what is kept bears that out by itself', async () => {
    const options = pagedRegister(30).options();
    await runAudit(options);
    const key = auditKey('paged', 'result');
    const kept = (await options.storage.get(key)) as object;
    const wrong = { outcome: 'does-not-match', reason: 'x' };
    for (const spoilt of [
      { computedRoot: 'f'.repeat(64) },
      { computedRoot: undefined },
      { entries: 29 },
      { items: 29 },
      { itemsNamed: 31 },
      { findingCount: 1 },
      { remarks: [7] },
      { findings: [{ kind: 'entry', text: 'x' }] },
      { findings: [{ kind: 'unknown', text: 'x' }], verdict: wrong },
      { head: { ...options.head, logSize: 31 } },
    ]) {
      await options.storage.set(key, { ...kept, ...spoilt });
      expect([spoilt, await storeOf(options).result('paged')]).toEqual([spoilt, undefined]);
    }
    await options.storage.set(key, kept);
    expect((await storeOf(options).result('paged'))?.verdict).toEqual(HOLDS);
  });
});

describe('two tabs that audit one register', () => {
  it('never give one the index of the other, where the server shows the other a fork between', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    const first = await tabAt(options, 401);
    const forked = fork(register, 200);
    expect((await runAudit(forked)).verdict).toEqual(HOLDS);
    expect((await storeOf(forked).trailIndex('paged'))?.checkpoint).toEqual(forked.head);
    await close(first, options, 400);
    await resumed(register, options, { continuedFrom: 0, entries: 600 });
  });

  it('go on with a saved run where the audit it began from is still the one kept', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    await close(await tabAt(options, 401), options, 400);
    expect(await resumed(register, options, { continuedFrom: 200 })).toBe('entries 401');
  });

  it('save one run, that of the first, which the other neither takes up nor removes', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    const first = await tabAt(options, 301);
    first.pause();
    const other = await tabAt(fork(register, 600), 401);
    other.pause();
    await runAudit(register.options(200));
    other.cancel();
    await reach(other, ({ state }) => state === 'cancelled');
    await close(first, options, 300);
    expect(await resumed(register, options, { entries: 600 })).toBe('entries 301');
  });

  it('have no index where the latest result is of one and the index of the other', async () => {
    const register = pagedRegister(300);
    const options = register.options();
    await runAudit(options);
    const result = register.kept.get(auditKey('paged', 'result'));
    await runAudit(fork(register, 200));
    register.kept.set(auditKey('paged', 'result'), result);
    expect(await storeOf(options).trailIndex('paged')).toBeUndefined();
  });

  it('leave nothing behind of a run, and all that is of another register', async () => {
    const { kept, options } = pagedRegister(30);
    const part = `${'ab'.repeat(16)}:0`;
    const foreign = [
      auditKey('paged2', `part:${part}`),
      auditKey('paged', 'part:of another form'),
      auditKey(`paged:part:${part}`, 'run'),
    ];
    for (const key of [...foreign, auditKey('paged', `part:${part}`)]) kept.set(key, 1);
    await runAudit(options());
    const own = (['result', 'base', 'coverage'] as const).map((what) => auditKey('paged', what));
    expect([...kept.keys()]).toEqual([...foreign, ...own]);
  });
});

it('ranges that were covered add up, one within another gives way, and none is lost where they cannot be read', async () => {
  const range = (first: number, last: number): CoveredRange => ({ first, last, head: headAt(9), at: 1 });
  const storage = memoryStorage();
  for (const one of [range(1, 4), range(5, 6), range(5, 9)]) await addCoverage(storage, 'r', one);
  const late = { ...storage, get: () => Promise.reject(new DOMException('late', 'TimeoutError')) };
  await addCoverage(late, 'r', range(1, 9));
  expect(await createAuditStore(storage).coverage('r')).toEqual([range(1, 4), range(5, 9)]);
});
