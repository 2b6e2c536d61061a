import { useQuery } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type { Progress } from '../mock/hosts/browser/direct-fetch.ts';
import { readSentRoot, type SentRoot } from '../ui/sent-root.ts';
import { type OpenedRsf, reopenFile, rootOfFile, type RsfProblem } from './files.ts';

/** useOpened reads a file, by its id or its web address, once in a visit; what failed is read again when it is wanted again. `null` where this browser does not have it. */
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

/** Compared is the root that a link brought, and what it is to the file that was read. */
export interface Compared {
  readonly sent: SentRoot | { readonly problem: string };
  /** The root of the log of the file at the size in the link, or of the whole log. */
  readonly found: Hash | undefined;
  readonly verdict: Verdict;
}

const SENT = 'register-explorer:sent-root:';

/** sentRoot is the root that the address brings, or that an earlier address of this tab brought: every page of the register rests on it, also after a reload. */
function sentRoot(file: string, search: string): SentRoot | { readonly problem: string } | undefined {
  const read = readSentRoot(search);
  try {
    if (read !== undefined) sessionStorage.setItem(SENT + file, search);
    else return readSentRoot(sessionStorage.getItem(SENT + file) ?? '');
  } catch {
    // Storage is refused: then only the address says it.
  }
  return read;
}

/** forgetSentRoots lets this tab forget what links brought. */
export function forgetSentRoots(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(SENT)) sessionStorage.removeItem(key);
}

/** useComparedRoot compares the root in the address, or the one that an earlier address of this visit had, with the file. Undefined where there was none. */
export function useComparedRoot(
  file: string,
  search: string,
  opened: OpenedRsf | RsfProblem | null | undefined,
): Compared | 'pending' | undefined {
  const sent = sentRoot(file, search);
  const isDue = sent !== undefined && opened !== undefined && opened !== null && 'root' in opened;
  const { data, error } = useQuery({
    queryKey: ['file', file, 'root', JSON.stringify(sent)],
    queryFn: () => compare(file, sent as SentRoot, opened as OpenedRsf),
    enabled: isDue,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  if (!isDue) return undefined;
  if (error !== null)
    return { sent, found: undefined, verdict: cannotCheck('request-failed', error.message) };
  return data ?? 'pending';
}

async function compare(
  file: string,
  sent: SentRoot | { readonly problem: string },
  opened: OpenedRsf,
): Promise<Compared> {
  if ('problem' in sent) return { sent, found: undefined, verdict: cannotCheck('malformed', sent.problem) };
  const { rootHash, logSize = opened.logSize } = sent;
  if (logSize > opened.logSize) {
    const reason = 'the file has fewer entries than the one the sender saw';
    return { sent, found: undefined, verdict: doesNotMatch('shorter-log', reason) };
  }
  const found = await rootOfFile(file, logSize);
  if (found === undefined) throw new Error('the root of the file could not be computed');
  const verdict: Verdict =
    found === rootHash
      ? { outcome: 'holds' }
      : { outcome: 'does-not-match', code: 'hash-differs', expected: rootHash, computed: found };
  return { sent, found, verdict };
}
