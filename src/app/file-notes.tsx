import { useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { CheckBadge } from '../ui/check-badge.tsx';
import { countOf } from '../ui/format.ts';
import { HashText } from '../ui/hash/hash-text.tsx';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { type Compared, forgetSentRoots, useComparedRoot, useOpened } from './file-query.ts';
import type { OpenedRsf } from './files.ts';
import styles from './frame.module.css';

/** FileNotes says on every page of a register from a file what the root in the link is to it, where that does not match, that it is an older copy, and on its overview what was odd in the file. */
export function FileNotes({ file, view }: { file: string; view: RegisterPlace['view'] }) {
  const { data } = useOpened(file);
  const { search } = useLocation();
  const compared = useComparedRoot(file, '', data);
  const verdict = compared === 'pending' ? undefined : compared?.verdict;
  if (!data || !('root' in data)) return null;
  const isSaid = verdict !== undefined && compared !== 'pending' && compared !== undefined;
  const isFirst = new URLSearchParams(search).has('root') && view !== 'compare';
  return (
    <>
      {isSaid && (isFirst || verdict.outcome !== 'holds') && (
        <div>
          <SentNote compared={compared} opened={data} />
        </div>
      )}
      {data.isKept && (
        <p className={styles.note} role="status">
          <span>
            The host of this file could not be reached. This is the copy that this browser kept; the file may
            have changed since.
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

function SentNote({ compared, opened }: { compared: Compared; opened: OpenedRsf }) {
  const { sent, found, verdict } = compared;
  if ('problem' in sent || verdict.outcome === 'cannot-check')
    return (
      <p className={styles.note} role="status">
        <CheckBadge state="cannot-check" size={16} />
        <span>
          The root hash in the link could not be compared with this file.{' '}
          <Literal text={'reason' in verdict ? verdict.reason : ''} />
        </span>
      </p>
    );
  const { logSize = opened.logSize, rootHash } = sent;
  if (verdict.outcome === 'holds') {
    const isGrown = logSize < opened.logSize;
    return (
      <p className={styles.note} role="status">
        <CheckBadge state="holds" size={16} />
        <span>
          {isGrown
            ? `The first ${countOf(logSize, 'entry')} of this file are those that the sender saw; it has grown since.`
            : 'This is the file that the sender saw: its root hash is the one in the link.'}{' '}
          That does not show who made the file.
        </span>
      </p>
    );
  }
  return (
    <Notice
      tone="alarm"
      live
      title="This is not the file that the sender saw"
      actions={<Button onClick={openWithout}>Open it without the link’s root hash</Button>}
    >
      <p>
        The link was made for {countOf(logSize, 'entry')} with the root hash{' '}
        <HashText hash={rootHash} digits="long" />.{' '}
        {found === undefined ? (
          `This file has ${countOf(opened.logSize, 'entry')}.`
        ) : (
          <>
            {logSize < opened.logSize
              ? `The first ${countOf(logSize, 'entry')} of this file give`
              : 'This file has'}{' '}
            the root hash <HashText hash={found} compareWith={rootHash} />.
          </>
        )}{' '}
        The file or the link was changed since. This page cannot tell which: ask the sender for the root hash
        or the file.
      </p>
    </Notice>
  );
}

/** openWithout forgets the root that a link brought, and loads the page again without it. */
function openWithout(): void {
  forgetSentRoots();
  const address = new URL(location.href);
  const isBehindHash = address.hash.startsWith('#/');
  const [path = '', query = ''] = (isBehindHash ? address.hash : address.search).split('?');
  const kept = new URLSearchParams(query);
  kept.delete('root');
  kept.delete('size');
  const search = kept.size === 0 ? '' : `?${kept}`;
  if (isBehindHash) address.hash = path + search;
  else address.search = search;
  history.replaceState(null, '', address);
  location.reload();
}
