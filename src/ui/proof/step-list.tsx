import type { ReactNode } from 'react';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { formatNumber } from '../format.ts';
import { CopyHash } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import {
  comparisonSentence,
  computedRootOf,
  type InclusionCheck,
  type ProofTone,
  rangeText,
  toneOf,
} from './inclusion-check.ts';
import styles from './step-list.module.css';

interface StepListProps {
  readonly check: InclusionCheck;
  readonly rootHolds?: string | undefined;
  /** The spelling in which full hashes are copied. */
  readonly spelling: HashSpelling;
  /** The line that is pointed at: 0 the leaf, k step k, steps + 1 the comparison of the roots. */
  readonly activeLevel?: number | undefined;
  readonly onActiveLevel?: ((level: number | undefined) => void) | undefined;
}

interface StepRow {
  /** The number of the step, or the sign of the comparison. */
  readonly sign: string;
  readonly sentence: ReactNode;
  readonly formula: ReactNode;
  /** Shown in full when the row is opened. */
  readonly hashes: readonly { readonly name: string; readonly hash: Hash }[];
  /** How the leaf bytes are written. */
  readonly leafBytes?: string | undefined;
  readonly tone?: ProofTone;
}

/** StepList says in sentences what the path draws: each step with its formula, from the entry at the bottom to the roots at the top. */
export function StepList({ check, rootHolds, spelling, activeLevel, onActiveLevel }: StepListProps) {
  const { steps } = check;
  const rows: readonly StepRow[] = [leafRow(check), ...steps.map(stepRow), rootRow(check, rootHolds)];
  return (
    <div className={styles.list}>
      <h3 className={styles.heading}>Read from the bottom up</h3>
      <ol>
        {rows
          .map((row, level) => {
            const point = (pointed: boolean) => onActiveLevel?.(pointed ? level : undefined);
            return (
              <li
                key={level}
                className={styles.row}
                data-active={level === activeLevel || undefined}
                data-tone={row.tone}
              >
                <details>
                  <summary
                    className={styles.summary}
                    onPointerEnter={() => point(true)}
                    onPointerLeave={() => point(false)}
                    onFocus={() => point(true)}
                    onBlur={() => point(false)}
                  >
                    <span className={styles.sign}>{row.sign}</span>
                    <span className={styles.sentence}>{row.sentence}</span>
                    <svg className={styles.chevron} viewBox="0 0 16 16" aria-hidden="true">
                      <path d="M4 6l4 4 4-4" />
                    </svg>
                    <span className={styles.formula}>{row.formula}</span>
                  </summary>
                  <WholeHashes row={row} spelling={spelling} />
                </details>
              </li>
            );
          })
          .toReversed()}
      </ol>
    </div>
  );
}

function WholeHashes({ row: { hashes, leafBytes }, spelling }: { row: StepRow; spelling: HashSpelling }) {
  return (
    <dl className={styles.hashes}>
      {leafBytes !== undefined && (
        <div>
          <dt>leaf bytes</dt>
          <dd>{leafBytes}</dd>
        </div>
      )}
      {hashes.map(({ name, hash }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.full}>
            <CopyHash hash={hash} spelling={spelling} digits="full" what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SIGN = { holds: '=', 'does-not-match': '≠', 'cannot-check': '?', 'not-checked': '–' } as const;

function rootRow(check: InclusionCheck, rootHolds: string | undefined): StepRow {
  const { verdict, checkpoint } = check;
  const tone = toneOf(verdict);
  const computed = computedRootOf(check);
  const published = { name: 'published root', hash: checkpoint.rootHash };
  const shared = {
    sign: SIGN[verdict.outcome],
    tone,
    sentence: <b>{comparisonSentence(check, { rootHolds })}</b>,
  };
  if (tone === 'good' || computed === undefined)
    return { ...shared, formula: <HashText hash={checkpoint.rootHash} />, hashes: [published] };
  const marked = (other: Hash) => (tone === 'bad' ? { compareWith: other } : {});
  return {
    ...shared,
    formula: (
      <>
        computed&nbsp; <HashText hash={computed} digits="long" {...marked(checkpoint.rootHash)} />
        <br />
        published <HashText hash={checkpoint.rootHash} digits="long" {...marked(computed)} />
      </>
    ),
    hashes: [{ name: 'computed root', hash: computed }, published],
  };
}

function stepRow({ level, side, left, right, result, sentCovers }: ProofStep): StepRow {
  const sent = <HashText hash={side === 'left' ? left : right} />;
  const source = { left: 'running', right: 'running', [side]: 'sent by the server' };
  return {
    sign: formatNumber(level),
    sentence: (
      <>
        combines with <b>{rangeText(sentCovers)}</b> from the {side}
      </>
    ),
    formula: side === 'left' ? <>H(01 ‖ {sent} ‖ running)</> : <>H(01 ‖ running ‖ {sent})</>,
    hashes: [
      { name: `left, ${source.left}`, hash: left },
      { name: `right, ${source.right}`, hash: right },
      { name: 'result', hash: result },
    ],
  };
}

function leafRow({ entry, leafHash, leafRuleTitle }: InclusionCheck): StepRow {
  return {
    sign: '0',
    sentence: (
      <>
        <b>Entry {formatNumber(entry.entryNumber)}</b>{' '}
        {leafHash === undefined ? 'was not hashed' : 'is hashed'}
      </>
    ),
    formula: 'H(00 ‖ leaf bytes)',
    leafBytes: leafRuleTitle,
    hashes: leafHash === undefined ? [] : [{ name: 'leaf hash', hash: leafHash }],
  };
}
