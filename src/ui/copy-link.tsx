import { use } from 'react';
import { useHref, useLocation } from 'react-router';
import { Button, buttonClass } from './button.tsx';
import { CopyButton } from './hash/copy-button.tsx';
import { fileAddress } from './paths.ts';
import { lazy, Part } from './part.tsx';
import { PopupButton } from './popup-button.tsx';
import { readAt, useRegister } from './register-paths.ts';
import { SentRootContext } from './sent-root.ts';

const CopyLinkChoices = lazy(async () => ({
  default: (await import('./copy-link-choices.tsx')).CopyLinkChoices,
}));

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
  return (
    <>
      {readAt(here.search) ? (
        <CopyNow what={what} limit={limit} />
      ) : (
        <PopupButton
          className={buttonClass('quiet')}
          popupClass="popup menu"
          popupLabel="Copy link"
          popup={
            <Part>
              <CopyLinkChoices {...{ what, logSize, limit }} />
            </Part>
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

/** CopyNow copies the address of the page as it is. */
export function CopyNow({ what, limit }: { what: string; limit: string }) {
  const { pathname, search } = useLocation();
  return (
    <CopyButton text={useAddress(pathname + search)} label={`Copy the link to ${what}${limit}`}>
      Copy link{limit}
    </CopyButton>
  );
}

/** useAddress returns the whole address of a page, with the root hash that was seen if links need it. */
export function useAddress(path: string): string {
  const sent = use(SentRootContext);
  const [pathname = '', search] = path.split('?');
  const query = new URLSearchParams(search);
  if (sent !== undefined) {
    query.set('size', String(sent.logSize));
    query.set('root', sent.rootHash);
  }
  return new URL(useHref({ pathname, search: query.toString() }), location.href).href;
}
