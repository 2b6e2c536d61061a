import { describe, expect, it } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';
import { withPages } from '../testing/audit-world.ts';
import { jsonPage, type PagedRegister, pagedRegister } from '../testing/paged-register.ts';
import { readResult, readTrailIndex } from './audit-store.ts';
import { audit, type AuditOptions } from './audit.ts';

const ZEROS = '0'.repeat(64) as Hash;

const HOLDS = { outcome: 'holds' };

it('an audit whose root differs knows of no latest entry', async () => {
  const options = { ...pagedRegister(30).options(), head: { logSize: 30, rootHash: ZEROS } };
  const result = await audit(options);
  expect(await readResult(options.storage, 'paged')).toEqual(result);
  expect(await readTrailIndex(options.storage, 'paged')).toBeUndefined();
});

describe('a request that fails', () => {
  it.each(['entriesPage', 'listPage'] as const)('%s fails the audit: no finding', async (question) => {
    const register = pagedRegister(300);
    const failing = new Error('The server failed (500).');
    let isBroken = true;
    const options = withPages(register.options(), {
      [question]: (...asked: [never, never, never]) =>
        isBroken ? Promise.reject(failing) : register.pages[question](...asked),
    });
    await expect(audit(options)).rejects.toBe(failing);
    isBroken = false;
    expect((await audit(options)).verdict).toEqual(HOLDS);
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
    ['of changing length', 100, (entries: object[], start: number) => entries.slice(0, 1 + (start % 37))],
  ])('%s come to the same root', async (_, pageLength, change) => {
    const register = pagedRegister(260, pageLength);
    expect(await audit(served(register.options(), change))).toMatchObject({
      verdict: { outcome: 'holds' },
      entries: 260,
    });
  });

  it.each([
    ['skips an entry', (entries: object[]) => entries.toSpliced(5, 1)],
    ['begins too late', (entries: object[]) => entries.slice(1)],
    ['is empty', () => []],
  ])(
    'are read in order where one %s, which is a remark and does not change the verdict',
    async (_, change) => {
      const register = pagedRegister(300);
      const options = served(register.options(), (entries, start) =>
        start === 101 ? change(entries) : entries,
      );
      expect(await audit(options)).toMatchObject({
        verdict: { outcome: 'holds' },
        findings: [],
        remarks: ['The list of entries is out of order.'],
        entries: 300,
      });
      expect(register.requested.filter((asked) => asked.startsWith('in order'))).toEqual(['in order 101']);
    },
  );

  it('that are out of order fail where their entries cannot be had in order either: no finding', async () => {
    const options = served(pagedRegister(300).options(), (entries) => entries.toReversed());
    const asked = { entriesInOrder: () => Promise.reject(new Error('503')) };
    await expect(audit(withPages(options, asked))).rejects.toThrow('503');
  });

  it('of items that end too early are a remark, and what they did not show is read by its hash', async () => {
    const register = pagedRegister(300);
    const remark = 'The next link of the list of items leads to its own page and was not followed.';
    const options = withPages(register.options(), {
      async listPage(name, ref, signal) {
        const page = await register.pages.listPage(name, ref, signal);
        return page === 'none' ? page : { bytes: page.bytes, address: page.address, remark };
      },
    });
    const result = await audit(options);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, items: 300, remarks: [remark] });
    expect(register.requested.filter((asked) => asked.startsWith('item '))).toHaveLength(200);
  });
});

/** A register that sends wrong keys at these entries. */
function withBadEntries(size: number, bad: readonly number[], pageLength = 100) {
  const register = pagedRegister(size, pageLength);
  const options = register.options();
  for (const entryNumber of bad)
    register.entries[entryNumber - 1] = { ...(register.entries[entryNumber - 1] as Entry), key: 'other' };
  return { register, options };
}

describe('what is bad', () => {
  it('is named, each entry, in a log of several blocks, by few proofs, beside items that are missing', async () => {
    const bad = [1, 1_024, 1_025, 1_333, 2_100];
    const { register, options } = withBadEntries(2_100, bad, 1_000);
    for (const hash of [...register.items.keys()].slice(20, 60)) register.items.delete(hash);
    const { findings, verdict } = await audit(options);
    expect(verdict).toMatchObject({ outcome: 'does-not-match', expected: options.head.rootHash });
    expect(findings.map(({ kind, entryNumber }) => [kind, entryNumber]).slice(0, 6)).toEqual([
      ...bad.map((entryNumber) => ['entry', entryNumber]),
      ['item-missing', undefined],
    ]);
    expect(register.requested.filter((question) => question.startsWith('proof')).length).toBeLessThan(
      5 * 12 + 5,
    );
  });

  it('is named in a log of one entry without any proof', async () => {
    const register = pagedRegister(1);
    const options = { ...register.options(), head: { logSize: 1, rootHash: ZEROS } };
    expect((await audit(options)).findings).toMatchObject([
      { kind: 'entry', entryNumber: 1, expected: ZEROS },
    ]);
    expect(register.requested).not.toContain('proof 1 of 1');
  });

  it('is counted beyond twenty', async () => {
    const register = pagedRegister(300);
    for (const [hash] of register.items) register.items.set(hash, new Map([['name', 'other']]));
    const { findings, findingCount } = await audit(register.options());
    expect([findings.length, findingCount]).toEqual([20, 300]);
  });

  it.each([
    ['too short', (path: readonly Hash[]) => path.slice(1)],
    ['of other hashes', (path: readonly Hash[]) => path.map(() => ZEROS)],
  ])('is not named by proofs that are %s', async (_, change) => {
    const { register, options } = withBadEntries(300, [7]);
    const changed = withPages(options, {
      entryProof: async (n, size, signal) => change(await register.pages.entryProof(n, size, signal)),
    });
    expect(await audit(changed)).toMatchObject({
      verdict: { outcome: 'does-not-match', expected: options.head.rootHash },
      findings: [{ kind: 'root' }],
    });
  });

  /** readTwice audits a register whose entries are changed each time that they are read from the start. */
  const readTwice = (change: (entries: object[], time: number) => object[]) => {
    let times = 0;
    const options = served(pagedRegister(300).options(), (entries, start) =>
      start === 1 ? change(entries, (times += 1)) : entries,
    );
    return audit(options);
  };
  const mismatch = { verdict: { outcome: 'does-not-match' }, findings: [{ kind: 'root' }] };
  const disagreed = { verdict: { outcome: 'cannot-check', code: 'answers-disagree' }, findings: [] };
  it.each<[string, string, object, (time: number) => string | undefined]>([
    ['not named', 'are others each time that they are read', mismatch, (time) => `other ${time}`],
    ['nothing', 'give the root when read again', disagreed, (time) => (time === 1 ? 'other' : undefined)],
    ['a mismatch', 'are refused the second time', mismatch, (time) => (time === 1 ? 'other' : 'refused')],
  ])('is %s where the entries %s', async (_, __, expected, keyAt) =>
    expect(
      await readTwice(([first, ...rest], time) => {
        const key = keyAt(time);
        if (key === 'refused') throw new Error(key);
        return [{ ...first, ...(key && { key }) }, ...rest];
      }),
    ).toMatchObject(expected),
  );

  it.each<[string, (register: PagedRegister, hash: Hash) => unknown, object]>([
    [
      'data that the server says it does not have',
      ({ items }, hash) => items.delete(hash),
      { kind: 'item-missing', entries: [71] },
    ],
    [
      'data without bytes',
      ({ items }, hash) => items.set(hash, new Map([['name', '\ud800']])),
      { kind: 'unreadable', entries: [71] },
    ],
    [
      'an entry without bytes',
      ({ entries }) => (entries[4] = { ...(entries[4] as Entry), key: '\ud800' }),
      { kind: 'unreadable', entryNumber: 5 },
    ],
  ])('is not %s: that cannot be checked', async (_, corrupt, finding) => {
    const register = pagedRegister(120);
    const options = register.options();
    corrupt(register, [...register.items.keys()][70] as Hash);
    expect(await audit(options)).toMatchObject({
      verdict: { outcome: 'cannot-check' },
      findings: [finding],
    });
  });

  it('is nothing in an empty log, whose root is known', async () => {
    const options = pagedRegister(0).options();
    expect((await audit(options)).verdict).toEqual({ outcome: 'holds' });
    const wrong = { ...options, head: { logSize: 0, rootHash: ZEROS } };
    expect((await audit(wrong)).verdict.outcome).toBe('does-not-match');
  });
});

it('a worker that cannot be started fails the audit', async () => {
  const start = (): never => {
    throw new Error('refused by policy');
  };
  await expect(audit({ ...pagedRegister(30).options(), start })).rejects.toThrow('refused by policy');
});

// Workers that stop: query/copy-controller.test.ts.
// Every fault in both variants under every leaf rule: query/whole-log-verdicts.test.ts.
