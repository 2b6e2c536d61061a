import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { CheckBadge } from '../ui/check-badge.tsx';
import { capital, countOf } from '../ui/format.ts';
import { HashText } from '../ui/hash/hash-text.tsx';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { type OpenedRsf, reopenFile, replacedFiles, rootOfFile, type RsfProblem } from './files.ts';
import styles from './frame.module.css';
import { useQuery } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type { Progress } from '../mock/hosts/browser/direct-mount.ts';
import { readSentRoot, type SentRoot } from '../ui/sent-root.ts';

/**
 * FileNotes shows on every page of a register from a file whether the root in the link mismatches, whether it
 * is an older copy, and on its overview faults in the file.
 */
export function FileNotes({ file, view }: { file: string; view: RegisterPlace['view'] }) {
  const { data } = useOpened(file);
  const { search } = useLocation();
  const compared = useComparedRoot(file, '', data);
  const replaced = useSyncExternalStore(replacedFiles.subscribe, () => replacedFiles.get().get(file));
  if (!data || !('root' in data)) return null;
  const isFirst = new URLSearchParams(search).has('root') && view !== 'compare';
  return (
    <>
      {compared && compared !== 'pending' && (isFirst || compared.verdict.outcome !== 'holds') && (
        <div>
          <SentNote compared={compared} opened={data} />
        </div>
      )}
      {data.unstated !== undefined && view === 'overview' && (
        <p className={styles.note} role="status">
          <CheckBadge state="cannot-check" size={16} />
          <span>
            {capital(data.unstated)}. The root hash of its {countOf(data.logSize, 'entry')}, computed here:{' '}
            <HashText hash={data.root} digits="long" />.
          </span>
        </p>
      )}
      {data.redirectedTo !== undefined && view === 'overview' && (
        <p className={styles.note} role="status">
          <span>
            The host in its address sent this page to another one: the file was read from{' '}
            <code>{data.redirectedTo}</code>.
          </span>
        </p>
      )}
      {data.isCached && (
        <p className={styles.note} role="status">
          <span>
            The host of this file could not be reached. This is the copy that this browser kept; the file may
            have changed since.
          </span>
        </p>
      )}
      {replaced !== undefined && (
        <p className={styles.note} role="status">
          <span>
            Another file, <Literal text={replaced} most={100} />, was opened here before. It has the same
            entries and other bytes: its title or description may differ. You see the file that was opened
            last.
          </span>
        </p>
      )}
      {view === 'overview' && (
        <p className={styles.note}>
          <span>
            No root hash covers the title and description of this file: only its entries are checked.
          </span>
        </p>
      )}
      {view === 'overview' && data.odd.length > 0 && (
        <p className={styles.note}>
          <span>
            Odd in this file, without any effect on its root hash: <Literal text={data.odd.join('; ')} />.
          </span>
        </p>
      )}
    </>
  );
}

function SentNote({ compared, opened }: { compared: LinkedRoot; opened: OpenedRsf }) {
  const { sent, found, verdict } = compared;
  const { search } = useLocation();
  const navigate = useNavigate();
  const openWithout = (): void => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(SENT)) sessionStorage.removeItem(key);
    const query = new URLSearchParams(search);
    query.delete('root');
    query.delete('size');
    void navigate({ search: String(query) }, { replace: true });
    location.reload();
  };
  const { logSize = opened.logSize, rootHash } = sent ?? {};
  const first = `${logSize < opened.logSize ? 'The first ' : ''}${countOf(logSize, 'entry')} of this file`;
  if (verdict.outcome !== 'does-not-match')
    return (
      <p className={styles.note} role="status">
        <CheckBadge state={verdict.outcome} size={16} />
        <span>
          {verdict.outcome === 'holds' ? (
            `${first} are those that the sender saw: they have the root hash in the link. That does not show who made the file.`
          ) : (
            <>
              The root hash in the link could not be compared with this file.{' '}
              <Literal text={verdict.reason} />
            </>
          )}
        </span>
      </p>
    );
  return (
    <Notice
      tone="alarm"
      live
      title="This is not the file that the sender saw"
      actions={<Button onClick={openWithout}>Open it without the link’s root hash</Button>}
    >
      <p>
        The link was made for {countOf(logSize, 'entry')} with the root hash{' '}
        {rootHash && <HashText hash={rootHash} digits="long" />}.{' '}
        {found === undefined ? (
          `This file has ${countOf(opened.logSize, 'entry')}.`
        ) : (
          <>
            {first} have the root hash <HashText hash={found} compareWith={rootHash} />.
          </>
        )}{' '}
        The file or the link was changed since. This page cannot tell which: ask the sender for the root hash
        or the file.
      </p>
    </Notice>
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

/** LinkedRoot is the root in a link, compared with the file. */
interface LinkedRoot {
  /** Undefined if it could not be read. */
  readonly sent?: SentRoot;
  /** The root of the log of the file at the size in the link, or of the whole log. */
  readonly found?: Hash;
  readonly verdict: Verdict;
}

const SENT = 'register-explorer:sent-root:';

/** What could not be read in links of this page load, by file. */
const problems = new Map<string, { readonly problem: string }>();

/**
 * sentRoot returns the root in the address, or in an earlier address of this tab: it counts for every page of
 * the register, also after a reload. One that cannot be read counts until then.
 */
function sentRoot(file: string, search: string): SentRoot | { readonly problem: string } | undefined {
  const read = readSentRoot(search);
  try {
    if (read !== undefined && 'problem' in read) problems.set(file, read);
    else if (read !== undefined) {
      problems.delete(file);
      sessionStorage.setItem(SENT + file, search);
    } else return problems.get(file) ?? readSentRoot(sessionStorage.getItem(SENT + file) ?? '');
  } catch {
    // Storage is refused: then only the address has it.
  }
  return read;
}

/**
 * useComparedRoot compares the root in the address, or the one that an earlier address of this visit had,
 * with the file. Undefined if there was none.
 */
export function useComparedRoot(
  file: string,
  search: string,
  opened: OpenedRsf | RsfProblem | null | undefined,
): LinkedRoot | 'pending' | undefined {
  const sent = sentRoot(file, search);
  const isDue = sent !== undefined && opened !== undefined && opened !== null && 'root' in opened;
  const { data } = useQuery({
    queryKey: ['file', file, 'root', JSON.stringify(sent)],
    queryFn: () => compare(file, sent as SentRoot, opened as OpenedRsf),
    enabled: isDue,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return isDue ? (data ?? 'pending') : undefined;
}

async function compare(
  file: string,
  sent: SentRoot | { readonly problem: string },
  opened: OpenedRsf,
): Promise<LinkedRoot> {
  if ('problem' in sent) return { verdict: cannotCheck('malformed', sent.problem) };
  const { rootHash, logSize = opened.logSize } = sent;
  if (logSize > opened.logSize) {
    const reason = 'the file has fewer entries than the one the sender saw';
    return { sent, verdict: doesNotMatch('shorter-log', reason) };
  }
  const found = await rootOfFile(file, logSize).catch(() => undefined);
  if (found === undefined)
    return { sent, verdict: cannotCheck('request-failed', 'the root of the file could not be computed') };
  const verdict: Verdict =
    found === rootHash
      ? { outcome: 'holds' }
      : { outcome: 'does-not-match', code: 'hash-differs', expected: rootHash, computed: found };
  return { sent, found, verdict };
}
