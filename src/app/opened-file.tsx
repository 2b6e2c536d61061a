import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Progress } from '../mock/hosts/browser/direct-mount.ts';
import { LINK_CHECK } from '../query/use-page-checks.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatBytes, capital } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal, isolated } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileAddress, pathTo, registerOfFile, type RegisterId } from '../ui/paths.ts';
import { SentRootContext } from '../ui/copy-link.tsx';
import { useComparedRoot, useOpened } from './file-notes.tsx';
import { isRsfFile, type RsfProblem } from './files.ts';
import { PlainFrame } from './frame.tsx';
import { sessionFor } from './sessions.ts';
import { CopyButton } from '../ui/hash/copy-button.tsx';
import { nameIn } from './links/link-target.ts';

type FileId = Extract<RegisterId, { kind: 'file' }>;

/** OpenedFile shows its children once the file is read and compared with the root in the link; or why it cannot be read, and what to do next. */
export function OpenedFile({
  register,
  isComparing,
  children,
}: {
  register: FileId;
  /** The page that compares roots has its own root in the address. */
  isComparing: boolean;
  children: ReactNode;
}) {
  const { file } = register;
  const address = fileAddress(register);
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const opened = useOpened(file, setProgress);
  const { search } = useLocation();
  const compared = useComparedRoot(file, isComparing ? '' : search, opened.data);
  const { trust } = sessionFor(register);
  const verdict = compared === 'pending' ? undefined : compared?.verdict;
  // Before any check of a page: a page of another file than the sender's must never be green, not even for a moment.
  useLayoutEffect(() => {
    if (verdict === undefined) return undefined;
    trust.report({ ...LINK_CHECK, verdict, checkedAt: Date.now() });
    return trust.mark([LINK_CHECK]);
  }, [trust, verdict]);
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
  if (opened.data && 'root' in opened.data) {
    if (compared === 'pending') return null;
    const { root: rootHash, logSize } = opened.data;
    const isSent = address !== undefined && logSize > 0;
    return <SentRootContext value={isSent ? { rootHash, logSize } : undefined}>{children}</SentRootContext>;
  }
  return (
    <PlainFrame>
      {opened.data ? (
        <WhyNot problem={opened.data} register={register} onRetry={again} />
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
  const { bytes = 0, total, isRead } = progress ?? {};
  const read = progress && (total ? `${formatBytes(bytes)} of ${formatBytes(total)}` : formatBytes(bytes));
  return (
    <section className="group measure" aria-labelledby="reading">
      <h1 id="reading">Reading the file</h1>
      {from !== undefined && (
        <p className="code quiet wrap">
          <Literal text={from} most={300} />
        </p>
      )}
      <progress
        max={1}
        value={isRead ? undefined : total && bytes / total}
        aria-label={isRead ? 'Computing hashes' : 'How much of the file was read'}
      />
      <p className="quiet">
        {isRead
          ? `All ${formatBytes(bytes)} read. Computing hashes …`
          : (read ?? 'Waiting for its first bytes …')}
      </p>
      <p>
        <Button onClick={onCancel}>Stop reading</Button>
      </p>
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
        The address names <code>{file}</code>: an RSF file that was opened in some browser, and whose root
        hash begins with {file.slice(-8)}. Files are not sent anywhere, so the person who gave you this link
        has to give you the file as well. Open it, and this address works.
      </p>
    </Notice>
  );
}

/** MayBeFile offers to open an address that is no API server as an RSF file, and opens it if the address has a query and sends such a file. */
export function MayBeFile({ address }: { address: string }) {
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

const DROP = 'download the file and drop it on the start page: this page reads it from there.';

/** WORDS describe each problem, and what to do next for a file at a web address. */
const WORDS: Record<RsfProblem['code'], readonly [title: string, next: string]> = {
  'no-cors': [
    'The host does not let this page read the file',
    `Open the address in a tab to see whether it is there. If it is, ${DROP}`,
  ],
  'no-answer': [
    'The file could not be reached',
    `Check the address and your connection, then try again. Or ${DROP}`,
  ],
  gone: [
    'There is no file at this address',
    'It was moved or removed. Ask the person who gave you the link for the new address, or for the file itself, and drop that on the start page.',
  ],
  status: ['The host did not send the file', `Try again later. Or ${DROP}`],
  'web-page': [
    'This is a web page, not an RSF file',
    'Open the address in a tab, look for the link that downloads the file (“Raw” on code hosts), and use the address of that link.',
  ],
  'not-rsf': [
    'This is not an RSF file',
    'Open the address in a tab to see what it is. An RSF file is a text of lines such as add-item.',
  ],
  'too-large': [
    'The file is too large for this page',
    'Look for a smaller register, or for a server that answers for this one by the API.',
  ],
  empty: [
    'The file is empty',
    'Open the address in a tab to see whether it is empty there, too. If it is, tell its publisher.',
  ],
  content: [
    'The file is incomplete or inconsistent',
    'Nothing of it is shown. It may have been cut on its way: try again, or download it once more. If the fault stays, tell its publisher.',
  ],
};

/** The problems that mean that a guessed address has no file. */
const NONE: ReadonlySet<RsfProblem['code']> = new Set(['gone', 'no-cors', 'status', 'web-page', 'not-rsf']);

/** The statements that titles already make. */
const IN_TITLE =
  /^This file is incomplete or inconsistent: |^This is not an RSF file\.(?: It looks like a web page\.)? ?|^This file is empty\.$/;

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
  const beside = typeof state?.beside === 'string' && NONE.has(code) ? state.beside : undefined;
  const [title, next] =
    beside === undefined
      ? WORDS[code]
      : [
          `No file of the register ${isolated(nameIn(register) ?? '')} was found`,
          'Nobody opened that register in this browser. If you have its file, or know its address, open it: then the links to it work.',
        ];
  const said = beside === undefined ? problem.replace(IN_TITLE, '') : problem;
  const isBlocked = code === 'no-answer' && location.protocol === 'https:' && address?.startsWith('http:');
  return (
    <Notice
      page
      live
      tone="failed"
      title={title}
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
      {beside !== undefined && (
        <p>
          A link in <code>{beside}</code> points to it. This page looked for it beside that file.
        </p>
      )}
      {said !== '' && (
        <p>
          <Literal text={capital(said)} />
        </p>
      )}
      {code === 'no-answer' && !navigator.onLine && (
        <p>You are offline, and this browser kept no copy of the file.</p>
      )}
      {isBlocked && <p>This page came over https, so the browser may block plain http: try https.</p>}
      {code === 'no-cors' && beside === undefined && (
        <>
          <p>If the host is yours, let it send this header with the file:</p>
          <p>
            <CopyButton text={HEADER} label="Copy the header">
              <code>{HEADER}</code>
            </CopyButton>
          </p>
        </>
      )}
      {address !== undefined && <p>{next}</p>}
      {address !== undefined && (
        <p>
          Asked: <code>{address}</code>.{' '}
          {beside === undefined && (
            <>
              Is a server of the API there?{' '}
              <Link to={pathTo({ view: 'overview', register: { kind: 'remote', base: address } })}>
                Open as a register’s API
              </Link>
            </>
          )}
        </p>
      )}
    </Notice>
  );
}
