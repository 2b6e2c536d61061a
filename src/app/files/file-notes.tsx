import { useSyncExternalStore } from 'react';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { capital, countOf } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { RegisterPlace } from '../../ui/paths.ts';
import { type OpenedRsf, reopenFile, replacedFiles, type RsfProblem } from './files.ts';
import { useQuery } from '@tanstack/react-query';
import type { Progress } from '../../mock/hosts/browser/direct-mount.ts';

/**
 * FileNotes shows on every page of a register from a file whether it is an older copy, and on its overview
 * faults in the file.
 */
export function FileNotes({ file, view }: { file: string; view: RegisterPlace['view'] }) {
  const { data } = useOpened(file);
  const replaced = useSyncExternalStore(replacedFiles.subscribe, () => replacedFiles.get().get(file));
  if (!data || !('root' in data)) return null;
  return (
    <>
      {data.unstated !== undefined && view === 'overview' && (
        <p className="quiet marked above">
          <CheckBadge state="cannot-check" size={16} />
          <span>
            {capital(data.unstated)}. The root hash of its {countOf(data.logSize, 'entry')}, computed here:{' '}
            <HashText hash={data.root} digits="long" />.
          </span>
        </p>
      )}
      {data.isCached && (
        <p className="quiet above">
          The host of this file could not be reached. This is the copy that this browser kept; the file may
          have changed since.
        </p>
      )}
      {replaced !== undefined && (
        <p className="quiet above">
          Another file, <Literal text={replaced} most={100} />, was opened here before. It has the same
          entries and other bytes: its title or description may differ. You see the file that was opened last.
        </p>
      )}
      {view === 'overview' && (
        <p className="quiet above">
          No root hash covers the title and description of this file: only its entries are checked.
        </p>
      )}
      {view === 'overview' && data.odd.length > 0 && (
        <p className="quiet above">
          Odd in this file, without any effect on its root hash: <Literal text={data.odd.join('; ')} />.
        </p>
      )}
    </>
  );
}

/**
 * useOpened reads a file, by its id or its web address, once in a visit; failures are retried the next time.
 * `null` if this browser does not have it.
 */
export function useOpened(file: string, onProgress?: (progress: Progress) => void) {
  return useQuery({
    queryKey: ['file', file],
    queryFn: async ({ signal }): Promise<OpenedRsf | RsfProblem | null> =>
      (await reopenFile(file, { signal, ...(onProgress && { onProgress }) })) ?? null,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnMount: ({ state: { data } }) => (data && 'root' in data ? false : 'always'),
  });
}
