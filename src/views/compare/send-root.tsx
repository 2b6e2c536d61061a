import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useHref } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './compare.module.css';

/** SendRoot gives the root shown here to another person, as a link and as a QR code of it. Where it does not fit the remembered one, both are given, and it says so. */
export function SendRoot({ isAnswer }: { isAnswer: boolean }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const { data: recalled } = useQuery(memoryQuery(session));
  const { verdict } = useMemory(head.data);
  if (head.data !== undefined && verdict?.outcome === 'does-not-match' && recalled?.kind === 'remembered')
    return <BothRoots published={head.data} remembered={recalled.root} />;
  return (
    <Card title={isAnswer ? 'Send yours back' : 'Your root'} note="what you are shown now">
      {head.isPending && <Skeleton lines={6} label="Reading the register proof" />}
      {head.isError && (
        <FailureNotice failure={describeFailure(head.error)} retrying={head.isFetching} onRetry={retry} />
      )}
      {head.data && (
        <Sendable head={head.data} none="The log has no entries yet, so there is nothing to compare." />
      )}
      {verdict?.outcome === 'cannot-check' && (
        <p className="quiet measure">
          This root hash could not be compared with the one this browser remembers: {verdict.reason}
        </p>
      )}
    </Card>
  );
}

/** BothRoots is for a published root that does not fit the remembered one: what another person is shown tells which of them the register shows to others. */
function BothRoots({ published, remembered }: { published: Checkpoint; remembered: Checkpoint }) {
  return (
    <>
      <Notice title="The root you are shown now does not match the one this browser remembers" tone="failed">
        <p>
          Send the remembered one first: it says what you were shown before. The new one tells another person
          only what the register says now. If you send it on, say that it is in doubt.
        </p>
      </Notice>
      <Card title="The root this browser remembers" note="what the register showed you before">
        <Sendable head={remembered} which="remembered" />
      </Card>
      <Card title="The root you are shown now" note="in doubt: it does not match the remembered one">
        <Sendable
          head={published}
          which="new"
          none="The log has no entries now, so there is no root to send."
        />
      </Card>
    </>
  );
}

function Sendable({
  head: { logSize, rootHash },
  which,
  none,
}: {
  head: Checkpoint;
  /** Which of two roots it is, where there are two. */
  which?: 'remembered' | 'new';
  /** What is said of an empty log. */
  none?: string;
}) {
  const paths = usePaths();
  const id = useId();
  const path = useHref(`${paths.view('compare')}?size=${logSize}&root=${rootHash}`);
  if (logSize === 0) return <p>{none}</p>;
  const link = new URL(path, location.href).href;
  const entries = countOf(logSize, 'entry', 'entries');
  const toCompare = `link to compare the ${which === undefined ? 'root' : `${which} root`}`;
  return (
    <div className={styles.send}>
      <div className="group wrap">
        <p className="wrap">
          <HashText hash={rootHash} digits="full" />
        </p>
        <p className="quiet measure">
          The root of {entries}. Opening the link compares it with the root they see. Send it by email or
          chat.
        </p>
        <label htmlFor={id} className="quiet">
          {which === undefined ? 'Link to compare' : `Link to compare the ${which} root`}
        </label>
        <div className="bar">
          <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label={`Copy the ${toCompare}`}>
            Copy link
          </CopyButton>
        </div>
        <p className="quiet measure">
          {fileAddress(paths.register) === undefined ? WHERE[paths.register.kind] : WHERE_FETCHED}
        </p>
      </div>
      <QrCode text={link} label={`QR code of the ${toCompare} of ${entries}`} />
    </div>
  );
}

/** WHERE says where such a link works: a register that only this site or this browser has cannot be compared from afar. */
const WHERE: Record<RegisterId['kind'], string> = {
  remote: 'The link works wherever this site and the register can be reached.',
  bundled:
    'This register comes with the site itself: the link works where this site can be reached, and each reader there has the same copy.',
  file: 'This register is a file that this browser holds: the link works only where the same file has been opened.',
};

const WHERE_FETCHED = 'The link works wherever this site and the file can be reached.';
