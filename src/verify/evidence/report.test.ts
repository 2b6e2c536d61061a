import { describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aMisbehaviour, headsOf, NOON, signedBy } from '../../testing/evidence-builders.ts';
import { checkerOutcome, pageOutcome } from '../../testing/published-checker.ts';
import { checkReport, type FileOutcome } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { MisbehaviourReport } from './formats.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { makeReport, writeEvidence } from './write-evidence.ts';

function reopened(misbehaviour: Misbehaviour): MisbehaviourReport {
  const opened = decodeEvidence(writeEvidence(makeReport(misbehaviour, NOON)));
  if (opened.kind !== 'report') throw new Error(JSON.stringify(opened));
  return opened.file;
}

const grown = headsOf(7, 11);
const seen = { seenAtMs: NOON - 60_000 };
const shorter: Misbehaviour = aMisbehaviour({
  kind: 'shorter-log',
  old: { ...grown.new, ...seen },
  new: { ...grown.old, seenAtMs: NOON },
  path: grown.path,
});
const otherRoot: Misbehaviour = aMisbehaviour({
  kind: 'another-root',
  old: { ...grown.new, ...seen },
  new: { logSize: 11, rootHash: flipBit(grown.new.rootHash, 3), seenAtMs: NOON },
  path: [],
});

/** Reports with what their check must come to. */
const REPORTS: readonly (readonly [
  what: string,
  misbehaviour: Misbehaviour,
  outcome: FileOutcome,
  finding: RegExp,
])[] = [
  ['another history', aMisbehaviour(), 'not-checked', /does not give both root hashes.*other proof/],
  ['another history after 8 entries', forked(8, 13), 'not-checked', /does not give both root hashes/],
  ['a log cut off', shorter, 'not-checked', /11 entries, and later one of 7.*beginning of the longer/],
  ['a log cut off, without a proof', without(shorter), 'not-checked', /later one of 7.*not shown/],
  [
    'a log cut off to nothing',
    { ...without(shorter), new: { ...shorter.new, logSize: 0 } },
    'not-checked',
    /later one of 0.*not shown/,
  ],
  [
    'a log cut off, of another history',
    { ...shorter, new: { ...shorter.new, rootHash: flipBit(shorter.new.rootHash, 0) } },
    'not-checked',
    /does not connect the shorter/,
  ],
  ['two roots', otherRoot, 'not-checked', /two different root hashes for a log of 11/],
  [
    'a log that only grew',
    aMisbehaviour({
      old: { ...grown.old, ...seen },
      new: { ...grown.new, seenAtMs: NOON },
      path: grown.path,
    }),
    'does-not-match',
    /gives both root hashes/,
  ],
  ['no proof', without(aMisbehaviour()), 'cannot-check', /no consistency proof/],
  [
    'one root',
    { ...otherRoot, new: { ...otherRoot.old, seenAtMs: NOON } },
    'does-not-match',
    /same root hash/,
  ],
  [
    'two sizes for one',
    { ...otherRoot, old: { ...otherRoot.old, logSize: 10 } },
    'does-not-match',
    /different sizes/,
  ],
  [
    'a log that is not shorter',
    { ...shorter, old: shorter.new, new: shorter.old },
    'does-not-match',
    /no fewer entries/,
  ],
];

function without(misbehaviour: Misbehaviour): Misbehaviour {
  const { path, ...rest } = misbehaviour;
  void path;
  return rest;
}

function forked(from: number, to: number): Misbehaviour {
  const heads = headsOf(from, to);
  return aMisbehaviour({
    ...heads,
    old: { logSize: from, rootHash: flipBit(heads.old.rootHash, 9), ...seen },
    new: { ...heads.new, seenAtMs: NOON },
  });
}

describe.each(REPORTS)('a report of %s', (_, misbehaviour, outcome, finding) => {
  it('comes to the same on the page and by the published checker', () => {
    const report = reopened(misbehaviour);
    const result = checkReport(report);
    expect(result.finding).toMatch(finding);
    expect(result.finding).toMatch(
      outcome === 'not-checked' ? /^This file shows/ : /^This file does not show/,
    );
    expect(result.outcome).toBe(outcome);
    expectSame(report, outcome);
  });
});

/** expectSame demands this outcome of page and published checker. */
function expectSame(report: MisbehaviourReport, outcome: FileOutcome): void {
  const bytes = Buffer.from(JSON.stringify(report));
  expect([pageOutcome(bytes), checkerOutcome(bytes)]).toEqual([outcome, outcome]);
}

describe('checkReport', () => {
  it('takes no proof between other sizes for one between these', () => {
    const report = {
      ...reopened(aMisbehaviour()),
      consistency: { from: 6, to: 11, path: headsOf(6, 11).path },
    };
    expect(checkReport(report)).toMatchObject({ claim: { outcome: 'cannot-check' } });
    expectSame(report, 'cannot-check');
  });
});

const OTHER_LOG = 'other.example/v2#items';
it.each<
  [string, FileOutcome, Misbehaviour, (heads: Misbehaviour) => Parameters<typeof makeReport>[2], RegExp]
>([
  [
    'two roots, one signed',
    'not-checked',
    otherRoot,
    (heads) => ({ old: signedBy(['ada'], heads.old) }),
    /two different/,
  ],
  [
    'two roots, both signed',
    'not-checked',
    otherRoot,
    (heads) => ({ old: signedBy(['ada'], heads.old), new: signedBy(['ben', 'cy'], heads.new) }),
    /two different/,
  ],
  [
    'a log that commits to another beginning',
    'not-checked',
    forked(7, 13),
    (heads) => ({ old: signedBy(['ada'], heads.old), new: signedBy(['ben'], heads.new) }),
    /begins with another log of 7 entries/,
  ],
  [
    'a note of another head',
    'does-not-match',
    otherRoot,
    (heads) => ({ old: signedBy(['ada'], heads.new) }),
    /./,
  ],
  [
    'notes of two logs',
    'does-not-match',
    otherRoot,
    (heads) => ({ old: signedBy(['ada'], heads.old), new: signedBy(['ben'], heads.new, OTHER_LOG) }),
    /different logs/,
  ],
  [
    'a key that did not sign',
    'does-not-match',
    otherRoot,
    (heads) => ({ old: { ...signedBy(['ada'], heads.old), keys: signedBy(['ben'], heads.old).keys } }),
    /./,
  ],
])(
  'a report of %s comes to %s, on the page and by the published checker',
  (_, outcome, heads, signed, finding) => {
    const opened = decodeEvidence(writeEvidence(makeReport(heads, NOON, signed(heads))));
    if (opened.kind !== 'report') throw new Error(JSON.stringify(opened));
    expect(checkReport(opened.file)).toMatchObject({ outcome, finding: expect.stringMatching(finding) });
    expectSame(opened.file, outcome);
  },
);

it.each<[string, (report: MisbehaviourReport) => object]>([
  ['$.kind', (report) => ({ ...report, kind: 'theft' })],
  ['$.signature', (report) => ({ ...report, signature: 'x' })],
  ['$.check', (report) => ({ ...report, check: { words: [], script: [] } })],
  ['$.old.rootHash', (report) => ({ ...report, old: { ...report.old, rootHash: 'x' } })],
  ['$.version', (report) => ({ ...report, version: 1 })],
])('a report with a spoilt %s is refused by page and checker', (path, spoil) => {
  const text = JSON.stringify(spoil(makeReport(aMisbehaviour(), NOON)));
  expect(decodeEvidence(text)).toMatchObject({ kind: 'unreadable', problems: [{ path }] });
  expect(checkerOutcome(Buffer.from(text))).toBe('cannot-check');
});
