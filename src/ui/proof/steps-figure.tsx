import { useEffect, useState, type KeyboardEvent } from 'react';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import { findingOf, type PathOptions } from './finding.ts';
import type { InclusionCheck } from './inclusion-check.ts';
import { TONES } from './proof-node.tsx';
import { Caption } from './proof-picture.tsx';
import styles from './steps-figure.module.css';
import { stepLines, type StepLine, stepsAsText } from './steps-model.ts';

/** How long a step stays while the steps are played. */
const STEP_MS = 2200;

/**
 * StepsFigure shows every step of a proof with its exact bytes as a table, and walks it one step at a time, forwards and back, by buttons, slider and keys. It never
 * starts to play by itself.
 */
export function StepsFigure({ check, options }: { check: InclusionCheck; options: PathOptions }) {
  const found = findingOf(check, options);
  const lines = stepLines(check, options);
  const last = lines.length - 1;
  const { at, playing, go, toggle, onKeyDown } = usePlayer(last);
  const step = (name: string, wanted: number, sign: string) => {
    const to = Math.max(0, Math.min(last, wanted));
    return (
      <Button onKeyDown={onKeyDown} onClick={() => go(to)} aria-label={name} aria-disabled={at === to}>
        <Sign d={sign} />
      </Button>
    );
  };
  return (
    <div className={TONES} data-tone={found.tone}>
      <div className={styles.found}>
        <Caption found={found} />
      </div>
      <div role="group" aria-label="Steps, one at a time" className={styles.player}>
        <div className={styles.controls}>
          {step('First step', 0, 'M3 3v10M13 3 6 8l7 5Z')}
          {step('Previous step', at - 1, 'M11 3 4 8l7 5Z')}
          <Button onKeyDown={onKeyDown} kind="strong" className={styles.play} onClick={toggle}>
            <Sign d={playing ? 'M5 3v10M11 3v10' : 'M4 3l9 5-9 5Z'} />
            {playing ? 'Pause' : 'Play'}
          </Button>
          {step('Next step', at + 1, 'M5 3l7 5-7 5Z')}
          {step('Last step', last, 'M3 3l7 5-7 5ZM13 3v10')}
          <input
            type="range"
            className={styles.slider}
            min={0}
            max={last}
            value={at}
            aria-label="Step"
            aria-valuetext={nameOf(lines, at)}
            onChange={(event) => go(event.target.valueAsNumber)}
          />
        </div>
        <p className={styles.sentence} aria-live={playing ? 'off' : 'polite'}>
          <b>{nameOf(lines, at)}.</b> {lines[at]?.sentence}
        </p>
      </div>
      <section className={styles.all}>
        <header className={styles.heading}>
          <h3>All steps</h3>
          <span className="quiet">S {options.sentName} · C computed here · ‖ one after the other</span>
          <span className={styles.copy}>
            <CopyButton text={stepsAsText(lines)} label="Copy all steps as a table">
              Copy as a table
            </CopyButton>
          </span>
        </header>
        <div className={styles.scroll} role="region" aria-label="All steps of the proof" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {['Step', 'What happens', 'Bytes hashed', 'Result'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <Row key={line.level} line={line} current={index === at} onGo={() => go(index)} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

/** nameOf is which step this is, of how many; the data comes before the first. */
function nameOf(lines: readonly StepLine[], at: number): string {
  const level = lines[at]?.level ?? 0;
  const last = lines.at(-1)?.level ?? 0;
  return level === 'data' ? 'Data' : `Step ${formatNumber(level)} of ${last}`;
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
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => {
      setWanted(at + 1);
      if (at + 1 >= last) setPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
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

const PREFIX = { sent: 'S ', computed: 'C ', fixed: '', entry: '' } as const;

function Row({ line, current, onGo }: { line: StepLine; current: boolean; onGo: () => void }) {
  const { level, sentence, parts, result, roots, tone } = line;
  const isApart = roots?.computed !== undefined && roots.computed !== roots.expected;
  return (
    <tr aria-current={current ? 'step' : undefined} data-tone={tone} data-compared={roots && ''}>
      <th scope="row">
        <button
          type="button"
          className={styles.go}
          aria-label={level === 'data' ? 'Show the data' : `Show step ${level}`}
          onClick={onGo}
        >
          {level === 'data' ? 'Data' : formatNumber(level)}
        </button>
      </th>
      <td className={styles.what}>{sentence}</td>
      <td className={styles.hex}>
        {parts.map(({ source, name, shown }, index) => (
          <span key={name} className={styles.run} data-source={source} title={name}>
            {index > 0 && '‖ '}
            {PREFIX[source]}
            <bdi>{shown}</bdi>
          </span>
        ))}
      </td>
      <td className={styles.hex}>
        {result !== undefined && <HashText hash={result} digits="full" />}
        {roots?.computed !== undefined && isApart && (
          <span className={styles.run}>
            {roots.names[0]} <HashText hash={roots.computed} digits="full" compareWith={roots.expected} />
          </span>
        )}
        {roots !== undefined && (
          <span className={isApart ? styles.run : undefined}>
            {isApart && `≠ ${roots.names[1]} `}
            {roots.computed === roots.expected && tone === 'good' && '= '}
            <HashText
              hash={roots.expected}
              digits="full"
              compareWith={isApart ? roots.computed : undefined}
            />
          </span>
        )}
      </td>
    </tr>
  );
}
