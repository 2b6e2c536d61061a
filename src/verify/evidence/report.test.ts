import { beforeAll, describe, expect, it } from 'vitest';
import { hashFromBytes } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, aMisbehaviour, headsOf, NOON, signedBy } from '../../testing/evidence-builders.ts';
import { audit } from '../../log/audit.ts';
import { pagedRegister } from '../../testing/paged-register.ts';
import { checkerOutcome, pageOutcome, runChecker } from '../../testing/published-checker.ts';
import type { AuditResult } from '../audit-result.ts';
import { checkAuditReport, checkReport, type FileOutcome } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { AuditReport, MisbehaviourReport } from './formats.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { makeAuditReport } from './write-audit-report.ts';
import { makeReport, writeEvidence } from './write-evidence.ts';

type SignedHeads = Parameters<typeof makeReport>[2];

/** outcomeOf returns the outcome of page and published checker for a file, which must be the same. */
async function outcomeOf(file: object): Promise<FileOutcome> {
  const bytes = Buffer.from(JSON.stringify(file));
  const page = await pageOutcome(bytes);
  expect(checkerOutcome(bytes)).toBe(page);
  return page;
}

describe('a report of misbehaviour', () => {
  const grown = headsOf(7, 11);
  const [OLD, NEW] = [{ seenAtMs: NOON - 60_000 }, { seenAtMs: NOON }];
  const report = aMisbehaviour();
  const { path: _, ...unproved } = report;
  const shorter = aMisbehaviour({
    kind: 'shorter-log',
    old: { ...grown.new, ...OLD },
    new: { ...grown.old, ...NEW },
    path: grown.path,
  });
  const { path: __, ...cut } = shorter;
  const otherRoot = aMisbehaviour({
    kind: 'another-root',
    old: { ...grown.new, ...OLD },
    new: { logSize: 11, rootHash: flipBit(grown.new.rootHash, 3), ...NEW },
    path: [],
  });
  const forked = (from: number, to: number): Misbehaviour => {
    const heads = headsOf(from, to);
    const old = { logSize: from, rootHash: flipBit(heads.old.rootHash, 9), ...OLD };
    return aMisbehaviour({ ...heads, old, new: { ...heads.new, ...NEW } });
  };
  const changed = { ...shorter.new, rootHash: flipBit(shorter.new.rootHash, 0) };
  const grew = aMisbehaviour({
    old: { ...grown.old, ...OLD },
    new: { ...grown.new, ...NEW },
    path: grown.path,
  });
  const ada = (heads: Misbehaviour) => ({ old: signedBy(['ada'], heads.old) });
  const adaAnd = (heads: Misbehaviour, names: string[], origin?: string) => ({
    ...ada(heads),
    new: signedBy(names, heads.new, origin),
  });
  const wrongKeys = { ...ada(otherRoot).old, keys: signedBy(['ben'], otherRoot.old).keys };

  it.each<[string, Misbehaviour, FileOutcome, finding: RegExp, signed?: SignedHeads]>([
    ['another history', report, 'not-checked', /does not give both/],
    ['a log cut off', shorter, 'not-checked', /11 .*7/],
    ['a log cut off, without a proof', cut, 'not-checked', /7/],
    ['a log cut off to nothing', { ...cut, new: { ...cut.new, logSize: 0 } }, 'not-checked', /0/],
    ['a log cut off, of another history', { ...shorter, new: changed }, 'not-checked', /shorter/],
    ['two roots', otherRoot, 'not-checked', /different/],
    ['a log that only grew', grew, 'does-not-match', /gives both/],
    ['no proof', unproved, 'cannot-check', /no consistency proof/],
    ['one root', { ...otherRoot, new: { ...otherRoot.old, ...NEW } }, 'does-not-match', /same root/],
    [
      'two sizes',
      { ...otherRoot, old: { ...otherRoot.old, logSize: 10 } },
      'does-not-match',
      /different sizes/,
    ],
    ['a log not shorter', { ...shorter, old: shorter.new, new: shorter.old }, 'does-not-match', /no fewer/],
    ['two roots, both signed', otherRoot, 'not-checked', /different/, adaAnd(otherRoot, ['ben', 'cy'])],
    ['a signed fork', forked(7, 13), 'not-checked', /another log of 7/, adaAnd(forked(7, 13), ['ben'])],
    ['a note of another head', otherRoot, 'does-not-match', /./, { old: signedBy(['ada'], otherRoot.new) }],
    [
      'notes of two logs',
      otherRoot,
      'does-not-match',
      /logs/,
      adaAnd(otherRoot, ['ben'], 'other.example#items'),
    ],
    ['a key that did not sign', otherRoot, 'does-not-match', /./, { old: wrongKeys }],
  ])(
    'of %s comes to the same on the page and by the published checker',
    async (_what, heads, outcome, finding, signed) => {
      const opened = decodeEvidence(writeEvidence(makeReport(heads, NOON, signed)));
      if (opened.kind !== 'report') throw new Error(JSON.stringify(opened));
      expect(await checkReport(opened.file)).toMatchObject({
        outcome,
        finding: expect.stringMatching(finding),
      });
      expect(await outcomeOf(opened.file)).toBe(outcome);
    },
  );

  it.each<[string, boolean, Misbehaviour]>([
    ['two roots of one size', true, otherRoot],
    ['a root that commits to another beginning', true, forked(7, 13)],
    ['a proof that gives neither root', false, report],
    ['a proof that begins with the old root itself', false, forked(8, 13)],
  ])(
    'whether %s need nobody’s word: %s, on the page and by the published checker',
    async (_, isByRoots, heads) => {
      const made = makeReport(heads, NOON, adaAnd(heads, ['ben']));
      expect((await checkReport(made)).isByRoots).toBe(isByRoots);
      const { status, output } = runChecker(Buffer.from(JSON.stringify(made)));
      expect([status, output.includes('stated by the author of this file')]).toEqual([0, !isByRoots]);
    },
  );

  it('takes no proof between other sizes for one between these', async () => {
    const consistency = { from: 6, to: 11, path: headsOf(6, 11).path };
    expect(await outcomeOf({ ...makeReport(report, NOON), consistency })).toBe('cannot-check');
  });

  it('says where the old head was imported from a file, on paper and by the published checker', async () => {
    const made = makeReport({ ...otherRoot, old: { ...otherRoot.old, imported: true } }, NOON);
    expect([made.version, made.old.imported, made.about]).toEqual([
      3,
      true,
      expect.stringMatching(/imported/),
    ]);
    expect(await outcomeOf(made)).toBe('not-checked');
    const saying = [made, makeReport(otherRoot, NOON)].map((one) =>
      /imported/.test(runChecker(Buffer.from(JSON.stringify(one))).output),
    );
    expect(saying).toEqual([true, false]);
  });

  it.each<[string, (whole: MisbehaviourReport) => object]>([
    ['$.signature', (whole) => ({ ...whole, signature: 'x' })],
    ['$.version', (whole) => ({ ...whole, version: 1 })],
    ['$.old.imported', (whole) => ({ ...whole, old: { ...whole.old, imported: true } })],
    ['$.old.imported', (whole) => ({ ...whole, version: 3 })],
  ])('with a corrupted %s is refused', async (path, corrupt) => {
    const corrupted = corrupt(makeReport(report, NOON));
    expect(decodeEvidence(JSON.stringify(corrupted))).toMatchObject({
      kind: 'unreadable',
      problems: [{ path }],
    });
    expect(await outcomeOf(corrupted)).toBe('cannot-check');
  });
});

describe('a report of an audit', () => {
  const PLACE = 'https://country.example/v2';
  const WHERE = { address: PLACE, variant: 'item', place: PLACE } as const;

  /** An audit of a register that sends wrong keys at these entries. */
  async function auditOfBad(bad: readonly number[]): Promise<AuditResult> {
    const register = pagedRegister(21);
    const head = register.head();
    for (const entryNumber of bad) {
      const entry = register.entries[entryNumber - 1];
      if (entry) register.entries[entryNumber - 1] = { ...entry, key: 'other' };
    }
    return audit({ ...register.options(), head });
  }

  function reopened(result: AuditResult): AuditReport {
    const opened = decodeEvidence(JSON.stringify(makeAuditReport(result, WHERE, NOON)));
    if (opened.kind !== 'audit-report') throw new Error(JSON.stringify(opened));
    return opened.file;
  }

  let found: AuditResult;
  let one: AuditReport;
  let own: AuditReport['entries'][number];
  beforeAll(async () => {
    found = await auditOfBad([7]);
    one = reopened(found);
    own = one.entries[0] as typeof own;
  });

  it('shows each bad entry without the register', async () => {
    const { claim, entries } = checkAuditReport(one);
    expect([claim.outcome, await outcomeOf(one)]).toEqual(['holds', 'not-checked']);
    const check = { entry: { entryNumber: 7, key: 'other' }, verdict: { outcome: 'does-not-match' } };
    expect(entries).toMatchObject([{ check, another: { outcome: 'holds' } }]);
    const three = reopened(await auditOfBad([1, 16, 21]));
    const several = checkAuditReport(three);
    expect(several).toMatchObject({ claim: { outcome: 'holds' } });
    expect(several.entries.map(({ check }) => check.entry.entryNumber)).toEqual([1, 16, 21]);
    expect(await outcomeOf(three)).toBe('not-checked');
  });

  it('of a root that no entry explains holds none; none is made where nothing was found', async () => {
    const register = pagedRegister(9);
    const head = { logSize: 9, rootHash: flipBit(register.head().rootHash, 3) };
    const report = reopened(await audit({ ...register.options(), head }));
    expect([report.entries, await outcomeOf(report)]).toEqual([[], 'cannot-check']);
    expect(makeAuditReport(await audit(register.options()), WHERE, NOON)).toBeUndefined();
  });

  it('leaves an entry out whose evidence was damaged in storage', () => {
    const findings = found.findings.map((finding) => ({
      ...finding,
      ...(finding.evidence && { evidence: { ...finding.evidence, leafBytes: '$(touch owned)' } }),
    }));
    expect(reopened({ ...found, findings }).entries).toEqual([]);
  });

  const changed = (change: Partial<typeof own>): AuditReport => ({
    ...one,
    entries: [{ ...own, ...change }],
  });
  it.each<[string, () => object, FileOutcome?]>([
    ['of an entry that is under the root', () => changed({ entry: { ...own.entry, key: 'key-1' } })],
    ['of other leaf bytes', () => changed({ leafBytes: '00' })],
    ['with a leaf hash that leads nowhere', () => changed({ expected: flipBit(own.expected, 5) })],
    ['with a path cut short', () => changed({ auditPath: [] })],
    ['with another root', () => ({ ...one, head: { ...one.head, rootHash: flipBit(one.head.rootHash, 9) } })],
    ['of another place', () => changed({ entry: { ...own.entry, entryNumber: 8 } })],
    ['without a leaf rule', () => ({ ...one, leafRule: undefined }), 'cannot-check'],
    ['of another version', () => ({ ...one, version: 1 }), 'cannot-check'],
    ['of a version to come', () => ({ ...one, version: 3 }), 'cannot-check'],
    ['with an unknown name', () => ({ ...one, extra: 1 }), 'cannot-check'],
    ['of no findings', () => ({ ...one, findingCount: 0 }), 'cannot-check'],
    ['of an empty log', () => ({ ...one, head: { ...one.head, logSize: 0 } }), 'cannot-check'],
    ['with a verdict of its own', () => changed({ verified: true } as object), 'cannot-check'],
  ])('%s shows nothing', async (_, forge, outcome = 'does-not-match') => {
    expect(await outcomeOf(forge())).toBe(outcome);
  });

  it.each(['blob-hex', 'blob-multihash'] as const)(
    'of a true entry, hashed by the rule of its register or another, shows nothing: %s',
    async (rule) => {
      const { entry, auditPath, checkpoint, leaf } = aBundle({
        rule: 'blob-hex',
        entryNumber: 6,
        logSize: 11,
      });
      const expected = hashFromBytes(hashLeaf(Buffer.from(leaf.bytes, 'hex')));
      const leafBytes = Buffer.from(leafRule(rule).leafBytes(entry) ?? []).toString('hex');
      const report: AuditReport = {
        ...one,
        register: { ...one.register, variant: 'blob' },
        leafRule: rule,
        head: checkpoint,
        entries: [{ entry, leafBytes, expected, auditPath }],
      };
      expect(await outcomeOf(report)).toBe('does-not-match');
    },
  );
});
