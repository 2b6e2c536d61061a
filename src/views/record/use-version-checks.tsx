import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keyCheckQuery, newestCheck } from '../../query/check-queries.ts';
import { checkOf } from '../../query/keys.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useFinding, useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { useMemory } from '../../query/use-memory.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { dataCheckWords, entryCheckWords, memoryCheckWords, newestWords } from '../../ui/check-words.ts';
import { earlierEntryWords } from '../../ui/earlier-words.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo } from '../../ui/paths.ts';
import type { StateAt } from './state-at.ts';
import { agreementWords, newestAtWords } from './state-words.ts';
import { useAsked } from './use-asked.ts';
import { useKnownTrail } from './use-known-trail.ts';
import type { FoundVersion } from './use-version-check.ts';
import type { RecordName } from '../../ui/version-address.ts';

/** useVersionChecks are the named checks of one version, in order. `whole` tells whether the versions are known to be all there are at this size. */
export function useVersionChecks({
  name: { register, key },
  state,
  trail,
  entry,
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
  const { entryNumber, itemHashes } = entry;
  const { head, check } = found;
  const keyQuery = keyCheckQuery(session, key, entry);
  useQuery(keyQuery);
  const states = usePageChecks(
    'record',
    { key: checkOf(keyQuery), data: found.dataChecks, inclusion: found.inclusion },
    at,
  );
  const entryFound = { verdict: states.inclusion?.verdict };
  const dataFound = { verdict: states.data?.verdict };
  const { data: summary } = useQuery(registerQuery(session));
  const memory = useMemory(head);
  const size = at ?? check?.checkpoint.logSize ?? head?.logSize ?? 0;
  const { known, contradiction } = useKnownTrail(trail, state.versions, head ?? NO_HEAD, size);
  const agreement = at === undefined ? undefined : agreementWords(state, at, check?.verdict.outcome);
  const last = state.versions.at(-1)?.entryNumber ?? 0;
  const newest =
    at === undefined && known.kind === 'server'
      ? newestWords(key, last)
      : newestAtWords(key, state, last, size, known);
  const [latest, shown] = [trail?.at(-1), isNewest ? newest : undefined];
  useMarks(latest && head ? [newestCheck(latest, head)] : []);
  const bad = [agreement, shown].find((line) => line?.state === 'does-not-match');
  useFinding(
    head && { kind: 'newest', subject: JSON.stringify(['trail', key, size]), head },
    bad && { outcome: 'does-not-match', code: 'answers-disagree', reason: bad.title },
  );
  return {
    whole: newest.state === 'holds',
    checks: [
      ...(itemHashes.length === 0
        ? []
        : [
            {
              id: 'data',
              kind: 'data' as const,
              ...dataCheckWords(dataFound, summary?.variant === 'blob' ? 'Blob' : 'Item', entryNumber),
            },
          ]),
      {
        id: 'entry',
        kind: 'inclusion',
        ...(at === undefined
          ? entryCheckWords(entryFound, entryNumber, size, check?.leafRuleTitle)
          : earlierEntryWords(entryFound, entryNumber, at)),
      },
      ...(head === undefined ? [] : [{ id: 'memory', kind: 'memory' as const, ...memoryCheckWords(memory) }]),
      ...(contradiction === undefined ? [] : [{ id: 'audit', kind: 'newest' as const, ...contradiction }]),
      ...(agreement === undefined ? [] : [{ id: 'agreement', kind: 'newest' as const, ...agreement }]),
      ...(isNewest
        ? [
            {
              id: 'newest',
              kind: 'newest' as const,
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
