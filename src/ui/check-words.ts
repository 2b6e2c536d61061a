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
      return { state, title: `${entry} could not be proved`, detail: explained(reasonOf(found)) };
  }
}

/** explained adds to an unknown leaf rule what it may mean: a first visit cannot tell the two apart (hashing.md, "Leaf rules are data"). */
function explained(reason: string): string {
  if (!reason.startsWith('unknown leaf rule')) return sentence(reason);
  return `Neither this entry nor others that were tried lead to the published root. Either this register writes its entries in a way this page does not know, or that root is not the root of this log. (${reason}.)`;
}

/** newestWords words the claim that a trail ends with the current version: the server's word until a full scan has shown it. */
export function newestWords(key: string, entryNumber: number): Worded {
  return {
    state: 'not-checked',
    title: `No newer entry for ${isolated(key)}, says the server`,
    detail: `The trail the server sent ends with entry ${formatNumber(entryNumber)}. That nothing newer was left out can only be shown by reading every entry of the log, which this page has not done.`,
  };
}

/** GrowthFound is what is known of the growth of a log since its remembered root. */
export interface GrowthFound extends Found {
  /** How the head stands to the remembered one, where they could be compared. */
  readonly finding?: string | undefined;
  readonly givenUp?: boolean;
  /** Whether what this browser keeps could not be read, or nothing can be kept. */
  readonly unkept?: boolean;
  readonly since?:
    | { readonly logSize: number; readonly seenAtMs: number; readonly fromFile?: boolean }
    | undefined;
}

/** growthCheckWords words the check that the log goes on from the root this browser remembers (hashing.md: it proves nothing about the time before). */
export function growthCheckWords(found: GrowthFound): Worded {
  return remade(found, growthWords(found));
}

function growthWords(found: GrowthFound): Worded {
  const state = stateOf(found);
  const { since, finding } = found;
  // What a file says was seen, nobody saw here.
  const where = since?.fromFile === true ? 'in a file' : 'here';
  const how = since?.fromFile === true ? 'seen, says a file that was taken over,' : 'remembered';
  const day = since === undefined ? '' : formatDay(new Date(since.seenAtMs).toISOString());
  const size = since === undefined ? '' : formatNumber(since.logSize);
  const before =
    found.givenUp === true
      ? 'It says nothing about the root that was given up here before.'
      : 'It says nothing about the time before the first visit.';
  switch (state) {
    case 'holds':
      return finding === 'same'
        ? {
            state,
            title: `Same root as last seen ${where}`,
            detail: `The root of ${size} entries was ${how} on ${day}, and the server publishes the same one. Nothing published until then was changed or removed. ${before}`,
          }
        : {
            state,
            title: `The log only grew since last seen ${where}`,
            detail: `A log of ${size} entries was ${how} on ${day}. A consistency proof, computed here, shows that log to be the beginning of today’s. ${before}`,
          };
    case 'does-not-match':
      return {
        state,
        title: `Not the log that was seen ${where} before`,
        detail: `A log of ${size} entries was ${how} on ${day}. ${CONTRADICTS[finding ?? ''] ?? sentence(reasonOf(found))} The old root is kept.`,
      };
    case 'checking':
      return {
        state,
        title: 'Comparing with what was seen before',
        detail: 'A remembered root is looked for, and a consistency proof from it.',
      };
    case 'cannot-check':
      if (found.unkept) return unkeptWords(found, state);
      return {
        state,
        title: 'Not compared with what was seen before',
        detail:
          `Whether the log goes on from the root this browser remembers could not be found out, so that nothing is called proved. ${sentence(reasonOf(found))}`.trim(),
      };
    case 'not-checked':
      return found.unkept
        ? unkeptWords(found, state)
        : {
            state,
            title: 'No earlier root to compare with yet',
            detail: `${sentence(reasonOf(found))} Once all checks of a visit hold, the root is remembered here, and the next visit can tell whether anything was changed or removed.`,
          };
  }
}

function unkeptWords(found: GrowthFound, state: Worded['state']): Worded {
  return {
    state,
    title: 'Not compared with what was seen before',
    detail: `${sentence(reasonOf(found))} Whether anything was changed since an earlier visit cannot be told.`,
  };
}

const CONTRADICTS: Readonly<Record<string, string>> = {
  'another-root': 'The server now publishes another root for the same size.',
  'not-a-continuation': 'What the server publishes now does not begin with that log.',
};

function sentence(reason: string): string {
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}
