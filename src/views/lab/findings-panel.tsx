import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { Change } from './changes.ts';
import { readHash } from './copy.ts';
import type { Finding } from './findings.tsx';
import styles from './lab.module.css';

/** FindingsPanel shows the three checks of the copy, each with why it came out so, and what was changed. */
export function FindingsPanel({
  findings,
  changes,
  stale,
  compared,
}: {
  findings: readonly Finding[];
  changes: readonly Change[];
  /** Whether the copy has been changed since these were found. */
  stale: boolean;
  /** Whether the roots are what is to be looked at now. */
  compared: boolean;
}) {
  return (
    <div
      className={styles['panel']}
      role="region"
      aria-label="Checks of the copy"
      aria-busy={stale}
      tabIndex={0}
    >
      <h2>Checks</h2>
      <ol className={styles['findings']}>
        {findings.map(({ id, verdict: { outcome }, title, why }) => (
          <li
            key={id}
            className={styles['finding']}
            data-outcome={outcome}
            data-pointed={(compared && id === 'root') || undefined}
          >
            <CheckBadge state={outcome} label={stateInWords(outcome)} />
            <div>
              <h3>{title}</h3>
              <p>{why}</p>
            </div>
          </li>
        ))}
      </ol>
      <h2>What you changed</h2>
      {changes.length === 0 ? (
        <p className={styles['quiet']}>Nothing yet: the copy is what the register sent.</p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map(({ verb, what, was, is }, index) => (
            <li key={index}>
              <span className={styles['delta']} aria-hidden="true">
                Δ
              </span>
              <div>
                <p>
                  {verb} <Literal text={what} />
                </p>
                <dl className={styles['values']}>
                  <OldOrNew term="was" text={was} other={is} />
                  <OldOrNew term="is" text={is} other={was} />
                </dl>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OldOrNew({
  term,
  text,
  other,
}: {
  term: string;
  text: string | undefined;
  other: string | undefined;
}) {
  if (text === undefined) return null;
  const hash = readHash(text);
  const compareWith = other === undefined ? undefined : readHash(other);
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {hash !== undefined ? (
          <HashText hash={hash} digits="long" {...(compareWith && { compareWith })} />
        ) : text === '' ? (
          'empty'
        ) : (
          <Literal text={text} />
        )}
      </dd>
    </div>
  );
}
