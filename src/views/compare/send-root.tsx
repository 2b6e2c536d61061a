import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useHref } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';

/** SendRoot gives the root shown here to another person, as a link and as a QR code of it. If it contradicts the remembered one, it gives both with a note: the other person's view shows which of them the register shows to others. */
export function SendRoot({ isAnswer }: { isAnswer: boolean }) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const { data: recalled } = useQuery(memoryQuery(session));
  const { verdict } = useMemory(head.data);
  const remembered = recalled?.kind === 'remembered' ? recalled.root : undefined;
  const isInDoubt = remembered !== undefined && verdict?.outcome === 'does-not-match';
  return (
    <>
      {isInDoubt && (
        <>
          <Notice
            title="The root you are shown now does not match the one this browser remembers"
            tone="failed"
          >
            <p>
              Send the remembered one first: it says what you were shown before. The new one tells another
              person only what the register says now. If you send it on, say that it is in doubt.
            </p>
          </Notice>
          <Card title="The root this browser remembers" note="what the register showed you before">
            <RootToSend head={remembered} which="remembered " />
          </Card>
        </>
      )}
      <Card
        title={isInDoubt ? 'The root you are shown now' : isAnswer ? 'Send yours back' : 'Your root'}
        note={isInDoubt ? 'in doubt: it does not match the remembered one' : 'what you are shown now'}
      >
        {head.isPending && <Skeleton lines={6} label="Reading the register proof" />}
        {head.data ? (
          <RootToSend head={head.data} which={isInDoubt ? 'new ' : ''} />
        ) : (
          <QueryFailure query={head} />
        )}
        {verdict?.outcome === 'cannot-check' && (
          <p className="quiet measure">
            This root hash could not be compared with the one this browser remembers: {verdict.reason}
          </p>
        )}
      </Card>
    </>
  );
}

/** RootToSend is a root to send; `which` names it if there are two. */
function RootToSend({
  head: { logSize, rootHash },
  which,
}: {
  head: Checkpoint;
  which: '' | 'remembered ' | 'new ';
}) {
  const paths = usePaths();
  const id = useId();
  const path = useHref(`${paths.view('compare')}?size=${logSize}&root=${rootHash}`);
  if (logSize === 0) return <p>The log has no entries, so there is no root to send.</p>;
  const link = new URL(path, location.href).href;
  const entries = countOf(logSize, 'entry');
  return (
    <div className="row coded">
      <div className="group wrap">
        <p className="wrap">
          <HashText hash={rootHash} digits="full" />
        </p>
        <p className="quiet measure">
          The root of {entries}. Opening the link compares it with the root they see. Send it by email or
          chat.
        </p>
        <label htmlFor={id} className="quiet">
          Link to compare the {which}root
        </label>
        <div className="bar">
          <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label={`Copy the link to compare the ${which}root`}>
            Copy link
          </CopyButton>
        </div>
        <p className="quiet measure">
          {fileAddress(paths.register) === undefined ? WHERE[paths.register.kind] : WHERE_FETCHED}
        </p>
      </div>
      <QrCode text={link} label={`QR code of the link to compare the ${which}root of ${entries}`} />
    </div>
  );
}

/** WHERE says where such a link works: a register only in this site or this browser cannot be compared elsewhere. */
const WHERE: Record<RegisterId['kind'], string> = {
  remote: 'The link works wherever this site and the register can be reached.',
  bundled:
    'This register comes with the site itself: the link works where this site can be reached, and each reader there has the same copy.',
  file: 'This register is a file that this browser holds: the link works only where the same file has been opened.',
};

const WHERE_FETCHED = 'The link works wherever this site and the file can be reached.';
