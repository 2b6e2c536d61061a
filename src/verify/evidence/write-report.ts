import type { Hash } from '../../core/hash.ts';
import { checkConsistency } from '../check-consistency.ts';
import { isoTime } from './file-parts.ts';
import type { Misbehaviour, MisbehaviourKind } from './misbehaviour.ts';
import { KIND_WORDS } from './misbehaviour-words.ts';
import { type MisbehaviourReport, REPORT_FORMAT, type ReportConsistency } from './report.ts';
import { reportScript } from './report-script.ts';

/** writeReport writes a misbehaviour as the text of a report file. `madeAtMs` is milliseconds since 1970. */
export function writeReport(misbehaviour: Misbehaviour, madeAtMs: number): string {
  return `${JSON.stringify(makeReport(misbehaviour, madeAtMs), null, 2)}\n`;
}

/** makeReport puts a misbehaviour into the form of a report, and hashes the consistency proof anew, so that the roots in it are those that the path leads to. */
export function makeReport(misbehaviour: Misbehaviour, madeAtMs: number): MisbehaviourReport {
  const { kind, base, variant, registerId, old, path, addresses } = misbehaviour;
  const oldHead = { logSize: old.logSize, rootHash: old.rootHash, seenAt: isoTime(old.seenAtMs) };
  const newHead = {
    logSize: misbehaviour.new.logSize,
    rootHash: misbehaviour.new.rootHash,
    seenAt: isoTime(misbehaviour.new.seenAtMs),
  };
  const consistency = path === undefined ? undefined : ladders(misbehaviour, path);
  return {
    format: REPORT_FORMAT,
    version: 1,
    madeAt: isoTime(madeAtMs),
    kind: KIND_WORDS[kind],
    register: { address: base, variant, place: registerId },
    old: oldHead,
    new: newHead,
    ...(consistency === undefined ? {} : { consistency }),
    addresses,
    check: {
      words: words(misbehaviour, oldHead.seenAt, newHead.seenAt),
      script: reportScript({ kind, address: base, old, new: misbehaviour.new, path: consistency?.path }),
    },
  };
}

/** ladders hashes a consistency proof; undefined where no proof leads from one size to the other: the sizes are equal, or one is 0. */
function ladders(misbehaviour: Misbehaviour, path: readonly Hash[]): ReportConsistency | undefined {
  const [from, to] = [misbehaviour.old, misbehaviour.new].sort((a, b) => a.logSize - b.logSize);
  if (from === undefined || to === undefined || from.logSize === to.logSize || from.logSize === 0)
    return undefined;
  const { computedOldRoot, computedNewRoot } = checkConsistency({ from, to, path });
  return {
    from: from.logSize,
    to: to.logSize,
    path,
    ...(computedOldRoot === undefined ? {} : { computedFromRoot: computedOldRoot }),
    ...(computedNewRoot === undefined ? {} : { computedToRoot: computedNewRoot }),
  };
}

const MUST_HOLD: Record<MisbehaviourKind, string> = {
  'another-root':
    'A log has exactly one root at each size. Two different roots for one size mean that two different logs were shown.',
  'shorter-log': 'An append-only log never has fewer entries than it had before.',
  'not-a-continuation':
    'When a log grows, a consistency proof leads from hashes of the log to both its old and its new root. The one that was sent does not.',
};

function words(
  { kind, base, old, new: later, addresses }: Misbehaviour,
  oldSeen: string,
  newSeen: string,
): string[] {
  const proof =
    addresses.consistency === undefined
      ? ''
      : ` The consistency proof was read from ${addresses.consistency}.`;
  return [
    `This file says of the register at ${base}: ${KIND_WORDS[kind]}.`,
    `On ${oldSeen} it was seen with ${old.logSize} entries and the root ${old.rootHash}. On ${newSeen} it was seen with ${later.logSize} entries and the root ${later.rootHash}, read from ${addresses.head}.${proof}`,
    MUST_HOLD[kind],
    'What hashes can show ends there. The heads are unsigned: this file is the word of whoever made it, unless a third person saw one of the two heads as well. It says nothing about why.',
    'To check it without this page: the list "script" is a shell script, one line in each member. Read it, save the lines as check.sh, and run: sh check.sh. It needs openssl and no network.',
    `To save the lines with Node: node -p "JSON.parse(require('fs').readFileSync(process.argv[1])).check.script.join('\\n')" report.json > check.sh. With jq: jq -r '.check.script[]' report.json > check.sh.`,
    'By hand, two hashes are joined so: write the byte 01, the 32 bytes of the left hash and the 32 bytes of the right hash, and pipe them into: openssl dgst -sha256.',
    'A script inside a file from someone else is that person’s program: this page writes the same script anew from the hashes when it opens the file.',
  ];
}
