import { useQuery } from '@tanstack/react-query';
import type { Verdict } from '../../core/verdict.ts';
import { CHECK } from '../../query/keys.ts';
import { useSession } from '../../query/session.ts';
import type { Worded } from '../../ui/check-words.ts';

/** useNoted counts what two answers of the server say of each other among the checks of the page, where it does not hold: the seal and what is remembered of the visit read it. */
export function useNoted(id: string, words: Worded | undefined): void {
  const session = useSession();
  const { state, detail = '' } = words ?? {};
  useQuery({
    queryKey: [session.id, CHECK, id, state, detail],
    queryFn: (): { readonly verdict: Verdict } => ({
      verdict:
        state === 'does-not-match'
          ? { outcome: state, code: 'answers-disagree', reason: detail }
          : { outcome: 'cannot-check', code: 'answers-disagree', reason: detail },
    }),
    enabled: state === 'does-not-match' || state === 'cannot-check',
    staleTime: Infinity,
  });
}
