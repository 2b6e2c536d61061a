import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import type { InclusionCheck } from './inclusion-check.ts';
import styles from './steps-figure.module.css';
import { stepLines, type StepLine, type StepPart } from './steps-model.ts';
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
  check: InclusionCheck;
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
    <div>
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
          <span className="quiet" aria-hidden="true">
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

const LETTERS: Record<StepPart['source'], string> = { fixed: '', entry: '', sent: 'S', computed: 'C' };

/** StepStage is one step with the bytes it hashes, each run in the shape of where it comes from, and what comes out. */
function StepStage({
  line,
  last,
  spelling,
  leafRuleTitle,
  quiet,
}: {
  line: StepLine;
  /** The level of the last step. */
  last: number;
  spelling: HashSpelling;
  leafRuleTitle: string | undefined;
  /** Whether a change is left unsaid to a screen reader. */
  quiet: boolean;
}) {
  const name = `Step ${formatNumber(line.level)} of ${formatNumber(last)}`;
  return (
    <div className={styles.stage}>
      <p className={styles.sentence} aria-live={quiet ? 'off' : 'polite'}>
        <b>{name}.</b> {line.sentence}
      </p>
      {line.parts.length > 0 && (
        <>
          <p className={styles.caption}>
            {countOf(line.hex.length / 2, 'byte')} hashed
            <CopyButton text={line.hex} label="Copy the bytes as hexadecimal digits" />
          </p>
          <ol className={styles.parts} aria-label="The bytes hashed, in order">
            {line.parts.map((part) => (
              <Part key={part.name} part={part} leafRuleTitle={leafRuleTitle} />
            ))}
          </ol>
        </>
      )}
      {line.result !== undefined && (
        <>
          <p className={styles.arrow} aria-hidden="true">
            <svg viewBox="0 0 16 20">
              <path d="M8 1v16M3 12.5l5 5 5-5" />
            </svg>
            SHA-256
          </p>
          <Outcome name={line.result.name} hash={line.result.hash} shape="computed" spelling={spelling} />
        </>
      )}
      {line.roots !== undefined && <Roots line={line} roots={line.roots} spelling={spelling} />}
    </div>
  );
}

function Part({ part, leafRuleTitle }: { part: StepPart; leafRuleTitle: string | undefined }) {
  const { source, name, shown, asText } = part;
  return (
    <li className={styles.part} data-source={source}>
      <span className={styles.name}>
        {LETTERS[source] === '' ? null : (
          <span className={styles.letter} aria-hidden="true">
            {LETTERS[source]}
          </span>
        )}
        {name}
        {source === 'entry' && leafRuleTitle !== undefined ? `: ${leafRuleTitle}` : ''}
        {source === 'entry' ? (asText ? ', as text' : ', as hexadecimal digits') : ''}
      </span>
      <code className={styles.bytes}>
        <bdi>{shown}</bdi>
      </code>
    </li>
  );
}

function Roots({
  line,
  roots,
  spelling,
}: {
  line: StepLine;
  roots: NonNullable<StepLine['roots']>;
  spelling: HashSpelling;
}) {
  const { computed, expected } = roots;
  const differ = computed !== undefined && computed !== expected;
  return (
    <>
      {computed !== undefined && (
        <>
          <Outcome
            name="root computed here"
            hash={computed}
            shape="computed"
            spelling={spelling}
            tone={differ ? line.tone : 'neutral'}
            compareWith={differ ? expected : undefined}
          />
          <p className={styles.arrow} data-tone={line.tone} aria-hidden="true">
            <b>{differ ? '≠' : '='}</b>
          </p>
        </>
      )}
      <Outcome
        name={line.tone === 'good' ? 'the root, as computed' : 'root to compare with'}
        hash={expected}
        shape="root"
        spelling={spelling}
        tone={line.tone}
        compareWith={differ ? computed : undefined}
      />
    </>
  );
}

function Outcome({
  name,
  hash,
  shape,
  spelling,
  tone = 'neutral',
  compareWith,
}: {
  name: string;
  hash: Hash;
  shape: 'computed' | 'root';
  spelling: HashSpelling;
  tone?: StepLine['tone'];
  compareWith?: Hash | undefined;
}) {
  return (
    <div className={styles.part} data-source={shape} data-tone={tone}>
      <span className={styles.name}>
        {shape === 'computed' && (
          <span className={styles.letter} aria-hidden="true">
            C
          </span>
        )}
        {name}
        <CopyButton text={formatHash(hash, spelling)} label={`Copy ${name}`} />
      </span>
      <code className={styles.bytes}>
        <HashText
          hash={hash}
          digits="full"
          spelling={spelling}
          {...(compareWith === undefined ? {} : { compareWith })}
        />
      </code>
    </div>
  );
}
