import { Button } from '../../ui/button.tsx';
import { CheckBadge, stateInWords, type CheckState } from '../../ui/check-badge.tsx';
import type { Finding, Findings } from './explain.ts';
import styles from './lab.module.css';

const SHORT: Record<Finding['id'], string> = { data: 'Data', entry: 'Proof', root: 'Root' };
interface Glance {
  readonly id: Finding['id'];
  readonly state: CheckState;
}

const NONE: readonly Glance[] = [
  { id: 'data', state: 'checking' },
  { id: 'entry', state: 'checking' },
  { id: 'root', state: 'checking' },
];

interface LabBarProps {
  readonly findings: Findings | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly pristine: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onReset: () => void;
}

/** LabBar stays in sight while the copy is edited: the checks at a glance, and the way back. */
export function LabBar(props: LabBarProps) {
  const states = props.findings?.map(({ id, verdict }): Glance => ({ id, state: verdict.outcome })) ?? NONE;
  return (
    <div className={styles['bar']}>
      <ul className={styles['glance']} aria-label="The copy at a glance">
        {states.map(({ id, state }) => (
          <li key={id} data-outcome={state}>
            <CheckBadge state={state} label={`${SHORT[id]}: ${stateInWords(state).toLowerCase()}`} />
            <span aria-hidden="true">{SHORT[id]}</span>
          </li>
        ))}
      </ul>
      <div className={styles['back']}>
        <Step label="Undo" idle={!props.canUndo} onClick={props.onUndo} />
        <Step label="Redo" idle={!props.canRedo} onClick={props.onRedo} />
        <Step label="Reset" idle={props.pristine} onClick={props.onReset} />
      </div>
    </div>
  );
}

/** Step keeps the focus where it can do nothing more. */
function Step({ label, idle, onClick }: { label: string; idle: boolean; onClick: () => void }) {
  return (
    <Button
      aria-disabled={idle}
      data-focus={label.toLowerCase()}
      className={styles['step'] ?? ''}
      onClick={() => {
        if (!idle) onClick();
      }}
    >
      {label}
    </Button>
  );
}
