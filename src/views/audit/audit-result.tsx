import type { Verdict } from '../../core/verdict.ts';
import { auditReport } from '../../query/report-files.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { type NamedCheck, allVerified, type CheckText, withRestartNote } from '../../ui/check-list.tsx';
import { countOf, formatDay, formatNumber, inSentence } from '../../ui/format.ts';
import { TwoHashes } from '../../ui/facts.tsx';
import { HashText } from '../../ui/hash.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import { type Source, SOURCE_WORDS, useSource } from '../../ui/source.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';

/**
 * resultHeadline returns the result of an audit. It holds only if `verdict`, that of the audit for the
 * current head, and all its parts do.
 */
export function resultHeadline(result: AuditResult, verdict: Verdict, source: Source = 'server'): CheckText {
  const { head, findings, findingCount, variant, remarks } = result;
  const { rootHash } = SOURCE_WORDS[source];
  const states = resultChecks(result).map(({ state }) => state);
  const headline = (state: CheckState, title: string, detail: string): CheckText =>
    withRestartNote({ verdict: result.verdict }, { state, title, detail: [detail, ...remarks].join(' ') });
  if (verdict.outcome === 'holds' && states.every((state) => state === 'holds'))
    return headline(
      'holds',
      allVerified(head.logSize),
      `Every entry and ${variant} was read, hashed and combined to the ${rootHash}.`,
    );
  if (verdict.outcome === 'not-checked' && result.verdict.outcome === 'holds')
    return headline(
      'not-checked',
      'Not checked',
      `All ${countOf(head.logSize, 'entry')} matched the root hash of ${formatDay(result.finishedAt)}. The root hash is a different one now.`,
    );
  if (verdict.outcome === 'does-not-match' || states.includes('does-not-match')) {
    const bad = findings.find((finding) => findingState(finding) === 'does-not-match');
    const count = findingCount > 1 ? ` ${countOf(findingCount, 'finding')} in all.` : '';
    return headline(
      'does-not-match',
      `Does not match: ${inSentence(bad?.text ?? 'the root hash differs')}`,
      `The hashes differ. This page cannot tell why.${count}`,
    );
  }
  if (verdict.outcome === 'cannot-check' && verdict.code === 'head-contradicted')
    return headline(
      'does-not-match',
      'Does not match: this is not the log that this browser remembers',
      `What was read gives the ${rootHash}. It contradicts the one seen before.`,
    );
  const reason = 'reason' in verdict ? verdict.reason : 'not everything could be read';
  return headline('cannot-check', `Could not check: ${inSentence(reason)}`, 'This is not a mismatch.');
}

/** resultChecks returns the checks of a finished audit: entries, data and root. */
export function resultChecks(
  result: AuditResult,
  leafRuleTitle?: string,
  source: Source = 'server',
): readonly NamedCheck[] {
  const { variant, items, itemsNamed, findings, entries, head, computedRoot } = result;
  const { rootName } = SOURCE_WORDS[source];
  const all = countOf(head.logSize, 'entry');
  const isWhole = entries === head.logSize;
  const isWrong = findings.some(({ kind }) => kind === 'item');
  const isSeen = isWhole && items === itemsNamed && findings.every(({ kind }) => kind !== 'item-missing');
  const isEqual = computedRoot === head.rootHash;
  return [
    isWhole
      ? line('numbering', 'holds', `${all} numbered and in place`)
      : line('numbering', 'cannot-check', `${formatNumber(entries)} of ${all} could be read`),
    line(
      'items',
      isWrong ? 'does-not-match' : isSeen ? 'holds' : 'cannot-check',
      isSeen && !isWrong
        ? `All ${variant}s match the hashes in the entries`
        : `Not all ${variant}s ${isWrong ? 'match the hashes in the entries' : 'could be hashed'}`,
      `${formatNumber(items)} of ${countOf(itemsNamed, variant)} that the entries name were hashed here and match.`,
    ),
    {
      ...(computedRoot === undefined
        ? line('root', 'cannot-check', 'The root could not be rebuilt')
        : line(
            'root',
            isEqual ? 'holds' : 'does-not-match',
            `The root rebuilt from ${all} ${isEqual ? 'equals' : 'does not match'} the ${rootName}`,
            isEqual && leafRuleTitle ? `Leaf rule: ${leafRuleTitle}.` : '',
          )),
      link: <Roots result={result} />,
    },
  ];
}

function line(id: string, state: CheckState, title: string, detail = ''): NamedCheck {
  return { id, why: 'whole-log', state, title, detail };
}

/** plannedChecks returns the checks of an audit before it begins, or in progress. */
export function plannedChecks(state: CheckState, nouns: string, source: Source): readonly NamedCheck[] {
  const open = state === 'checking' ? state : 'not-checked';
  return [
    line('numbering', open, 'The entries', 'Whether each is numbered and in its place.'),
    line('items', open, `The ${nouns}`, `Whether all ${nouns} match the hashes in the entries.`),
    line(
      'root',
      open,
      'The root rebuilt from them',
      `Whether it equals the ${SOURCE_WORDS[source].rootName}: then these are exactly the entries and the data of the log.`,
    ),
  ];
}

function Roots({ result: { head, computedRoot } }: { result: AuditResult }) {
  if (computedRoot === undefined) return null;
  if (computedRoot !== head.rootHash)
    return <TwoHashes names={['stated', 'computed here']} hashes={[head.rootHash, computedRoot]} />;
  return (
    <p className="quiet">
      Root <HashText hash={computedRoot} digits="long" />
    </p>
  );
}

/** findingState returns whether something does not match, or could not be checked. */
function findingState({ kind }: AuditFinding): CheckState {
  return kind === 'item-missing' || kind === 'unreadable' ? 'cannot-check' : 'does-not-match';
}

/**
 * Findings lists each entry and item that does not match the root, or could not be checked, and saves them as
 * a file that others can check.
 */
export function Findings({ result }: { result: AuditResult }) {
  const session = useSession();
  const { findings, findingCount, variant } = result;
  const isMismatch = findings.some((finding) => findingState(finding) === 'does-not-match');
  const more = findingCount - findings.length;
  const save = (): void => {
    const file = auditReport(session, result, Date.now());
    if (file !== undefined) saveText(file);
  };
  return (
    <section className="stack">
      <h3>
        {isMismatch ? 'What does not match' : 'What could not be checked'}: {countOf(findingCount, 'finding')}
      </h3>
      <ul className="rows">
        {findings.map((finding, index) => (
          <li key={index} className="marked">
            <CheckBadge state={findingState(finding)} />
            <div className="group">
              <strong>{finding.text}</strong>
              <FindingDetails finding={finding} variant={variant} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">And {formatNumber(more)} more.</p>}
      {isMismatch && (
        <>
          <p className="quiet">
            The report lists what was found.
            {findings.some(({ evidence }) => evidence !== undefined) && (
              <>
                {' '}
                For those entries it includes the path to the root, which anyone can check without the
                register, <Link to="/check">here</Link> or with a command.
              </>
            )}
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
  finding: { kind, expected, computed, sent, entryNumber, itemHash, entries },
  variant,
}: {
  finding: AuditFinding;
  variant: AuditResult['variant'];
}) {
  const paths = usePaths();
  const { rootName } = SOURCE_WORDS[useSource()];
  const root = kind === 'root' ? rootName : `under the ${rootName}`;
  const named = entryNumber === undefined ? (entries?.slice(0, 5) ?? []) : [entryNumber];
  return (
    <>
      {expected !== undefined && computed !== undefined && (
        <TwoHashes
          names={[kind === 'item' ? 'recorded in the entry' : root, 'computed here']}
          hashes={[expected, computed]}
        />
      )}
      {sent !== undefined && (
        <details>
          <summary className="quiet">What was sent in its place</summary>
          <pre className="bytes" tabIndex={0} aria-label="What was sent">
            <Literal text={sent} />
          </pre>
        </details>
      )}
      <p className="line quiet">
        {named.map((number) => (
          <Link key={number} to={paths.entry(number)}>
            Entry {formatNumber(number)}
          </Link>
        ))}
        {itemHash !== undefined && (
          <Link to={paths.item(itemHash, named[0])}>
            {variant === 'blob' ? 'The blob' : 'The item'} <HashText hash={itemHash} />
          </Link>
        )}
      </p>
    </>
  );
}
