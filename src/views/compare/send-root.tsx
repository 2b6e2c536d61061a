import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { useHref } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useRetry } from '../../query/use-retry.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './compare.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

/** SendRoot gives the root shown here to another person, as a link and as a QR code of it. */
export function SendRoot({ register, isAnswer }: { register: RegisterId; isAnswer: boolean }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  return (
    <Card title={isAnswer ? 'Send yours back' : 'Your root'} note="what the register publishes to you now">
      {head.isPending && <Skeleton lines={6} label="Reading the register proof" />}
      {head.isError && (
        <FailureNotice failure={describeFailure(head.error)} retrying={head.isFetching} onRetry={retry} />
      )}
      {head.data?.logSize === 0 && <p>The log has no entries yet, so that there is nothing to compare.</p>}
      {head.data !== undefined && head.data.logSize > 0 && <Sendable register={register} head={head.data} />}
    </Card>
  );
}

function Sendable({ register, head }: { register: RegisterId; head: Checkpoint }) {
  const id = useId();
  const path = useHref(`${pathTo({ view: 'compare', register })}?size=${head.logSize}&root=${head.rootHash}`);
  const link = new URL(path, location.origin).href;
  return (
    <div className={styles['send']}>
      <div className={styles['told']}>
        <p className={styles['root']}>
          <HashText hash={head.rootHash} digits="full" />
        </p>
        <p className={styles['quiet']}>
          The root of {countOf(head.logSize, 'entry', 'entries')}. Whoever opens the link has it held against
          the root that the register shows to them. Send it by a way that the register cannot change.
        </p>
        <label htmlFor={id} className={styles['label']}>
          Link to compare
        </label>
        <div className={styles['link']}>
          <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label="Copy the link to compare">
            Copy link
          </CopyButton>
        </div>
        <p className={styles['quiet']}>{WHERE[register.kind]}</p>
      </div>
      <Suspense fallback={<div className={styles['qr']} />}>
        <QrCode
          text={link}
          label={`QR code of the link to compare the root of ${countOf(head.logSize, 'entry', 'entries')}`}
        />
      </Suspense>
    </div>
  );
}

/** WHERE says where such a link works: a register that only this site or this browser has cannot be compared from afar. */
const WHERE: Record<RegisterId['kind'], string> = {
  remote: 'The link works wherever this site and the register can be reached.',
  bundled:
    'This register comes with the site itself: the link works where this site can be reached, and each reader there has the same copy.',
  file: 'This register is a file that this browser holds: the link works only where the same file has been opened.',
};
