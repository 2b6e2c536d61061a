import { useSyncExternalStore } from 'react';
import { useSession } from '../../query/session.ts';
import type { PageKind, PageVerdict as Verdict } from '../../trust/page-checks.ts';
import { sentenceOf } from '../../ui/check-words.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { verifiedWords } from './verified-words.ts';

/** PageVerdict is the verdict on the page in a sentence, as the trust store has it, with the checks behind it, and once what they do not prove. */
export function PageVerdict({ checks, label }: { checks: readonly NamedCheck[]; label?: string }) {
  const { trust, id } = useSession();
  const page = useSyncExternalStore(trust.subscribe, trust.page, trust.page);
  const bad = checks.find(({ state }) => state === 'does-not-match');
  return (
    <CheckStrip
      checks={checks}
      label={label}
      verdict={{
        state: page.state ?? 'not-checked',
        words: verdictWords(page, bad, id.startsWith('file:')),
        ...(page.state === 'does-not-match' && bad && { by: bad }),
      }}
      limits={limitsOf(page.page, checks)}
    />
  );
}

function verdictWords(
  { page, state, checks }: Verdict,
  bad: NamedCheck | undefined,
  isFile: boolean,
): string {
  switch (state) {
    case 'holds':
      return verifiedWords(page, isFile, 'The newest entry is verified');
    case 'does-not-match':
      return `Does not match: ${inSentence(bad?.title ?? (page === 'consistency-proof' ? 'the consistency proof' : 'a check marked below'))}`;
    case 'cannot-check': {
      const verdict = checks.find((check) => check.state === state)?.verdict;
      const isUnknown = verdict?.outcome === 'cannot-check' && verdict.code === 'unknown-leaf-rule';
      const reason = isUnknown
        ? 'no known way to write this entry gives the published root'
        : sentenceOf({ verdict });
      // Only the first sentence: what to do is said below.
      return `Could not check: ${inSentence(reason).replace(/\.(?: .*)?$/s, '')}`;
    }
    case 'checking':
      return 'Checking …';
    case 'not-checked':
    case undefined:
      return 'Not checked';
  }
}

/** inSentence is a sentence as the rest of another one; a name keeps its capital. */
function inSentence(sentence: string): string {
  return sentence.replace(/^(?:[A-Z](?=[a-z]* ))/, (letter) => letter.toLowerCase());
}

function limitsOf(page: PageKind, checks: readonly NamedCheck[]): string {
  const isOpen = (kind: NamedCheck['kind']) =>
    !checks.some((check) => check.kind === kind && check.state === 'holds');
  return [
    ...(page === 'item' && isOpen('inclusion') ? ['that any entry of the log records this data'] : []),
    ...((page === 'record' || page === 'entry') && isOpen('newest')
      ? ['that this is the newest entry for its key']
      : []),
    `that nothing changed before ${isOpen('memory') ? 'your first visit' : 'the root hash that was remembered'}`,
    'that others see the same log',
  ].join('; ');
}
