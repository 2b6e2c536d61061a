import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Progress } from '../../mock/hosts/browser/direct-mount.ts';
import type { Check } from '../../core/check-result.ts';
import { cannotCheck } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { memoryQuery } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { capital, countOf } from '../../ui/format.ts';
import { HashText, CopyButton } from '../../ui/hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ReadingProgress } from '../../ui/reading-progress.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Instant } from '../../ui/time.tsx';
import { fileAddress, pathTo, registerOfFile, type RegisterId, type RegisterPlace } from '../../ui/paths.ts';
import { UnstatedContext } from '../../ui/source.ts';
import { isRsfFile, type OpenedRsf, reopenFile, replacedFiles, type RsfProblem } from './files.ts';
import { PlainFrame } from '../frame.tsx';
import { sessionFor } from '../sessions.ts';

/** STATED_CHECK is whether the last line of a file states the root hash of its log. */
const STATED_CHECK: Check = { kind: 'others', subject: 'root in the file' };

type FileId = Extract<RegisterId, { kind: 'file' }>;

/** OpenedFile shows its children once the file is read; or why it cannot be read, and what to do next. */
export function OpenedFile({ register, children }: { register: FileId; children: ReactNode }) {
  const { file } = register;
  const address = fileAddress(register);
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const opened = useOpened(file, setProgress);
  const { trust } = sessionFor(register);
  const unstated = opened.data && 'root' in opened.data ? opened.data.unstated : undefined;
  // Before any check of a page: one of a file that states no root hash must never be green, not even for a moment.
  useLayoutEffect(() => {
    if (unstated === undefined) return undefined;
    const cut = cannotCheck('not-in-file', unstated);
    trust.report({ ...STATED_CHECK, verdict: cut, checkedAt: Date.now() });
    return trust.require(STATED_CHECK);
  }, [trust, unstated]);
  const again = (): void => {
    setProgress(undefined);
    void opened.refetch();
  };
  if (opened.isFetching)
    return (
      <PlainFrame>
        <Reading
          from={address}
          progress={progress}
          onCancel={() => void queries.cancelQueries({ queryKey: ['file', file] })}
        />
      </PlainFrame>
    );
  if (opened.data && 'root' in opened.data)
    return <UnstatedContext value={unstated !== undefined}>{children}</UnstatedContext>;
  // That reading ended without an answer does not say that there is no file.
  const problem = opened.data ?? (opened.error && { problem: describeFailure(opened.error).message });
  return (
    <PlainFrame>
      {problem ? (
        <WhyNot problem={problem} register={register} onRetry={again} />
      ) : opened.isPending ? (
        <Notice
          page
          live
          title="Reading was stopped"
          actions={<Button onClick={again}>Read the file</Button>}
        >
          <p>Nothing of the file was kept.</p>
        </Notice>
      ) : (
        <NotHere file={file} />
      )}
    </PlainFrame>
  );
}

/** Reading shows the progress of a file, and can stop it. */
function Reading({
  from,
  progress,
  onCancel,
}: {
  from: string | undefined;
  progress: Progress | undefined;
  onCancel: () => void;
}) {
  return (
    <section className="group measure" aria-labelledby="reading">
      <h1 id="reading">Reading the file</h1>
      {from !== undefined && (
        <p className="mono quiet wrap">
          <Literal text={from} most={300} />
        </p>
      )}
      <ReadingProgress progress={progress} onStop={onCancel} />
    </section>
  );
}

function NotHere({ file }: { file: string }) {
  return (
    <Notice
      page
      title="This register is a file, and this browser does not have it"
      live
      actions={
        <Link to="/" className={buttonClass('strong')}>
          Open the file
        </Link>
      }
    >
      <p>
        The address is about the file <code>{file}</code>, whose root hash begins with {file.slice(-8)}. Files
        are not sent anywhere: ask the person who gave you this link for the file as well, and open it.
      </p>
    </Notice>
  );
}

/** StillKnown says what this browser knows of a register that cannot be opened, and asks whether it is a file. */
export function StillKnown({ register }: { register: RegisterId }) {
  const { data: recalled } = useQuery(memoryQuery(useSession()));
  return (
    <>
      {recalled?.kind === 'remembered' && (
        <p>
          This browser remembers its root hash of {countOf(recalled.root.logSize, 'entry')}, last seen{' '}
          <Instant at={recalled.root.lastSeenMs} />. Once the register answers, it is compared with that.
        </p>
      )}
      {register.kind === 'remote' && <MayBeFile address={register.base} />}
    </>
  );
}

/**
 * MayBeFile offers to open an address that is no API server as an RSF file, and opens it if the address has a
 * query and sends such a file.
 */
function MayBeFile({ address }: { address: string }) {
  const to = pathTo({ view: 'overview', register: registerOfFile(address) });
  const { data: isFile } = useQuery({
    queryKey: ['is-rsf-file', address],
    queryFn: () => isRsfFile(address),
    enabled: address.includes('?'),
    staleTime: Infinity,
  });
  if (isFile === true) return <Navigate replace to={to} />;
  return (
    <p>
      Is this the address of an RSF file? <Link to={to}>Open as an RSF file</Link>
    </p>
  );
}

const HEADER = 'Access-Control-Allow-Origin: *';

/** WhyNot says why the file of a register cannot be read, and what to do next. */
function WhyNot({
  problem: { problem, code },
  register,
  onRetry,
}: {
  problem: RsfProblem;
  register: RegisterId;
  onRetry: () => void;
}) {
  const { state } = useLocation() as { state: { readonly beside?: unknown } | null };
  const address = fileAddress(register);
  return (
    <Notice
      page
      live
      tone="failed"
      title="The file could not be read"
      actions={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <Link to="/" className={buttonClass()}>
            Open a file
          </Link>
          {address !== undefined && (
            <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass()}>
              Open the address in a tab
            </a>
          )}
        </>
      }
    >
      <p>
        <Literal text={capital(problem)} />
      </p>
      {typeof state?.beside === 'string' && (
        <p>
          A link in <code>{state.beside}</code> points to it. This page looked for it beside that file.
        </p>
      )}
      {address !== undefined && (
        <>
          <p>
            {code === 'web-page'
              ? 'Look there for the link that downloads the file (“Raw” on code hosts), and use its address.'
              : 'See in a tab whether it is there. If it is, download it and drop it on the start page.'}
          </p>
          {code === 'no-cors' && (
            <p>
              If the host is yours, let it send this header:{' '}
              <CopyButton text={HEADER}>
                <code>{HEADER}</code>
              </CopyButton>
            </p>
          )}
          <p>
            Asked: <code>{address}</code>. Is a server of the API there?{' '}
            <Link to={pathTo({ view: 'overview', register: { kind: 'remote', base: address } })}>
              Open as a register’s API
            </Link>
          </p>
        </>
      )}
    </Notice>
  );
}

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
function useOpened(file: string, onProgress?: (progress: Progress) => void) {
  return useQuery({
    queryKey: ['file', file],
    queryFn: async ({ signal }): Promise<OpenedRsf | RsfProblem | null> =>
      (await reopenFile(file, { signal, ...(onProgress && { onProgress }) })) ?? null,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnMount: ({ state: { data } }) => (data && 'root' in data ? false : 'always'),
  });
}
