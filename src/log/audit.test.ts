import { describe, expect, it, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { ended, reach, runAudit, withPages } from '../testing/audit-world.ts';
import { inProcessWorker } from '../testing/in-process-worker.ts';
import { jsonPage, type PagedRegister, pagedRegister, writeEntry } from '../testing/paged-register.ts';
import { createAuditStore } from './audit-store.ts';
import type { Audit, AuditOptions, AuditStorage, AuditWorker, LogPages } from './audit-types.ts';
import { createAudit } from './audit.ts';
import { NamedItems } from './log-index.ts';

const ZEROS = '0'.repeat(64) as Hash;

/** holdAt keeps the answer to a page of entries back until let go. */
function holdAt(register: PagedRegister, entryNumber: number): { pages: LogPages; letGo: () => void } {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const entriesPage: LogPages['entriesPage'] = async (start, count, signal) => {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    aborted.catch(() => undefined);
    if (start >= entryNumber) await Promise.race([gate, aborted]);
    return register.pages.entriesPage(start, count, signal);
  };
  return { pages: { ...register.pages, entriesPage }, letGo };
}

describe('the latest version of a record', () => {
  it('is known for every key once the root is equal, and is kept for later visits', async () => {
    const register = pagedRegister(230);
    const options = register.options();
    const audit = createAudit(options);
    expect(audit.latest()).toBeUndefined();
    audit.start();
    await ended(audit);
    expect(audit.latest()).toMatchObject({ checkpoint: register.head(), keys: 23 });
    expect(audit.latest()?.latestOf('key-3')).toEqual({ entryNumber: 210, count: 10 });
    const store = createAuditStore(options.storage);
    const kept = await store.trailIndex('paged');
    expect(kept?.checkpoint).toEqual(register.head());
    expect(kept?.latestOf('key-0')).toEqual({ entryNumber: 230, count: 10 });
    expect(kept?.latestOf('key-23')).toBeUndefined();
    expect(await store.coverage('paged')).toMatchObject([{ first: 1, last: 230, how: 'audit' }]);
    expect((await store.result('paged'))?.verdict).toEqual({ outcome: 'holds' });
    expect(await store.savedRun('paged')).toBeUndefined();
  });

  it('is not known where the root differs', async () => {
    const options = { ...pagedRegister(30).options(), head: { logSize: 30, rootHash: ZEROS } };
    const audit = createAudit(options);
    audit.start();
    await ended(audit);
    expect(audit.latest()).toBeUndefined();
    const store = createAuditStore(options.storage);
    expect(await store.result('paged')).toBeDefined();
    expect(await store.trailIndex('paged')).toBeUndefined();
    expect(await store.coverage('paged')).toEqual([]);
  });
});

describe('an audit that is stopped', () => {
  it('pauses at once and resumes where it was', async () => {
    const register = pagedRegister(1_000);
    const { pages, letGo } = holdAt(register, 501);
    const audit = createAudit({ ...register.options(), pages });
    audit.start();
    await reach(audit, ({ progress }) => progress.entriesDone === 500);
    audit.pause();
    expect(audit.snapshot().state).toBe('paused');
    letGo();
    audit.resume();
    const { result } = await ended(audit);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, entries: 1_000 });
    expect(register.asked.filter((question) => question === 'entries 1')).toHaveLength(1);
  });

  it('is taken up after a reload from what was saved, in the midst of a block', async () => {
    const register = pagedRegister(1_700);
    const options = register.options();
    const { pages } = holdAt(register, 1_301);
    const before = createAudit({ ...options, pages });
    before.start();
    await reach(before, ({ progress }) => progress.entriesDone === 1_300);
    before.dispose();
    const store = createAuditStore(options.storage);
    await vi.waitFor(async () =>
      expect(await store.savedRun('paged')).toEqual({
        head: register.head(),
        phase: 'entries',
        entriesDone: 1_300,
      }),
    );
    register.asked.length = 0;
    const result = await runAudit(options);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, entries: 1_700, items: 1_700 });
    expect(register.asked.find((question) => question.startsWith('entries'))).toBe('entries 1301');
  });

  it('is taken up in the midst of the items', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    const itemsPage: LogPages['itemsPage'] = async (ref, signal) => {
      if (ref !== 300) return register.pages.itemsPage(ref, signal);
      await reach(before, ({ progress }) => progress.phase === 'items' && progress.itemsDone === 300);
      throw new Error('no answer');
    };
    const before: Audit = createAudit(withPages(options, { itemsPage }));
    before.start();
    expect((await ended(before)).failure).toEqual({ message: 'no answer' });
    expect(before.snapshot().progress).toMatchObject({ phase: 'items', itemsDone: 300, itemsTotal: 600 });
    const store = createAuditStore(options.storage);
    await vi.waitFor(async () => expect((await store.savedRun('paged'))?.phase).toBe('items'));
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, items: 600 });
    expect(register.asked).toEqual(['items', 'items', 'items']);
  });

  it('begins anew where what was saved is damaged', async () => {
    const register = pagedRegister(400);
    const options = register.options();
    const { pages } = holdAt(register, 201);
    const before = createAudit({ ...options, pages });
    before.start();
    await reach(before, ({ progress }) => progress.entriesDone === 200);
    before.dispose();
    const store = createAuditStore(options.storage);
    await vi.waitFor(async () => expect(await store.savedRun('paged')).toBeDefined());
    const { kept } = register;
    for (const [key] of kept) if (key.includes(':part:')) kept.set(key, [{ from: 1 }]);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, entries: 400 });
    expect(register.asked[0]).toBe('entries 1');
    expect([...kept.keys()].filter((key) => key.includes(':part:'))).toEqual([]);
  });

  it('forgets what was saved when it is cancelled', async () => {
    const register = pagedRegister(400);
    const options = register.options();
    const { pages } = holdAt(register, 201);
    const audit = createAudit({ ...options, pages });
    audit.start();
    await reach(audit, ({ progress }) => progress.entriesDone === 200);
    audit.pause();
    audit.cancel();
    audit.resume();
    await reach(audit, ({ state }) => state === 'cancelled');
    // Whoever reloads the page now is offered nothing to go on with.
    expect(register.kept.size).toBe(0);
  });

  it('tells no end before storage has it, unless storage is slow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { pages, head, ...options } = pagedRegister(300).options();
    let goOn = (): void => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const set = vi.fn<AuditStorage['set']>(() => slow);
    const audit = createAudit({ ...options, head, pages, storage: { ...options.storage, set } });
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

  it('goes on without a storage', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
    const storage = { get: refuse, set: refuse, remove: refuse, keys: refuse };
    const options = { ...pagedRegister(50).options(), storage };
    expect((await runAudit(options)).verdict).toEqual({ outcome: 'holds' });
    expect(await createAuditStore(options.storage).result('paged')).toBeUndefined();
  });
});

describe('a finished audit', () => {
  it('is gone on with when the log has grown, reading new entries and their items alone', async () => {
    const register = pagedRegister(2_300);
    const store = createAuditStore(register.options().storage);
    await runAudit(register.options(2_100));
    register.asked.length = 0;
    const audit = createAudit(register.options());
    audit.start();
    const { result } = await ended(audit);
    expect(result).toMatchObject({
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
    expect(audit.latest()?.latestOf('key-1')).toEqual({ entryNumber: 2_071, count: 10 });
    expect((await store.trailIndex('paged'))?.checkpoint).toEqual(register.head());
    expect(await store.coverage('paged')).toMatchObject([
      { first: 1, last: 2_100 },
      { first: 2_101, last: 2_300 },
    ]);
  });

  it('does not hold for a larger head that does not begin with it', async () => {
    const register = pagedRegister(300);
    const other = pagedRegister(301, 50);
    await runAudit(register.options(200));
    const store = createAuditStore(register.options().storage);
    const { verdict, findings } = await runAudit({
      ...register.options(),
      head: other.head(300),
      pages: other.pages,
    });
    expect(verdict.outcome).toBe('does-not-match');
    expect(findings).toMatchObject([{ kind: 'root' }]);
    expect((await store.trailIndex('paged'))?.checkpoint).toEqual(register.head(200));
  });

  it('is made anew by another leaf rule', async () => {
    const register = pagedRegister(120);
    await runAudit(register.options(100));
    const { verdict, continuedFrom } = await runAudit({ ...register.options(), leafRule: 'item-json-2016' });
    expect(continuedFrom).toBe(0);
    expect(verdict.outcome).toBe('does-not-match');
  });
});

describe('a request that fails', () => {
  it.each(['entriesPage', 'itemsPage'] as const)(
    '%s makes the audit fail with its address, never a finding',
    async (question) => {
      const register = pagedRegister(300);
      const failing = Object.assign(new Error('The server failed (500).'), {
        address: 'https://register.example/x',
      });
      let broken = true;
      const audit = createAudit(
        withPages(register.options(), {
          [question]: (...asked: [never, never, never]) =>
            broken ? Promise.reject(failing) : register.pages[question](...asked),
        }),
      );
      audit.start();
      const { state, failure, result } = await ended(audit);
      expect(state).toBe('failed');
      expect(failure).toEqual({ message: failing.message, address: failing.address });
      expect(result).toBeUndefined();
      broken = false;
      audit.resume();
      expect((await reach(audit, ({ state }) => state === 'done')).result?.verdict).toEqual({
        outcome: 'holds',
      });
    },
  );

  it.each([
    ['no JSON', () => ({ bytes: new TextEncoder().encode('<html>'), address: 'a' })],
    ['another shape', () => jsonPage({ entries: [] })],
    ['no entries', () => jsonPage([])],
  ])('is one that answers with %s', async (_, entriesPage) => {
    const audit = createAudit(
      withPages(pagedRegister(300).options(), { entriesPage: async () => entriesPage() }),
    );
    audit.start();
    expect((await ended(audit)).state).toBe('failed');
  });

  it('is one that stays with the first entries whatever is asked for', async () => {
    const register = pagedRegister(300);
    const audit = createAudit(
      withPages(register.options(), {
        entriesPage: (_, count, signal) => register.pages.entriesPage(1, count, signal),
      }),
    );
    audit.start();
    const { failure } = await ended(audit);
    expect(failure?.message).toContain('Asked for the entries from 101 on, the server sent entries 1 to 100');
  });
});

function served(options: AuditOptions, change: (entries: object[], start: number) => object[]): AuditOptions {
  return withPages(options, {
    async entriesPage(start, count, signal) {
      const { bytes } = await options.pages.entriesPage(start, count, signal);
      return jsonPage(change(JSON.parse(new TextDecoder().decode(bytes)) as object[], start));
    },
  });
}

describe('pages', () => {
  it.each([
    ['that hold the whole log, whatever is asked for', 1_000, (entries: object[]) => entries],
    ['that begin earlier than asked for', 100, (entries: object[], _start: number) => entries],
    ['of changing length', 100, (entries: object[], start: number) => entries.slice(0, 1 + (start % 37))],
    ['of one entry', 100, (entries: object[]) => entries.slice(0, 1)],
  ])('%s come to the same root', async (_, pageLength, change) => {
    const register = pagedRegister(260, pageLength);
    expect(await runAudit(served(register.options(), change))).toMatchObject({
      verdict: { outcome: 'holds' },
      entries: 260,
    });
  });

  it('that hold more and begin earlier come to the same root', async () => {
    const register = pagedRegister(260);
    const options = withPages(register.options(), {
      entriesPage: async (start) =>
        jsonPage(register.entries.slice(Math.max(0, start - 60), start + 90).map(writeEntry)),
    });
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, entries: 260 });
  });

  it.each([
    ['skips an entry', (entries: object[]) => entries.toSpliced(5, 1)],
    ['repeats one', (entries: object[]) => entries.toSpliced(5, 0, entries[5] ?? {})],
    ['is in reverse', (entries: object[]) => entries.toReversed()],
    ['begins too late', (entries: object[]) => entries.slice(1)],
  ])(
    'are read in order where one %s, which is a remark and takes nothing from the verdict',
    async (_, change) => {
      const register = pagedRegister(300);
      const options = served(register.options(), (entries, start) =>
        start === 101 ? change(entries) : entries,
      );
      expect(await runAudit(options)).toMatchObject({
        verdict: { outcome: 'holds' },
        findings: [],
        remarks: ['The list of entries is out of order.'],
        entries: 300,
      });
      expect(register.asked.filter((asked) => asked.startsWith('in order'))).toEqual(['in order 101']);
    },
  );

  it('that are out of order fail where their entries cannot be had in order either: no finding', async () => {
    const options = served(pagedRegister(300).options(), (entries) => entries.toReversed());
    const failing = withPages(options, { entriesInOrder: () => Promise.reject(new Error('503')) });
    const audit = createAudit(failing);
    audit.start();
    const { state, failure, result } = await ended(audit);
    expect([state, failure?.message, result]).toEqual(['failed', '503', undefined]);
  });

  it('of items that end too early are a remark, and what they did not show is read by its hash', async () => {
    const register = pagedRegister(300);
    const remark = 'The next link of the list of items leads to its own page and was not followed.';
    const options = withPages(register.options(), {
      async itemsPage(ref, signal) {
        const page = await register.pages.itemsPage(ref, signal);
        return page === 'none' ? page : { bytes: page.bytes, address: page.address, remark };
      },
    });
    const result = await runAudit(options);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, items: 300, remarks: [remark] });
    expect(register.asked.filter((asked) => asked.startsWith('item '))).toHaveLength(200);
  });
});

describe('what is bad', () => {
  it('is named, each entry, in a log of several blocks, by few proofs', async () => {
    const register = pagedRegister(5_000, 1_000);
    const head = register.head();
    for (const bad of [1, 1_024, 1_025, 3_333, 5_000])
      register.entries[bad - 1] = {
        ...(register.entries[bad - 1] as (typeof register.entries)[0]),
        key: 'other',
      };
    const { findings, verdict } = await runAudit({ ...register.options(), head });
    expect(verdict).toMatchObject({ outcome: 'does-not-match', expected: head.rootHash });
    expect(findings.map(({ kind, entryNumber }) => [kind, entryNumber])).toEqual(
      [1, 1_024, 1_025, 3_333, 5_000].map((entryNumber) => ['entry', entryNumber]),
    );
    expect(register.asked.filter((question) => question.startsWith('proof')).length).toBeLessThan(5 * 13 + 5);
  });

  it('is named in a log of one entry without any proof', async () => {
    const register = pagedRegister(1);
    const options = { ...register.options(), head: { logSize: 1, rootHash: ZEROS } };
    expect((await runAudit(options)).findings).toMatchObject([
      { kind: 'entry', entryNumber: 1, expected: ZEROS },
    ]);
    expect(register.asked).not.toContain('proof 1 of 1');
  });

  it('is counted beyond twenty', async () => {
    const register = pagedRegister(40);
    for (const [hash] of register.items) register.items.set(hash, new Map([['name', 'other']]));
    const { findings, findingCount } = await runAudit(register.options());
    expect(findings).toHaveLength(20);
    expect(findingCount).toBe(40);
  });

  it('is looked up among the entries only where the finding is kept', async () => {
    const lookUp = vi.spyOn(NamedItems.prototype, 'entriesNaming');
    const register = pagedRegister(300);
    for (const [hash] of register.items) register.items.set(hash, new Map([['name', 'other']]));
    expect((await runAudit(register.options())).findingCount).toBe(300);
    expect(lookUp).toHaveBeenCalledTimes(20);
    lookUp.mockRestore();
  });

  it('is named, the entry, beside many items that are missing', async () => {
    const register = pagedRegister(100);
    const head = register.head();
    register.entries[6] = { ...(register.entries[6] as (typeof register.entries)[0]), key: 'other' };
    for (const hash of [...register.items.keys()].slice(20, 60)) register.items.delete(hash);
    const { findings, verdict } = await runAudit({ ...register.options(), head });
    expect(verdict.outcome).toBe('does-not-match');
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'entry', entryNumber: 7 }));
  });

  it.each([
    ['too short', (path: readonly Hash[]) => path.slice(1)],
    ['of other hashes', (path: readonly Hash[]) => path.map(() => ZEROS)],
  ])('is not named by proofs that are %s', async (_, change) => {
    const register = pagedRegister(300);
    const head = register.head();
    register.entries[6] = { ...(register.entries[6] as (typeof register.entries)[0]), key: 'other' };
    const options = withPages(register.options(), {
      entryProof: async (n, size, signal) => change(await register.pages.entryProof(n, size, signal)),
    });
    const { findings, verdict } = await runAudit({ ...options, head });
    expect(verdict).toMatchObject({ outcome: 'does-not-match', expected: head.rootHash });
    expect(findings).toMatchObject([{ kind: 'root' }]);
  });

  it('is not named where the entries are others when they are asked for again', async () => {
    const register = pagedRegister(300);
    const head = register.head();
    let times = 0;
    const options = served(register.options(), (entries, start) =>
      start === 1 && times++ === 0 ? [{ ...entries[0], key: 'other' }, ...entries.slice(1)] : entries,
    );
    const { findings } = await runAudit({ ...options, head });
    expect(findings).toMatchObject([{ kind: 'root' }]);
    expect(findings[0]?.text).toContain('were different when they were asked for again');
  });

  it('is not what the server says it does not have: that cannot be checked', async () => {
    const register = pagedRegister(120);
    const [missing] = [...register.items.keys()].slice(70, 71);
    register.items.delete(missing as Hash);
    const { findings, verdict } = await runAudit(register.options());
    expect(verdict.outcome).toBe('cannot-check');
    expect(findings).toMatchObject([{ kind: 'item-missing', itemHash: missing, entries: [71] }]);
  });

  it('is not an entry or item without bytes: that cannot be checked', async () => {
    const register = pagedRegister(120);
    register.entries[4] = { ...(register.entries[4] as (typeof register.entries)[0]), key: '\ud800' };
    expect(await runAudit(register.options())).toMatchObject({
      verdict: { outcome: 'cannot-check' },
      findings: [{ kind: 'unreadable', entryNumber: 5 }],
    });
    const other = pagedRegister(120);
    const [hash] = other.items.keys();
    other.items.set(hash as Hash, new Map([['name', '\ud800']]));
    expect(await runAudit(other.options())).toMatchObject({
      verdict: { outcome: 'cannot-check' },
      findings: [{ kind: 'unreadable', itemHash: hash, entries: [1] }],
    });
  });

  it('is nothing in an empty log, whose root is known', async () => {
    const register = pagedRegister(0);
    expect((await runAudit(register.options())).verdict).toEqual({ outcome: 'holds' });
    const wrong = { ...register.options(), head: { logSize: 0, rootHash: ZEROS } };
    expect((await runAudit(wrong)).verdict.outcome).toBe('does-not-match');
  });
});

describe('a worker', () => {
  /** A worker that crashes at its nth job, or answers no job at all. */
  function failingWorker(atJob: number, how: 'crash' | 'hang'): AuditWorker {
    const worker = inProcessWorker();
    let jobs = 0;
    let crash = (_event: MessageEvent): void => undefined;
    return {
      ...worker,
      postMessage(message, transfer) {
        jobs += 1;
        if (jobs < atJob) return worker.postMessage(message, transfer);
        if (how === 'crash') setTimeout(() => crash({ message: 'out of memory' } as unknown as MessageEvent));
      },
      addEventListener(type, listener) {
        if (type === 'error') crash = listener;
        else worker.addEventListener(type, listener);
      },
    };
  }

  it('that crashes is started anew once, and its page is fetched again', async () => {
    const register = pagedRegister(1_000);
    let made = 0;
    const makeWorker = (): AuditWorker => (made++ === 0 ? failingWorker(3, 'crash') : inProcessWorker());
    const { verdict } = await runAudit({ ...register.options(), makeWorker });
    expect(verdict).toEqual({ outcome: 'holds', madeAgain: true });
    expect(made).toBe(3);
  });

  it('that crashes twice fails the audit, which can be taken up again', async () => {
    const register = pagedRegister(1_000);
    let broken = true;
    const makeWorker = (): AuditWorker => (broken ? failingWorker(2, 'crash') : inProcessWorker());
    const audit = createAudit({ ...register.options(), makeWorker });
    audit.start();
    const { state, failure } = await ended(audit);
    expect(state).toBe('failed');
    expect(failure?.message).toContain('stopped twice: out of memory');
    broken = false;
    audit.resume();
    expect((await reach(audit, ({ state }) => state === 'done')).result?.verdict).toEqual({
      outcome: 'holds',
    });
  });

  it('that cannot be started fails the audit', async () => {
    const makeWorker = (): never => {
      throw new Error('refused by policy');
    };
    const audit = createAudit({ ...pagedRegister(10).options(), makeWorker });
    audit.start();
    expect((await ended(audit)).failure?.message).toContain('refused by policy');
  });
});
