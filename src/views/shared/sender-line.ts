import type { Verdict } from '../../core/verdict.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { wordsFrom } from '../../ui/check-text.ts';

const SENDER_DIFFERS = 'The sender of this link was shown another log, or the link was changed';
const WRONG_PROOF = 'The proof for what the sender of this link saw is wrong';

/** senderTitle says that what the sender saw does not match. A wrong proof of the server says nothing of the sender. */
export function senderTitle(verdict: Verdict): string {
  return 'code' in verdict && verdict.code === 'sender-differs' ? SENDER_DIFFERS : WRONG_PROOF;
}

/** senderLine says how what the sender of the link saw compares with what is shown here. */
export function senderLine(verdict: Verdict): NamedCheck {
  const text = wordsFrom(
    { verdict },
    {
      holds: [
        'The sender of this link saw the same log',
        'The root hash in the link is of the log shown here.',
      ],
      'does-not-match': [senderTitle(verdict)],
      otherwise: ['Could not compare with what the sender of this link saw'],
    },
  );
  return { id: 'sender', kind: 'others', ...text };
}
