import { use } from 'react';
import { useLocation } from 'react-router';
import { useAddress } from './copy-link.tsx';
import { countOf } from './format.ts';
import { CopyButton } from './hash.tsx';
import { readAt, withAt } from './link.tsx';
import { SeenContext } from './seen-part.ts';

/**
 * CopyLinkChoices offers the address of the page as it is, pinned at the present log size, and without what its
 * sender saw.
 */
export function CopyLinkChoices({
  logSize,
  isLocalFile,
}: {
  logSize: number | undefined;
  isLocalFile: boolean;
}) {
  const here = useLocation();
  const path = here.pathname + here.search;
  const [current, pinned, bare] = [
    useAddress(path),
    useAddress(withAt(here, String(logSize))),
    useAddress(path, true),
  ];
  const isSeen = use(SeenContext) !== '';
  const isPinned = readAt(here.search) !== undefined;
  const limit = isLocalFile ? ' (opens only where the file is)' : '';
  return (
    <ul className="rows">
      <li>
        <CopyButton text={current}>Copy link{limit}</CopyButton>
        <p className="quiet">
          {isPinned ? 'This page, at this log size.' : 'This page, with what is newest when it is opened.'}
          {isSeen &&
            ' It says which log you saw, so that whoever opens it can tell whether they are shown the same.'}
        </p>
      </li>
      {logSize !== undefined && !isPinned && (
        <li>
          <CopyButton text={pinned}>
            Copy link at {countOf(logSize, 'entry')}
            {limit}
          </CopyButton>
          <p className="quiet">To cite: this page as it is at this log size.</p>
        </li>
      )}
      {isSeen && (
        <li>
          <CopyButton text={bare}>Copy without it</CopyButton>
          <p className="quiet">The plain address.</p>
        </li>
      )}
    </ul>
  );
}
