import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import type { DrawnCheck } from './proof-figure.tsx';
import { StepStage } from './step-stage.tsx';
import styles from './steps-figure.module.css';
import { stepLines } from './steps-model.ts';
import { StepsTable } from './steps-table.tsx';

/** How long a step stays while the steps are played. */
const STEP_MS = 2200;

/**
 * StepsFigure shows a proof one step at a time, with the exact bytes, forwards and back by buttons, slider and keys, and all of it as a table. It never
 * starts to play by itself.
 */
export function StepsFigure({
  check,
  rootHolds,
  spelling = 'item',
}: {
  check: DrawnCheck;
  rootHolds?: string | undefined;
  spelling?: HashSpelling | undefined;
}) {
  const lines = stepLines(check, rootHolds);
  const last = lines.length - 1;
  const player = usePlayer(last);
  const line = lines[player.at];
  if (line === undefined) throw new Error('a proof without steps');
  const keys = { onKeyDown: player.onKeyDown };
  return (
    <div className={styles.steps}>
      <div role="group" aria-label="Steps, one at a time" className={styles.player}>
        <div className={styles.controls}>
          <Button
            {...keys}
            onClick={() => player.go(0)}
            aria-label="First step"
            aria-disabled={player.at === 0}
          >
            <Sign d="M3 3v10M13 3 6 8l7 5Z" />
          </Button>
          <Button
            {...keys}
            onClick={() => player.go(player.at - 1)}
            aria-label="Previous step"
            aria-disabled={player.at === 0}
          >
            <Sign d="M11 3 4 8l7 5Z" />
          </Button>
          <Button {...keys} kind="strong" className={styles.play} onClick={player.toggle}>
            <Sign d={player.playing ? 'M5 3v10M11 3v10' : 'M4 3l9 5-9 5Z'} />
            {player.playing ? 'Pause' : 'Play'}
          </Button>
          <Button
            {...keys}
            onClick={() => player.go(player.at + 1)}
            aria-label="Next step"
            aria-disabled={player.at === last}
          >
            <Sign d="M5 3l7 5-7 5Z" />
          </Button>
          <Button
            {...keys}
            onClick={() => player.go(last)}
            aria-label="Last step"
            aria-disabled={player.at === last}
          >
            <Sign d="M3 3l7 5-7 5ZM13 3v10" />
          </Button>
          <input
            type="range"
            className={styles.slider}
            min={0}
            max={last}
            value={player.at}
            aria-label="Step"
            aria-valuetext={`Step ${player.at} of ${last}`}
            onChange={(event) => player.go(event.target.valueAsNumber)}
          />
          <span className={styles.place} aria-hidden="true">
            {formatNumber(player.at)} / {formatNumber(last)}
          </span>
        </div>
        <StepStage
          line={line}
          last={last}
          spelling={spelling}
          leafRuleTitle={check.leafRuleTitle}
          quiet={player.playing}
        />
      </div>
      <StepsTable lines={lines} at={player.at} onGo={player.go} />
    </div>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** usePlayer keeps which step is shown, 0 <= at <= last, and whether the steps are played. */
function usePlayer(last: number) {
  const [wanted, setWanted] = useState(0);
  const [playing, setPlaying] = useState(false);
  const at = Math.min(wanted, last);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!playing) return undefined;
    timer.current = setTimeout(() => {
      setWanted(at + 1);
      if (at + 1 >= last) setPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer.current);
  }, [playing, at, last]);
  const go = (to: number) => {
    setPlaying(false);
    setWanted(Math.max(0, Math.min(last, to)));
  };
  const toggle = () => {
    if (!playing && at === last) setWanted(0);
    setPlaying(!playing);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  return { at, playing, go, toggle, onKeyDown };
}
