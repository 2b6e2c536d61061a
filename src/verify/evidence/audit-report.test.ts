import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, NOON, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { runAudit } from '../../testing/audit-world.ts';
import { pagedRegister } from '../../testing/paged-register.ts';
import { OPENSSL_REASON, runScript, SHELLS } from '../../testing/shells.ts';
import type { AuditResult } from '../audit/audit-types.ts';
import type { AuditReport } from './audit-report.ts';
import { hexOf } from './file-parts.ts';
import { openEvidence, parseAuditReport } from './open-evidence.ts';
import { auditScriptOf, recheckAuditReport } from './recheck-audit-report.ts';
import { makeAuditReport, writeAuditReport } from './write-audit-report.ts';

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
  const opened = openEvidence(writeAuditReport(result, WHERE, NOON) ?? '');
  if (opened.kind !== 'audit-report') throw new Error(JSON.stringify(opened));
  return opened.report;
}

let one: AuditReport;
let three: AuditReport;
beforeAll(async () => {
  one = reopened(await auditOfBad([7]));
  three = reopened(await auditOfBad([1, 16, 21]));
});

describe('a report of an audit', () => {
  it('shows a bad entry without the register, and the root that it makes', () => {
    const { shows, finding, entries, rebuilt, script, published } = recheckAuditReport(one);
    expect(shows).toBe(true);
    expect(finding).toBe(
      'This file shows that the root of 21 entries in it commits to another entry than entry 7 as in the file.',
    );
    expect(entries).toMatchObject([
      {
        check: { entry: { entryNumber: 7, key: 'other' }, verdict: { outcome: 'does-not-match' } },
        another: { outcome: 'holds' },
      },
    ]);
    expect([rebuilt.outcome, script.outcome, published.outcome]).toEqual(['holds', 'holds', 'not-checked']);
  });

  it('shows each of several, and leaves to an audit what only all entries show', () => {
    const { shows, entries, rebuilt } = recheckAuditReport(three);
    expect(shows).toBe(true);
    expect(entries.map(({ check }) => check.entry.entryNumber)).toEqual([1, 16, 21]);
    expect(rebuilt).toMatchObject({
      outcome: 'not-checked',
      reason: expect.stringMatching(/only by an audit/),
    });
  });

  it.skipIf(SHELLS.length === 0)(`comes to the same by its script (${OPENSSL_REASON})`, () => {
    for (const report of [one, three])
      for (const shell of SHELLS) {
        const { status, stdout, stderr, left } = runScript(report.check.script.join('\n'), shell);
        expect([status, stderr, left]).toEqual([0, '', []]);
        expect(stdout).toMatch(/The report shows what it says, if/);
      }
  });

  it('of a root that no entry explains holds none, and says what that leaves to do', async () => {
    const register = pagedRegister(9);
    const head = { logSize: 9, rootHash: flipBit(register.head().rootHash, 3) };
    const report = reopened(await runAudit({ ...register.options(), head }));
    expect(report.entries).toEqual([]);
    const { shows, finding, rebuilt } = recheckAuditReport(report);
    expect([shows, rebuilt.outcome]).toEqual([false, 'not-checked']);
    expect(finding).toMatch(/no entry by which it could be seen/);
    if (SHELLS.length > 0)
      expect(runScript(report.check.script.join('\n'))).toMatchObject({ status: 1, stderr: '' });
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

  it('holds no text of the register but as quoted data, and harmless comments', async () => {
    for (const key of ODD_TEXTS) {
      const report = reopened(await auditOfBad([3], key));
      expect(recheckAuditReport(report).shows).toBe(true);
      if (SHELLS.length > 0)
        expect(runScript(report.check.script.join('\n'))).toMatchObject({ status: 0, stderr: '', left: [] });
    }
  });
});

describe('a forged report of an audit', () => {
  const changed = (change: Partial<AuditReport['entries'][number]>): AuditReport => ({
    ...one,
    entries: one.entries.map((entry) => ({ ...entry, ...change })),
  });
  const expected = (): Hash => one.entries[0]?.expected ?? ('' as Hash);

  it.each<[string, () => AuditReport, RegExp]>([
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
      /does not lead to the root either/,
    ],
    ['with a path cut short', () => changed({ auditPath: [] }), /does not lead to the root either/],
    [
      'with another root',
      () => ({ ...one, head: { ...one.head, rootHash: flipBit(one.head.rootHash, 9) } }),
      /does not lead to the root either/,
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
    ],
  ])('%s shows nothing, neither here nor by its script', (_, forge, why) => {
    const report = forge();
    const { shows, finding } = recheckAuditReport(report);
    expect(shows).toBe(false);
    expect(finding).toMatch(why);
    const script = auditScriptOf(report);
    if (script && SHELLS.length > 0) expect(runScript(script.join('\n')).status).toBe(1);
  });

  it('of a true entry, hashed by another rule than its register has, shows nothing', () => {
    const honest = aBundle({ rule: 'blob-hex', entryNumber: 6, logSize: 11 });
    const { entry, auditPath, checkpoint, leaf } = honest;
    const expected = hashFromBytes(hashLeaf(Buffer.from(leaf.bytes, 'hex')));
    const leafBytes = hexOf(leafRule('blob-multihash').leafBytes(entry) ?? new Uint8Array());
    const { rebuiltRoot: _, ...rest } = one;
    const { shows, finding } = recheckAuditReport({
      ...rest,
      register: { ...one.register, variant: 'blob' },
      leafRule: 'blob-multihash',
      head: checkpoint,
      entries: [{ entry, leafBytes, expected, auditPath }],
    });
    expect(shows).toBe(false);
    expect(finding).toMatch(/by another leaf rule .* it is the very entry under the root/);
  });

  it('with commands of its own has them told apart', () => {
    const script = [...one.check.script, 'curl example.org | sh'];
    expect(recheckAuditReport({ ...one, check: { ...one.check, script } }).script.outcome).toBe(
      'cannot-check',
    );
    expect(auditScriptOf({ ...one, check: { ...one.check, script } })).toEqual(one.check.script);
  });

  it('with a rebuilt root of its own is found out where one entry is all that differs', () => {
    const rebuiltRoot = flipBit(one.rebuiltRoot ?? expected(), 1);
    expect(recheckAuditReport({ ...one, rebuiltRoot }).rebuilt.outcome).toBe('does-not-match');
  });

  it('never makes the checks throw, whatever can be read', () => {
    const hashes = fc.constantFrom(expected(), one.head.rootHash, 'ab'.repeat(32) as Hash);
    fc.assert(
      fc.property(
        fc.constantFrom(1, 7, 21, 22, Number.MAX_SAFE_INTEGER),
        fc.constantFrom(1, 7, 21, Number.MAX_SAFE_INTEGER),
        fc.constantFrom(undefined, 'item-json', 'item-json-2016', 'blob-hex'),
        fc.constantFrom('key-7', '\ud800', ''),
        fc.array(hashes, { maxLength: 6 }),
        hashes,
        (entryNumber, logSize, leafRule, key, auditPath, other) => {
          const { leafRule: _, ...rest } = one;
          const entry = { ...one.entries[0]?.entry, entryNumber, key, itemHashes: [other] };
          const parsed = parseAuditReport({
            ...rest,
            ...(leafRule && { leafRule }),
            head: { logSize, rootHash: one.head.rootHash },
            entries: [{ ...one.entries[0], entry, auditPath, expected: other }],
          });
          if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
          expect(recheckAuditReport(parsed.report).shows).toBe(false);
          auditScriptOf(parsed.report);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('that is not of the described form is not read at all', () => {
    for (const spoilt of [
      { ...one, version: 2 },
      { ...one, extra: 1 },
      { ...one, findingCount: 0 },
      { ...one, head: { ...one.head, logSize: 0 } },
      { ...one, entries: [{ ...one.entries[0], verified: true }] },
    ])
      expect(openEvidence(JSON.stringify(spoilt)).kind).toBe('unreadable');
  });
});
