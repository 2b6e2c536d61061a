import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { Change } from './changes.ts';
import { readHash, type Copy } from './copy.ts';
import type { Findings } from './explain.ts';
import type { Repair } from './repairs.ts';
import { WordsText } from './words-text.tsx';
import styles from './lab.module.css';

/** FindingsPanel shows the three checks of the copy, each with why it came out so, and what was changed. */
export function FindingsPanel({
  findings,
  changes,
  repairs,
  stale,
  compared,
  onRepair,
}: {
  findings: Findings | undefined;
  changes: readonly Change[];
  repairs: readonly Repair[];
  /** Whether the copy has been changed since these were found. */
  stale: boolean;
  /** Whether the roots are what is to be looked at now. */
  compared: boolean;
  onRepair: (copy: Copy) => void;
}) {
  return (
    <div
      className={styles['panel']}
      role="region"
      aria-label="Checks of the copy"
      aria-busy={stale}
      tabIndex={0}
    >
      <h2>What still holds</h2>
      <ol className={styles['findings']}>
        {(findings ?? []).map((finding) => (
          <li
            key={finding.id}
            className={styles['finding']}
            data-outcome={finding.verdict.outcome}
            data-pointed={(compared && finding.id === 'root') || undefined}
          >
            <CheckBadge state={finding.verdict.outcome} label={stateInWords(finding.verdict.outcome)} />
            <div>
              <h3>{finding.title}</h3>
              <p>
                <WordsText words={finding.why} />
              </p>
              {repairs
                .filter((repair) => repair.of === finding.id)
                .map((repair) => (
                  <Button
                    key={repair.label}
                    onClick={() => onRepair(repair.copy)}
                    className={styles['repair'] ?? ''}
                  >
                    {repair.label}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ol>
      <h2>What you changed</h2>
      {changes.length === 0 ? (
        <p className={styles['quiet']}>Nothing yet: the copy is what the register sent.</p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map((change, index) => (
            <li key={index}>
              <span className={styles['delta']} aria-hidden="true">
                Δ
              </span>
              <div>
                <p>
                  {VERB[change.verb]} <WordsText words={change.what} />
                </p>
                <Values change={change} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Values({ change }: { change: Change }) {
  if (change.was === undefined && change.is === undefined) return null;
  return (
    <dl className={styles['values']}>
      {change.was !== undefined && (
        <div>
          <dt>was</dt>
          <dd>
            <One text={change.was} other={change.is} />
          </dd>
        </div>
      )}
      {change.is !== undefined && (
        <div>
          <dt>is</dt>
          <dd>
            <One text={change.is} other={change.was} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** One writes what was or is, hashes by their ends. */
function One({ text, other }: { text: string; other: string | undefined }) {
  const hash = readHash(text);
  const before = other === undefined ? undefined : readHash(other);
  if (hash === undefined) return text === '' ? 'empty' : <Literal text={text} />;
  return <HashText hash={hash} digits="long" {...(before === undefined ? {} : { compareWith: before })} />;
}

const VERB: Record<Change['verb'], string> = { changed: 'Changed', added: 'Added', removed: 'Removed' };
