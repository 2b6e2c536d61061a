import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { LEAF_RULES, type LeafRule, leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import type { Entry } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import type { Verdict } from '../../core/verdict.ts';
import { createRegister } from '../../mock/engine/register.ts';
import { type CheckedFile, checkFile } from '../../query/check-file.ts';
import { checkEntry } from '../../verify/check-entry.ts';
import { checkRecordData } from '../../verify/check-record-data.ts';
import type { AuditReport } from '../../verify/evidence/audit-report.ts';
import type { ProofBundle } from '../../verify/evidence/bundle.ts';
import { hexOf } from '../../verify/evidence/file-parts.ts';
import { auditScriptOf } from '../../verify/evidence/recheck-audit-report.ts';
import type { RecheckedBundle } from '../../verify/evidence/recheck-bundle.ts';
import type { MisbehaviourReport } from '../../verify/evidence/report.ts';
import { tlogProof } from '../../verify/evidence/tlog-proof.ts';
import { makeBundle, writeBundle } from '../../verify/evidence/write-bundle.ts';
import { writeReport } from '../../verify/evidence/write-report.ts';
import { anEntry, flipBit, leaves, logOf } from '../builders.ts';
import { aMisbehaviour, headsOf, NOON } from '../evidence-builders.ts';
import { damaged } from '../hostile-json.ts';
import { checkerOutcome, pageOutcome } from '../published-checker.ts';
import { provesConsistency, provesInclusion, sha256 } from '../rfc-9162.ts';
import { spoiltJson } from './generators.ts';
import type { RealData, RealRegister } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

const holds = ({ outcome }: Verdict): boolean => outcome === 'holds';

/** bundlesOf makes an honest bundle of some entries of a register, under every leaf rule that can write them. */
function bundlesOf({ source }: RealRegister): ProofBundle[] {
  return LEAF_RULES.flatMap(({ id, variant }) => {
    const log = createRegister(source).log(variant);
    const numbers = [1, Math.ceil(log.size / 2), log.size];
    return numbers.flatMap((entryNumber) => {
      const entry = log.entry(entryNumber);
      if (leafRule(id).leafBytes(entry) === undefined) return [];
      try {
        const nodes = log.nodes(id);
        const checkpoint = { logSize: log.size, rootHash: rootAt(nodes, log.size) };
        const path = auditPath(nodes, entryNumber, log.size);
        const address = `https://register.example/${source.name}`;
        const bundle = makeBundle({
          register: { title: source.name, address, variant, place: address },
          entry: checkEntry({ variant, entry, auditPath: path, checkpoint, leafRule: id }),
          data: checkRecordData({
            variant,
            items: entry.itemHashes.map((hash) => log.item(hash) ?? new Map()),
            entry,
          }),
          madeAtMs: NOON,
        });
        return bundle === undefined ? [] : [bundle];
      } catch (error) {
        // A rule that has room for one hash cannot write an entry with two.
        if (error instanceof RangeError) return [];
        throw error;
      }
    });
  });
}

const made = new WeakMap<RealData, readonly ProofBundle[]>();

function realBundles(real: RealData): readonly ProofBundle[] {
  const small = real.registers.filter(({ source }) => source.entries.length <= 300).slice(0, 4);
  const known = made.get(real) ?? small.flatMap(bundlesOf);
  made.set(real, known);
  return known;
}

/** spoiltFiles are texts of evidence files: as they were, damaged as text, or changed in their structure. */
function spoiltFiles(texts: readonly string[]): fc.Arbitrary<{ whole: string; text: string }> {
  return fc.constantFrom(...texts).chain((whole) =>
    fc.oneof(
      damaged(fc.constant(whole)).map((text) => ({ whole, text })),
      spoiltJson(fc.constant(whole)).map(({ value }) => ({ whole, text: JSON.stringify(value, null, 2) })),
    ),
  );
}

/** What of a bundle is under some hash, or says how it is hashed. */
function hashedParts({ entry, items, blob, leaf, auditPath, checkpoint }: ProofBundle): unknown {
  const { indexEntryNumber, ...rest } = entry;
  return JSON.parse(
    JSON.stringify({
      entry: rest,
      // Only one of the rules writes it.
      index: leaf.rule === 'item-json' ? indexEntryNumber : 0,
      items,
      blob: blob && Object.entries(blob).sort(([a], [b]) => (a < b ? -1 : 1)),
      leaf,
      auditPath,
      checkpoint,
    }),
  ) as unknown;
}

function bundleHolds(checked: CheckedFile): checked is Extract<CheckedFile, { kind: 'bundle' }> {
  return checked.kind === 'bundle' && allHold(checked.recheck);
}

function allHold({ data, leaf, entry }: RecheckedBundle): boolean {
  return [data.verdict, leaf, entry.verdict].every(holds);
}

const bundles = target({
  name: 'bundles',
  family: 'evidence',
  invariant:
    'a proof bundle whose checks all hold says what the honest one says; the published checker finds of each file what the page finds',
  cases: (real: RealData) => spoiltFiles(realBundles(real).map(writeBundle)),
  holds({ whole, text }) {
    const checked = checkFile(text);
    const good = JSON.parse(whole) as ProofBundle;
    if (text === whole) assert.ok(bundleHolds(checked), 'an honest bundle does not hold');
    if (bundleHolds(checked)) assert.deepEqual(hashedParts(checked.bundle), hashedParts(good));
    if (checked.kind === 'bundle') {
      assert.equal(checked.recheck.root.outcome, 'not-checked');
      const { data, entry } = checked.recheck;
      // What is shown is what was hashed.
      if (holds(data.verdict))
        assert.deepEqual(
          data.items.map(({ computed }) => computed),
          checked.bundle.entry.itemHashes,
        );
      if (holds(entry.verdict)) assert.ok(provesBundle(checked.bundle), 'a path holds that proves nothing');
    }
    const file = Buffer.from(text);
    assert.equal(checkerOutcome(file), pageOutcome(file));
  },
});

function provesBundle({ entry, leaf, auditPath: path, checkpoint }: ProofBundle): boolean {
  const bytes = bytesBy(leafRule(leaf.rule), entry);
  if (bytes === undefined) return false;
  const leafHash = sha256(Uint8Array.of(0), bytes);
  return provesInclusion({ leafHash, entryNumber: entry.entryNumber, auditPath: path, ...checkpoint });
}

/** Reports of every kind about any two of four heads, two of which are of one growing log: true ones, and ones that show nothing. */
const reportTexts: readonly string[] = (() => {
  const grown = headsOf(9, 21);
  const heads = [grown.old, grown.new].flatMap((head) => [
    head,
    { logSize: head.logSize, rootHash: flipBit(head.rootHash, 5) },
  ]);
  const kinds = ['another-root', 'shorter-log', 'not-a-continuation'] as const;
  return kinds.flatMap((kind) =>
    heads.flatMap((old) =>
      heads.map((later) =>
        writeReport(
          aMisbehaviour({
            kind,
            old: { ...old, seenAtMs: 1 },
            new: { ...later, seenAtMs: 2 },
            path: grown.path,
          }),
          NOON,
        ),
      ),
    ),
  );
})();

/** showsByHand is whether a report shows what it says, by its words and RFC 9162 alone. */
function showsByHand({ kind, old, new: later, consistency }: MisbehaviourReport): boolean {
  switch (kind) {
    case 'another root for the same size':
      return old.logSize === later.logSize && old.rootHash !== later.rootHash;
    case 'the log is shorter than it was':
      return later.logSize < old.logSize;
    case 'the new log does not begin with the old one':
      return (
        old.logSize > 0 &&
        old.logSize < later.logSize &&
        consistency !== undefined &&
        consistency.from === old.logSize &&
        consistency.to === later.logSize &&
        !provesConsistency({ from: old, to: later, path: consistency.path })
      );
  }
}

const reports = target({
  name: 'reports',
  family: 'evidence',
  invariant:
    'a misbehaviour report shows what it says exactly where its own hashes do, and never that it was published',
  cases: () => spoiltFiles(reportTexts),
  holds({ text }) {
    const checked = checkFile(text);
    if (checked.kind === 'unreadable') {
      assert.ok(checked.reason.length > 0 && checked.remedy.length > 0);
      return;
    }
    assert.equal(checked.kind, 'report');
    if (checked.kind !== 'report') return;
    assert.equal(checked.recheck.shows, showsByHand(checked.report));
    assert.equal(checked.recheck.published.outcome, 'not-checked');
    assert.ok(checked.recheck.finding.length > 0);
  },
});

/** auditReports are reports of one and of two bad entries under each leaf rule, made by hand. */
function auditReports(): string[] {
  return LEAF_RULES.flatMap(({ id, variant }) => {
    const entries = Array.from({ length: 13 }, (_, index) => anEntry(index + 1));
    const hashOf = (entry: (typeof entries)[0]): Hash =>
      hashFromBytes(hashLeaf(leafRule(id).leafBytes(entry) ?? new Uint8Array()));
    const log = logOf(entries.map(hashOf));
    return [[7], [1, 13]].map((bad) => {
      const reported = bad.map((entryNumber) => {
        const entry = { ...(entries[entryNumber - 1] ?? anEntry(1)), key: 'other' };
        return {
          entry,
          leafBytes: hexOf(leafRule(id).leafBytes(entry) ?? new Uint8Array()),
          expected: hashOf(entries[entryNumber - 1] ?? anEntry(1)),
          auditPath: auditPath(log, entryNumber, 13),
        };
      });
      return auditReportText(id, variant, reported, rootAt(log, 13));
    });
  });
}

function auditReportText(
  rule: LeafRuleId,
  variant: AuditReport['register']['variant'],
  entries: readonly object[],
  rootHash: Hash,
): string {
  const report = {
    format: 'register-audit-report',
    version: 1,
    madeAt: new Date(NOON).toISOString(),
    auditedAt: new Date(NOON).toISOString(),
    register: { address: 'https://country.example/v2', variant, place: 'https://country.example/v2' },
    head: { logSize: 13, rootHash },
    leafRule: rule,
    findingCount: entries.length,
    findings: entries.map(() => 'an entry is not the one under the root'),
    entries,
    check: { words: [], script: [] },
  } as unknown as AuditReport;
  return JSON.stringify({
    ...report,
    check: { ...report.check, script: auditScriptOf(report) ?? [] },
  });
}

/** What a rule writes; undefined also for half of a surrogate pair, which has no bytes. */
function bytesBy(rule: LeafRule, entry: Entry): Uint8Array | undefined {
  try {
    return rule.leafBytes(entry);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

/** badByHand is whether every entry of a report is shown not to be under its root, by RFC 9162 alone. */
function badByHand({ head, leafRule: rule, register, entries }: AuditReport): boolean {
  return (
    entries.length > 0 &&
    entries.every(({ entry, expected, auditPath: path, leafBytes }) => {
      const rules = LEAF_RULES.filter(({ variant }) => variant === register.variant);
      const written = rules.map((one) => bytesBy(one, entry));
      const own = rules.findIndex(({ id }) => id === rule);
      const bytes = written[own];
      return (
        bytes !== undefined &&
        Buffer.from(bytes).toString('hex') === leafBytes &&
        written.every((one) => one === undefined || sha256(Uint8Array.of(0), one) !== expected) &&
        provesInclusion({ leafHash: expected, entryNumber: entry.entryNumber, auditPath: path, ...head })
      );
    })
  );
}

const audits = target({
  name: 'audit-reports',
  family: 'evidence',
  invariant: 'an audit report shows a bad entry exactly where another leaf climbs to the root in its place',
  cases: () => spoiltFiles(auditReports()),
  holds({ whole, text }) {
    const checked = checkFile(text);
    if (text === whole)
      assert.ok(checked.kind === 'audit-report' && checked.recheck.shows, 'an honest report shows nothing');
    if (checked.kind !== 'audit-report') {
      assert.equal(checked.kind, 'unreadable');
      return;
    }
    assert.equal(checked.recheck.shows, badByHand(checked.report));
    assert.equal(checked.recheck.published.outcome, 'not-checked');
  },
});

const tlogProofs = target({
  name: 'tlog-proofs',
  family: 'evidence',
  invariant: 'a damaged tlog-proof holds only where number, leaf, path and root are those of the honest one',
  cases: (real: RealData) =>
    fc.constantFrom(...realBundles(real)).chain((bundle) =>
      fc
        .oneof(
          damaged(fc.constant(tlogProof(bundle))),
          fc
            .tuple(fc.nat(40), fc.nat(40), fc.constantFrom('swap', 'double', 'drop'))
            .map(([one, other, how]) => editLines(tlogProof(bundle).split('\n'), one, other, how)),
        )
        .map((text) => ({ bundle, text })),
    ),
  holds({ bundle, text }) {
    const checked = checkFile(text);
    if (text === tlogProof(bundle))
      assert.ok(
        checked.kind === 'tlog-proof' && holds(checked.recheck.climb),
        'an honest proof does not hold',
      );
    if (checked.kind !== 'tlog-proof') {
      assert.equal(checked.kind, 'unreadable');
      return;
    }
    const { proof, recheck } = checked;
    assert.equal(recheck.data.outcome, 'not-checked');
    assert.equal(recheck.signature.outcome, 'not-checked');
    if (!holds(recheck.climb)) return;
    const { entryNumber, auditPath: path, checkpoint, leaf } = proof;
    assert.deepEqual(
      { entryNumber, path, checkpoint, leaf: leaf?.bytes },
      {
        entryNumber: bundle.entry.entryNumber,
        path: bundle.auditPath,
        checkpoint: bundle.checkpoint,
        leaf: bundle.leaf.bytes,
      },
    );
  },
});

function editLines(lines: readonly string[], one: number, other: number, how: string): string {
  const [a, b] = [one % lines.length, other % lines.length];
  if (how === 'drop') return lines.toSpliced(a, 1).join('\n');
  if (how === 'double') return lines.toSpliced(b, 0, lines[a] ?? '').join('\n');
  return lines
    .with(a, lines[b] ?? '')
    .with(b, lines[a] ?? '')
    .join('\n');
}

const anyText = target({
  name: 'any-file',
  family: 'evidence',
  invariant: 'a file that is none of the known ones is unreadable, in words and with a remedy',
  cases: ({ answers, registers }: RealData) =>
    damaged(
      fc.oneof(
        fc.constantFrom(...answers.map(({ text }) => text)),
        fc.constantFrom(...registers.map(({ rsf }) => rsf.slice(0, 3_000))),
        fc.json(),
        fc.constantFrom(
          '',
          '{"format":"register-proof-bundle"}',
          'c2sp.org/tlog-proof@v2\n',
          JSON.stringify(leaves(3)),
        ),
      ),
    ),
  holds(text) {
    const checked = checkFile(text);
    assert.equal(checked.kind, 'unreadable');
    if (checked.kind === 'unreadable') assert.ok(checked.reason !== '' && checked.remedy !== '');
  },
});

/** EVIDENCE_TARGETS are the claims about files that are opened at /check. */
export const EVIDENCE_TARGETS: readonly FuzzTarget[] = [bundles, reports, audits, tlogProofs, anyText];
