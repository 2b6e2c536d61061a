import { use } from 'react';
import { useHref, useLocation } from 'react-router';
import { Button, buttonClass } from './button.tsx';
import { countOf } from './format.ts';
import { CopyButton } from './hash/copy-button.tsx';
import { fileAddress } from './paths.ts';
import { PopupButton } from './popup-button.tsx';
import { readAt, useRegister, withAt } from './register-paths.ts';
import { SentRootContext } from './sent-root.ts';

/**
 * CopyLink copies the address of the page, as it is or pinned at the present log size, or hands it to the
 * system to share where it can. The page is that of `what`; an address that has a size is offered alone. That
 * of a file in this browser opens nowhere else; that of a file on the web says which root hash was seen.
 */
export function CopyLink({ what, logSize }: { what: string; logSize: number | undefined }) {
  const register = useRegister();
  const isLocalFile = register.kind === 'file' && fileAddress(register) === undefined;
  const limit = isLocalFile ? ' (opens only where the file is)' : '';
  const here = useLocation();
  const current = useAddress(here.pathname + here.search);
  const pinned = useAddress(withAt(here, String(logSize)));
  const now = (
    <CopyButton text={current} label={`Copy the link to ${what}${limit}`}>
      Copy link{limit}
    </CopyButton>
  );
  return (
    <>
      {readAt(here.search) ? (
        now
      ) : (
        <PopupButton
          className={buttonClass('quiet')}
          popupClass="popup menu"
          popupLabel="Copy link"
          popup={
            <ul className="rows">
              <li>
                {now}
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
          }
        >
          Copy link
        </PopupButton>
      )}
      {'share' in navigator && !isLocalFile && (
        // It rejects if the reader cancels.
        <Button
          aria-label={`Share ${what}`}
          onClick={() => void navigator.share({ title: document.title, url: current }).catch(() => undefined)}
        >
          Share
        </Button>
      )}
    </>
  );
}

/** useAddress returns the whole address of a page, with the root hash that was seen if links need it. */
function useAddress(path: string): string {
  const sent = use(SentRootContext);
  const [pathname = '', search] = path.split('?');
  const query = new URLSearchParams(search);
  if (sent !== undefined) {
    query.set('size', String(sent.logSize));
    query.set('root', sent.rootHash);
  }
  return new URL(useHref({ pathname, search: query.toString() }), location.href).href;
}
