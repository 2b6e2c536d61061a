import { useLocation } from 'react-router';
import { CopyNow, useAddress } from './copy-link.tsx';
import { countOf } from './format.ts';
import { CopyButton } from './hash/copy-button.tsx';
import { withAt } from './register-paths.ts';

/** CopyLinkChoices offers the address of the page as it is, and pinned at the present log size. */
export function CopyLinkChoices({
  what,
  logSize,
  limit,
}: {
  what: string;
  logSize: number | undefined;
  /** Where the link opens, if not everywhere. */
  limit: string;
}) {
  const pinned = useAddress(withAt(useLocation(), String(logSize)));
  return (
    <ul className="rows">
      <li>
        <CopyNow what={what} limit={limit} />
        <p className="quiet">This page, with what is newest when it is opened.</p>
      </li>
      {logSize !== undefined && (
        <li>
          <CopyButton text={pinned} label={`Copy the link to ${what} at this size${limit}`}>
            Copy link at {countOf(logSize, 'entry')}
            {limit}
          </CopyButton>
          <p className="quiet">To cite: this page as it is at this log size.</p>
        </li>
      )}
    </ul>
  );
}
