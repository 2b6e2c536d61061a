import { useQuery } from '@tanstack/react-query';
import type { Replica } from '../../query/replica-desk.ts';
import { describeFailure } from '../../query/failure.ts';
import { useSession } from '../../query/session.ts';
import { snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import styles from './overview.module.css';

/** SnapshotLine holds the server's own snapshot at a log size, where it keeps any, against what the log makes. */
export function SnapshotLine({ replica, at }: { replica: Replica; at: number }) {
  const { data, error } = useQuery(snapshotCheckQuery(useSession(), replica, at));
  if (data !== undefined && data.records === undefined) return null;
  const size = `at size ${formatNumber(at)}`;
  const reason = data !== undefined && 'reason' in data.verdict ? data.verdict.reason : '';
  const titles: Record<NamedCheck['state'], string> = {
    holds: `The server’s own snapshot ${size} is what the log makes`,
    'does-not-match': `The server’s own snapshot ${size} is not what the log makes`,
    'cannot-check': `The server’s own snapshot ${size} could not be held against the log`,
    'not-checked': `The server’s own snapshot ${size} was not looked at`,
    checking: `Holding the server’s own snapshot ${size} against the log`,
  };
  const state = data?.verdict.outcome ?? (error === null ? 'checking' : 'cannot-check');
  const detail =
    state === 'holds'
      ? `It lists ${countOf(data?.records ?? 0, 'record')}; each is the latest up to that size in the log, which was read and hashed here.`
      : error === null
        ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`
        : describeFailure(error).message;
  return (
    <div className={styles['snapshot']}>
      <CheckStrip
        label="The server’s snapshot"
        checks={[{ id: 'snapshot', state, title: titles[state], detail }]}
      />
    </div>
  );
}
