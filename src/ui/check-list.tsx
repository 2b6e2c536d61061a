import { type ReactNode, useState } from 'react';
import { lazyParts, Part } from './part.tsx';
import { type CheckKind, worstOf } from '../core/check-result.ts';
import { CheckBadge, stateInWords, type CheckState } from './check-badge.tsx';
import styles from './check-list.module.css';
import type { Verdict } from '../core/verdict.ts';
import { capital, countOf } from './format.ts';

const { Explanation } = lazyParts(async () => import('./explanation.tsx'));

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
  /** While the check is made: the title to expect beside the verdict, which gets its space. */
  readonly expected?: string | undefined;
  readonly link?: ReactNode;
  /** The page shows this check without declaring it: only a mismatch of it counts. */
  readonly isExtra?: boolean;
}

/** StripVerdict is the combined result of checks in a sentence, with the deciding check, if any. */
interface StripVerdict {
  readonly state: CheckState;
  readonly words: string;
  readonly by?: NamedCheck;
  /** What that means, or what to do. */
  readonly note?: string | undefined;
}

/** worstCheck returns the verdict of the first check that went worst, of those that the page rests on. */
function worstCheck(checks: readonly NamedCheck[]): StripVerdict {
  const own = checks.filter(({ isExtra }) => !isExtra);
  const worst = worstOf(own.map(({ state }) => state));
  const by = own.find(({ state }) => state === worst);
  return by ? { state: by.state, words: by.title, by } : { state: 'not-checked', words: 'Not checked' };
}

/**
 * CheckStrip shows the verdict on a page in a sentence, and under it what does not hold; the checks are
 * folded. Without a verdict of its own, it is that of the worst check.
 */
export function CheckStrip({
  checks,
  label = 'Checks',
  verdict = worstCheck(checks),
  limits,
}: {
  checks: readonly NamedCheck[];
  label?: string | undefined;
  verdict?: StripVerdict;
  /** What the checks do not prove. */
  limits?: string;
}) {
  const { state, words, by, note } = verdict;
  // Beside a mismatch nothing else is as loud, and where nothing was checked no part of it is news.
  const others =
    state === 'does-not-match' && note !== undefined
      ? []
      : checks.filter(
          (check) =>
            check.id !== by?.id &&
            check.state !== 'holds' &&
            (check.state !== state || state !== 'not-checked'),
        );
  // What will be said keeps its place: that it is a first visit is, what holds is not, but beside a note.
  const expected = (check: NamedCheck) =>
    note === undefined && check.kind !== 'memory' ? undefined : check.expected;
  const open = others.map((check) => (check.state === 'checking' ? expected(check) : check.title));
  const isComing = others.some((check) => check.state === 'checking' && expected(check) !== undefined);
  const beside = [note, ...open].flatMap((text) => (text ? `${text.replace(/\.$/, '')}.` : [])).join(' ');
  return (
    <div
      role="group"
      className={`toned ${styles.strip}`}
      data-tone={by?.kind === 'memory' ? undefined : state}
      aria-label={label}
    >
      <CheckBadge state={state} size={28} />
      <div className={styles.verdict}>
        <p
          className={styles.words}
          data-verdict=""
          data-announce={state === 'checking' ? undefined : ''}
          {...(by && attributesOf(by))}
        >
          {words}
        </p>
        {/* What is to be expected has its place from the start. */}
        <p
          className={note === undefined ? styles.beside : styles.noted}
          data-expected={isComing || state === 'checking' ? beside : undefined}
        >
          {!isComing && state !== 'checking' && beside}
        </p>
      </div>
      <details className={`bare ${styles.how}`} data-checks="" hidden={checks.length === 0}>
        <summary className="opener">What was checked?</summary>
        <CheckList checks={checks} />
        {limits !== undefined && (
          <p className={styles.limits}>
            <strong>What this does not prove:</strong> {limits}.
          </p>
        )}
      </details>
    </div>
  );
}

/** attributesOf returns the data attributes of a check. */
function attributesOf({ kind, state, isExtra }: NamedCheck) {
  return { 'data-check': kind, 'data-outcome': state, 'data-besides': isExtra || undefined };
}

/** CheckList shows each check in a line, with the meaning of what went well behind its "Why?". */
function CheckList({ checks }: { checks: readonly NamedCheck[] }) {
  return (
    <ul className={styles.list}>
      {checks.map((check) => {
        const kind = check.why ?? check.kind;
        const detail = (
          <div className={styles.detail}>
            {check.detail}
            {check.isExtra &&
              check.state !== 'does-not-match' &&
              ' What this page shows does not rest on this check.'}
          </div>
        );
        const isFolded = kind !== undefined && /^(?:holds|not-checked)$/.test(check.state);
        return (
          <li key={check.id} className={styles.item} {...attributesOf(check)}>
            <CheckBadge state={check.state} label={stateInWords(check.state)} />
            <div>
              <p className={styles.title}>{check.title}</p>
              {!isFolded && detail}
              {check.link !== undefined && <div className="links">{check.link}</div>}
              {kind !== undefined && (
                <Why kind={kind} title={check.title}>
                  {isFolded && detail}
                </Why>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Why opens the explanation of a check. */
function Why({ kind, title, children }: { kind: CheckKind; title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="unprinted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="opener">
        Why?<span className="visually-hidden"> {title}</span>
      </summary>
      {children}
      {isOpen && (
        <Part>
          <Explanation kind={kind} />
        </Part>
      )}
    </details>
  );
}

/**
 * CheckText is the state, title and explanation of one check, for display. Its claims are those of
 * core/hashing.md, "What each check shows", and no more.
 */
export interface CheckText {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/** CheckFinding is the progress of a check: its verdict, a failed request, or neither yet. */
export interface CheckFinding {
  readonly verdict?: Verdict | undefined;
  /** The error text if the check could not begin. */
  readonly failure?: string | undefined;
}

type Words = readonly [title: string, detail?: string];

/**
 * Table has the title and meaning of a check for each state; without a meaning the reason of the verdict is
 * shown. `otherwise` is for other states.
 */
type Table = Readonly<
  Record<CheckState, Words> | ({ otherwise: Words } & Partial<Record<CheckState, Words>>)
>;

/**
 * wordsFrom looks a check up in its table. A failed request is a check that cannot be made, never a mismatch.
 */
export function wordsFrom(found: CheckFinding, table: Table): CheckText {
  const state = found.verdict?.outcome ?? (found.failure === undefined ? 'checking' : 'cannot-check');
  const [title, detail = sentenceOf(found)] =
    'otherwise' in table ? (table[state] ?? table.otherwise) : table[state];
  return withRestartNote(found, { state, title, detail });
}

/** withRestartNote adds that the worker stopped at the first try and that this is the second. */
export function withRestartNote({ verdict }: CheckFinding, words: CheckText): CheckText {
  if (!verdict?.madeAgain) return words;
  const note =
    'The part of this page that makes checks stopped during this one. It was restarted, and the check was repeated.';
  return { ...words, detail: `${words.detail} ${note}` };
}

/**
 * sentenceOf returns the reason of a verdict, or the text of an error, as a sentence; empty if there is none.
 */
export function sentenceOf({ verdict, failure = '' }: CheckFinding): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : failure;
  return reason === '' ? '' : `${capital(reason).replace(/\.$/, '')}.`;
}

/** allVerified says that a whole log of `size` entries, with its data, gives its root hash. */
export function allVerified(size: number): string {
  return `All ${countOf(size, 'entry')} verified`;
}

/**
 * explained adds the possible causes of an unknown leaf rule: a first visit cannot distinguish them
 * (core/hashing.md, "Leaf rules").
 */
export function explained(found: CheckFinding): string {
  const { verdict } = found;
  if (verdict?.outcome !== 'cannot-check' || verdict.code !== 'unknown-leaf-rule') return sentenceOf(found);
  return `None of the proofs tried gives the root hash of this log: it writes its entries in a way this page does not know, or has another root hash. (${verdict.reason}.)`;
}
