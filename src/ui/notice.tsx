import type { ReactNode } from 'react';
import styles from './notice.module.css';
import { Button } from './button.tsx';
import { useLate } from './use-late.ts';

/**
 * Notice is a message in place of data: empty, not found, a failed request. `tone` colours only its edge; the
 * text carries the meaning.
 */
export function Notice({
  title,
  tone = 'plain',
  children,
  actions,
  live = false,
  page = false,
}: {
  title: string;
  tone?: 'plain' | 'failed' | 'alarm';
  children?: ReactNode;
  actions?: ReactNode;
  /** Its title is announced, and what in it is marked. */
  live?: boolean;
  /** It is the whole page: its title is the page's. */
  page?: boolean;
}) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div
      className={`${styles.notice} ${styles[tone]} ${page ? styles.page : ''}`}
      data-notice={live ? tone : undefined}
      data-tone={tone === 'alarm' ? 'does-not-match' : undefined}
    >
      <Title className={styles.title} data-announce={live ? '' : undefined}>
        {title}
      </Title>
      {children !== undefined && <div className={`group measure ${styles.text}`}>{children}</div>}
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

/** RetryButton asks again for what failed, and says so while it is asked. */
export function RetryButton({ onClick, retrying }: { onClick: () => void; retrying: boolean }) {
  return (
    <Button onClick={onClick} disabled={retrying}>
      {retrying ? 'Trying again …' : 'Try again'}
    </Button>
  );
}

/** FailureNotice shows a failed request: what failed, at which address, and a way to try again. */
export function FailureNotice({
  failure,
  onRetry,
  retrying = false,
  page = false,
  children,
}: {
  /** `request: false` is for answers that contradict each other, without a failed request. */
  failure: {
    readonly title: string;
    readonly message: string;
    readonly address?: string;
    readonly request?: false;
  };
  /** Absent where another button of the page does it. */
  onRetry: (() => void) | undefined;
  retrying?: boolean;
  /** See Notice. */
  page?: boolean;
  /** What is known all the same. */
  children?: ReactNode;
}) {
  return (
    <Notice
      title={failure.title}
      tone="failed"
      live
      page={page}
      actions={onRetry && <RetryButton onClick={onRetry} retrying={retrying} />}
    >
      <p data-announce="">{failure.message}</p>
      {failure.address !== undefined && (
        <p>
          Asked: <code>{failure.address}</code>
        </p>
      )}
      {failure.request !== false && (
        <p>A failed request says nothing about whether the register is correct.</p>
      )}
      {children}
    </Notice>
  );
}

/** LATE_MS is how long a part may load before the page says that there is no answer yet. */
const LATE_MS = 4000;

/**
 * Skeleton reserves space for lines that are loading, so that nothing jumps, and shows after a while that there is no
 * answer yet. Where the whole view is on its way, `title` is its heading until then.
 */
export function Skeleton({ lines, label, title }: { lines: number; label: string; title?: ReactNode }) {
  const isLate = useLate(true, LATE_MS);
  return (
    <div className={styles.skeleton} data-loading="" data-announce={isLate ? 'No answer yet' : 'Loading'}>
      {title !== undefined && <h1 className="visually-hidden">{title}</h1>}
      <p className={isLate ? styles.late : 'visually-hidden'}>
        {label}
        {isLate && ': no answer yet'}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
