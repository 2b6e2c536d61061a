import type { HashSpelling } from '../../core/hash.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import { comparisonLevel, rootComputedFrom, toneOf, type PathInput } from './path-model.ts';
import type { NamedHash } from './step-hashes.tsx';
import { StepRow } from './step-row.tsx';
import styles from './step-list.module.css';
import { joinSentence, comparisonSentence } from './words.ts';

interface StepListProps extends PathInput {
  readonly entryNumber: number;
  /** How the leaf bytes are written, in plain English. */
  readonly leafRuleTitle?: string | undefined;
  /** The spelling in which full hashes are copied; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** The line that is pointed at: 0 the leaf, k step k, steps + 1 the comparison of the roots. */
  readonly activeLevel?: number | undefined;
  readonly onActiveLevel?: ((level: number | undefined) => void) | undefined;
}

/** StepList says in sentences what the picture draws: each joining with its formula, from the entry at the bottom to the roots at the top. */
export function StepList(props: StepListProps) {
  const { steps, activeLevel, onActiveLevel, spelling = 'item' } = props;
  const shared = (level: number) => ({
    spelling,
    active: level === activeLevel,
    onPoint: (pointed: boolean) => onActiveLevel?.(pointed ? level : undefined),
  });
  return (
    <div className={styles.list}>
      <h3 className={styles.heading}>Read from the bottom up</h3>
      <ol>
        <StepRow {...rootRow(props)} {...shared(comparisonLevel(steps))} />
        {steps.toReversed().map((step) => (
          <StepRow key={step.level} {...stepRow(step)} {...shared(step.level)} />
        ))}
        <StepRow {...leafRow(props)} {...shared(0)} />
      </ol>
    </div>
  );
}

const SIGN = { holds: '=', 'does-not-match': '≠', 'cannot-check': '?', 'not-checked': '–' } as const;

function rootRow(props: StepListProps) {
  const tone = toneOf(props.verdict);
  const computed = rootComputedFrom(props);
  const published: NamedHash = { name: 'published root', hash: props.expectedRoot };
  const agree = tone === 'good' || computed === undefined;
  return {
    sign: SIGN[props.verdict.outcome],
    tone,
    sentence: <b>{comparisonSentence(props.verdict, props.rootHolds, computed === props.expectedRoot)}</b>,
    formula: agree ? (
      <HashText hash={props.expectedRoot} />
    ) : (
      <>
        computed&nbsp;{' '}
        <HashText
          hash={computed}
          digits="long"
          {...(tone === 'bad' ? { compareWith: props.expectedRoot } : {})}
        />
        <br />
        published{' '}
        <HashText
          hash={props.expectedRoot}
          digits="long"
          {...(tone === 'bad' ? { compareWith: computed } : {})}
        />
      </>
    ),
    hashes: agree ? [published] : [{ name: 'computed root', hash: computed }, published],
  };
}

function stepRow(step: ProofStep) {
  const { what, how } = joinSentence(step);
  const sent = <HashText hash={step.side === 'left' ? step.left : step.right} />;
  const own = { left: 'running', right: 'running', [step.side]: 'sent by the server' };
  return {
    sign: formatNumber(step.level),
    sentence: (
      <>
        <b>{what}</b> {how}
      </>
    ),
    formula: step.side === 'left' ? <>H(01 ‖ {sent} ‖ running)</> : <>H(01 ‖ running ‖ {sent})</>,
    hashes: [
      { name: `left, ${own.left}`, hash: step.left },
      { name: `right, ${own.right}`, hash: step.right },
      { name: 'result', hash: step.result },
    ],
  };
}

function leafRow({ entryNumber, leafHash, leafRuleTitle }: StepListProps) {
  return {
    sign: '0',
    sentence: (
      <>
        <b>Entry {formatNumber(entryNumber)}</b>{' '}
        {leafHash === undefined ? 'was not followed upwards' : 'is hashed'}
      </>
    ),
    formula: 'H(00 ‖ leaf bytes)',
    leafBytes: leafRuleTitle,
    hashes: leafHash === undefined ? [] : [{ name: 'leaf hash', hash: leafHash }],
  };
}
