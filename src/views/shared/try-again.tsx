import { useRetry } from '../../query/session.ts';
import { useLacksAnswer } from '../../query/use-page-checks.ts';
import { Button } from '../../ui/button.tsx';

/** TryAgain repeats all that failed on a page, while something on it could not be checked for want of an answer. */
export function TryAgain() {
  const retry = useRetry();
  return (
    useLacksAnswer() && (
      <p className="unprinted">
        <Button onClick={retry}>Try again</Button>
      </p>
    )
  );
}

/** useRetryBelow returns what the button of a notice on a page does; undefined while the page's own TryAgain does it. */
export function useRetryBelow(): (() => void) | undefined {
  const retry = useRetry();
  return useLacksAnswer() ? undefined : retry;
}
