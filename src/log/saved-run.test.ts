import { afterEach, describe, expect, it, vi } from 'vitest';
import { leafRule } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { Entry } from '../core/model.ts';
import { ended, memoryStorage, reach, runAudit, withPages } from '../testing/audit-world.ts';
import { jsonPage, type PagedRegister, pagedRegister, writeEntry } from '../testing/paged-register.ts';
import { headAt } from '../testing/small-register.ts';
import {
  addCoverage,
  auditKey,
  type AuditStorage,
  type CoveredRange,
  createAuditStore,
} from './audit-store.ts';
import type { Audit } from './audit-types.ts';
import { type AuditOptions, createAudit } from './audit.ts';
import type { TrailIndex } from './log-index.ts';

afterEach(() => vi.unstubAllGlobals());

/** The first `size` entries of a register as a server shows them to another tab: what is of key-7 has a key that is nowhere in the log. */
function fork(register: PagedRegister, size: number): AuditOptions {
  const { leafBytes } = leafRule('item-json');
  const log = new MerkleLog();
  const entries = register.entries
    .slice(0, size)
    .map((entry) => (entry.key === 'key-7' ? forged(entry) : entry));
  for (const entry of entries) log.append(hashLeaf(leafBytes(entry) ?? new Uint8Array()));
  const options = { ...register.options(), head: { logSize: size, rootHash: rootAt(log, size) } };
  return withPages(options, {
    entriesPage: async (start) => jsonPage(entries.slice(start - 1, start + 99).map(writeEntry)),
    entryProof: async (entryNumber, logSize) => auditPath(log, entryNumber, logSize),
  });
}

const forged = (entry: Entry): Entry => ({ ...entry, key: 'elsewhere' });

/** A tab that has read the entries before `entryNumber`, and waits for the next page until it is closed. */
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
async function close(tab: Audit, { storage, head }: AuditOptions, entriesDone: number): Promise<void> {
  tab.dispose();
  await vi.waitFor(async () =>
    expect(await createAuditStore(storage).savedRun('paged')).toEqual({
      head,
      phase: 'entries',
      entriesDone,
    }),
  );
}

const indexOf = ({ storage }: AuditOptions): Promise<TrailIndex | undefined> =>
  createAuditStore(storage).trailIndex('paged');

/** Every key is where the log has it, and no other key is known. */
async function expectIndex(options: AuditOptions, entries: readonly Entry[]): Promise<void> {
  const index = await indexOf(options);
  const own = new Map<string, { entryNumber: number; count: number }>();
  for (const { key, entryNumber } of entries)
    own.set(key, { entryNumber, count: (own.get(key)?.count ?? 0) + 1 });
  expect(index?.checkpoint).toEqual(options.head);
  for (const [key, latest] of own) expect(index?.latestOf(key)).toEqual(latest);
  expect(index?.latestOf('elsewhere')).toBeUndefined();
}

/** The first entries that a register was asked for since. */
const firstAsked = ({ asked }: PagedRegister): string | undefined =>
  asked.find((question) => question.startsWith('entries'));

describe('a run that was stopped', () => {
  it('is taken up after a reload from what was saved, in the midst of a block', async () => {
    const register = pagedRegister(1_700);
    const options = register.options();
    await close(await tabAt(options, 1_301), options, 1_300);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({
      verdict: { outcome: 'holds' },
      entries: 1_700,
      items: 1_700,
    });
    expect(firstAsked(register)).toBe('entries 1301');
    await expectIndex(options, register.entries);
    expect([...register.kept.keys()].map((key) => key.split(':').at(-1))).toEqual([
      'result',
      'base',
      'coverage',
    ]);
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
    const saved = () => createAuditStore(options.storage).savedRun('paged');
    await vi.waitFor(async () => expect((await saved())?.phase).toBe('items'));
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, items: 600 });
    expect(register.asked).toEqual(['items', 'items', 'items']);
  });

  it.each<[string, (kept: Map<string, unknown>, key: string, value: unknown) => unknown]>([
    ['has a damaged part', (kept, key) => key.includes(':part:') && kept.set(key, { keys: 1 })],
    ['lacks a part', (kept, key) => key.includes(':part:') && kept.delete(key)],
    [
      'has a part twice',
      (kept, key, value) => {
        if (key.endsWith(':run')) kept.set(key, { ...(value as object), parts: 2 });
        if (key.includes(':part:')) kept.set(key.replace(/0$/, '1'), value);
      },
    ],
    [
      'has states of other items',
      (kept, key, value) =>
        key.endsWith(':run') && kept.set(key, { ...(value as object), states: new Uint8Array(9) }),
    ],
    [
      'is of another version',
      (kept, key, value) => key.endsWith(':run') && kept.set(key, { ...(value as object), version: 4 }),
    ],
  ])('is begun anew where it %s', async (_, spoil) => {
    const register = pagedRegister(400);
    const options = register.options();
    await close(await tabAt(options, 201), options, 200);
    for (const [key, value] of register.kept) spoil(register.kept, key, value);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, entries: 400 });
    expect(firstAsked(register)).toBe('entries 1');
    expect([...register.kept.keys()].filter((key) => key.includes(':part:'))).toEqual([]);
  });

  it('is forgotten when it is cancelled', async () => {
    const register = pagedRegister(400);
    const audit = await tabAt(register.options(), 201);
    audit.pause();
    audit.cancel();
    audit.resume();
    await reach(audit, ({ state }) => state === 'cancelled');
    // Whoever reloads the page now is offered nothing to go on with.
    expect(register.kept.size).toBe(0);
  });
});

describe('the end of an audit', () => {
  it('is not told before storage has it, unless storage is slow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const options = pagedRegister(300).options();
    let goOn = (): void => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const set = vi.fn<AuditStorage['set']>(() => slow);
    const audit = createAudit({ ...options, storage: { ...options.storage, set } });
    audit.start();
    await vi.waitFor(() => expect(set).toHaveBeenCalled());
    audit.pause();
    audit.cancel();
    expect(audit.snapshot().state).toBe('running');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(audit.snapshot()).toMatchObject({ state: 'done', keeping: 'under-way' });
    goOn();
    await reach(audit, ({ keeping }) => keeping === 'tried');
    vi.useRealTimers();
  });

  it.each([
    ['storage', { storage: refusing() }],
    ['locks', { takeLock: async () => undefined }],
  ])('is reached without %s', async (_, lacking) => {
    const options = { ...pagedRegister(150).options(), ...lacking };
    expect((await runAudit(options)).verdict).toEqual({ outcome: 'holds' });
    const tab = await tabAt(options, 101);
    tab.pause();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await createAuditStore(options.storage).savedRun('paged')).toBeUndefined();
  });

  it.each([
    ['none', {}],
    [
      'none for this page',
      { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } },
    ],
  ])('is reached in a browser that has locks, %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const { takeLock: __, ...options } = pagedRegister(30).options();
    expect((await runAudit(options)).verdict).toEqual({ outcome: 'holds' });
    expect((await createAuditStore(options.storage).result('paged'))?.entries).toBe(30);
  });

  function refusing(): AuditStorage {
    const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
    return { get: refuse, set: refuse, remove: refuse, keys: refuse };
  }
});

describe('a finished audit', () => {
  it('is gone on with when the log has grown, reading new entries and their items alone', async () => {
    const register = pagedRegister(2_300);
    const options = register.options();
    await runAudit(register.options(2_100));
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({
      verdict: { outcome: 'holds' },
      entries: 2_300,
      continuedFrom: 2_100,
      items: 200,
      itemsNamed: 200,
    });
    expect(register.asked.filter((question) => question.startsWith('entries'))).toEqual([
      'entries 2101',
      'entries 2201',
    ]);
    await expectIndex(options, register.entries);
    expect(await createAuditStore(options.storage).coverage('paged')).toMatchObject([
      { first: 1, last: 2_100 },
      { first: 2_101, last: 2_300 },
    ]);
  });

  it('does not hold for a larger head that does not begin with it, and keeps its index', async () => {
    const register = pagedRegister(300);
    const other = pagedRegister(301, 50);
    await runAudit(register.options(200));
    const options = { ...register.options(), head: other.head(300), pages: other.pages };
    expect(await runAudit(options)).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      findings: [{ kind: 'root' }],
    });
    expect((await indexOf(options))?.checkpoint).toEqual(register.head(200));
  });

  it('is made anew by another leaf rule', async () => {
    const register = pagedRegister(120);
    await runAudit(register.options(100));
    expect(await runAudit({ ...register.options(), leafRule: 'item-json-2016' })).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      continuedFrom: 0,
    });
  });

  it('in which something did not match is made anew, so that it is found again; its root still tells the latest entries', async () => {
    const register = pagedRegister(120);
    const [bad = ''] = register.items.keys();
    register.items.set(bad as never, new Map([['name', 'other']]));
    const before = register.options(100);
    expect((await runAudit(before)).verdict.outcome).toBe('does-not-match');
    await expectIndex(before, register.entries.slice(0, 100));
    expect(await runAudit(register.options())).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      findings: [{ kind: 'item' }],
      continuedFrom: 0,
    });
  });

  it.each(['latest', 'counts'])('has no index where its %s are of another length of log', async (column) => {
    const register = pagedRegister(300);
    const options = register.options();
    await runAudit(options);
    await expectIndex(options, register.entries);
    const key = auditKey('paged', 'base');
    const base = register.kept.get(key) as { trail: Record<string, Uint32Array> };
    const spoilt = base.trail[column]?.map((count) => Math.max(0, count - 1));
    register.kept.set(key, { ...base, trail: { ...base.trail, [column]: spoilt } });
    expect(await indexOf(options)).toBeUndefined();
  });

  it('holds only where what is kept bears that out by itself', async () => {
    const options = pagedRegister(30).options();
    await runAudit(options);
    const { storage } = options;
    const kept = (await storage.get(auditKey('paged', 'result'))) as Record<string, unknown>;
    for (const [spoilt, expected] of [
      [{}, 'holds'],
      [{ computedRoot: 'f'.repeat(64) }],
      [{ computedRoot: undefined }],
      [{ entries: 29 }],
      [{ items: 29 }],
      [{ itemsNamed: 31 }],
      [{ findingCount: 1 }],
      [{ remarks: [7] }],
      [{ findings: [{ kind: 'entry', text: 'x' }] }],
      [{ findings: [{ kind: 'unknown', text: 'x' }], verdict: { outcome: 'does-not-match', reason: 'x' } }],
      [{ head: { ...options.head, logSize: 31 } }],
    ]) {
      await storage.set(auditKey('paged', 'result'), { ...kept, ...(spoilt as object) });
      const read = await createAuditStore(storage).result('paged');
      expect([spoilt, read?.verdict.outcome]).toEqual([spoilt, expected]);
    }
  });
});

describe('two tabs that audit one register', () => {
  it('never give one the index of the other, where the server shows the other a fork between', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    const first = await tabAt(options, 401);
    const forked = fork(register, 200);
    expect((await runAudit(forked)).verdict).toEqual({ outcome: 'holds' });
    expect((await indexOf(forked))?.checkpoint).toEqual(forked.head);
    await close(first, options, 400);
    expect(await runAudit(options)).toMatchObject({
      verdict: { outcome: 'holds' },
      continuedFrom: 0,
      entries: 600,
    });
    await expectIndex(options, register.entries);
  });

  it('go on with a saved run where the audit it began from is still the one kept', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    await close(await tabAt(options, 401), options, 400);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, continuedFrom: 200 });
    expect(firstAsked(register)).toBe('entries 401');
    await expectIndex(options, register.entries);
  });

  it('save one run, that of the first, which the other neither takes up nor removes', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    const first = await tabAt(options, 301);
    first.pause();
    register.asked.length = 0;
    const other = await tabAt(fork(register, 600), 401);
    other.pause();
    await runAudit(register.options(200));
    other.cancel();
    await reach(other, ({ state }) => state === 'cancelled');
    await close(first, options, 300);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, entries: 600 });
    expect(firstAsked(register)).toBe('entries 301');
    await expectIndex(options, register.entries);
  });

  it('have no index where the latest result is of one and the index of the other', async () => {
    const register = pagedRegister(300);
    const options = register.options();
    await runAudit(options);
    const result = register.kept.get(auditKey('paged', 'result'));
    await runAudit(fork(register, 200));
    register.kept.set(auditKey('paged', 'result'), result);
    expect(await indexOf(options)).toBeUndefined();
  });

  it('leave nothing behind of a run, and all that is of another register', async () => {
    const register = pagedRegister(30);
    const part = `${'ab'.repeat(16)}:0`;
    const foreign = [
      auditKey('paged2', `part:${part}`),
      auditKey('paged', 'part:of another form'),
      auditKey(`paged:part:${part}`, 'run'),
    ];
    for (const key of [...foreign, auditKey('paged', `part:${part}`)]) register.kept.set(key, 1);
    await runAudit(register.options());
    expect([...register.kept.keys()]).toEqual([
      ...foreign,
      ...(['result', 'base', 'coverage'] as const).map((what) => auditKey('paged', what)),
    ]);
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
