import type { LatestStatus } from '../core/check-result.ts';
import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';
import { capital, countOf, formatDay, formatNumber, formatTimestamp } from './format.ts';
import { isolated } from './literal.tsx';
import { type Source, SOURCE_WORDS } from './source.ts';

/** CheckText is the state, title and explanation of one check, for display. Its claims are those of hashing.md, "What each check proves", and no more. */
export interface CheckText {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
  /** While the check is made: the title to expect, which gets its space. */
  readonly expected?: string;
}

/** CheckFinding is the progress of a check: its verdict, a failed request, or neither yet. */
export interface CheckFinding {
  readonly verdict?: Verdict | undefined;
  /** The error text if the check could not begin. */
  readonly failure?: string | undefined;
}

type Words = readonly [title: string, detail?: string];

/** Table has the title and meaning of a check for each state; without a meaning the reason of the verdict is shown. `otherwise` is for other states. */
type Table = Readonly<
  Record<CheckState, Words> | ({ otherwise: Words } & Partial<Record<CheckState, Words>>)
>;

/** wordsFrom looks a check up in its table. A failed request is a check that cannot be made, never a mismatch. */
export function wordsFrom(found: CheckFinding, table: Table): CheckText {
  const state = found.verdict?.outcome ?? (found.failure === undefined ? 'checking' : 'cannot-check');
  const [title, detail = sentenceOf(found)] =
    'otherwise' in table ? (table[state] ?? table.otherwise) : table[state];
  const expected = state === 'checking' ? table.holds?.[0] : undefined;
  return withRestartNote(found, { state, title, detail, ...(expected && { expected }) });
}

/** withRestartNote adds that the worker stopped at the first try and that this is the second. */
export function withRestartNote({ verdict }: CheckFinding, words: CheckText): CheckText {
  if (!verdict?.madeAgain) return words;
  const note =
    'The part of this page that makes checks stopped during this one. It was restarted, and the check was repeated.';
  return { ...words, detail: `${words.detail} ${note}` };
}

/** sentenceOf returns the reason of a verdict, or the text of an error, as a sentence; empty if there is none. */
export function sentenceOf({ verdict, failure = '' }: CheckFinding): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : failure;
  return reason === '' ? '' : `${capital(reason).replace(/\.$/, '')}.`;
}

/** allVerified says that a whole log of `size` entries, with its data, gives its root hash. */
export function allVerified(size: number): string {
  return `All ${countOf(size, 'entry')} verified`;
}

/** dataCheckText describes the check that the data shown has the hash its entry names; the number is undefined if not known. */
export function dataCheckText(found: CheckFinding, entryNumber: number | undefined): CheckText {
  const entry = entryNumber === undefined ? 'the entry' : `entry ${formatNumber(entryNumber)}`;
  return wordsFrom(found, {
    holds: [
      'Data matches its fingerprint',
      `This page hashed the data you see; ${entry} records the same hash.`,
    ],
    'does-not-match': [
      `The data is not what ${entry} recorded`,
      `This page hashed the data you see; ${entry} records a different hash. ${sentenceOf(found)}`.trim(),
    ],
    checking: ['Hashing the data', 'The data is being hashed in this browser.'],
    'not-checked': ['Data not checked'],
    otherwise: ['Data could not be checked'],
  });
}

/** keyCheckText describes the check that a record's entry has the key in the address, where that does not hold. */
export function keyCheckText(found: CheckFinding): CheckText {
  return wordsFrom(found, {
    'does-not-match': ['The entry has a different key'],
    'not-checked': ['Key not checked'],
    otherwise: ['The key could not be checked'],
  });
}

/**
 * entryCheckText describes the check that an entry proof gives the published root; the number is undefined if not known. At an earlier size nobody publishes the
 * root: that it begins the log now is part of the claim.
 */
export function entryCheckText(
  found: CheckFinding,
  entryNumber: number | undefined,
  {
    logSize,
    hashes,
    isEarlier = false,
  }: {
    readonly logSize?: number | undefined;
    readonly hashes?: number | undefined;
    readonly isEarlier?: boolean;
  },
  source: Source = 'server',
): CheckText {
  const { rootName, rootHashOf } = SOURCE_WORDS[source];
  const entry = entryNumber === undefined ? 'The entry' : `Entry ${formatNumber(entryNumber)}`;
  const log = logSize === undefined ? 'the log' : countOf(logSize, 'entry');
  const root = `the ${rootHashOf} ${log}`;
  return wordsFrom(found, {
    holds: isEarlier
      ? [
          `${entry} was in the log of ${log}`,
          'Its entry proof at that size gives a root hash, and a consistency proof connects that root hash to the log now.',
        ]
      : [
          `${entry} is in the log`,
          `Combined with this entry, ${hashes === undefined ? 'the hashes' : countOf(hashes, 'hash', 'hashes')} from the ${source} give ${root}.`,
        ],
    'does-not-match': isEarlier
      ? [
          `${entry} is not proved to be in this log`,
          `The proofs for that size do not connect this entry to the log now. ${sentenceOf(found)}`.trim(),
        ]
      : [
          `${entry} does not connect to the ${rootName}`,
          `The proof was computed in this browser and gives a different root hash than ${root}. ${sentenceOf(found)}`.trim(),
        ],
    checking: [`Proving ${entry.toLowerCase()}`, 'Its entry proof is being fetched and computed.'],
    'not-checked': [`${entry} not checked`],
    otherwise: [`${entry} could not be proved`, explained(found)],
  });
}

/** explained adds the possible causes of an unknown leaf rule: a first visit cannot distinguish them (hashing.md, "Leaf rules are data"). */
export function explained(found: CheckFinding): string {
  const { verdict } = found;
  if (verdict?.outcome !== 'cannot-check' || verdict.code !== 'unknown-leaf-rule') return sentenceOf(found);
  return `None of the proofs tried gives the root hash of this log: it writes its entries in a way this page does not know, or has another root hash. (${verdict.reason}.)`;
}

/** newestText describes the claim that a trail ends with the current version: stated by its source until a full scan verifies it. */
export function newestText(source: Source): CheckText {
  return {
    state: 'not-checked',
    title: `${source === 'file' ? 'The file lists' : 'Server reports'} no newer entry`,
    detail: 'Not verified. Check every entry to be sure.',
  };
}

/** MemoryComparison is the comparison of the head with the remembered root. */
export interface MemoryComparison {
  readonly verdict: Verdict | undefined;
  /** Whether this visit's verified root is remembered. */
  readonly isRemembered?: boolean;
  readonly finding?:
    | {
        readonly since?: { readonly logSize: number; readonly seenAtMs: number };
        readonly fromFile?: true;
        readonly recalled: {
          readonly kind: string;
          readonly root?: { readonly givenUp: readonly unknown[] };
        };
      }
    | undefined;
}

/** memoryCheckText describes the check that the log continues the remembered root (hashing.md: it proves nothing about the time before). */
export function memoryCheckText(found: MemoryComparison): CheckText {
  const { verdict, finding, isRemembered = false } = found;
  const { since, fromFile = false, recalled } = finding ?? {};
  const day = since === undefined ? '' : formatDay(since.seenAtMs);
  const reason = sentenceOf({ verdict });
  const code = verdict !== undefined && 'code' in verdict ? verdict.code : undefined;
  const isReplaced = (recalled?.root?.givenUp.length ?? 0) > 0;
  const { expected, ...words } = wordsFrom(found, {
    holds: [
      `Nothing earlier has changed since ${day}`,
      `The log ${fromFile ? 'that an imported file describes' : 'you saw then'} is the beginning of the log now.${
        isReplaced ? ' This says nothing about the root hash that was replaced here before.' : ''
      }`,
    ],
    'does-not-match':
      since === undefined
        ? ['Not the log this page read before', reason]
        : [
            'Not the log you saw here before',
            `The log now does not begin with that of ${countOf(since.logSize, 'entry')}, from ${day}. ${reason} The old root hash is kept.`,
          ],
    checking: ['Last visit …', 'The log is being compared with the remembered root hash.'],
    'cannot-check': [
      'Could not compare with your last visit',
      `${code === 'storage-unread' ? '' : 'Nothing is shown as verified until this is resolved. '}${reason}`,
    ],
    'not-checked':
      code === 'root-trusted'
        ? ['You chose to trust this root hash', 'Your next visit is compared with it.']
        : code === 'seen-this-visit'
          ? ['Compared within this visit only', 'No earlier visit of this browser saw this register.']
          : [
              'First visit',
              code === 'storage-refused'
                ? `Nothing to compare with. ${reason}`
                : `Nothing to compare with yet. This browser ${isRemembered ? 'now remembers the root hash' : 'remembers the root hash once a page is verified'}.`,
            ],
  });
  // Before it is known what this browser remembers, a first visit is to be expected.
  return since === undefined || expected === undefined ? words : { ...words, expected };
}

/** KnownStatus is the position of an entry among those of its key, as far as this browser has read the log. */
interface KnownStatus {
  readonly verdict: Verdict;
  readonly status: LatestStatus;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: { readonly logSize: number };
  /** The head of the log that was read, and when an audit read it. */
  readonly audited?: { readonly logSize: number };
  readonly auditedAt?: number | undefined;
  /** The newest entry of the key that was read, and how many entries the key has. */
  readonly latest?: { readonly entryNumber: number; readonly count: number } | undefined;
}

/** latestStatusText describes the claim that a record is the latest version of its key. Undefined if only its source claims it. */
export function latestStatusText(check: KnownStatus, source: Source = 'server'): CheckText | undefined {
  const { status, verdict, latest, audited, head } = check;
  const key = isolated(check.key);
  const number = formatNumber(check.entryNumber);
  const newest = `entry ${formatNumber(latest?.entryNumber ?? 0)}`;
  const versions = countOf(latest?.count ?? 0, 'version');
  const size = audited?.logSize ?? 0;
  const when = check.auditedAt === undefined ? '' : ` on ${formatTimestamp(check.auditedAt)} UTC`;
  const read = `This browser read the log up to entry ${formatNumber(audited?.logSize ?? head.logSize)}${when}`;
  // No claim about an outdated answer; the newer one has its own check.
  if ('code' in verdict && verdict.code === 'newer-answer' && status !== 'deferred') return undefined;
  const words: Partial<Record<LatestStatus, readonly [title: string, detail: string]>> = {
    deferred: [
      `${capital(newest)} is a newer version of ${key}`,
      `It was added while you were reading entry ${number}, which stays on view until you ask for the new one. That it is the newest is not verified.`,
    ],
    latest: [
      `Entry ${number} is the latest version of ${key}`,
      `${read}; none after entry ${number} has this key. It has ${versions}.`,
    ],
    // An older version on a page of its own is no mismatch.
    superseded:
      verdict.outcome === 'holds'
        ? [`Superseded by ${newest}`, `${read}, and ${newest} is the latest version of ${key}.`]
        : [
            `Entry ${number} is not the latest version of ${key}`,
            `${read}, and ${newest} has this key, too: the ${source} gave an older version.`,
          ],
    'not-in-log': [
      `The log has no such version of ${key}`,
      `${read}. ${latest === undefined ? 'None has this key' : `The last one with this key is ${newest}`}, and the ${source} gave entry ${number}.`,
    ],
    trail: [
      `The trail of ${key} is not the one in the log`,
      `${read} and found ${versions}. The trail from the ${source} has another number of them.`,
    ],
    grown: [
      check.entryNumber <= size
        ? `No newer entry for ${key} up to entry ${formatNumber(size)}`
        : newestText(source).title,
      `${read}. ${countOf(head.logSize - size, 'entry was', 'entries were')} added since, and not read here.`,
    ],
  };
  const [title, detail] =
    verdict.outcome === 'cannot-check'
      ? [`Could not check whether this is the latest version of ${key}`, sentenceOf(check)]
      : (words[status] ?? []);
  return title === undefined || detail === undefined ? undefined : { state: verdict.outcome, title, detail };
}
