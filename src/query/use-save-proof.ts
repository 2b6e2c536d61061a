import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import { keepsAudit } from './audit-flag.ts';
import type { SavedProof } from './save-proof.ts';
import { registerQuery } from './register-queries.ts';
import { useSession } from './session.ts';

declare const __SINGLE_FILE__: boolean;

/** ProofOutcome is what there is to keep of two checks: a proof that holds, one that does not, or nothing whole. */
export type ProofOutcome = 'holds' | 'does not hold' | 'nothing to keep';

/** useSaveProof returns what a page's checks come to as something to keep, at which size where that is an earlier one, and `make`, which writes it. `page` is the path of the entry in this site, to be cited. The code that writes files is fetched at that moment. */
export function useSaveProof(
  entry: EntryCheck | EarlierEntryCheck,
  data: RecordDataCheck,
  page: string,
): {
  outcome: ProofOutcome;
  earlier: { size: number; now: number } | undefined;
  make: () => Promise<(SavedProof & { readonly leftOut: readonly string[] }) | undefined>;
} {
  const session = useSession();
  const queries = useQueryClient();
  const { data: summary } = useQuery(registerQuery(session));
  return {
    outcome: outcomeOf(entry, data),
    earlier: earlierOf(entry),
    make: async () => {
      const { saveProof } = await import('./save-proof.ts');
      const head = 'head' in entry ? entry.head : entry.checkpoint;
      const { signed, leftOut = [] } = keepsAudit(session.memory.id, 'witnesses')
        ? (await import('./witness-queries.ts')).knownSignatures(queries, session, head)
        : { signed: undefined };
      const saved = saveProof(session, summary, { entry, data, signed }, pageAddress(page), Date.now());
      return saved && { ...saved, leftOut: leftOut.map(({ name }) => name) };
    },
  };
}

/** A file that is passed on names the page as the site has it, and not the folder in which the edition in one file lies. */
function pageAddress(page: string): string {
  return new URL(page, __SINGLE_FILE__ ? 'https://register-explorer.invalid/' : location.origin).href;
}

function earlierOf(entry: EntryCheck | EarlierEntryCheck): { size: number; now: number } | undefined {
  if (!('head' in entry) || entry.head.logSize === entry.checkpoint.logSize) return undefined;
  return { size: entry.checkpoint.logSize, now: entry.head.logSize };
}

function outcomeOf(entry: EntryCheck | EarlierEntryCheck, data: RecordDataCheck): ProofOutcome {
  const grown = earlierOf(entry) === undefined || ('growth' in entry && entry.growth?.start !== undefined);
  const whole =
    grown && entry.computedRoot !== undefined && entry.leafRule !== undefined && data.items.length > 0;
  const decided = data.verdict.outcome === 'holds' || data.verdict.outcome === 'does-not-match';
  if (!whole || !decided || data.items.some((item) => item.computed === undefined)) return 'nothing to keep';
  return entry.verdict.outcome === 'holds' && data.verdict.outcome === 'holds' ? 'holds' : 'does not hold';
}
