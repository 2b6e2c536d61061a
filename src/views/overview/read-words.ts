import type { Checkpoint } from '../../core/model.ts';
import type { Replica } from '../../query/replica-desk.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';

/** AUDITS says how far audits have come in this browser. */
const AUDITS = {
  none: 'No audit was made in this browser',
  unfinished: 'An audit was begun in this browser and is not finished',
  earlier: 'No audit of this log was made in this browser, only of an earlier one',
} as const;

/**
 * readWords says what the reading of all entries in this visit has found of the whole register, and what it leaves to an audit. Undefined where it says nothing
 * of this head: the copy was read for another one.
 */
export function readWords(
  { size, head: readFor, verdict, missing }: Replica,
  head: Checkpoint,
  noun: 'item' | 'blob',
  audits: keyof typeof AUDITS,
): Pick<NamedCheck, 'state' | 'title' | 'detail'> | undefined {
  if (size === 0 || readFor?.logSize !== head.logSize || readFor.rootHash !== head.rootHash) return undefined;
  const one = size === 1;
  const all = one ? 'the one entry' : `all ${formatNumber(size)} entries`;
  const were = `${all} ${one ? 'was' : 'were'}`;
  const audit = `${AUDITS[audits]}: it would also look for wrong numbers and stray ${noun}s, and what it finds is kept.`;
  if (verdict.outcome === 'holds') {
    const data =
      missing === 0
        ? `with every ${noun} that ${one ? 'it names' : 'they name'}`
        : `but the data of ${countOf(missing, noun)} could not be had`;
    return {
      state: 'holds',
      title: upperFirst(`${all} ${one ? 'leads' : 'lead'} to the published root`),
      detail: `${one ? 'It was' : 'They were'} read and hashed in this browser in this visit, ${data}. ${audit}`,
    };
  }
  if (verdict.outcome === 'does-not-match')
    return {
      state: verdict.outcome,
      title: 'What was read in this visit does not match',
      detail: `${upperFirst(were)} read and hashed in this browser: ${'reason' in verdict ? verdict.reason : 'the root is not the published one'}. ${audit}`,
    };
  return {
    state: verdict.outcome,
    title: `Every entry and every ${noun}`,
    detail: `${upperFirst(were)} read in this browser in this visit, and ${one ? 'is' : 'are'} not proved: ${verdict.reason}. ${audit}`,
  };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
