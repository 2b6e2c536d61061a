import { auditReport } from '../../query/audit-report.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { allVerified, type CheckWords, withRestartNote } from '../../ui/check-words.ts';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';
import { saveText } from '../../ui/save-file.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';

/** resultHeadline says what an audit came to. It holds only where `verdict` does, that of the audit for the current head, and all its parts. */
export function resultHeadline(result: AuditResult, verdict: Verdict, source: Source = 'server'): CheckWords {
  const words = headlineOf(result, verdict, source);
  const { remarks = [] } = result;
  const lists =
    remarks.length === 0
      ? ''
      : ` The lists that were sent were not in order, and were read another way, which changes nothing here: ${remarks.join(' ')}`;
  return withRestartNote({ verdict: result.verdict }, { ...words, detail: words.detail + lists });
}

function headlineOf(result: AuditResult, verdict: Verdict, source: Source): CheckWords {
  const { head, findings, findingCount, variant } = result;
  const all = countOf(head.logSize, 'entry');
  const states = resultChecks(result).map(({ state }) => state);
  if (verdict.outcome === 'holds' && states.every((state) => state === 'holds'))
    return {
      state: 'holds',
      title: allVerified(head.logSize),
      detail: `Every entry and ${variant} was read, hashed and combined to the ${SOURCE_WORDS[source].rootHash}.`,
    };
  if (verdict.outcome === 'not-checked' && result.verdict.outcome === 'holds')
    return {
      state: 'not-checked',
      title: 'Not checked',
      detail: `All ${all} matched the root hash of ${formatDay(new Date(result.finishedAt).toISOString())}. There is another one now.`,
    };
  if (verdict.outcome === 'does-not-match' || states.includes('does-not-match')) {
    const bad = findings.find((finding) => findingState(finding) === 'does-not-match');
    const more = findingCount > 1 ? ` (one of ${formatNumber(findingCount)} findings)` : '';
    return {
      state: 'does-not-match',
      title: `Does not match: ${bad === undefined ? 'the root hash is another' : `${inSentence(findingWords(bad, variant))}${more}`}`,
      detail: 'The hashes differ. This page cannot tell why.',
    };
  }
  if (verdict.outcome === 'cannot-check' && verdict.code === 'head-contradicted')
    return {
      state: 'does-not-match',
      title: 'Does not match: this is not the log that this browser remembers',
      detail: `What was read gives the root hash of ${all} published now. It contradicts the one published before.`,
    };
  const reason = 'reason' in verdict ? verdict.reason : 'not everything could be read';
  return {
    state: 'cannot-check',
    title: `Could not check: ${inSentence(reason)}`,
    detail: 'This is not a mismatch.',
  };
}

/** inSentence makes a sentence the end of another: no capital, no full stop. */
function inSentence(sentence: string): string {
  const text = sentence.trim().replace(/[.!?]$/, '');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

type Line = readonly [state: CheckState, title: string, detail: string];

/** resultChecks says what a finished audit found of numbering, data and root; `roots` is shown with the last. */
export function resultChecks(
  result: AuditResult,
  leafRuleTitle?: string,
  roots?: NamedCheck['link'],
  source: Source = 'server',
): readonly NamedCheck[] {
  // An audit does not come to read the log where no leaf rule goes with the entries that were tried.
  const wasBegun = result.leafRule !== undefined || result.head.logSize === 0;
  const lines: Readonly<Record<string, Line>> = {
    numbering: numberingLine(result, wasBegun),
    items: itemsLine(result, wasBegun),
    root: rootLine(result, wasBegun, leafRuleTitle, SOURCE_WORDS[source].rootName),
  };
  return Object.entries(lines).map(([id, [state, title, detail]]) => ({
    id,
    state,
    title,
    detail,
    link: id === 'root' && roots,
  }));
}

function numberingLine({ entries, continuedFrom, head: { logSize } }: AuditResult, wasBegun: boolean): Line {
  const all = countOf(logSize, 'entry');
  if (!wasBegun)
    return [
      'cannot-check',
      'The reading was not begun',
      `No known leaf rule gives the root hash, so only a few of ${all} were requested.`,
    ];
  if (entries !== logSize)
    return [
      'cannot-check',
      'Not every entry could be read',
      `${countOf(entries, 'entry')} of ${formatNumber(logSize)} could be put into the tree.`,
    ];
  const earlier = ` The first ${formatNumber(continuedFrom)} were read in an earlier audit in this browser.`;
  return [
    'holds',
    logSize === 1
      ? 'The one entry is numbered and in its place'
      : `All ${all} are numbered and in their place`,
    `They count from 1 to ${formatNumber(logSize)}: none is missing.${continuedFrom === 0 ? '' : earlier}`,
  ];
}

function itemsLine(result: AuditResult, wasBegun: boolean): Line {
  const { variant, items, itemsNamed, findings, findingCount, continuedFrom } = result;
  const matching = `${formatNumber(items)} of ${countOf(itemsNamed, variant)} that the entries name were hashed here and match.`;
  const wrong = findings.filter(({ kind }) => kind === 'item').length;
  if (wrong > 0)
    return [
      'does-not-match',
      `${findingCount > findings.length ? 'At least ' : ''}${countOf(wrong, variant)} ${wrong === 1 ? 'does not match its hash' : 'do not match their hash'}`,
      matching,
    ];
  if (items !== itemsNamed || findings.some(({ kind }) => kind === 'item-missing'))
    return ['cannot-check', `Not all ${variant}s could be hashed`, matching];
  if (result.entries !== result.head.logSize)
    return [
      'cannot-check',
      `Which ${variant}s there are is not known`,
      `Entries say which ${variant}s there are, and ${wasBegun ? 'not all of them could be read' : 'none was read'}.`,
    ];
  const isContinued = continuedFrom > 0;
  if (items === 0)
    return [
      'holds',
      `There were no ${variant}s to hash`,
      isContinued
        ? 'The new entries name no data that the earlier audit had not hashed.'
        : 'The entries name no data.',
    ];
  return [
    'holds',
    `All ${countOf(items, variant)} match the hashes in the entries`,
    `Each was read and hashed in this browser; an entry records the same hash.${isContinued ? ' Those of the earlier audit were hashed then.' : ''}`,
  ];
}

function rootLine(
  { head, computedRoot }: AuditResult,
  wasBegun: boolean,
  leafRuleTitle: string | undefined,
  rootName: string,
): Line {
  const all = head.logSize === 1 ? 'the one entry' : `all ${countOf(head.logSize, 'entry')}`;
  if (computedRoot === undefined)
    return [
      'cannot-check',
      'The root could not be rebuilt',
      wasBegun
        ? 'Not every entry could be put into the tree.'
        : 'No known leaf rule gives the root hash. Either this register writes its entries in a way this page does not know, or that root is not the root of this log.',
    ];
  if (computedRoot !== head.rootHash)
    return [
      'does-not-match',
      `The root rebuilt from ${all} does not match the ${rootName}`,
      'The entries that were sent are not the entries that this root hash stands for.',
    ];
  const rule = leafRuleTitle === undefined ? '' : ` Leaf rule: ${leafRuleTitle}.`;
  return [
    'holds',
    `The root rebuilt from ${all} equals the ${rootName}`,
    `The hashes of all entries were combined up to the root.${rule}`,
  ];
}

/** findingState is whether something does not match, or could not be looked at. */
function findingState({ kind }: AuditFinding): CheckState {
  return kind === 'item-missing' || kind === 'unreadable' ? 'cannot-check' : 'does-not-match';
}

/** findingWords says in one sentence what a finding is, without the hashes that are shown beside it. */
function findingWords(
  { kind, entryNumber, itemHash, entries = [], text }: AuditFinding,
  noun: string,
): string {
  const listed = entries.slice(0, 3).map(formatNumber).join(', ');
  const more = entries.length > 3 ? ` and ${entries.length - 3} more` : '';
  const named = listed === '' ? 'an entry' : `${entries.length === 1 ? 'entry' : 'entries'} ${listed}${more}`;
  const data = `The ${noun} of ${named}`;
  if (kind === 'item') return `${data} does not match its hash.`;
  if (kind === 'item-missing')
    return `${data} could not be checked: it was asked for, and there is said to be no such data.`;
  if (kind === 'unreadable' && itemHash !== undefined)
    return `${data} could not be checked: it cannot be written as bytes to hash.`;
  if (kind === 'entry' && entryNumber !== undefined)
    return `Entry ${formatNumber(entryNumber)} is not the entry under the published root.`;
  return text;
}

const MOST_SHOWN = 20;

/** Findings names each entry and item that is not as the root commits to it, or that could not be looked at, and gives them as a file that a third person can check. */
export function Findings({ result }: { result: AuditResult }) {
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
    <section className={styles.stack}>
      <h3>
        {isMismatch ? 'What does not match' : 'What could not be checked'}: {countOf(findingCount, 'finding')}
      </h3>
      <ul className={styles.findings}>
        {findings.slice(0, MOST_SHOWN).map((finding, index) => (
          <li key={index}>
            <CheckBadge state={findingState(finding)} />
            <div>
              <p className={styles.finding}>{findingWords(finding, variant)}</p>
              <FindingDetails finding={finding} variant={variant} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">And {formatNumber(more)} more.</p>}
      {isMismatch && (
        <>
          <p className="quiet">
            {shown === 0 ? (
              'The report says what was found. It cannot be checked without the register.'
            ) : (
              <>
                The report holds {countOf(shown, 'entry')} with the path to the published root: anyone can
                check it without the register, <Link to="/check">here</Link> or with a command.
              </>
            )}
            {findings.some(({ kind }) => kind === 'item') &&
              ' It also holds the data that does not match. To save its proof, open the entry that records its hash.'}
          </p>
          <p>
            <Button onClick={save}>Save the report</Button>
          </p>
        </>
      )}
    </section>
  );
}

/** What the expected hash of a finding is. */
const EXPECTED: Partial<Record<AuditFinding['kind'], string>> = {
  item: 'recorded in the entry',
  root: 'published',
};

function FindingDetails({
  finding: { kind, expected, computed, sent, entryNumber, itemHash, entries },
  variant,
}: {
  finding: AuditFinding;
  variant: AuditResult['variant'];
}) {
  const paths = usePaths();
  const named = entryNumber === undefined ? (entries?.slice(0, 5) ?? []) : [entryNumber];
  return (
    <>
      {expected !== undefined && computed !== undefined && (
        <dl className={styles.hashes}>
          <div>
            <dt>{EXPECTED[kind] ?? 'under the published root'}</dt>
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
      )}
      {sent !== undefined && (
        <details className={styles.sent}>
          <summary>What was sent in its place</summary>
          <pre tabIndex={0} aria-label="What was sent">
            <Literal text={sent} />
          </pre>
        </details>
      )}
      <p className={styles.links}>
        {named.map((number) => (
          <Link key={number} to={paths.entry(number)}>
            Entry {formatNumber(number)}
          </Link>
        ))}
        {itemHash !== undefined && (
          <Link to={paths.item(itemHash)}>
            {variant === 'blob' ? 'The blob' : 'The item'} <HashText hash={itemHash} />
          </Link>
        )}
      </p>
    </>
  );
}
