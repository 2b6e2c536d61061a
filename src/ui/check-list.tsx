import { type ReactNode, useState } from 'react';
import { lazy, Part } from './part.tsx';
import type { CheckKind } from '../core/check-result.ts';
import { CheckBadge, stateInWords, type CheckState } from './check-badge.tsx';
import styles from './check-list.module.css';

const Explanation = lazy(async () => ({ default: (await import('./explanation.tsx')).Explanation }));

/** NamedCheck is one line of a list of checks: its title, its state, and what that means in one sentence. */
export interface NamedCheck {
  readonly id: string;
  /** The check's kind, for tools that read the page. */
  readonly kind?: CheckKind | undefined;
  /** The kind whose explanation applies, if another one. */
  readonly why?: CheckKind | undefined;
  readonly state: CheckState;
  readonly title: string;
  readonly detail: ReactNode;
  /** While the check is made: the title to expect, which gets its space. */
  readonly expected?: string;
  readonly link?: ReactNode;
  /** The page shows this check without declaring it: it is listed apart, and does not affect the strip. */
  readonly isExtra?: boolean;
}

/** StripVerdict is the combined result of checks in a sentence, with the deciding check, if any. */
interface StripVerdict {
  readonly state: CheckState;
  readonly words: string;
  readonly by?: NamedCheck;
}

/**
 * CheckStrip shows the checks of one record or entry side by side, after the verdict if any, tinted
 * by it or by all of them.
 */
export function CheckStrip({
  checks,
  label = 'Checks',
  verdict,
  limits,
  why,
}: {
  checks: readonly NamedCheck[];
  why?: CheckKind;
  label?: string | undefined;
  verdict?: StripVerdict;
  /** What the checks do not prove. */
  limits?: string;
}) {
  const extra = checks.filter(({ isExtra }) => isExtra);
  const has = (state: CheckState) => (check: NamedCheck) => check.state === state;
  const ofAll = checks.every(has('holds')) ? 'holds' : 'not-checked';
  const tone = verdict?.state ?? (checks.some(has('does-not-match')) ? 'does-not-match' : ofAll);
  return (
    <details className={`bare ${styles.strip}`} data-tone={tone} data-checks="">
      <summary aria-label={`${label}. Show what each check proves`}>
        <div>
          <Marks
            checks={checks.filter((check) => !check.isExtra && check !== verdict?.by)}
            verdict={verdict}
          />
          {extra.length > 0 && (
            <div className={styles.besides}>
              <p>Also checked</p>
              <Marks checks={extra} />
            </div>
          )}
        </div>
        <span className={`${styles.how} unprinted`}>What was checked?</span>
      </summary>
      <Lines checks={checks} why={why} />
      {limits !== undefined && (
        <p className={styles.limits}>
          <strong>What this does not prove:</strong> {limits}.
        </p>
      )}
    </details>
  );
}

function Marks({ checks, verdict }: { checks: readonly NamedCheck[]; verdict?: StripVerdict | undefined }) {
  const mark = (key: string, state: CheckState, words: ReactNode, check?: NamedCheck, kind = '') => (
    <li key={key} className={`${kind} ${styles[state]}`} {...(check && attributesOf(check))}>
      <CheckBadge state={state} size={20} />
      {words}
    </li>
  );
  return (
    <ul className={styles.marks} aria-live="polite">
      {verdict && mark('', verdict.state, <strong>{verdict.words}</strong>, verdict.by, styles.verdict)}
      {checks.map((check) =>
        mark(
          check.id,
          check.state,
          <span className={styles.words} data-expected={check.expected}>
            <span>{check.title}</span>
          </span>,
          check,
        ),
      )}
    </ul>
  );
}

/** attributesOf returns the data attributes of a check. */
function attributesOf({ kind, state, isExtra }: NamedCheck) {
  return { 'data-check': kind, 'data-outcome': state, 'data-besides': isExtra || undefined };
}

/**
 * CheckList shows each check on its own lines, with what it proves; `why` is the kind that
 * explains those without one.
 */
export function CheckList(list: { checks: readonly NamedCheck[]; why?: CheckKind }) {
  return <Lines {...list} tagged />;
}

/** Lines have the data attributes, except in a strip, whose marks have them. */
function Lines({
  checks,
  why,
  tagged = false,
}: {
  checks: readonly NamedCheck[];
  why?: CheckKind | undefined;
  tagged?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {checks.map((check) => (
        <li key={check.id} className={styles.item} {...(tagged && attributesOf(check))}>
          <CheckBadge state={check.state} label={stateInWords(check.state)} />
          <div>
            <p className={styles.title}>{check.title}</p>
            <div className={styles.detail}>{check.detail}</div>
            {check.isExtra && (
              <div className={styles.detail}>What this page shows does not rest on this check.</div>
            )}
            {check.link !== undefined && <div className="links">{check.link}</div>}
            <Why kind={check.why ?? check.kind ?? why} title={check.title} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Why opens the explanation of a check. */
function Why({ kind, title }: { kind: CheckKind | undefined; title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (kind === undefined) return null;
  return (
    <details className="unprinted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="opener">
        Why?<span className="visually-hidden"> {title}</span>
      </summary>
      {isOpen && (
        <Part>
          <Explanation kind={kind} />
        </Part>
      )}
    </details>
  );
}
