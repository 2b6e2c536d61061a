import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** FailureNotice shows a failed request as that and nothing more: what failed, at which address, and a way to try again. */
export function FailureNotice({
  failure,
  onRetry,
  retrying = false,
  page = false,
}: {
  /** `request: false` is for what is no failed request: answers that do not fit together. */
  failure: {
    readonly title: string;
    readonly message: string;
    readonly address?: string;
    readonly request?: false;
  };
  onRetry?: () => void;
  retrying?: boolean;
  /** See Notice. */
  page?: boolean;
}) {
  return (
    <Notice
      title={failure.title}
      tone="failed"
      live
      page={page}
      actions={
        onRetry !== undefined && (
          <Button onClick={onRetry} disabled={retrying}>
            {retrying ? 'Trying again …' : 'Try again'}
          </Button>
        )
      }
    >
      <p>{failure.message}</p>
      {failure.address !== undefined && (
        <p>
          Asked: <code>{failure.address}</code>
        </p>
      )}
      {failure.request !== false && (
        <p>A failed request says nothing about whether the register can be believed.</p>
      )}
    </Notice>
  );
}
