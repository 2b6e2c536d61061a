import { Card } from '../../ui/card.tsx';
import type { CheckState } from '../../ui/check-badge.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Verdict } from '../../core/verdict.ts';
import type { Keeping } from '../../log/audit-types.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import { useUnkept } from '../../query/kept-audit.ts';
import { withRestartNote } from '../../ui/check-words.ts';
import { countOf, formatBytes, formatMilliseconds, formatNumber } from '../../ui/format.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';
import { Findings } from './findings.tsx';
import { keepingWords, rateWords } from './run-card.tsx';

/** AuditResultCards shows what a finished audit found, what does not match, and what it cost. */
export function AuditResultCards({
  register,
  result,
  check,
  keeping,
}: {
  register: RegisterId;
  result: AuditResult;
  check: AuditCheck;
  /** Of the run that was made in this page. */
  keeping: Keeping | undefined;
}) {
  const unkept = useUnkept('audits');
  const checks: readonly NamedCheck[] = resultChecks(result, check.verdict, check.leafRuleTitle).map(
    ({ id, state, title, detail }) => ({
      id,
      kind: id === 'whole' ? 'whole-log' : undefined,
      state,
      title,
      detail,
      link: id === 'root' && <Roots result={result} />,
    }),
  );
  return (
    <>
      {result.findings.length > 0 && <Findings register={register} result={result} />}
      <div className={styles['columns']}>
        <Card
          title="What was found"
          note={
            check.ofAnotherHead ? (
              <>of the log as it was, with {countOf(result.head.logSize, 'entry', 'entries')}</>
            ) : undefined
          }
        >
          <CheckList
            checks={[
              ...checks,
              {
                id: 'others',
                kind: 'others',
                state: 'not-checked',
                title: 'Do others see the same log?',
                detail: 'This register’s API does not sign its root hash. Compare it with someone you trust.',
                link: <Link to={pathTo({ view: 'compare', register })}>Compare root hashes</Link>,
              },
            ]}
          />
          {result.remarks !== undefined && result.remarks.length > 0 && <Remarks remarks={result.remarks} />}
        </Card>
        <Card title="What it took">
          <Took result={result} />
          <p role="status" className={styles['kept']}>
            {keepingWords(keeping, unkept)}
          </p>
        </Card>
      </div>
    </>
  );
}

/** Remarks says where the server's lists were not as they should be: everything was read all the same. */
function Remarks({ remarks }: { remarks: readonly string[] }) {
  return (
    <div>
      <p className={styles['quiet']}>
        The server’s lists were not in order. What they did not show was read another way, so this changes
        nothing above.
      </p>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}

function Roots({ result: { head, computedRoot } }: { result: AuditResult }) {
  if (computedRoot === undefined) return null;
  const same = computedRoot === head.rootHash;
  return (
    <p className={styles['roots']}>
      {same ? 'Root ' : 'Rebuilt here '}
      <HashText hash={computedRoot} digits="long" {...(same ? {} : { compareWith: head.rootHash })} />
      {!same && (
        <>
          {', published '}
          <HashText hash={head.rootHash} digits="long" compareWith={computedRoot} />
        </>
      )}
    </p>
  );
}

function Took({ result }: { result: AuditResult }) {
  const read = result.entries - result.continuedFrom;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    ['finished', <Instant key="at" at={result.finishedAt} />],
    ['entries', formatNumber(read)],
    [result.variant === 'blob' ? 'blobs' : 'items', formatNumber(result.items)],
    ['read', formatBytes(result.bytes)],
    ['time', formatMilliseconds(result.elapsedMs)],
    ['rate', rateWords((read / Math.max(1, result.elapsedMs)) * 1000, 'entries')],
    ['hashed by', `${result.hasher} in ${countOf(result.workers, 'worker')}`],
  ];
  return (
    <dl className={styles['took']}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** PartCheck is one named check of a finished audit, in words. */
export interface PartCheck {
  readonly id: 'numbering' | 'items' | 'root' | 'whole';
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/**
 * resultChecks says what a finished audit found, check by check. The last one claims the whole and holds only where `verdict` does: that of the audit for the
 * head at hand.
 */
export function resultChecks(
  result: AuditResult,
  verdict: Verdict,
  leafRuleTitle?: string,
): readonly PartCheck[] {
  const parts = [numbering(result), items(result), root(result, leafRuleTitle)];
  const sum = whole(result, verdict, parts);
  return [...parts, { ...sum, ...withRestartNote({ verdict: result.verdict }, sum) }];
}

/** wasBegun says whether an audit came to read the log: it does not where no leaf rule fits the entries that were tried. */
export function wasBegun({ leafRule, head }: AuditResult): boolean {
  return leafRule !== undefined || head.logSize === 0;
}

const found = (result: AuditResult, ...kinds: readonly AuditFinding['kind'][]): readonly AuditFinding[] =>
  result.findings.filter((finding) => kinds.includes(finding.kind));

function numbering(result: AuditResult): PartCheck {
  const { logSize } = result.head;
  const say = checkOf('numbering');
  if (!wasBegun(result))
    return say(
      'cannot-check',
      'The reading was not begun',
      `Without a leaf rule no entry can be put into the tree. Of ${countOf(logSize, 'entry', 'entries')} only a few were asked for, to find one.`,
    );
  if (result.entries !== logSize)
    return say(
      'cannot-check',
      'Not every entry could be read',
      `${countOf(result.entries, 'entry', 'entries')} of ${formatNumber(logSize)} could be put into the tree.`,
    );
  const earlier =
    result.continuedFrom === 0
      ? ''
      : ` The first ${formatNumber(result.continuedFrom)} were read in an earlier audit in this browser, which this one went on from.`;
  return say(
    'holds',
    logSize === 1
      ? 'The one entry is numbered and in its place'
      : `All ${countOf(logSize, 'entry', 'entries')} are numbered and in their place`,
    `They count from 1 to ${formatNumber(logSize)}: none is missing.${earlier}`,
  );
}

function items(result: AuditResult): PartCheck {
  const say = checkOf('items');
  const noun = (count: number): string => countOf(count, result.variant);
  const nouns = `${result.variant}s`;
  const matching = `${formatNumber(result.items)} of ${noun(result.itemsNamed)} that the entries name were hashed here and match.`;
  const wrong = found(result, 'item').length;
  if (wrong > 0) {
    const least = result.findingCount > result.findings.length ? 'At least ' : '';
    const match = wrong === 1 ? 'does not match its hash' : 'do not match their hash';
    return say('does-not-match', `${least}${noun(wrong)} ${match}`, matching);
  }
  if (result.items !== result.itemsNamed || found(result, 'item-missing').length > 0)
    return say('cannot-check', `Not all ${nouns} could be hashed`, matching);
  if (result.entries !== result.head.logSize)
    return say(
      'cannot-check',
      `Which ${nouns} there are is not known`,
      `The entries name the ${nouns}, and ${wasBegun(result) ? 'not every entry could be read' : 'the entries were not read'}.`,
    );
  const isContinued = result.continuedFrom > 0;
  if (result.items === 0)
    return say(
      'holds',
      `There were no ${nouns} to hash`,
      isContinued
        ? 'The new entries name no data that the earlier audit had not hashed.'
        : 'The entries name no data.',
    );
  return say(
    'holds',
    `All ${noun(result.items)} hash to what the entries name`,
    `Each was fetched and hashed in this browser; an entry records the same hash.${
      isContinued ? ' Those of the earlier audit were hashed then.' : ''
    }`,
  );
}

function root(result: AuditResult, leafRuleTitle: string | undefined): PartCheck {
  const { head, computedRoot } = result;
  const say = checkOf('root');
  const all = head.logSize === 1 ? 'the one entry' : `all ${countOf(head.logSize, 'entry', 'entries')}`;
  if (computedRoot === undefined)
    return say(
      'cannot-check',
      'The root could not be rebuilt',
      wasBegun(result)
        ? 'Not every entry could be put into the tree.'
        : 'No known leaf rule gives the published root. Either this register writes its entries in a way this page does not know, or that root is not the root of this log.',
    );
  if (computedRoot !== head.rootHash)
    return say(
      'does-not-match',
      `The root rebuilt from ${all} does not match the published root`,
      'The entries that the server sends are not the entries that its root stands for.',
    );
  return say(
    'holds',
    `The root rebuilt from ${all} equals the published root`,
    `Every entry was written as bytes and hashed in this browser, and the hashes were combined up to the root.${leafRuleTitle === undefined ? '' : ` Leaf rule: ${leafRuleTitle}.`}`,
  );
}

function whole(result: AuditResult, verdict: Verdict, parts: readonly PartCheck[]): PartCheck {
  const say = checkOf('whole');
  if (verdict.outcome === 'holds' && parts.every((part) => part.state === 'holds'))
    return say(
      'holds',
      'Whole register verified',
      'Everything the server sends was read, hashed and combined to the published root hash: nothing was left out, added or changed. It does not show that other people see the same root hash: the API signs nothing.',
    );
  if (verdict.outcome === 'not-checked' && result.verdict.outcome === 'holds')
    return say(
      'not-checked',
      `With ${countOf(result.head.logSize, 'entry', 'entries')} the register was exactly what its root committed to`,
      'The server publishes another root now, and what it stands for has not been read.',
    );
  if (verdict.outcome === 'does-not-match' || parts.some((part) => part.state === 'does-not-match'))
    return say(
      'does-not-match',
      'The register does not match its root hash',
      'What differs is named on this page.',
    );
  return say(
    'cannot-check',
    'The whole register could not be verified',
    'reason' in verdict
      ? sentence(verdict.reason)
      : 'Something could not be looked at; it is named on this page.',
  );
}

function checkOf(id: PartCheck['id']) {
  return (state: CheckState, title: string, detail: string): PartCheck => ({ id, state, title, detail });
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
}
