import { use } from 'react';
import { useHref, useLocation } from 'react-router';
import { Button, buttonClass } from './button.tsx';
import { fileAddress } from './paths.ts';
import { lazy, Part } from './part.tsx';
import { PopupButton } from './popup-button.tsx';
import { useRegister } from './link.tsx';
import { SeenContext } from './seen-part.ts';

const CopyLinkChoices = lazy(async () => (await import('./copy-link-choices.tsx')).CopyLinkChoices);

/**
 * CopyLink copies the address of the page, as it is or pinned at the present log size, or hands it to the
 * system to share where it can. The page is that of `what`. Where the page is verified, the link says which head its
 * sender saw. The address of a file in this browser opens nowhere else.
 */
export function CopyLink({
  what,
  logSize,
  kind = 'quiet',
}: {
  what: string;
  logSize: number | undefined;
  kind?: 'plain' | 'quiet';
}) {
  const register = useRegister();
  const isLocalFile = register.kind === 'file' && fileAddress(register) === undefined;
  const { pathname, search } = useLocation();
  const current = useAddress(pathname + search);
  return (
    <>
      <PopupButton
        className={buttonClass(kind)}
        atEnd
        popupLabel="Copy link"
        popup={
          <Part>
            <CopyLinkChoices {...{ logSize, isLocalFile }} />
          </Part>
        }
      >
        Copy link
      </PopupButton>
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

/** useAddress returns the whole address of a page, with the head that was seen there unless it is `bare`. */
export function useAddress(path: string, bare = false): string {
  const seen = use(SeenContext);
  return new URL(useHref(bare || seen === '' ? path : `${path}#${seen}`), location.href).href;
}
