import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';
import { countOf, formatDay, formatNumber } from './format.ts';
import { isolated } from './literal.tsx';

/** Worded is the state, title and explanation of one named check, ready to be shown. The claims are those of hashing.md, "What each check proves", and no more. */
export interface Worded {
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

/** remade adds to the words of a check that the worker stopped at its first try, and what is told here is the second. */
export function remade({ verdict }: Found, words: Worded): Worded {
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
export function dataCheckWords(found: Found, noun: 'Item' | 'Blob', entryNumber: number | undefined): Worded {
  return remade(found, dataWords(found, noun, entryNumber));
}

function dataWords(found: Found, noun: 'Item' | 'Blob', entryNumber: number | undefined): Worded {
  const state = stateOf(found);
  const entry = entryNumber === undefined ? 'the entry' : `entry ${formatNumber(entryNumber)}`;
  const proves = `It does not by itself show that ${entry} is in the log.`;
  switch (state) {
    case 'holds':
      return {
        state,
        title: `${noun} matches its hash`,
        detail: `The data shown was hashed in this browser, and the hash is the one that ${entry} names. ${proves}`,
      };
    case 'does-not-match':
      return {
        state,
        title: `${noun} does not match its hash`,
        detail:
          `The data was hashed in this browser, and ${entry} names another hash. Either the data or the entry is not what was registered. ${reasonOf(found)}`.trim(),
      };
    case 'checking':
      return {
        state,
        title: `Hashing the ${noun.toLowerCase()}`,
        detail: 'The data is being hashed in this browser.',
      };
    case 'cannot-check':
    case 'not-checked':
      return { state, title: `${noun} could not be checked`, detail: reasonOf(found) };
  }
}

/** keyCheckWords words the check that the entry behind a record is one of the key in the address. */
export function keyCheckWords(found: Found, key: string): Worded {
  const state = stateOf(found);
  const title = {
    holds: 'The entry is of this key',
    'does-not-match': 'The entry is of another key',
    'cannot-check': 'The key could not be checked',
    'not-checked': 'The key is not checked',
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
): Worded {
  return remade(found, entryWords(found, entryNumber, logSize, leafRule));
}

function entryWords(
  found: Found,
  entryNumber: number | undefined,
  logSize: number | undefined,
  leafRule: string | undefined,
): Worded {
  const state = stateOf(found);
  const entry = entryNumber === undefined ? 'The entry' : `Entry ${formatNumber(entryNumber)}`;
  const log = logSize === undefined ? 'the log' : `the log of ${countOf(logSize, 'entry', 'entries')}`;
  switch (state) {
    case 'holds':
      return {
        state,
        title: `${entry} is in the log`,
        detail: `Its entry proof leads to the root hash that the server publishes for ${log}.${leafRule === undefined ? '' : ` Leaf rule: ${leafRule}.`} It does not show that this is the newest entry for its key.`,
      };
    case 'does-not-match':
      return {
        state,
        title: `${entry} does not lead to the published root`,
        detail:
          `The proof was computed in this browser and ends in another root than the one the server publishes for ${log}. ${reasonOf(found)}`.trim(),
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
  return `Neither this entry nor others that were tried lead to the published root. Either this register writes its entries in a way this page does not know, or that root is not the root of this log. (${verdict.reason}.)`;
}

/** newestWords words the claim that a trail ends with the current version: the server's word until a full scan has shown it. */
export function newestWords(key: string, entryNumber: number): Worded {
  return {
    state: 'not-checked',
    title: `No newer entry for ${isolated(key)}, says the server`,
    detail: `The trail the server sent ends with entry ${formatNumber(entryNumber)}. That nothing newer was left out can only be shown by reading every entry of the log, which this page has not done.`,
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
export function memoryCheckWords(found: MemoryFound): Worded {
  return remade(found, memoryWords(found));
}

function memoryWords({ verdict, finding }: MemoryFound): Worded {
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
      return {
        state,
        title: 'First visit',
        detail:
          verdict !== undefined && 'code' in verdict && verdict.code === 'storage-refused'
            ? `Nothing to compare with. ${reason}`
            : 'Nothing to compare with yet. This browser remembers the root hash once a page is verified.',
      };
  }
}

const CONTRADICTS: Readonly<Record<string, string>> = {
  'another-root': 'The server now publishes a different root hash for the same size.',
  'not-a-continuation': 'The log now does not begin with that log.',
};

function sentence(reason: string): string {
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}
