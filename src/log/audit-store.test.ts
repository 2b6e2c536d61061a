import { describe, expect, it, vi } from 'vitest';
import type { Entry } from '../core/model.ts';
import { auditUntil, runAudit, withPages } from '../testing/audit-world.ts';
import { jsonPage, type PagedRegister, pagedRegister, writeEntry } from '../testing/paged-register.ts';
import { headAt, logWith, proofsOf } from '../testing/small-register.ts';
import { auditKey, readStoredAudit, readTrailIndex } from './audit-store.ts';
import type { AuditOptions } from './audit.ts';

const HOLDS = { outcome: 'holds' };
const kept = ({ storage }: AuditOptions) => readStoredAudit(storage, 'paged');
const trailIndex = ({ storage }: AuditOptions) => readTrailIndex(storage, 'paged');

/**
 * The first `size` entries as a server sends them to another tab: entries of key-7 have a
 * key that is not in the log.
 */
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

/** Every key is where the log has it, and no other key is known. */
async function expectIndex(options: AuditOptions, entries: readonly Entry[]): Promise<void> {
  const index = await trailIndex(options);
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
  register.requested.length = 0;
  expect(await runAudit(options)).toMatchObject({ verdict: HOLDS, ...more });
  await expectIndex(options, register.entries);
  return register.requested.find((question) => question.startsWith('entries'));
}

describe('a run that is closed without a pause', () => {
  const hidden = () => Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  const now = performance.now.bind(performance);
  it.each<[string, (page: EventTarget) => unknown]>([
    ['half a minute later', () => vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_001)],
    ['as its page is hidden', (page) => page.dispatchEvent(new Event('visibilitychange'))],
  ])('was saved %s', async (_, happen) => {
    const page = hidden();
    vi.stubGlobal('document', page);
    const register = pagedRegister(400);
    const stop = new AbortController();
    let proceed = (): void => undefined;
    const first = new Promise<void>((resolve) => (proceed = resolve));
    const options = withPages(register.options(), {
      async entriesPage(start, count, signal) {
        if (start === 201) await first;
        if (start !== 301) return register.pages.entriesPage(start, count, signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      },
    });
    const run = runAudit(options, stop.signal, ({ entriesDone }) => {
      if (entriesDone !== 200) return;
      happen(page);
      proceed();
    });
    try {
      await vi.waitFor(async () =>
        expect((await kept(options)).unfinished?.entriesDone).toBeGreaterThanOrEqual(200),
      );
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      stop.abort();
      await run.catch(() => undefined);
    }
  });

  it('is not saved again once it is finished', async () => {
    const page = hidden();
    vi.stubGlobal('document', page);
    const options = pagedRegister(30).options();
    const set = vi.spyOn(options.storage, 'set').mockImplementationOnce(async () => {
      page.dispatchEvent(new Event('visibilitychange'));
    });
    await runAudit(options);
    vi.unstubAllGlobals();
    expect(set.mock.calls.map(([key]) => key)).not.toContain(auditKey('paged', 'run'));
  });
});

describe('a run that was stopped', () => {
  it('is resumed from the saved state, within a block', async () => {
    const register = pagedRegister(1_700);
    const options = register.options();
    await auditUntil(options, 1_301);
    expect(await kept(options)).toEqual({ unfinished: { head: options.head, entriesDone: 1_300 } });
    const first = await resumed(register, options, { entries: 1_700, items: 1_700 });
    expect(first).toBe('entries 1301');
    const names = [...register.stored.keys()].map((key) => key.split(':').at(-1));
    expect(names).toEqual(['result', 'base']);
  });

  it('is taken up in the midst of the items', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    let begin = (): void => undefined;
    const itemsBegun = new Promise<void>((resolve) => (begin = resolve));
    const breaking = withPages(options, {
      async listPage(name, ref, signal) {
        if (ref !== 300) return register.pages.listPage(name, ref, signal);
        await itemsBegun;
        throw new Error('no answer');
      },
    });
    const run = runAudit(breaking, undefined, ({ phase }) => phase === 'items' && begin());
    await expect(run).rejects.toThrow('no answer');
    expect(await resumed(register, options, { items: 600 })).toBeUndefined();
    expect(register.requested).toEqual(['items', 'items', 'items']);
  });

  it('is resumed when the log has grown, and has all that came before its time', async () => {
    const register = pagedRegister(600);
    await auditUntil(register.options(400), 301);
    expect(await resumed(register, register.options(), { entries: 600, items: 600 })).toBe('entries 301');
  });

  const data = {
    hashes: new Uint8Array(32),
    states: new Uint8Array(1),
    named: new Uint32Array(),
    namedBy: new Uint32Array(),
  };
  it.each<[string, (index: { data: object }) => object]>([
    ['is of another version', () => ({ version: 4 })],
    ['is by another leaf rule', () => ({ leafRule: 'item-json-2016' })],
    ['has another tree', () => ({ tree: { size: 1, hashes: ['0'.repeat(64)] } })],
    ...Object.keys(data).map((name): [string, (index: { data: object }) => object] => [
      `has other ${name}`,
      (index) => ({
        index: {
          ...index,
          data: { ...index.data, [name]: name === 'namedBy' ? data.namedBy : new Uint32Array(9).fill(9_999) },
        },
      }),
    ]),
    [
      'has states of other items',
      (index) => ({ index: { ...index, data: { ...index.data, states: data.states } } }),
    ],
    [
      'names items that it does not have',
      (index) => ({
        index: {
          ...index,
          data: { ...index.data, ...data, named: Uint32Array.of(1), namedBy: Uint32Array.of(1) },
        },
      }),
    ],
  ])('starts again if it %s', async (_, corrupt) => {
    const register = pagedRegister(400);
    const options = register.options();
    await auditUntil(options, 201);
    const key = auditKey('paged', 'run');
    const run = register.stored.get(key) as { index: { data: object } };
    register.stored.set(key, { ...run, ...corrupt(run.index) });
    expect(await resumed(register, options, { entries: 400 })).toBe('entries 1');
  });

  it('is saved whole by each of two tabs, one of which was shown a fork', async () => {
    const register = pagedRegister(600);
    const options = register.options();
    await auditUntil(fork(register, 600), 401);
    await auditUntil(options, 301);
    expect(await resumed(register, options, { entries: 600 })).toBe('entries 301');
  });
});

it('an audit works without storage', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
  const options = { ...pagedRegister(150).options(), storage: { get: refuse, set: refuse, remove: refuse } };
  await auditUntil(options, 101);
  expect((await runAudit(options)).verdict).toEqual(HOLDS);
});

describe('a finished audit', () => {
  it('is told after five seconds at the latest, while storage is slow', async () => {
    vi.useFakeTimers();
    const options = pagedRegister(30).options();
    let proceed = (): void => undefined;
    const slow = new Promise<void>((resolve) => (proceed = resolve));
    const set = vi.fn(() => slow);
    const storing = vi.fn();
    const run = runAudit({ ...options, storage: { ...options.storage, set } }, undefined, undefined, storing);
    try {
      for (; set.mock.calls.length === 0;) await vi.advanceTimersByTimeAsync(10);
      await vi.advanceTimersByTimeAsync(4_900);
      expect(storing).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(100);
      proceed();
      const result = await run;
      expect(storing.mock.calls).toEqual([[result]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is continued when the log has grown, reading new entries and their items alone', async () => {
    const register = pagedRegister(2_300);
    const options = register.options();
    await runAudit(register.options(2_100));
    const more = { entries: 2_300, continuedFrom: 2_100, items: 200, itemsNamed: 200 };
    expect(await resumed(register, options, more)).toBe('entries 2101');
    expect(register.requested.filter((question) => question.startsWith('entries'))).toHaveLength(2);
  });

  it('does not hold for a larger head that does not begin with it, and keeps its index', async () => {
    const register = pagedRegister(300);
    const other = pagedRegister(301, 50);
    await runAudit(register.options(200));
    const options = { ...register.options(), head: other.head(300), pages: other.pages };
    const wrong = { verdict: { outcome: 'does-not-match' }, findings: [{ kind: 'root' }] };
    expect(await runAudit(options)).toMatchObject(wrong);
    expect((await trailIndex(options))?.checkpoint).toEqual(register.head(200));
  });

  it('is made anew by another leaf rule, where its tree is damaged, and where something did not match: its root still tells the latest entries', async () => {
    const register = pagedRegister(120);
    const restarted = { verdict: { outcome: 'does-not-match' }, continuedFrom: 0 };
    await runAudit(register.options(100));
    expect(await runAudit({ ...register.options(), leafRule: 'item-json-2016' })).toMatchObject(restarted);
    const key = auditKey('paged', 'base');
    const base = register.stored.get(key) as { tree: { hashes: string[] } };
    base.tree.hashes[0] = 'f'.repeat(64);
    expect(await runAudit(register.options(110))).toMatchObject({ verdict: HOLDS, continuedFrom: 0 });
    const [bad = ''] = register.items.keys();
    register.items.set(bad as never, new Map([['name', 'other']]));
    const before = register.options(100);
    expect((await runAudit(before)).verdict.outcome).toBe('does-not-match');
    await expectIndex(before, register.entries.slice(0, 100));
    expect(await runAudit(register.options())).toMatchObject({ ...restarted, findings: [{ kind: 'item' }] });
  });

  it.each(['latest', 'counts'])('has no index where its %s are of another length of log', async (column) => {
    const options = pagedRegister(300).options();
    await runAudit(options);
    const key = auditKey('paged', 'base');
    const base = (await options.storage.get(key)) as { index: { trail: Record<string, Uint32Array> } };
    const { trail } = base.index;
    const corrupted = trail[column]?.map((count) => Math.max(0, count - 1));
    await options.storage.set(key, {
      ...base,
      index: { ...base.index, trail: { ...trail, [column]: corrupted } },
    });
    expect(await trailIndex(options)).toBeUndefined();
    expect((await runAudit(options)).verdict).toEqual(HOLDS);
  });

  it('holds only where what is kept bears that out by itself', async () => {
    const options = pagedRegister(30).options();
    await runAudit(options);
    const key = auditKey('paged', 'result');
    const result = (await options.storage.get(key)) as object;
    const wrong = { outcome: 'does-not-match', reason: 'x' };
    for (const corrupted of [
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
      await options.storage.set(key, { ...result, ...corrupted });
      expect([corrupted, (await kept(options)).result]).toEqual([corrupted, undefined]);
    }
    // Older builds stored no remarks: a mismatch that they found is not forgotten.
    await options.storage.set(key, { ...result, remarks: undefined, verdict: wrong });
    expect((await kept(options)).result).toMatchObject({ verdict: wrong, remarks: [] });
    await options.storage.set(key, result);
    expect((await kept(options)).result?.verdict).toEqual(HOLDS);
  });

  it('has no index where the latest result is of another tab', async () => {
    const register = pagedRegister(300);
    const options = register.options();
    await runAudit(options);
    const result = register.stored.get(auditKey('paged', 'result'));
    await runAudit(fork(register, 200));
    register.stored.set(auditKey('paged', 'result'), result);
    expect(await trailIndex(options)).toBeUndefined();
  });
});
