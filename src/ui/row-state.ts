import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';

/** Seen is how far one check of a row has come. */
export interface Seen {
  readonly data?: { readonly verdict: Verdict } | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** judgedSeen is how far a check has come whose verdict the trust store gives. What was found and is not judged yet is under way. */
export function judgedSeen({ data, isError, isFetching }: Seen, verdict: Verdict | undefined): Seen {
  return { data: verdict && { verdict }, isError, isFetching: isFetching || data !== undefined };
}

function stateOf({ data, isError, isFetching }: Seen): CheckState {
  if (data !== undefined) return data.verdict.outcome;
  if (isError) return 'cannot-check';
  return isFetching ? 'checking' : 'not-checked';
}

const WORST_FIRST: readonly CheckState[] = [
  'does-not-match',
  'cannot-check',
  'checking',
  'not-checked',
  'holds',
];

/** rowState sums up the proof of an entry and the check of its data: it holds only where the entry and every item of it do. */
export function rowState(
  entry: Seen,
  items: readonly Seen[],
): { readonly state: CheckState; readonly label: string } {
  const proof = stateOf(entry);
  const data = items.map(stateOf);
  const state = WORST_FIRST.find((worst) => proof === worst || data.includes(worst)) ?? 'not-checked';
  return { state, label: labelOf(state, proof, data) };
}

function labelOf(state: CheckState, proof: CheckState, data: readonly CheckState[]): string {
  switch (state) {
    case 'holds':
      return data.length === 0 ? 'In the log; it names no data' : 'In the log, and its data matches its hash';
    case 'does-not-match':
      if (proof !== 'does-not-match') return 'Its data does not match its hash';
      return data.includes('does-not-match')
        ? 'Neither its proof nor its data matches'
        : 'It does not lead to the published root';
    case 'cannot-check':
      return proof === 'cannot-check' ? 'Its proof cannot be checked' : 'Its data cannot be checked';
    case 'checking':
      return 'Checking';
    case 'not-checked':
      return 'Not checked';
  }
}
