import { describe, expect, it, vi } from 'vitest';
import type { Entry } from '../core/model.ts';
import { type PagedRegister, pagedRegister } from '../testing/paged-register.ts';
import { auditKey, readResult, readTrailIndex } from './audit-store.ts';
import { audit, type AuditOptions } from './audit.ts';
import type { SavedTrails } from './log-copy.ts';

const HOLDS = { outcome: 'holds' };
const kept = ({ storage }: AuditOptions) => readResult(storage, 'paged');
const trailIndex = ({ storage }: AuditOptions) => readTrailIndex(storage, 'paged');

/** What an audit of the first three entries of pagedRegister(5) stores: a result as the first builds did. */
const STORED_HEAD = {
  logSize: 3,
  rootHash: 'cbc14aebb4b60b14bd8b9e2202ff066dda279783e2e19d53382befe9cd2a26f8',
};
const KEYS = { bytes: new TextEncoder().encode('key-0'), ends: Uint32Array.of(5) };
const STORED: readonly (readonly [string, unknown])[] = [
  [
    'register-explorer:audit:paged:result',
    {
      verdict: { outcome: 'holds' },
      head: STORED_HEAD,
      variant: 'item',
      leafRule: 'item-json',
      computedRoot: STORED_HEAD.rootHash,
      findings: [],
      findingCount: 0,
      remarks: [],
      entries: 3,
      items: 3,
      itemsNamed: 3,
      continuedFrom: 0,
      hasher: 'hash-wasm',
      elapsedMs: 117.36432000000013,
      bytes: 813,
      finishedAt: 1795735243455,
    },
  ],
  [
    'register-explorer:audit:paged:base',
    {
      version: 9,
      registerId: 'paged',
      head: STORED_HEAD,
      variant: 'item',
      held: true,
      at: 1795735243455,
      leafRule: 'item-json',
      tree: {
        size: 3,
        hashes: [
          '434da3b960482ac27987518151b4b923c487063a8047912e8db1b674e816577a',
          '89d344978f672501c4ec7aa0de7afb1b0deabb42657d8a34e3340d3e3d4e657a',
        ],
      },
      trails: { keys: KEYS, newest: Uint32Array.of(3), previous: Uint32Array.of(0, 0, 1, 2) },
    },
  ],
];

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
  expect(await audit(options)).toMatchObject({ verdict: HOLDS, ...more });
  await expectIndex(options, register.entries);
  return register.requested.find((question) => question.startsWith('entries'));
}

it('an audit works without storage', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
  const options = { ...pagedRegister(150).options(), storage: { get: refuse, set: refuse } };
  expect((await audit(options)).verdict).toEqual(HOLDS);
});

describe('a finished audit', () => {
  it('is told after five seconds at the latest, while storage is slow', async () => {
    vi.useFakeTimers();
    const options = pagedRegister(30).options();
    let proceed = (): void => undefined;
    const slow = new Promise<void>((resolve) => (proceed = resolve));
    const set = vi.fn(() => slow);
    const storing = vi.fn();
    const run = audit({ ...options, storage: { ...options.storage, set }, storing });
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
    const register = pagedRegister(320);
    const options = register.options();
    await audit(register.options(120));
    const more = { entries: 320, continuedFrom: 120, items: 200, itemsNamed: 200 };
    expect(await resumed(register, options, more)).toBe('entries 121');
    expect(register.requested.filter((question) => question.startsWith('entries'))).toHaveLength(2);
  });

  it('is continued, and says the newest entries, as it was stored', async () => {
    const register = pagedRegister(5, 2);
    for (const [key, value] of STORED) register.stored.set(key, value);
    const before = register.options(3);
    expect(await kept(before)).toMatchObject({
      verdict: HOLDS,
      head: before.head,
      finishedAt: 1795735243455,
    });
    await expectIndex(before, register.entries.slice(0, 3));
    expect(await resumed(register, register.options(), { entries: 5, continuedFrom: 3 })).toBe('entries 4');
  });

  const [[, bare] = []] = STORED;

  // As those versions stored it. A mismatch that was found is red on every page until another audit holds.
  it.each<[version: number, stored: unknown]>([
    [1, { version: 1, result: bare }],
    [2, { version: 2, runId: '0a', result: bare }],
    [4, { version: 4, runId: '0a', result: bare }],
    [5, { version: 5, result: bare }],
    [7, bare],
  ])('is read as version %i stored it', async (_, stored) => {
    const options = pagedRegister(5, 2).options(3);
    await options.storage.set(auditKey('paged', 'result'), stored);
    expect(await kept(options)).toEqual(bare);
  });

  it('of a later version of this page is said to be there, and is not written over', async () => {
    const later = { version: 9, form: 'unknown' };
    const options = pagedRegister(5, 2).options();
    await options.storage.set(auditKey('paged', 'result'), later);
    await expect(kept(options)).rejects.toThrow(/later version of this page audited/);
    expect(await trailIndex(options)).toBeUndefined();
    expect((await audit(options)).verdict).toEqual(HOLDS);
    expect(await options.storage.get(auditKey('paged', 'result'))).toEqual(later);
  });

  it('that storage does not give may have found what does not match: it is not said to be none; the next one is stored', async () => {
    const options = pagedRegister(30).options();
    await audit(options);
    const late = new DOMException('late', 'TimeoutError');
    const slow = { ...options, storage: { ...options.storage, get: () => Promise.reject(late) } };
    await expect(kept(slow)).rejects.toBe(late);
    expect(await trailIndex(slow)).toBeUndefined();
    const { finishedAt } = await audit(slow);
    expect(await kept(options)).toMatchObject({ finishedAt });
  });

  it('does not hold for a larger head that does not begin with it, and keeps its index', async () => {
    const register = pagedRegister(300);
    const other = pagedRegister(301, 50);
    await audit(register.options(200));
    const options = { ...register.options(), head: other.head(300), pages: other.pages };
    const wrong = { verdict: { outcome: 'does-not-match' }, findings: [{ kind: 'root' }] };
    expect(await audit(options)).toMatchObject(wrong);
    expect((await trailIndex(options))?.checkpoint).toEqual(register.head(200));
  });

  it('is made anew by another leaf rule, where its tree is damaged, and where something did not match: its root still tells the latest entries', async () => {
    const register = pagedRegister(120);
    const restarted = { verdict: { outcome: 'does-not-match' }, continuedFrom: 0 };
    await audit(register.options(100));
    expect(await audit({ ...register.options(), leafRule: 'item-json-2016' })).toMatchObject(restarted);
    const key = auditKey('paged', 'base');
    const base = register.stored.get(key) as { tree: { hashes: string[] } };
    base.tree.hashes[0] = 'f'.repeat(64);
    expect(await audit(register.options(110))).toMatchObject({ verdict: HOLDS, continuedFrom: 0 });
    const [bad = ''] = register.items.keys();
    register.items.set(bad as never, new Map([['name', 'other']]));
    const before = register.options(100);
    expect((await audit(before)).verdict.outcome).toBe('does-not-match');
    await expectIndex(before, register.entries.slice(0, 100));
    expect(await audit(register.options())).toMatchObject({ ...restarted, findings: [{ kind: 'item' }] });
  });

  it.each(['newest', 'previous', 'keys'] as const)(
    'has no index where its %s are of another log',
    async (column) => {
      const options = pagedRegister(300).options();
      await audit(options);
      const key = auditKey('paged', 'base');
      const base = (await options.storage.get(key)) as { trails: SavedTrails };
      const corrupted = { keys: KEYS, newest: Uint32Array.of(301), previous: Uint32Array.of(0, 1) };
      await options.storage.set(key, { ...base, trails: { ...base.trails, [column]: corrupted[column] } });
      expect(await trailIndex(options)).toBeUndefined();
      expect((await audit(options)).verdict).toEqual(HOLDS);
    },
  );

  it('holds only where what is kept bears that out by itself', async () => {
    const options = pagedRegister(30).options();
    await audit(options);
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
      expect([corrupted, await kept(options)]).toEqual([corrupted, undefined]);
    }
    // Older builds stored no remarks: a mismatch that they found is not forgotten.
    await options.storage.set(key, { ...result, remarks: undefined, verdict: wrong });
    expect(await kept(options)).toMatchObject({ verdict: wrong, remarks: [] });
    await options.storage.set(key, result);
    expect((await kept(options))?.verdict).toEqual(HOLDS);
  });

  it('has no index where the latest result is of another tab', async () => {
    const register = pagedRegister(300);
    const options = register.options();
    await audit(register.options(200));
    const result = register.stored.get(auditKey('paged', 'result'));
    await audit(options);
    expect(await trailIndex(options)).toBeDefined();
    register.stored.set(auditKey('paged', 'result'), result);
    expect(await trailIndex(options)).toBeUndefined();
  });
});
