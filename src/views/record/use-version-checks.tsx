import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useGrowth } from '../../query/use-growth.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { dataCheckWords, entryCheckWords, growthCheckWords, newestWords } from '../../ui/check-words.ts';
import { earlierEntryWords } from '../../ui/earlier-words.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo } from '../../ui/paths.ts';
import type { StateAt } from './state-at.ts';
import { agreementWords, newestAtWords } from './state-words.ts';
import { useAsked } from './use-asked.ts';
import { useNoted } from './use-noted.ts';
import { useKnownTrail } from './use-known-trail.ts';
import type { FoundVersion } from './use-version-check.ts';
import type { RecordName } from '../../ui/version-address.ts';

/** useVersionChecks are the named checks of one version, in order. `whole` tells whether the versions are known to be all there are at this size. */
export function useVersionChecks({
  name: { register, key },
  state,
  trail,
  entry: { entryNumber, itemHashes },
  isNewest,
  found,
}: {
  name: RecordName;
  state: StateAt;
  trail: readonly Entry[] | undefined;
  entry: Entry;
  isNewest: boolean;
  found: FoundVersion;
}): { readonly checks: readonly NamedCheck[]; readonly whole: boolean } {
  const session = useSession();
  const { at } = useAsked();
  const { head, check, entryFound, dataFound } = found;
  const { data: summary } = useQuery(registerQuery(session));
  const growth = useGrowth(head);
  const size = at ?? check?.checkpoint.logSize ?? head?.logSize ?? 0;
  const { known, contradiction } = useKnownTrail(trail, state.versions, head ?? NO_HEAD, size);
  const agreement = at === undefined ? undefined : agreementWords(state, at, check?.verdict.outcome);
  const last = state.versions.at(-1)?.entryNumber ?? 0;
  const newest =
    at === undefined && known.kind === 'server'
      ? newestWords(key, last)
      : newestAtWords(key, state, last, size, known);
  // Before the proof is there, it is not known what a disagreement comes to.
  useNoted('agreement', check === undefined ? undefined : agreement);
  useNoted('newest-at', known.kind === 'copy' && known.reread !== 'not yet' ? newest : undefined);
  return {
    whole: newest.state === 'holds',
    checks: [
      ...(itemHashes.length === 0
        ? []
        : [
            {
              id: 'data',
              ...dataCheckWords(dataFound, summary?.variant === 'blob' ? 'Blob' : 'Item', entryNumber),
            },
          ]),
      {
        id: 'entry',
        ...(at === undefined
          ? entryCheckWords(entryFound, entryNumber, size, check?.leafRuleTitle)
          : earlierEntryWords(entryFound, entryNumber, at)),
      },
      ...(head === undefined ? [] : [{ id: 'growth', ...growthCheckWords(growth) }]),
      ...(contradiction === undefined ? [] : [{ id: 'audit', ...contradiction }]),
      ...(agreement === undefined ? [] : [{ id: 'agreement', ...agreement }]),
      ...(isNewest
        ? [
            {
              id: 'newest',
              ...newest,
              link: (
                <Link to={pathTo({ view: 'audit', register })}>
                  {newest.state === 'not-checked' ? 'Read the whole log to be sure' : 'See the audit'}
                </Link>
              ),
            },
          ]
        : []),
    ],
  };
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
