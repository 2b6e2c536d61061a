import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useHref } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { sentenceOf } from '../../ui/check-text.ts';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';

/** SendRoot gives the root shown here to another person, as a link and as a QR code of it. If it contradicts the remembered one, it gives both: the other person's view shows which of them the register shows to others. */
export function SendRoot() {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const { data: recalled } = useQuery(memoryQuery(session));
  const { verdict } = useMemory(head.data);
  const remembered = recalled?.kind === 'remembered' ? recalled.root : undefined;
  const isInDoubt = remembered !== undefined && verdict?.outcome === 'does-not-match';
  return (
    <>
      {isInDoubt && (
        <Card
          title="The root this browser remembers"
          note="send this one first: it is what you were shown before"
        >
          <RootToSend head={remembered} which="remembered " />
        </Card>
      )}
      <Card
        title={isInDoubt ? 'The root you are shown now' : 'Your root'}
        note={isInDoubt ? 'it does not match the remembered one' : 'what you are shown now'}
      >
        {head.isPending && <Skeleton lines={6} label="Reading the register proof" />}
        {head.data ? (
          <RootToSend head={head.data} which={isInDoubt ? 'new ' : ''} />
        ) : (
          <QueryFailure query={head} />
        )}
        {verdict?.outcome === 'cannot-check' && (
          <p className="quiet measure">
            This root hash could not be compared with the one this browser remembers.{' '}
            {sentenceOf({ verdict })}
          </p>
        )}
      </Card>
    </>
  );
}

/** RootToSend is a root to send; `which` names it if there are two. */
function RootToSend({ head: { logSize, rootHash }, which }: { head: Checkpoint; which: string }) {
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
          The root of {entries}. Send the link by email or chat: opened, it compares this root with the one
          they see. It works where this site and the register, or a copy of the same file, can be opened.
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
      </div>
      <QrCode text={link} label={`QR code of the link to compare the ${which}root of ${entries}`} />
    </div>
  );
}
