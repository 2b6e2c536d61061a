import type { ReactNode } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import type { Licence } from '../../query/use-licence.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';

/** Read is what the answer was made of: the whole register, or the entries between with their data. */
export type Read =
  | { readonly kind: 'replica'; readonly verdict: Verdict; readonly size: number; readonly missing: number }
  | { readonly kind: 'between'; readonly refused: number; readonly missing: number };

/** licenceChecks are the named checks that a comparison of two sizes rests on, in the order of what they prove; `proof` leads to the consistency proof. */
export function licenceChecks(
  {
    consistency,
    range,
    copyShows = false,
  }: Pick<Licence, 'consistency' | 'range'> & Partial<Pick<Licence, 'copyShows'>>,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
  read: Read | undefined,
  proof?: ReactNode,
): readonly NamedCheck[] {
  const checks: NamedCheck[] = [{ ...consistencyCheck(consistency, from, to, now, copyShows), link: proof }];
  if (read?.kind === 'replica') {
    checks.push(copyCheck(read));
    if (read.missing > 0) checks.push(leftOut(read.missing, read.verdict));
  }
  if (read?.kind === 'between')
    checks.push(rangeCheck(range, to - from), dataCheck(read), ...(from > 0 ? [BEFORE] : []));
  return checks;
}

type Found = Licence['consistency'];

function stateOf({ verdict, failure }: Found): NamedCheck['state'] {
  return verdict?.outcome ?? (failure === undefined ? 'checking' : 'cannot-check');
}

function reasonOf({ verdict, failure }: Found): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : (failure ?? '');
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}

function consistencyCheck(
  found: Found,
  from: number,
  to: number,
  now: number,
  copyShows: boolean,
): NamedCheck {
  const state = stateOf(found);
  const [old, larger] = [`the log of ${countOf(from, 'entry', 'entries')}`, `the log of ${formatNumber(to)}`];
  const titles: Record<NamedCheck['state'], string> = {
    holds:
      from === 0
        ? `The log of ${formatNumber(to)} begins with the empty one, as every log does`
        : `The log of ${countOf(from, 'entry', 'entries')} is the beginning of ${larger}`,
    'does-not-match': copyShows
      ? 'The proof sent does not lead from the smaller log to the larger one'
      : 'The proof sent does not show the smaller log to begin the larger one',
    'cannot-check': 'The two logs could not be compared',
    'not-checked': 'The two logs were not compared',
    checking: `Checking whether ${old} begins ${larger}`,
  };
  const present =
    to < now
      ? `Both roots are computed from proofs that lead to the root published now, at size ${formatNumber(now)}.`
      : from === 0
        ? 'The entry proof of its last entry leads to the published root.'
        : 'The older root is computed from a proof that leads to the published one.';
  return {
    id: 'consistency',
    kind: 'consistency',
    state,
    title: titles[state],
    detail:
      state === 'holds'
        ? `So nothing was changed or removed between the two: there are only the entries that were added. ${present}`
        : state === 'does-not-match'
          ? mismatchWords(found, now, copyShows)
          : reasonOf(found),
  };
}

function mismatchWords(found: Found, now: number, copyShows: boolean): string {
  const words = copyShows
    ? `All ${countOf(now, 'entry', 'entries')}, read and hashed here, rebuild the roots at both sizes and the published one. So the smaller log begins the larger one; what does not match is a consistency proof that the server sent.`
    : 'Whether a log or a proof is another one the proofs cannot tell.';
  return `${words} ${reasonOf(found)}`.trim();
}

function copyCheck({ verdict, size }: Extract<Read, { kind: 'replica' }>): NamedCheck {
  const { outcome: state } = verdict;
  return {
    id: 'copy',
    state,
    title:
      state === 'holds'
        ? `All ${formatNumber(size)} entries, read here, rebuild the published root`
        : state === 'does-not-match'
          ? 'reason' in verdict
            ? 'Not all that was read is what the published root commits to'
            : 'What was read does not rebuild the published root'
          : 'Whether what was read is the whole register could not be checked',
    detail:
      state === 'holds'
        ? 'The whole register was read and hashed in this browser, so that no entry between the two sizes, and no version before them, was left out.'
        : reasonOf({ verdict }),
  };
}

function rangeCheck(found: Found, count: number): NamedCheck {
  const state = stateOf(found);
  const titles: Record<NamedCheck['state'], string> = {
    holds:
      count === 1
        ? 'Exactly this one entry stands between the two'
        : `Exactly these ${formatNumber(count)} entries stand between the two`,
    'does-not-match': 'The entries that were sent are not those between the two roots',
    'cannot-check': 'Whether these are the entries between could not be checked',
    'not-checked': 'Whether these are the entries between was not checked',
    checking: 'Rebuilding the larger root from the entries between',
  };
  return {
    id: 'range',
    kind: 'inclusion',
    state,
    title: titles[state],
    detail:
      state === 'holds'
        ? 'The root of the larger log was rebuilt here from the proof of the smaller one and these entries: none is missing, altered, or out of place.'
        : reasonOf(found),
  };
}

function dataCheck({ refused, missing }: Omit<Extract<Read, { kind: 'between' }>, 'kind'>): NamedCheck {
  if (refused > 0) {
    return {
      id: 'data',
      state: 'does-not-match',
      title: `The data of ${countOf(refused, 'item')} does not match its hash`,
      detail: 'It is not used: what an entry names and what was sent for it are not the same.',
    };
  }
  if (missing > 0) {
    return {
      id: 'data',
      state: 'cannot-check',
      title: `The data of ${countOf(missing, 'item')} could not be had`,
      detail: 'The server does not have it. Records with such data are told by their entries alone.',
    };
  }
  return {
    id: 'data',
    state: 'holds',
    title: 'All data compared matches its hash',
    detail: 'Each item was hashed in this browser, and its hash is the one that its entry names.',
  };
}

/** leftOut is the data that a copy does not use. Where the copy does not match, some of it was sent and hashes to something else. */
function leftOut(missing: number, verdict: Verdict): NamedCheck {
  if (verdict.outcome !== 'does-not-match') return dataCheck({ refused: 0, missing });
  return {
    id: 'data',
    state: 'cannot-check',
    title: `The data of ${countOf(missing, 'item')} is left out`,
    detail:
      'It was not sent, or does not hash to its name. Records with such data are told by their entries alone.',
  };
}

const BEFORE: NamedCheck = {
  id: 'before',
  state: 'not-checked',
  title: 'Which version came before is the server’s word',
  detail:
    'The version of a record in the smaller log is read from its trail, which could leave one out. Only reading the whole register can show that it does not.',
};
