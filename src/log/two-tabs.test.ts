import { describe, expect, it, vi } from 'vitest';
import { leafRule } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { Entry } from '../core/model.ts';
import { ended, reach, runAudit, withPages } from '../testing/audit-world.ts';
import { jsonPage, type PagedRegister, pagedRegister, writeEntry } from '../testing/paged-register.ts';
import { createAuditStore } from './audit-store.ts';
import type { Audit, AuditOptions, AuditStorage, TrailIndex } from './audit-types.ts';
import { createAudit } from './audit.ts';
import type { RunLife } from './saved-run.ts';

/** The first `size` entries of a register as a server shows them to another tab: what is of key-7 has a key that is nowhere in the log. */
function fork(register: PagedRegister, size: number, storage: AuditStorage): AuditOptions {
  const { leafBytes } = leafRule('item-json');
  const log = new MerkleLog();
  const entries = register.entries.slice(0, size).map((entry) => forged(entry));
  for (const entry of entries) log.append(hashLeaf(leafBytes(entry) ?? new Uint8Array()));
  const options = { ...register.options(), storage, head: { logSize: size, rootHash: rootAt(log, size) } };
  return withPages(options, {
    entriesPage: async (start) => jsonPage(entries.slice(start - 1, start + 99).map(writeEntry)),
    entryProof: async (entryNumber, logSize) => auditPath(log, entryNumber, logSize),
  });
}

function forged(entry: Entry): Entry {
  return entry.key === 'key-7' ? { ...entry, key: 'elsewhere' } : entry;
}

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
async function close(tab: Audit, { storage }: AuditOptions, entriesDone: number): Promise<void> {
  tab.dispose();
  const store = createAuditStore(storage);
  await vi.waitFor(async () => expect((await store.savedRun('paged'))?.entriesDone).toBe(entriesDone));
}

async function keptIndex(options: AuditOptions): Promise<TrailIndex> {
  const index = await createAuditStore(options.storage).trailIndex('paged');
  expect(index?.checkpoint).toEqual(options.head);
  return index as TrailIndex;
}

/** Every key is where the log has it, and no other key is known. */
function expectTrue(index: TrailIndex | undefined, entries: readonly Entry[]): void {
  const own = new Map<string, { entryNumber: number; count: number }>();
  for (const { key, entryNumber } of entries)
    own.set(key, { entryNumber, count: (own.get(key)?.count ?? 0) + 1 });
  expect(index?.keys).toBe(own.size);
  for (const [key, latest] of own) expect(index?.latestOf(key)).toEqual(latest);
  expect(index?.latestOf('elsewhere')).toBeUndefined();
}

describe('two tabs that audit one register', () => {
  it('never give one the trail index of the other, where the server shows the other a fork between', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    const first = await tabAt(options, 401);
    const forked = fork(register, 200, options.storage);
    expect((await runAudit(forked)).verdict).toEqual({ outcome: 'holds' });
    await keptIndex(forked);
    await close(first, options, 400);
    const audit = createAudit(options);
    audit.start();
    const { result } = await ended(audit);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, continuedFrom: 0, entries: 600 });
    expectTrue(audit.latest(), register.entries);
    expectTrue(await keptIndex(options), register.entries);
  });

  it('go on with a saved run where the audit it began from is still the one kept', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await runAudit(register.options(200));
    await close(await tabAt(options, 401), options, 400);
    register.asked.length = 0;
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, continuedFrom: 200 });
    expect(register.asked.find((question) => question.startsWith('entries'))).toBe('entries 401');
    expectTrue(await keptIndex(options), register.entries);
  });

  it('do not mix what they save where both have taken up one saved run', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await close(await tabAt(options, 101), options, 100);
    const earlier = await options.storage.get('register-explorer:audit:paged:run');
    await close(await tabAt(options, 401), options, 400);
    // The other took it up at entry 101, is shown a fork from there on, and is closed while it saves: the record would come after the entries.
    const { get, set, remove, keys } = options.storage;
    let told = (): void => undefined;
    const hasSaved = new Promise<void>((resolve) => (told = resolve));
    const storage: AuditStorage = {
      get: async (key) => (key.endsWith(':run') ? earlier : get(key)),
      set: async (key, value) => (key.endsWith(':run') ? told() : set(key, value)),
      remove,
      keys,
    };
    (await tabAt({ ...fork(register, 600, storage), head: options.head }, 401)).dispose();
    await hasSaved;
    const audit = createAudit(options);
    audit.start();
    const { result } = await ended(audit);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, entries: 600 });
    expectTrue(audit.latest(), register.entries);
  });

  it('leave alone what the other has saved since', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    const other = await tabAt(options, 301);
    const done = createAudit(register.options(200));
    done.start();
    await ended(done);
    await close(other, options, 300);
    await keptIndex(register.options(200));
    const store = createAuditStore(options.storage);
    expect((await store.savedRun('paged'))?.entriesDone).toBe(300);
    expect(await runAudit(options)).toMatchObject({ verdict: { outcome: 'holds' }, continuedFrom: 0 });
  });

  it('have no trail index where the latest result is of one and the index of the other', async () => {
    const register = pagedRegister(300);
    const options = register.options();
    await runAudit(options);
    const { kept } = register;
    const resultKey = 'register-explorer:audit:paged:result';
    const result = kept.get(resultKey);
    const forked = fork(register, 200, options.storage);
    await runAudit(forked);
    kept.set(resultKey, result);
    expect(await createAuditStore(options.storage).trailIndex('paged')).toBeUndefined();
  });

  it.each(['latest', 'counts'])(
    'have no trail index where its %s are of another length of log',
    async (column) => {
      const register = pagedRegister(300);
      const options = register.options();
      await runAudit(options);
      await keptIndex(options);
      const { kept } = register;
      for (const [key, value] of kept)
        if (key.includes(':trail:') && key.endsWith(`:${column}`))
          kept.set(
            key,
            (value as Float64Array | Uint32Array).map((count) => Math.max(0, count - 1)),
          );
      expect(await createAuditStore(options.storage).trailIndex('paged')).toBeUndefined();
    },
  );

  it('leave nothing behind that no record names, once the tab that wrote it is gone', async () => {
    const register = pagedRegister(600);
    const life = aLife();
    const options = { ...register.options(), life };
    const { kept } = register;
    const parts = (): number => [...kept.keys()].filter((key) => key.includes(':part:')).length;
    const one = await tabAt(options, 301);
    const other = await tabAt(options, 201);
    one.pause();
    await vi.waitFor(() => expect(parts()).toBe(1));
    // The other's record takes the place of the one that named them.
    other.pause();
    await vi.waitFor(() => expect(parts()).toBe(2));
    await runAudit(options);
    expect([...kept.keys()].filter((key) => key.endsWith(':base'))).toHaveLength(1);
    // What was taken up is done with; what the first tab wrote it may still come back to.
    expect(parts()).toBe(1);
    one.dispose();
    other.dispose();
    await vi.waitFor(() => expect(life.holders()).toBe(0));
    kept.delete('register-explorer:audit:paged:run');
    kept.set(`register-explorer:audit:paged:trail:${'ab'.repeat(16)}:keys`, new Uint8Array());
    kept.set('register-explorer:audit:paged:part:of another form', 1);
    kept.set(`register-explorer:audit:paged2:part:${'ab'.repeat(16)}:0`, 1);
    await runAudit(options);
    expect(parts()).toBe(2);
    expect(
      [...kept.keys()].filter((key) => /:(?:part|trail):/.test(key)).map((key) => key.split(':').at(-1)),
    ).toEqual(expect.arrayContaining(['of another form', '0', 'keys', 'ends', 'latest', 'counts']));
    expect(kept.has(`register-explorer:audit:paged:trail:${'ab'.repeat(16)}:keys`)).toBe(false);
    expect(await keptIndex(options)).toMatchObject({ keys: 60 });
  });

  it('are left all they have where it cannot be told who writes', async () => {
    const register = pagedRegister(30);
    const options = { ...register.options(), life: { ...aLife(), held: async () => undefined } };
    const { kept } = register;
    const orphan = `register-explorer:audit:paged:part:${'ab'.repeat(16)}:0`;
    kept.set(orphan, 1);
    await runAudit(options);
    expect(kept.has(orphan)).toBe(true);
    await createAuditStore(options.storage).forget('paged');
    expect([...kept.keys()]).toEqual([]);
  });
});

/** aLife is what the browser knows of who holds a run, for tabs that are all in this test. */
function aLife(): RunLife & { readonly holders: () => number } {
  const held: string[][] = [];
  return {
    hold(runIds) {
      const own = [...runIds];
      held.push(own);
      return () => void (held.includes(own) && held.splice(held.indexOf(own), 1));
    },
    held: async () => new Set(held.flat()),
    holders: () => held.length,
  };
}
