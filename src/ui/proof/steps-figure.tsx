import { useEffect, useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Outcome } from '../../core/verdict.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { countOf, formatNumber } from '../format.ts';
import { HashText } from '../hash.tsx';
import { Literal } from '../literal.tsx';
import {
  aboveFinding,
  computedRootOf,
  dataFinding,
  findingOf,
  leafHashOf,
  leafText,
  type InclusionCheck,
  type PathOptions,
  rangeText,
  rootFinding,
} from './inclusion-check.ts';
import { TONES } from './proof-node.tsx';
import { Caption } from './proof-picture.tsx';
import styles from './steps-figure.module.css';

/** The duration of a step during play. */
const STEP_MS = 2200;

/** StepLine is one row of the steps: the data, the leaf, a combination, or a comparison of two hashes. */
interface StepLine {
  /** `Data`, 0 the leaf, k step k, then the comparisons: the numbers that Path shows. */
  readonly step: string;
  readonly sentence: string;
  /**
   * The bytes hashed, in order, by source; the first is the prefix byte of RFC 9162
   * 2.1.1. None for a comparison.
   */
  readonly parts: readonly (readonly [source: PartSource, shown: string])[];
  /** The resulting hash with the words before it; or two that differ, each with the other. */
  readonly results: readonly (readonly [words: string, hash: Hash, other?: Hash])[];
  /** Set if the line is a result of the proof. */
  readonly tone?: Outcome | undefined;
}

type PartSource = 'sent' | 'computed' | 'fixed' | 'entry';

/**
 * stepLines writes a check as rows with the exact bytes hashed, from the data or the leaf up to the
 * comparison of the roots.
 */
export function stepLines(check: InclusionCheck, options: PathOptions): readonly StepLine[] {
  const { entry, checkpoint, leafBytes, steps } = check;
  const { data, above, sentName, rootName } = options;
  const number = formatNumber(entry.entryNumber);
  const leafHash = leafHashOf(check);
  const whole = findingOf(check, options);
  const root = rootFinding(check, options);
  const ofData = dataFinding(data, entry.entryNumber);
  const lines: Omit<StepLine, 'step'>[] = [
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
              ['entry', leafText(leafBytes)],
            ],
      results: compared(leafHash),
    },
    ...steps.map(({ side, left, right, result, covers, sentCovers }) => ({
      sentence: `The hash of ${rangeText(sentCovers)}, ${sentName}, combines from the ${side}; the result stands for ${rangeText(covers)}.`,
      parts: [
        ['fixed', '01'] as const,
        [side === 'left' ? 'sent' : 'computed', left] as const,
        [side === 'right' ? 'sent' : 'computed', right] as const,
      ],
      results: compared(result),
    })),
    {
      // Agreeing roots are not the result if the data does not match.
      sentence:
        root.caption === whole.caption || above ? `${root.caption}.` : `${root.caption}. ${whole.caption}.`,
      parts: [],
      results: compared(computedRootOf(check), checkpoint.rootHash, ['computed', rootName]),
      tone: root.outcome === 'holds' && whole.outcome !== 'holds' ? undefined : root.outcome,
    },
  ];
  if (above)
    lines.push({
      sentence: `${aboveFinding(above, rootName).caption}, of ${countOf(above.logSize, 'entry')}.`,
      parts: [],
      // Roots of different sizes differ in any case.
      results:
        above.logSize === checkpoint.logSize
          ? compared(checkpoint.rootHash, above.rootHash, [rootName, 'remembered root'])
          : compared(above.rootHash),
      tone: 'does-not-match',
    });
  const isBad = ofData.outcome === 'does-not-match';
  const numbered = lines.map((line, index) => Object.assign(line, { step: formatNumber(index) }));
  return data === undefined
    ? numbered
    : [
        {
          step: 'Data',
          sentence: `${ofData.caption}.`,
          parts: data.hashed === undefined ? [] : [['entry', data.hashed]],
          results: compared(data.computed, isBad ? data.recorded : undefined, [
            'computed',
            `entry ${number} records`,
          ]),
          tone: isBad ? ofData.outcome : undefined,
        },
        ...numbered,
      ];
}

/**
 * compared returns a result next to the hash that it should be; the one that is known if there is only one.
 */
function compared(
  result: Hash | undefined,
  expected?: Hash,
  [name, otherName]: readonly [string, string] = ['', ''],
): StepLine['results'] {
  if (result !== undefined && expected !== undefined && result !== expected)
    return [
      [name, result, expected],
      [`≠ ${otherName}`, expected, result],
    ];
  const hash = result ?? expected;
  return hash === undefined ? [] : [[result === expected ? '=' : '', hash]];
}

/**
 * StepsFigure shows every step of a proof with its exact bytes as a table, and walks it one step at a time,
 * by buttons and slider. It never plays automatically.
 */
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
    <div className={TONES} data-tone={found.outcome}>
      <div className={styles.found}>
        <Caption found={found} />
      </div>
      <div role="group" aria-label="Steps, one at a time" className={styles.player}>
        <div className={`bar ${styles.controls}`}>
          <Button
            onClick={() => go(at - 1)}
            aria-label="Previous step"
            disabled={at === 0 && 'This is the first step'}
          >
            <Icon name="left" />
          </Button>
          <Button kind="strong" className={styles.play} onClick={toggle}>
            {playing ? 'Pause' : 'Play'}
          </Button>
          <Button
            onClick={() => go(at + 1)}
            aria-label="Next step"
            disabled={at === last && 'This is the last step'}
          >
            <Icon name="right" />
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
        <p className="measure" data-announce={playing ? undefined : ''}>
          <b>{name}.</b> {lines[at]?.sentence}
        </p>
        {lines[at] && (
          <div className={styles.hex}>
            <Parts line={lines[at]} />
            <Results line={lines[at]} isWhole />
          </div>
        )}
      </div>
      <section className={styles.all}>
        <header className={`bar ${styles.heading}`}>
          <h3>All steps</h3>
          <span className="quiet">
            dashed: {options.sentName} · framed: computed here · ‖ one after the other
          </span>
        </header>
        <div className={styles.scroll} role="region" aria-label="All steps of the proof" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {['Step', 'Bytes hashed', 'Result'].map((column) => (
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

function Row({ line, current, onGo }: { line: StepLine; current: boolean; onGo: () => void }) {
  const { step, tone } = line;
  return (
    <tr aria-current={current ? 'step' : undefined} data-tone={tone}>
      <th scope="row">
        <button
          type="button"
          className={styles.go}
          aria-label={step === 'Data' ? step : `Step ${step}`}
          onClick={onGo}
        >
          {step}
        </button>
      </th>
      <td className={styles.hex}>
        <Parts line={line} most={6} />
      </td>
      <td className={styles.hex}>
        <Results line={line} />
      </td>
    </tr>
  );
}

/** Parts are the bytes that are hashed, whole or the first of each. */
function Parts({ line: { parts }, most = Infinity }: { line: StepLine; most?: number }) {
  return parts.map(([source, shown], index) => {
    const room = source === 'entry' ? most * 3 : most;
    return (
      <span key={`${source} ${shown}`} className={styles.run} data-source={source}>
        {index > 0 && '‖ '}
        <Literal text={shown.length > room ? `${shown.slice(0, room)}…` : shown} />
      </span>
    );
  });
}

function Results({ line: { results }, isWhole = false }: { line: StepLine; isWhole?: boolean }) {
  return results.map(([words, hash, other]) => (
    <span key={words} className={styles.run} translate="no">
      {isWhole && '→ '}
      {words} <HashText hash={hash} {...(isWhole && { digits: 'full' })} compareWith={other} />
    </span>
  ));
}
