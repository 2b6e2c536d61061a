import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import { countOf, formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import styles from './step-stage.module.css';
import type { StepLine, StepPart } from './steps-model.ts';

const LETTERS: Record<StepPart['source'], string> = { fixed: '', entry: '', sent: 'S', computed: 'C' };

/** StepStage is one step with the bytes it hashes, each run in the shape of where it comes from, and what comes out. */
export function StepStage({
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
