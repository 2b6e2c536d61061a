import { parseCanonicalItem } from '../../core/canonical-json.ts';
import type { Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { checkConsistency } from '../check-consistency.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-record-data.ts';
import type { ConsistencyCheck, EntryCheck, RecordDataCheck } from '../protocol.ts';
import type { ProofBundle } from './bundle.ts';
import { hexOf } from './file-parts.ts';

/** RecheckedBundle is what a bundle shows, computed from nothing but the file. */
export interface RecheckedBundle {
  /** Whether the data hashes to what the entry names. Show the items of this check. */
  readonly data: RecordDataCheck;
  /** Whether the leaf bytes in the file are the entry, written by the leaf rule in the file. */
  readonly leaf: Verdict;
  /** Whether the entry, by that rule and the audit path, leads to the root in the file. Show the entry of this check. */
  readonly entry: EntryCheck;
  /** Version 2: whether the log with that root is the beginning of the one that the register published, says the file. */
  readonly growth: ConsistencyCheck | undefined;
  /** Whether that root is the register's: never to be seen from a file. */
  readonly root: Verdict;
  /** What these checks come to: see outcomeOf. */
  readonly outcome: FileOutcome;
}

/** FileOutcome is what the checks of a file come to. None holds outright: at best a file is consistent with its own root, and that root is not checked. */
export type FileOutcome = 'not-checked' | 'does-not-match' | 'cannot-check';

/** outcomeOf sums up the checks of a file: a part that cannot be checked goes first, as what cannot be read is refused before anything is compared. */
export function outcomeOf(verdicts: readonly Verdict[]): FileOutcome {
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome));
  if (outcomes.has('cannot-check')) return 'cannot-check';
  return outcomes.has('does-not-match') ? 'does-not-match' : 'not-checked';
}

const OTHER_WORD =
  'A file cannot show that its root is the root of the register: compare it with a root from elsewhere, such as one that you or another person saw or remembered.';

/** recheckBundle makes every check of a bundle again, with no network and without believing any verdict or hash that the file states. Never throws for bad data. */
export function recheckBundle(bundle: ProofBundle): RecheckedBundle {
  const { auditPath, checkpoint, leaf } = bundle;
  const { variant } = bundle.register;
  const entry = checkEntry({ variant, entry: bundle.entry, auditPath, checkpoint, leafRule: leaf.rule });
  const data = recheckData(bundle);
  const written = leafVerdict(entry, leaf.bytes);
  const growth =
    bundle.growth && checkConsistency({ from: checkpoint, to: bundle.growth.head, path: bundle.growth.path });
  return {
    data,
    leaf: written,
    entry,
    growth,
    root: { outcome: 'not-checked', code: 'file-states', reason: OTHER_WORD },
    outcome: outcomeOf([data.verdict, written, entry.verdict, ...(growth ? [growth.verdict] : [])]),
  };
}

function recheckData({ register, items, blob, entry }: ProofBundle): RecordDataCheck {
  try {
    const data: Item[] =
      register.variant === 'item'
        ? (items ?? []).map(parseCanonicalItem)
        : [new Map(Object.entries(blob ?? {}))];
    return checkRecordData({ variant: register.variant, items: data, entry });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = `the text of an item is not canonical JSON: ${error.message}`;
    return { verdict: { outcome: 'cannot-check', code: 'malformed', reason }, items: [] };
  }
}

function leafVerdict({ leafBytes, verdict }: EntryCheck, stated: string): Verdict {
  if (leafBytes === undefined) {
    const reason = 'the entry could not be written';
    return verdict.outcome === 'cannot-check'
      ? verdict
      : { outcome: 'cannot-check', code: 'unhashable', reason };
  }
  if (hexOf(leafBytes) === stated) return { outcome: 'holds' };
  return {
    outcome: 'does-not-match',
    code: 'file-inconsistent',
    reason: 'the leaf bytes in the file are not this entry written by this leaf rule',
  };
}
