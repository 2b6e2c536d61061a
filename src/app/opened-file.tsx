import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Progress } from '../mock/hosts/browser/direct-fetch.ts';
import { LINK_CHECK } from '../query/use-page-checks.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileAddress, pathTo, registerOfFile, type RegisterId } from '../ui/paths.ts';
import { SentRootContext } from '../ui/copy-link.tsx';
import { useComparedRoot, useOpened } from './file-query.ts';
import { isRsfFile } from './files.ts';
import { PlainFrame } from './plain-frame.tsx';
import { sessionFor } from './sessions.ts';
import { WhyNot } from './why-not.tsx';

type FileId = Extract<RegisterId, { kind: 'file' }>;

/** OpenedFile shows its children once the file is read, and compared with the root in the link that led here; where it cannot be read it says why, and what to do next. */
export function OpenedFile({
  register,
  isComparing,
  children,
}: {
  register: FileId;
  /** On the page that compares roots, a root in the address is its own. */
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
  // Before any check of a page can be made: a page of another file than the sender saw is never green, not even for a moment.
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

/** Reading says how much of a file has come, and can stop it. */
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
        hash begins with {file.slice(-8)}. Files are not sent anywhere, so whoever gave you this link has to
        give you the file as well. Open it, and this address works.
      </p>
    </Notice>
  );
}

/** MayBeFile offers to open as an RSF file what is no server of the API, and does where an address with a query, which is none of an API's, is answered with one. */
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
