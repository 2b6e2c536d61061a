import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';
import { capital, countOf, formatDay, formatNumber } from './format.ts';
import { isolated } from './literal.tsx';
import { type Source, SOURCE_WORDS } from './source.ts';

/** CheckText is the state, title and explanation of one check, for display. Its claims are those of hashing.md, "What each check proves", and no more. */
export interface CheckText {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
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
  return withRestartNote(found, { state, title, detail });
}

/** withRestartNote adds that the worker stopped at the first try and that this is the second. */
export function withRestartNote({ verdict }: CheckFinding, words: CheckText): CheckText {
  if (!verdict?.madeAgain) return words;
  return {
    ...words,
    detail: `${words.detail} The part of this page that checks stopped while it was at this. It was started again, and so was the check.`,
  };
}

/** sentenceOf returns the reason of a verdict, or the text of an error, as a sentence; empty if there is none. */
export function sentenceOf({ verdict, failure = '' }: CheckFinding): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : failure;
  return reason === '' ? '' : `${capital(reason).replace(/\.$/, '')}.`;
}

/** allVerified says that a whole log of `size` entries, with its data, gives its root hash. */
export function allVerified(size: number): string {
  return size === 1 ? 'The one entry verified' : `All ${formatNumber(size)} entries verified`;
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
    otherwise: ['Data could not be checked'],
  });
}

/** keyCheckText describes the check that a record's entry has the key in the address. */
export function keyCheckText(found: CheckFinding, key: string): CheckText {
  return wordsFrom(found, {
    holds: ['The entry has this key', `Its key is ${isolated(key)}, as in the address.`],
    'does-not-match': ['The entry has a different key'],
    'cannot-check': ['The key could not be checked'],
    'not-checked': ['The key was not checked'],
    checking: ['Checking the key'],
  });
}

/** ProofFacts are facts of an entry proof in addition to its verdict: the log, and the number of hashes. */
interface ProofFacts {
  readonly logSize?: number | undefined;
  readonly hashes?: number | undefined;
}

/** entryCheckText describes the check that an entry proof gives the published root; the number is undefined if not known. */
export function entryCheckText(
  found: CheckFinding,
  entryNumber: number | undefined,
  { logSize, hashes }: ProofFacts,
  source: Source = 'server',
): CheckText {
  const { rootName, rootHashOf } = SOURCE_WORDS[source];
  const entry = entryNumber === undefined ? 'The entry' : `Entry ${formatNumber(entryNumber)}`;
  const root = `the ${rootHashOf} ${logSize === undefined ? 'the log' : countOf(logSize, 'entry')}`;
  return wordsFrom(found, {
    holds: [
      `${entry} is in the log`,
      hashes === 0
        ? `It is the only entry, and its own hash is ${root}.`
        : `${hashes === undefined ? 'The hashes' : countOf(hashes, 'hash', 'hashes')} from the ${source} ${hashes === 1 ? 'combines' : 'combine'} with this entry to give ${root}.`,
    ],
    'does-not-match': [
      `${entry} does not connect to the ${rootName}`,
      `The proof was computed in this browser and gives a different root hash than ${root}. ${sentenceOf(found)}`.trim(),
    ],
    ...unprovedEntry(found, entry),
  });
}

/** earlierEntryText describes the check that an entry was in the log of `logSize` entries. Nobody publishes the root at that size: the consistency proof is part of the claim. */
export function earlierEntryText(found: CheckFinding, entryNumber: number, logSize: number): CheckText {
  const entry = `Entry ${formatNumber(entryNumber)}`;
  return wordsFrom(found, {
    holds: [
      `${entry} was in the log of ${countOf(logSize, 'entry')}`,
      'Its entry proof at that size gives a root hash, and a consistency proof shows that the log with that root hash is the beginning of the log now.',
    ],
    'does-not-match': [
      `${entry} is not proved to be in this log`,
      `Its proof gives a root hash for size ${formatNumber(logSize)}, and the consistency proof does not show a log with that root hash to be the beginning of the log now. One of the two proofs does not match.`,
    ],
    ...unprovedEntry(found, entry),
  });
}

function unprovedEntry(found: CheckFinding, entry: string) {
  const checking: Words = [
    `Proving ${entry.toLowerCase()}`,
    'Its entry proof is being fetched and computed.',
  ];
  return { checking, otherwise: [`${entry} could not be proved`, explained(found)] as Words };
}

/** explained adds the possible causes of an unknown leaf rule: a first visit cannot distinguish them (hashing.md, "Leaf rules are data"). */
export function explained(found: CheckFinding): string {
  const { verdict } = found;
  if (verdict?.outcome !== 'cannot-check' || verdict.code !== 'unknown-leaf-rule') return sentenceOf(found);
  return `None of the proofs tried gives the root hash of this log. Either the register writes its entries in a way this page does not know, or that is not the root hash of this log. (${verdict.reason}.)`;
}

/** newestText describes the claim that a trail ends with the current version: stated by its source until a full scan verifies it. */
export function newestText(source: Source): CheckText {
  return {
    state: 'not-checked',
    title: `${source === 'file' ? 'The file lists' : 'Server reports'} no newer entry`,
    detail: 'Not verified. Check every entry to be sure.',
  };
}

/** MemoryFound is the comparison of the head with the remembered root. */
export interface MemoryFound {
  readonly verdict: Verdict | undefined;
  /** Whether this visit's verified root is remembered. */
  readonly isKept?: boolean;
  readonly source?: Source;
  readonly finding?:
    | {
        readonly since?: { readonly logSize: number; readonly seenAtMs: number };
        readonly fromFile?: true;
        /** There may be an unreadable remembered root. */
        readonly unread?: true;
        readonly check?: { readonly finding: string };
        readonly recalled: {
          readonly kind: string;
          readonly root?: { readonly givenUp: readonly unknown[] };
        };
      }
    | undefined;
}

/** memoryCheckText describes the check that the log continues the remembered root (hashing.md: it proves nothing about the time before). */
export function memoryCheckText(found: MemoryFound): CheckText {
  const { verdict, finding, isKept = false, source = 'server' } = found;
  const since = finding?.since;
  const day = since === undefined ? '' : formatDay(since.seenAtMs);
  const file = finding?.fromFile === true;
  const reason = sentenceOf({ verdict });
  const code = verdict !== undefined && 'code' in verdict ? verdict.code : undefined;
  const givenUp = (finding?.recalled.root?.givenUp.length ?? 0) > 0;
  return wordsFrom(found, {
    holds: [
      `Nothing earlier has changed since ${day}`,
      `The log ${file ? 'that an imported file describes' : 'you saw then'} is the beginning of the log now.${
        givenUp ? ' This says nothing about the root hash that was replaced here before.' : ''
      }`,
    ],
    'does-not-match': [
      file ? 'Not the log that the imported file describes' : 'Not the log you saw here before',
      `${since === undefined ? '' : `A log of ${countOf(since.logSize, 'entry')} was ${file ? 'described' : 'remembered'} on ${day}. `}${contradiction(finding?.check?.finding, source) ?? reason} The old root hash is kept.`,
    ],
    checking: [
      'Last visit …',
      'This page is looking for a remembered root hash, and for a proof that nothing earlier changed.',
    ],
    'cannot-check': [
      'Could not compare with your last visit',
      `${finding?.unread === true ? '' : 'Nothing is shown as verified until this is resolved. '}${reason}`,
    ],
    'not-checked':
      code === 'root-trusted'
        ? [
            'You chose to trust this root hash',
            'Nothing to compare with in this visit. Your next visit is compared with this root hash.',
          ]
        : [
            'First visit',
            code === 'storage-refused'
              ? `Nothing to compare with. ${reason}`
              : `Nothing to compare with yet. This browser ${isKept ? 'now remembers the root hash' : 'remembers the root hash once a page is verified'}.`,
          ],
  });
}

function contradiction(finding: string | undefined, source: Source): string | undefined {
  if (finding === 'another-root') return `The ${source} now states a different root hash for the same size.`;
  return finding === 'not-a-continuation' ? 'The log now does not begin with that log.' : undefined;
}
