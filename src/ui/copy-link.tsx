import { CopyButton } from './hash/copy-button.tsx';
import { useSource } from './source.ts';

/** CopyLink copies the address of the page, which is that of `what`. That of a file opens nowhere else. */
export function CopyLink({ what }: { what: string }) {
  const limit = useSource() === 'file' ? ' (opens only where the file is)' : '';
  return (
    <CopyButton text={location.href} label={`Copy the link to ${what}${limit}`}>
      Copy link{limit}
    </CopyButton>
  );
}
