import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import { abbreviate, type HashDigits } from './abbreviate.ts';
import { CopyButton } from './copy-button.tsx';
import { HashText } from './hash-text.tsx';

interface CopyHashProps {
  readonly hash: Hash;
  /** The spelling that is copied, with its prefix; `bare` when not given. */
  readonly spelling?: HashSpelling;
  readonly compareWith?: Hash;
  readonly digits?: HashDigits;
  readonly withPrefix?: boolean;
  /** What the hash is, for the button's name: "root" gives "Copy root 8d92e1…5729". */
  readonly what?: string;
}

/** CopyHash shows a hash as HashText does, in a button that copies its full text with the prefix of its spelling. */
export function CopyHash({ what = 'hash', ...shown }: CopyHashProps) {
  return (
    <CopyButton
      text={formatHash(shown.hash, shown.spelling ?? 'bare')}
      label={`Copy ${what} ${abbreviate(shown.hash, shown.digits ?? (shown.compareWith === undefined ? 'short' : 'long'))}`}
    >
      <HashText {...shown} />
    </CopyButton>
  );
}
