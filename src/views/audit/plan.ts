import type { Checkpoint } from '../../core/model.ts';
import { countOf } from '../../ui/format.ts';
import type { AuditResult, SavedRun } from '../../verify/audit/audit-types.ts';

/** Plan is what can be begun: a first audit, the rest of one that was not finished, the entries added since one, or the same once more. */
export type Plan =
  | { readonly kind: 'first' }
  | { readonly kind: 'go-on'; readonly run: SavedRun }
  | { readonly kind: 'grown'; readonly result: AuditResult; readonly added: number }
  | { readonly kind: 'again'; readonly result: AuditResult };

/** planOf chooses it. A saved run of a longer log, or of another root, is not one of the log at hand: nothing goes on from it. */
export function planOf(
  head: Checkpoint,
  result: AuditResult | undefined,
  unfinished: SavedRun | undefined,
): Plan {
  const fits = (other: Checkpoint): boolean =>
    other.logSize < head.logSize || (other.logSize === head.logSize && other.rootHash === head.rootHash);
  if (unfinished !== undefined && fits(unfinished.head)) return { kind: 'go-on', run: unfinished };
  if (result === undefined || !fits(result.head)) return { kind: 'first' };
  const added = head.logSize - result.head.logSize;
  if (added === 0) return { kind: 'again', result };
  // Only from an audit of which all held does one go on: another is made anew.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', result, added } : { kind: 'first' };
}

/** entriesDoneOf is how many entries are in the tree that this plan goes on with, or shows. */
export function entriesDoneOf(plan: Plan): number {
  switch (plan.kind) {
    case 'first':
      return 0;
    case 'go-on':
      return plan.run.entriesDone;
    case 'grown':
    case 'again':
      return plan.result.entries;
  }
}

/** Work is what a plan has to read. */
export interface Work {
  readonly entries: number;
  /** A guess: what the entries name is known when they have been read. */
  readonly items: number;
  /** Some of the items may have been read already: how many is kept with the run. */
  readonly atMost: boolean;
}

/** workOf says what a plan reads of a log of `logSize` entries and `totalItems` items. Items are read when all entries have been: a run that stopped before has all of them before it. */
export function workOf(plan: Plan, logSize: number, totalItems: number): Work {
  const atMost = plan.kind === 'go-on' && plan.run.phase !== 'entries';
  switch (plan.kind) {
    case 'first':
    case 'again':
      return { entries: logSize, items: totalItems, atMost };
    case 'grown':
      return { entries: plan.added, items: Math.round(totalItems * (plan.added / logSize)), atMost };
    case 'go-on':
      return {
        entries: Math.max(0, logSize - plan.run.entriesDone),
        items: plan.run.phase === 'comparing' ? 0 : totalItems,
        atMost,
      };
  }
}

/** workWords names what will be read. */
export function workWords(plan: Plan, { entries, items }: Work, nouns: 'items' | 'blobs'): string {
  switch (plan.kind) {
    case 'first':
    case 'again':
      return countOf(entries, 'entry', 'entries');
    case 'grown':
      return countOf(entries, 'new entry', 'new entries');
    case 'go-on': {
      const read = entries === 0 ? [] : [countOf(entries, 'entry', 'entries')];
      if (items > 0) read.push(plan.run.phase === 'entries' ? `all ${nouns}` : `the ${nouns} that are left`);
      return read.length === 0
        ? 'a few proofs, to name the entry where the roots differ'
        : read.join(' and ');
    }
  }
}
