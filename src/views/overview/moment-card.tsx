import { useLocation, useNavigate } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { useSinceVisit } from '../../query/use-since-visit.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { MomentForm } from '../../ui/moment-form.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './overview.module.css';

/** MomentCard leads to the register as it was at another moment, and to what changed between two. */
export function MomentCard({ register, head }: { register: RegisterId; head: Checkpoint }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (head.logSize < 2) return null;
  return (
    <Card title="At another moment" note="every view can show the register as it was">
      <div className={styles['momentWays']}>
        <MomentForm
          largest={head.logSize}
          onGo={(at) => void navigate(`${pathname}?${new URLSearchParams({ at }).toString()}`)}
        />
        <p>
          <Link to={pathTo({ view: 'changes', register })}>What changed between two sizes</Link>
        </p>
      </div>
    </Card>
  );
}

/** SinceVisit leads to what was added since this browser last saw the log. */
export function SinceVisit({ register, head }: { register: RegisterId; head: Checkpoint }) {
  const since = useSinceVisit(head);
  if (since === undefined) return null;
  const sizes = { from: String(since.logSize), to: String(head.logSize) };
  return (
    <Link to={pathTo({ view: 'changes', register, ...sizes })}>
      {countOf(head.logSize - since.logSize, 'entry', 'entries')} since{' '}
      {since.fromFile === true ? 'the root taken over from a file' : 'your last visit'}: what changed
    </Link>
  );
}
