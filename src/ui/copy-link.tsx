import { use } from 'react';
import { useHref, useLocation } from 'react-router';
import { Button, buttonClass } from './button.tsx';
import { countOf } from './format.ts';
import { CopyButton } from './hash.tsx';
import { fileAddress } from './paths.ts';
import { PopupButton } from './popup-button.tsx';
import { readAt, useRegister, withAt } from './link.tsx';
import { SeenContext } from './seen-part.ts';

interface CopyLinkProps {
  readonly what: string;
  readonly logSize: number | undefined;
  readonly kind?: 'plain' | 'quiet';
}

/**
 * CopyLink copies the address of the page, as it is or pinned at the present log size, or hands it to the
 * system to share where it can. The page is that of `what`. Where the page is verified, the link says which head its
 * sender saw. The address of a file in this browser opens nowhere else.
 */
export function CopyLink({ what, logSize, kind = 'quiet' }: CopyLinkProps) {
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
        popup={<Choices {...{ logSize, isLocalFile }} />}
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

/** Choices are the addresses: as the page is, pinned at the present log size, and without what its sender saw. */
function Choices({ logSize, isLocalFile }: Pick<CopyLinkProps, 'logSize'> & { isLocalFile: boolean }) {
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
  const shown = isPinned
    ? 'This page, at this log size.'
    : 'This page, with what is newest when it is opened.';
  const says =
    ' It says which log you saw, so that whoever opens it can tell whether they are shown the same.';
  const choices = [
    [`Copy link${limit}`, current, isSeen ? shown + says : shown],
    logSize !== undefined && !isPinned
      ? [
          `Copy link at ${countOf(logSize, 'entry')}${limit}`,
          pinned,
          'To cite: this page as it is at this log size.',
        ]
      : [],
    isSeen ? ['Copy without it', bare, 'The plain address.'] : [],
  ];
  return (
    <ul className="rows">
      {choices.map(
        ([words, text, meaning]) =>
          text !== undefined && (
            <li key={words}>
              <CopyButton text={text}>{words}</CopyButton>
              <p className="quiet">{meaning}</p>
            </li>
          ),
      )}
    </ul>
  );
}

/** useAddress returns the whole address of a page, with the head that was seen there unless it is `bare`. */
function useAddress(path: string, bare = false): string {
  const seen = use(SeenContext);
  return new URL(useHref(bare || seen === '' ? path : `${path}#${seen}`), location.href).href;
}
