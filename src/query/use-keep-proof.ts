import { useQuery } from '@tanstack/react-query';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import type { KeptProof } from './keep-proof.ts';
import { registerQuery } from './register-queries.ts';
import { useSession } from './session.ts';

/** ProofOutcome is what there is to keep of two checks: a proof that holds, one that does not, or nothing whole. */
export type ProofOutcome = 'holds' | 'does not hold' | 'nothing to keep';

/** useKeepProof returns what a page's checks come to as something to keep, and `make`, which writes it. `page` is the path of the entry in this site, to be cited. The code that writes files is fetched at that moment. */
export function useKeepProof(
  entry: EntryCheck,
  data: RecordDataCheck,
  page: string,
): { outcome: ProofOutcome; make: () => Promise<KeptProof | undefined> } {
  const session = useSession();
  const { data: summary } = useQuery(registerQuery(session));
  return {
    outcome: outcomeOf(entry, data),
    make: async () => {
      const { keepProof } = await import('./keep-proof.ts');
      return keepProof(session, summary, { entry, data }, new URL(page, location.origin).href, Date.now());
    },
  };
}

function outcomeOf(entry: EntryCheck, data: RecordDataCheck): ProofOutcome {
  const whole = entry.computedRoot !== undefined && entry.leafRule !== undefined && data.items.length > 0;
  const decided = data.verdict.outcome === 'holds' || data.verdict.outcome === 'does-not-match';
  if (!whole || !decided || data.items.some((item) => item.computed === undefined)) return 'nothing to keep';
  return entry.verdict.outcome === 'holds' && data.verdict.outcome === 'holds' ? 'holds' : 'does not hold';
}
