import { Button } from '../../ui/button.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { auditReport } from '../../query/audit-report.ts';
import { useSession } from '../../query/session.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { saveText } from '../../ui/save-file.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';
import { findingState, findingWords } from './audit-words.ts';

const MOST_SHOWN = 20;

/** What the expected hash of a finding is. */
const EXPECTED: Partial<Record<AuditFinding['kind'], string>> = {
  item: 'named by the entry',
  root: 'published',
};

/** Findings names each entry and item that is not as the root commits to it, or that could not be looked at, and gives them as a file that a third person can check. */
export function Findings({ register, result }: { register: RegisterId; result: AuditResult }) {
  const session = useSession();
  const { findings, findingCount, variant } = result;
  const isMismatch = findings.some((finding) => findingState(finding) === 'does-not-match');
  const more = findingCount - Math.min(MOST_SHOWN, findings.length);
  const shown = findings.filter(({ evidence }) => evidence !== undefined).length;
  const save = (): void => {
    const file = auditReport(session, result, Date.now());
    if (file !== undefined) saveText(file.name, file.text, file.type);
  };
  return (
    <section className={styles['stack']}>
      <h3>
        {isMismatch ? 'What does not match' : 'What could not be checked'}: {countOf(findingCount, 'finding')}
      </h3>
      <ul className={styles['findings']}>
        {findings.slice(0, MOST_SHOWN).map((finding, index) => (
          <li key={index}>
            <CheckBadge state={findingState(finding)} />
            <div>
              <p className={styles['finding']}>{findingWords(finding, variant)}</p>
              <FindingDetails register={register} finding={finding} variant={variant} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles['quiet']}>And {formatNumber(more)} more.</p>}
      {isMismatch && (
        <>
          <p className={styles['quiet']}>
            {shown === 0
              ? 'The report says what was found. It holds no entry by which that could be seen without the register.'
              : `The report holds ${countOf(shown, 'entry', 'entries')} with the path to the published root: anyone can check it without the register, `}
            {shown > 0 && (
              <>
                <Link to="/check">here</Link> or with a command.
              </>
            )}{' '}
            {findings.some(({ kind }) => kind === 'item') &&
              'It also holds the data that was sent and does not match. For the proof of the entry that names it, save that on the page of the entry.'}
          </p>
          <p>
            <Button onClick={save}>Save the report</Button>
          </p>
        </>
      )}
    </section>
  );
}

function FindingDetails({
  register,
  finding: { kind, expected, computed, sent, entryNumber, itemHash, entries },
  variant,
}: {
  register: RegisterId;
  finding: AuditFinding;
  variant: AuditResult['variant'];
}) {
  const named = entryNumber === undefined ? (entries?.slice(0, 5) ?? []) : [entryNumber];
  const hashes =
    expected !== undefined && computed !== undefined
      ? ([
          [EXPECTED[kind] ?? 'under the published root', expected, computed],
          ['computed here', computed, expected],
        ] as const)
      : [];
  return (
    <>
      <dl className={styles['hashes']}>
        {hashes.map(([term, hash, other]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <HashText hash={hash} digits="long" compareWith={other} />
            </dd>
          </div>
        ))}
      </dl>
      {sent !== undefined && (
        <details className={styles['sent']}>
          <summary>What was sent in its place</summary>
          <pre tabIndex={0} aria-label="What was sent">
            <Literal text={sent} />
          </pre>
        </details>
      )}
      <p className={styles['links']}>
        {named.map((number) => (
          <Link key={number} to={pathTo({ view: 'entry', register, entryNumber: String(number) })}>
            Entry {formatNumber(number)}
          </Link>
        ))}
        {itemHash !== undefined && (
          <Link to={pathTo({ view: 'item', register, hash: itemHash })}>
            {variant === 'blob' ? 'The blob' : 'The item'} <HashText hash={itemHash} />
          </Link>
        )}
      </p>
    </>
  );
}
