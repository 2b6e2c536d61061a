import type { Verdict } from '../../core/verdict.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { wordsFrom } from '../../ui/check-text.ts';

/** SENDER_DIFFERS is the text of a page whose link says that its sender saw another log. */
export const SENDER_DIFFERS = 'The sender of this link was shown another log, or the link was changed';

/** senderLine says how what the sender of the link saw compares with what is shown here. */
export function senderLine(verdict: Verdict): NamedCheck {
  const text = wordsFrom(
    { verdict },
    {
      holds: [
        'The sender of this link saw the same log',
        'The root hash in the link is that of the log shown here, or of its beginning.',
      ],
      'does-not-match': [SENDER_DIFFERS],
      otherwise: ['Could not compare with what the sender of this link saw'],
    },
  );
  return { id: 'sender', kind: 'others', ...text };
}
