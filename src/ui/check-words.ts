import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';
import { countOf, formatDay, formatNumber } from './format.ts';
import { isolated } from './literal.tsx';

/** CheckWords is the state, title and explanation of one named check, ready to be shown. The claims are those of hashing.md, "What each check proves", and no more. */
export interface CheckWords {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/** Found is what is known of a check so far: its verdict, a failed request, or nothing yet. */
export interface Found {
  readonly verdict?: Verdict | undefined;
  /** The text of the error where the check could not even be begun. */
  readonly failure?: string | undefined;
}

/** stateOf is the state to draw; a failed request is a check that cannot be made, never a mismatch. */
function stateOf(found: Found): CheckState {
  if (found.verdict !== undefined) return found.verdict.outcome;
  return found.failure === undefined ? 'checking' : 'cannot-check';
}

/** withRestartNote adds to the words of a check that the worker stopped at its first try, and what is told here is the second. */
export function withRestartNote({ verdict }: Found, words: CheckWords): CheckWords {
  if (!verdict?.madeAgain) return words;
  return {
    ...words,
    detail: `${words.detail} The part of this page that checks stopped while it was at this. It was started again, and so was the check.`,
  };
}

function reasonOf(found: Found): string {
  if (found.verdict !== undefined && 'reason' in found.verdict) return found.verdict.reason;
  return found.failure ?? '';
}

/** dataCheckWords words the check that the data shown hashes to what its entry names; the number is undefined where it is not known. */
export function dataCheckWords(
  found: Found,
  noun: 'Item' | 'Blob',
  entryNumber: number | undefined,
): CheckWords {
  return withRestartNote(found, dataWords(found, noun, entryNumber));
}

function dataWords(found: Found, noun: 'Item' | 'Blob', entryNumber: number | undefined): CheckWords {
  const state = stateOf(found);
  const entry = entryNumber === undefined ? 'the entry' : `entry ${formatNumber(entryNumber)}`;
  const proves = `This alone does not show that ${entry} is in the log.`;
  switch (state) {
    case 'holds':
      return {
        state,
        title: 'Data matches its fingerprint',
        detail: `This page hashed the data you see; ${entry} records the same hash. ${proves}`,
      };
    case 'does-not-match':
      return {
        state,
        title: 'Data does not match its fingerprint',
        detail:
          `This page hashed the data you see; ${entry} records a different hash. Either the data or the entry is not what was registered. ${reasonOf(found)}`.trim(),
      };
    case 'checking':
      return {
        state,
        title: `Hashing the ${noun.toLowerCase()}`,
        detail: 'The data is being hashed in this browser.',
      };
    case 'cannot-check':
    case 'not-checked':
      return { state, title: 'Data could not be checked', detail: reasonOf(found) };
  }
}

/** keyCheckWords words the check that the entry behind a record is one of the key in the address. */
export function keyCheckWords(found: Found, key: string): CheckWords {
  const state = stateOf(found);
  const title = {
    holds: 'The entry has this key',
    'does-not-match': 'The entry has a different key',
    'cannot-check': 'The key could not be checked',
    'not-checked': 'The key was not checked',
    checking: 'Checking the key',
  }[state];
  const detail =
    state === 'holds' ? `Its key is ${isolated(key)}, as in the address.` : sentence(reasonOf(found));
  return { state, title, detail };
}

/** entryCheckWords words the check that an entry proof leads to the published root; the number is undefined where it is not known. */
export function entryCheckWords(
  found: Found,
  entryNumber: number | undefined,
  logSize: number | undefined,
  leafRule?: string,
): CheckWords {
  return withRestartNote(found, entryWords(found, entryNumber, logSize, leafRule));
}

function entryWords(
  found: Found,
  entryNumber: number | undefined,
  logSize: number | undefined,
  leafRule: string | undefined,
): CheckWords {
  const state = stateOf(found);
  const entry = entryNumber === undefined ? 'The entry' : `Entry ${formatNumber(entryNumber)}`;
  const log = logSize === undefined ? 'the log' : `the log of ${countOf(logSize, 'entry', 'entries')}`;
  switch (state) {
    case 'holds':
      return {
        state,
        title: `${entry} is in the log`,
        detail: `Its entry proof gives the published root hash of ${log}.${leafRule === undefined ? '' : ` Leaf rule: ${leafRule}.`} It does not show that this is the newest entry for its key.`,
      };
    case 'does-not-match':
      return {
        state,
        title: `${entry} does not connect to the published root`,
        detail:
          `The proof was computed in this browser and gives a different root hash than the one published for ${log}. ${reasonOf(found)}`.trim(),
      };
    case 'checking':
      return {
        state,
        title: `Proving ${entry.toLowerCase()}`,
        detail: 'Its entry proof is being fetched and computed.',
      };
    case 'cannot-check':
    case 'not-checked':
      return { state, title: `${entry} could not be proved`, detail: explained(found) };
  }
}

/** explained adds to an unknown leaf rule what it may mean: a first visit cannot tell the two apart (hashing.md, "Leaf rules are data"). */
function explained(found: Found): string {
  const { verdict } = found;
  if (verdict?.outcome !== 'cannot-check' || verdict.code !== 'unknown-leaf-rule')
    return sentence(reasonOf(found));
  return `Neither this entry nor the others that were tried give the published root. Either this register writes its entries in a way this page does not know, or that root is not the root of this log. (${verdict.reason}.)`;
}

/** newestWords words the claim that a trail ends with the current version: the server's word until a full scan has shown it. */
export function newestWords(key: string, entryNumber: number): CheckWords {
  return {
    state: 'not-checked',
    title: `Server reports no newer entry for ${isolated(key)}`,
    detail: `Not verified: the trail the server sent ends with entry ${formatNumber(entryNumber)}. Check every entry to be sure.`,
  };
}

/** MemoryFound is what is known of how the head stands to what this browser remembers. */
export interface MemoryFound {
  readonly verdict: Verdict | undefined;
  readonly finding?:
    | {
        readonly since?: { readonly logSize: number; readonly seenAtMs: number };
        readonly fromFile?: true;
        /** Something may be remembered that could not be read. */
        readonly unread?: true;
        readonly check?: { readonly finding: string };
        readonly recalled: {
          readonly kind: string;
          readonly root?: { readonly givenUp: readonly unknown[] };
        };
      }
    | undefined;
}

/** memoryCheckWords words the check that the log goes on from the root this browser remembers (hashing.md: it proves nothing about the time before). */
export function memoryCheckWords(found: MemoryFound): CheckWords {
  return withRestartNote(found, memoryWords(found));
}

function memoryWords({ verdict, finding }: MemoryFound): CheckWords {
  const state = stateOf({ verdict });
  const since = finding?.since;
  const day = since === undefined ? '' : formatDay(new Date(since.seenAtMs).toISOString());
  const file = finding?.fromFile === true;
  const reason = verdict !== undefined && 'reason' in verdict ? sentence(verdict.reason) : '';
  switch (state) {
    case 'holds':
      return {
        state,
        title: `Nothing earlier has changed since ${day}`,
        detail: `The log ${file ? 'that an imported file describes' : 'you saw then'} is the beginning of the log now. ${
          (finding?.recalled.root?.givenUp.length ?? 0) > 0
            ? 'This says nothing about the root hash that was given up here before.'
            : 'This says nothing about the time before your first visit.'
        }`,
      };
    case 'does-not-match':
      return {
        state,
        title: file ? 'Not the log that the imported file describes' : 'Not the log you saw here before',
        detail: `${since === undefined ? '' : `A log of ${countOf(since.logSize, 'entry', 'entries')} was ${file ? 'described' : 'remembered'} on ${day}. `}${CONTRADICTS[finding?.check?.finding ?? ''] ?? reason} The old root hash is kept.`,
      };
    case 'checking':
      return {
        state,
        title: 'Comparing with your last visit',
        detail:
          'This page is looking for a remembered root hash, and for a proof that nothing earlier changed.',
      };
    case 'cannot-check':
      return {
        state,
        title: 'Could not compare with your last visit',
        detail:
          `${finding?.unread === true ? '' : 'Nothing is shown as verified until this is resolved. '}${reason}`.trim(),
      };
    case 'not-checked':
      return { state, ...uncomparedWords(codeOf(verdict), reason) };
  }
}

function codeOf(verdict: Verdict | undefined): string | undefined {
  return verdict !== undefined && 'code' in verdict ? verdict.code : undefined;
}

function uncomparedWords(code: string | undefined, reason: string): { title: string; detail: string } {
  if (code === 'root-trusted')
    return {
      title: 'You chose to trust this root hash',
      detail: 'Nothing to compare with in this visit. Your next visit is compared with this root hash.',
    };
  if (code === 'storage-refused')
    return { title: 'First visit', detail: `Nothing to compare with. ${reason}` };
  return {
    title: 'First visit',
    detail: 'Nothing to compare with yet. This browser remembers the root hash once a page is verified.',
  };
}

const CONTRADICTS: Readonly<Record<string, string>> = {
  'another-root': 'The server now publishes a different root hash for the same size.',
  'not-a-continuation': 'The log now does not begin with that log.',
};

function sentence(reason: string): string {
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}

/** earlierEntryWords words the check that an entry was in the log when that had `logSize` entries. The root at that size is published by nobody: the consistency proof is part of the claim. */
export function earlierEntryWords(found: Found, entryNumber: number, logSize: number): CheckWords {
  const words = entryCheckWords(found, entryNumber, logSize);
  const entry = `Entry ${formatNumber(entryNumber)}`;
  const log = `the log of ${countOf(logSize, 'entry', 'entries')}`;
  if (words.state === 'holds')
    return withRestartNote(found, {
      ...words,
      title: `${entry} was in ${log}`,
      detail: `Its entry proof at that size gives a root hash, and a consistency proof shows that the log with that root hash is the beginning of the log now. It does not show that this was the newest entry for its key.`,
    });
  if (words.state === 'does-not-match')
    return withRestartNote(found, {
      ...words,
      title: `${entry} does not connect to a root of this log`,
      detail: `Its proof at size ${formatNumber(logSize)} was computed in this browser, and the root in which it ends is not that of the beginning of the present log.`,
    });
  return words;
}
