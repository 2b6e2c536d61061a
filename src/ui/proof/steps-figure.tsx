import { useEffect, useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import {
  aboveFinding,
  computedRootOf,
  dataFinding,
  findingOf,
  hexOf,
  leafHashOf,
  leafText,
  type InclusionCheck,
  type PathOptions,
  type ProofTone,
  rangeText,
  type RootAbove,
  rootFinding,
} from './inclusion-check.ts';
import { Caption, TONES } from './proof-picture.tsx';
import styles from './steps-figure.module.css';

/** The duration of a step during play. */
const STEP_MS = 2200;

/** StepLine is one row of the steps: the data, the leaf, a combination, or a comparison of two hashes. */
interface StepLine {
  /** `Data`, 0 the leaf, k step k, then the comparisons: the numbers that Path shows. */
  readonly step: string;
  readonly sentence: string;
  /** The bytes hashed, in order, by source; the first is the prefix byte of RFC 9162 2.1.1. None for a comparison. */
  readonly parts: readonly (readonly [source: 'fixed' | 'entry' | 'sent' | 'computed', shown: string])[];
  readonly result?: Hash | undefined;
  /** The hash that the result is compared with, and the names of both. */
  readonly expected?: Hash | undefined;
  readonly names?: readonly [result: string, expected: string];
  readonly tone: ProofTone;
}

/** stepLines writes a check as rows with the exact bytes hashed, from the data or the leaf up to the comparison of the roots. */
export function stepLines(check: InclusionCheck, options: PathOptions): readonly StepLine[] {
  const { entry, checkpoint, leafBytes, steps } = check;
  const { data, above, sentName, rootName } = options;
  const number = formatNumber(entry.entryNumber);
  const leafHash = leafHashOf(check);
  const whole = findingOf(check, options);
  const root = rootFinding(check, options);
  // Agreeing roots are not the result if the data does not match.
  const isOfRoot = root.caption === whole.caption || above !== undefined;
  const lines: readonly (Omit<StepLine, 'step' | 'tone' | 'parts'> & Partial<StepLine>)[] = [
    {
      sentence:
        leafBytes === undefined
          ? `Entry ${number} ${leafHash === undefined ? 'was not' : 'is'} hashed.`
          : `Entry ${number} is written as ${countOf(leafBytes.length, 'leaf byte')} and hashed; the result is its leaf hash.`,
      parts:
        leafBytes === undefined
          ? []
          : [
              ['fixed', '00'],
              ['entry', leafText(leafBytes) ?? hexOf(leafBytes)],
            ],
      result: leafHash,
    },
    ...steps.map(({ side, left, right, result, covers, sentCovers }) => ({
      sentence: `The hash of ${rangeText(sentCovers)}, ${sentName}, combines from the ${side}; the result stands for ${rangeText(covers)}.`,
      parts: [
        ['fixed', '01'] as const,
        [side === 'left' ? 'sent' : 'computed', left] as const,
        [side === 'right' ? 'sent' : 'computed', right] as const,
      ],
      result,
    })),
    {
      sentence: isOfRoot ? `${root.caption}.` : `${root.caption}. ${whole.caption}.`,
      result: computedRootOf(check),
      expected: checkpoint.rootHash,
      names: ['computed', rootName],
      tone: root.tone === 'good' && whole.tone !== 'good' ? 'neutral' : root.tone,
    },
    ...(above ? [aboveLine(above, check, rootName)] : []),
  ];
  const numbered = lines.map((line, index): StepLine =>
    Object.assign({ parts: [], tone: 'neutral' as const, step: formatNumber(index) }, line),
  );
  if (data === undefined) return numbered;
  const { caption, tone } = dataFinding(data, entry.entryNumber);
  const compared = { expected: data.recorded, names: ['computed', `entry ${number} records`] } as const;
  return [
    {
      step: 'Data',
      sentence: `${caption}.`,
      parts: [],
      result: data.computed,
      tone: tone === 'bad' ? tone : 'neutral',
      ...(tone === 'bad' && compared),
    },
    ...numbered,
  ];
}

/** aboveLine returns the break between the root of a check and the one above it. Roots of different sizes differ in any case, so only those of one size are compared. */
function aboveLine(
  above: RootAbove,
  { checkpoint: { logSize, rootHash } }: InclusionCheck,
  rootName: string,
): Omit<StepLine, 'step' | 'parts'> {
  return {
    tone: 'bad',
    sentence: `${aboveFinding(above, rootName).caption}, of ${countOf(above.logSize, 'entry')}.`,
    ...(above.logSize === logSize
      ? { result: rootHash, expected: above.rootHash, names: [rootName, 'remembered root'] }
      : { result: above.rootHash }),
  };
}

/** StepsFigure shows every step of a proof with its exact bytes as a table, and walks it one step at a time, by buttons and slider. It never plays automatically. */
export function StepsFigure({ check, options }: { check: InclusionCheck; options: PathOptions }) {
  const found = findingOf(check, options);
  const lines = stepLines(check, options);
  const last = lines.length - 1;
  const [wanted, setWanted] = useState(0);
  const [playing, setPlaying] = useState(false);
  const at = Math.min(wanted, last);
  const name = lines[at]?.step === 'Data' ? 'Data' : `Step ${lines[at]?.step} of ${lines.at(-1)?.step}`;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => {
      setWanted(at + 1);
      setPlaying(at + 1 < last);
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
  return (
    <div className={TONES} data-tone={found.tone}>
      <div className={styles.found}>
        <Caption found={found} />
      </div>
      <div role="group" aria-label="Steps, one at a time" className={styles.player}>
        <div className={styles.controls}>
          <Button onClick={() => go(at - 1)} aria-label="Previous step" aria-disabled={at === 0}>
            ‹
          </Button>
          <Button kind="strong" className={styles.play} onClick={toggle}>
            {playing ? 'Pause' : 'Play'}
          </Button>
          <Button onClick={() => go(at + 1)} aria-label="Next step" aria-disabled={at === last}>
            ›
          </Button>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label="Step"
            aria-valuetext={name}
            onChange={(event) => go(event.target.valueAsNumber)}
          />
        </div>
        <p className={styles.sentence} aria-live={playing ? 'off' : 'polite'}>
          <b>{name}.</b> {lines[at]?.sentence}
        </p>
      </div>
      <section className={styles.all}>
        <header className={styles.heading}>
          <h3>All steps</h3>
          <span className="quiet">S {options.sentName} · C computed here · ‖ one after the other</span>
        </header>
        <div className={styles.scroll} role="region" aria-label="All steps of the proof" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {['Step', 'What happens', 'Bytes hashed', 'Result'].map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <Row key={line.step} line={line} current={index === at} onGo={() => go(index)} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

const LETTERS = { sent: 'S ', computed: 'C ', fixed: '', entry: '' } as const;

function Row({ line, current, onGo }: { line: StepLine; current: boolean; onGo: () => void }) {
  const { step, sentence, parts, result, expected, names, tone } = line;
  const isApart = result !== undefined && expected !== undefined && result !== expected;
  return (
    <tr aria-current={current ? 'step' : undefined} data-tone={tone} data-compared={names && ''}>
      <th scope="row">
        <button
          type="button"
          className={styles.go}
          aria-label={step === 'Data' ? 'Show the data' : `Show step ${step}`}
          onClick={onGo}
        >
          {step}
        </button>
      </th>
      <td className={styles.what}>{sentence}</td>
      <td className={styles.hex}>
        {parts.map(([source, shown], index) => (
          <span key={`${source} ${shown}`} className={styles.run} data-source={source}>
            {index > 0 && '‖ '}
            {LETTERS[source]}
            <bdi>{shown}</bdi>
          </span>
        ))}
      </td>
      <td className={styles.hex}>
        {isApart ? (
          <>
            <span className={styles.run}>
              {names?.[0]} <HashText hash={result} digits="full" compareWith={expected} />
            </span>
            <span className={styles.run}>
              ≠ {names?.[1]} <HashText hash={expected} digits="full" compareWith={result} />
            </span>
          </>
        ) : (
          (result ?? expected) !== undefined && (
            <>
              {expected !== undefined && tone === 'good' && '= '}
              <HashText hash={(result ?? expected) as Hash} digits="full" />
            </>
          )
        )}
      </td>
    </tr>
  );
}
