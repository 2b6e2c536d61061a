import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
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

const MOST_SHOWN = 20;

/** Findings names each entry and item that is not as the root commits to it, or that could not be looked at. */
export function Findings({ register, result }: { register: RegisterId; result: AuditResult }) {
  const { findings, findingCount } = result;
  const shown = findings.slice(0, MOST_SHOWN);
  const mismatch = findings.some((finding) => stateOf(finding) === 'does-not-match');
  return (
    <Card
      title={mismatch ? 'What does not match' : 'What could not be checked'}
      note={countOf(findingCount, 'finding')}
    >
      <ul className={styles['findings']}>
        {shown.map((finding, index) => (
          <li key={index}>
            <CheckBadge state={stateOf(finding)} />
            <div>
              <p className={styles['finding']}>{findingWords(finding, result.variant)}</p>
              <Hashes finding={finding} />
              {finding.sent !== undefined && <Sent text={finding.sent} />}
              <Links register={register} finding={finding} variant={result.variant} />
            </div>
          </li>
        ))}
      </ul>
      {findingCount > shown.length && (
        <p className={styles['quiet']}>And {formatNumber(findingCount - shown.length)} more.</p>
      )}
      {mismatch && <SaveReport result={result} />}
    </Card>
  );
}

/** SaveReport gives what was found as a file that a third person can check. */
function SaveReport({ result }: { result: AuditResult }) {
  const session = useSession();
  const shown = result.findings.filter(({ evidence }) => evidence !== undefined).length;
  const save = (): void => {
    const file = auditReport(session, result, Date.now());
    if (file !== undefined) saveText(file.name, file.text, file.type);
  };
  return (
    <div className={styles['begin']}>
      <p className={styles['quiet']}>
        {shown === 0
          ? 'The report says what was found. It holds no entry by which that could be seen without the register.'
          : `The report holds ${countOf(shown, 'entry', 'entries')} with the path to the published root: a third person can check it without the register, `}
        {shown > 0 && (
          <>
            <Link to="/check">here</Link> or with a shell.
          </>
        )}{' '}
        {result.findings.some(({ kind }) => kind === 'item') &&
          'It also tells the data that was sent and does not match. For the proof of the entry that names it, save that on the page of the entry.'}
      </p>
      <p className={styles['actions']}>
        <Button onClick={save}>Save the report</Button>
      </p>
    </div>
  );
}

function stateOf({ kind }: AuditFinding): 'does-not-match' | 'cannot-check' {
  switch (kind) {
    case 'root':
    case 'entry':
    case 'item':
      return 'does-not-match';
    case 'item-missing':
    case 'unreadable':
      return 'cannot-check';
  }
}

function Hashes({ finding: { kind, expected, computed } }: { finding: AuditFinding }) {
  if (expected === undefined || computed === undefined) return null;
  return (
    <dl className={styles['hashes']}>
      <div>
        <dt>
          {kind === 'item'
            ? 'named by the entry'
            : kind === 'root'
              ? 'published'
              : 'under the published root'}
        </dt>
        <dd>
          <HashText hash={expected} digits="long" compareWith={computed} />
        </dd>
      </div>
      <div>
        <dt>computed here</dt>
        <dd>
          <HashText hash={computed} digits="long" compareWith={expected} />
        </dd>
      </div>
    </dl>
  );
}

/** Sent shows the data that came, whose hash was computed: not what the entry names. */
function Sent({ text }: { text: string }) {
  return (
    <details className={styles['sent']}>
      <summary>What was sent in its place</summary>
      <pre tabIndex={0} aria-label="What was sent">
        <Literal text={text} />
      </pre>
    </details>
  );
}

function Links({
  register,
  finding: { entryNumber, itemHash, entries },
  variant,
}: {
  register: RegisterId;
  finding: AuditFinding;
  variant: AuditResult['variant'];
}) {
  const named = entryNumber === undefined ? (entries?.slice(0, 5) ?? []) : [entryNumber];
  const links: ReactNode[] = named.map((number) => (
    <Link key={number} to={pathTo({ view: 'entry', register, entryNumber: String(number) })}>
      Entry {formatNumber(number)}
    </Link>
  ));
  if (itemHash !== undefined)
    links.push(
      <Link key="item" to={pathTo({ view: 'item', register, hash: itemHash })}>
        {variant === 'blob' ? 'The blob' : 'The item'} <HashText hash={itemHash} />
      </Link>,
    );
  return links.length === 0 ? null : <p className={styles['links']}>{links}</p>;
}

/** findingWords says in one sentence what a finding is, without the hashes that are shown beside it. */
function findingWords(finding: AuditFinding, noun: 'item' | 'blob'): string {
  const { kind, entryNumber, itemHash, entries = [], text } = finding;
  switch (kind) {
    case 'entry':
      return entryNumber === undefined
        ? text
        : `Entry ${formatNumber(entryNumber)} is not the entry under the published root.`;
    case 'item':
      return `The ${noun} named by ${namedBy(entries)} does not match its hash.`;
    case 'item-missing':
      return `The ${noun} named by ${namedBy(entries)} could not be checked: the server says that it has no such data.`;
    case 'unreadable':
      return itemHash === undefined
        ? text
        : `The ${noun} named by ${namedBy(entries)} could not be checked: it cannot be written as bytes to hash.`;
    case 'root':
      return text;
  }
}

const MOST_LISTED = 3;

function namedBy(entries: readonly number[]): string {
  const listed = entries.slice(0, MOST_LISTED).map(formatNumber);
  const more = entries.length - listed.length;
  if (listed.length === 0) return 'an entry';
  return `${entries.length === 1 ? 'entry' : 'entries'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
