import { formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import styles from './steps-figure.module.css';
import { type StepLine, stepsAsText } from './steps-model.ts';

const PREFIX = { sent: 'S ', computed: 'C ', fixed: '', entry: '' } as const;

/** StepsTable is every step with its bytes, to read row by row and to copy. */
export function StepsTable({
  lines,
  at,
  onGo,
}: {
  lines: readonly StepLine[];
  at: number;
  onGo: (level: number) => void;
}) {
  return (
    <section className={styles.all}>
      <header className={styles.heading}>
        <h3>All steps</h3>
        <span className="quiet">S sent by the server · C computed here · ‖ one after the other</span>
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
              <th scope="col">Step</th>
              <th scope="col">What happens</th>
              <th scope="col">Bytes hashed</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row key={line.level} line={line} current={line.level === at} onGo={onGo} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ line, current, onGo }: { line: StepLine; current: boolean; onGo: (level: number) => void }) {
  const { level, sentence, parts, result, roots, tone } = line;
  return (
    <tr aria-current={current ? 'step' : undefined} data-tone={tone}>
      <th scope="row">
        <button
          type="button"
          className={styles.go}
          aria-label={`Show step ${level}`}
          onClick={() => onGo(level)}
        >
          {formatNumber(level)}
        </button>
      </th>
      <td className={styles.what}>{sentence}</td>
      <td className={styles.hex}>
        {parts.map(({ source, name, shown }, index) => (
          <span key={name} className={styles.run} data-source={source}>
            {index > 0 && '‖ '}
            {PREFIX[source]}
            <bdi>{shown}</bdi>
          </span>
        ))}
      </td>
      <td className={styles.hex}>
        {result !== undefined && <HashText hash={result.hash} digits="full" />}
        {roots !== undefined && <Comparison roots={roots} tone={tone} />}
      </td>
    </tr>
  );
}

function Comparison({ roots, tone }: { roots: NonNullable<StepLine['roots']>; tone: StepLine['tone'] }) {
  const { computed, expected } = roots;
  if (computed === undefined || computed === expected)
    return (
      <>
        {computed !== undefined && tone === 'good' && '= '}
        <HashText hash={expected} digits="full" />
      </>
    );
  return (
    <>
      <span className={styles.run}>
        computed <HashText hash={computed} digits="full" compareWith={expected} />
      </span>
      <span className={styles.run}>
        ≠ published <HashText hash={expected} digits="full" compareWith={computed} />
      </span>
    </>
  );
}
