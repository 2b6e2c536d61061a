import { use } from 'react';
import { useHref, useLocation } from 'react-router';
import { Button } from './button.tsx';
import { CopyButton } from './hash/copy-button.tsx';
import { fileAddress } from './paths.ts';
import { useRegister } from './register-paths.ts';
import { SentRootContext } from './sent-root.ts';

/**
 * CopyLink copies the address of the page, or hands it to the system to share where it can, which is
 * that of `what`. That of a file in this browser opens nowhere else; that of a file on the web says
 * which root hash was seen.
 */
export function CopyLink({ what }: { what: string }) {
  const register = useRegister();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const sent = use(SentRootContext);
  if (sent !== undefined) {
    query.set('size', String(sent.logSize));
    query.set('root', sent.rootHash);
  }
  const href = useHref({ pathname, search: query.toString() });
  const isLocalFile = register.kind === 'file' && fileAddress(register) === undefined;
  const limit = isLocalFile ? ' (opens only where the file is)' : '';
  const url = new URL(href, location.href).href;
  return (
    <>
      <CopyButton text={url} label={`Copy the link to ${what}${limit}`}>
        Copy link{limit}
      </CopyButton>
      {'share' in navigator && !isLocalFile && (
        // It rejects if the reader cancels.
        <Button
          aria-label={`Share ${what}`}
          onClick={() => void navigator.share({ title: document.title, url }).catch(() => undefined)}
        >
          Share
        </Button>
      )}
    </>
  );
}
