import { beforeAll, describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, NOON, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { runAudit } from '../../testing/audit-world.ts';
import { pagedRegister } from '../../testing/paged-register.ts';
import { checkerOutcome, pageOutcome } from '../../testing/published-checker.ts';
import type { AuditResult } from '../audit-result.ts';
import { checkAuditReport, type FileOutcome } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { AuditReport } from './formats.ts';
import { makeAuditReport } from './write-audit-report.ts';

const WHERE = {
  address: 'https://country.example/v2',
  variant: 'item',
  place: 'https://country.example/v2',
} as const;

/** An audit of a register that sends other keys than its root commits to at these entries. */
async function auditOfBad(bad: readonly number[], key = 'other'): Promise<AuditResult> {
  const register = pagedRegister(21);
  const head = register.head();
  for (const entryNumber of bad) {
    const entry = register.entries[entryNumber - 1];
    if (entry) register.entries[entryNumber - 1] = { ...entry, key };
  }
  return runAudit({ ...register.options(), head });
}

function reopened(result: AuditResult): AuditReport {
  const opened = decodeEvidence(JSON.stringify(makeAuditReport(result, WHERE, NOON)));
  if (opened.kind !== 'audit-report') throw new Error(JSON.stringify(opened));
  return opened.file;
}

/** expectSame demands this outcome of page and published checker. */
function expectSame(report: AuditReport, outcome: FileOutcome): void {
  const bytes = Buffer.from(JSON.stringify(report));
  expect([pageOutcome(bytes), checkerOutcome(bytes)]).toEqual([outcome, outcome]);
}

let one: AuditReport;
let three: AuditReport;
beforeAll(async () => {
  one = reopened(await auditOfBad([7]));
  three = reopened(await auditOfBad([1, 16, 21]));
});

describe('a report of an audit', () => {
  it('shows a bad entry without the register, and the root that it gives', () => {
    const { claim, finding, entries, rebuilt } = checkAuditReport(one);
    expect(claim.outcome).toBe('holds');
    expect(finding).toMatch(/commits to another entry than entry 7 in the file/);
    expect(entries).toMatchObject([
      {
        check: { entry: { entryNumber: 7, key: 'other' }, verdict: { outcome: 'does-not-match' } },
        another: { outcome: 'holds' },
      },
    ]);
    expect(rebuilt.outcome).toBe('holds');
    expectSame(one, 'not-checked');
  });

  it('shows each of several, and leaves to an audit what only all entries show', () => {
    const { claim, entries, rebuilt } = checkAuditReport(three);
    expect(claim.outcome).toBe('holds');
    expect(entries.map(({ check }) => check.entry.entryNumber)).toEqual([1, 16, 21]);
    expect(rebuilt).toMatchObject({
      outcome: 'not-checked',
      reason: expect.stringMatching(/only by an audit/),
    });
    expectSame(three, 'not-checked');
  });

  it('of a root that no entry explains holds none, and says what that leaves to do', async () => {
    const register = pagedRegister(9);
    const head = { logSize: 9, rootHash: flipBit(register.head().rootHash, 3) };
    const report = reopened(await runAudit({ ...register.options(), head }));
    expect(report.entries).toEqual([]);
    expect(checkAuditReport(report).finding).toMatch(/no entry by which it could be seen/);
    expectSame(report, 'cannot-check');
  });

  it('is not made of an audit in which nothing did not match', async () => {
    expect(makeAuditReport(await runAudit(pagedRegister(9).options()), WHERE, NOON)).toBeUndefined();
  });

  it('leaves an entry out whose evidence was damaged in storage', async () => {
    const result = await auditOfBad([7]);
    const spoilt = result.findings.map((finding) => ({
      ...finding,
      ...(finding.evidence && { evidence: { ...finding.evidence, leafBytes: '$(touch owned)' } }),
    }));
    expect(reopened({ ...result, findings: spoilt }).entries).toEqual([]);
  });

  it.each(ODD_TEXTS)('holds for the key %j', async (key) => {
    expect.hasAssertions();
    expectSame(reopened(await auditOfBad([3], key)), 'not-checked');
  });
});

describe('a forged report of an audit', () => {
  const changed = (change: Partial<AuditReport['entries'][number]>): AuditReport => ({
    ...one,
    entries: one.entries.map((entry) => ({ ...entry, ...change })),
  });
  const expected = (): Hash => one.entries[0]?.expected ?? ('' as Hash);

  it.each<[string, () => AuditReport, RegExp, FileOutcome?]>([
    [
      'of an entry that is under the root',
      () => {
        const { key: _, ...rest } = one.entries[0]?.entry ?? { key: '' };
        return changed({ entry: { ...rest, key: 'key-1' } as never });
      },
      /leaf bytes in the file are not this entry|very leaf hash/,
    ],
    ['of other leaf bytes', () => changed({ leafBytes: '00' }), /leaf bytes in the file are not this entry/],
    [
      'with a leaf hash that leads nowhere',
      () => changed({ expected: flipBit(expected(), 5) }),
      /does not connect to the root either/,
    ],
    ['with a path cut short', () => changed({ auditPath: [] }), /does not connect to the root either/],
    [
      'with another root',
      () => ({ ...one, head: { ...one.head, rootHash: flipBit(one.head.rootHash, 9) } }),
      /does not connect to the root either/,
    ],
    [
      'of another place',
      () => changed({ entry: { ...(one.entries[0]?.entry as never as object), entryNumber: 8 } as never }),
      /leaf bytes in the file are not this entry/,
    ],
    [
      'without a leaf rule',
      () => {
        const { leafRule: _, ...rest } = one;
        return rest;
      },
      /does not say by which leaf rule/,
      'cannot-check',
    ],
  ])('%s shows nothing', (_, forge, why, outcome = 'does-not-match') => {
    const report = forge();
    expect(checkAuditReport(report).finding).toMatch(why);
    expectSame(report, outcome);
  });

  it('of a true entry, hashed by another rule than its register has, shows nothing', () => {
    const honest = aBundle({ rule: 'blob-hex', entryNumber: 6, logSize: 11 });
    const { entry, auditPath, checkpoint, leaf } = honest;
    const expected = hashFromBytes(hashLeaf(Buffer.from(leaf.bytes, 'hex')));
    const leafBytes = Buffer.from(leafRule('blob-multihash').leafBytes(entry) ?? []).toString('hex');
    const { rebuiltRoot: _, ...rest } = one;
    const report: AuditReport = {
      ...rest,
      register: { ...one.register, variant: 'blob' },
      leafRule: 'blob-multihash',
      head: checkpoint,
      entries: [{ entry, leafBytes, expected, auditPath }],
    };
    expectSame(report, 'does-not-match');
    expect(checkAuditReport(report).finding).toMatch(
      /by another leaf rule .* it is the very entry under the root/,
    );
  });

  it('with a rebuilt root of its own is found out where one entry is all that differs', () => {
    const rebuiltRoot = flipBit(one.rebuiltRoot ?? expected(), 1);
    expect(checkAuditReport({ ...one, rebuiltRoot }).rebuilt.outcome).toBe('does-not-match');
    expectSame({ ...one, rebuiltRoot }, 'does-not-match');
  });

  it('that is not of the described form is not read at all', () => {
    for (const spoilt of [
      { ...one, version: 1 },
      { ...one, version: 3 },
      { ...one, extra: 1 },
      { ...one, findingCount: 0 },
      { ...one, head: { ...one.head, logSize: 0 } },
      { ...one, entries: [{ ...one.entries[0], verified: true }] },
    ])
      expect([
        decodeEvidence(JSON.stringify(spoilt)).kind,
        checkerOutcome(Buffer.from(JSON.stringify(spoilt))),
      ]).toEqual(['unreadable', 'cannot-check']);
  });
});
