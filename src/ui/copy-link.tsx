import { createContext, use } from 'react';
import { useHref, useLocation } from 'react-router';
import { type Hash, parseHash } from '../core/hash.ts';
import { Button } from './button.tsx';
import { CopyButton } from './hash/copy-button.tsx';
import { isolated } from './literal.tsx';
import { fileAddress, numberIn } from './paths.ts';
import { useRegister } from './register-paths.ts';

/** SentRoot is the root in another person's link: that of a log of `logSize` entries, or of the whole log if the link has no size. */
export interface SentRoot {
  readonly rootHash: Hash;
  readonly logSize?: number;
}

/** SentRootContext is the root added to links to the register on view; undefined if they need none. */
export const SentRootContext = createContext<SentRoot | undefined>(undefined);

/** CopyLink copies the address of the page, or hands it to the system to share where it can, which is that of `what`. That of a file in this browser opens nowhere else; that of a file on the web says which root hash was seen. */
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
  const isKept = register.kind === 'file' && fileAddress(register) === undefined;
  const limit = isKept ? ' (opens only where the file is)' : '';
  const url = new URL(href, location.href).href;
  return (
    <>
      <CopyButton text={url} label={`Copy the link to ${what}${limit}`}>
        Copy link{limit}
      </CopyButton>
      {'share' in navigator && !isKept && (
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

/** readSentRoot reads `size` and `root` (64 digits, with or without a prefix) from the query of an address. Undefined without a root. */
export function readSentRoot(search: string): SentRoot | { readonly problem: string } | undefined {
  const query = new URLSearchParams(search);
  const size = query.get('size');
  const root = query.get('root');
  if (root === null) return undefined;
  const logSize = numberIn(size);
  if (size !== null && Number.isNaN(logSize))
    return { problem: `The size in the address is “${isolated(size)}”; it is a whole number from 1.` };
  const text = root.trim();
  const rootHash =
    parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  if (rootHash === undefined)
    return { problem: `The root in the address is “${isolated(root)}”; it has 64 hexadecimal digits.` };
  return { rootHash, ...(size !== null && { logSize }) };
}
