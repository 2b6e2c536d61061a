import type { AuditCheck } from '../../query/audit-check.ts';
import { useUnkept } from '../../query/use-unkept.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatBytes, formatMilliseconds, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { AuditResult, Keeping } from '../../verify/audit/audit-types.ts';
import { Findings } from './findings.tsx';
import { keepingWords } from './keeping-words.ts';
import { rateWords } from './progress-words.ts';
import { resultChecks } from './result-checks.ts';
import styles from './audit.module.css';

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
          title="What the audit found"
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
                title: 'Whether others see the same root',
                detail: 'No audit can show that. Compare the root with someone you trust.',
                link: <Link to={pathTo({ view: 'proofs', register })}>See the root</Link>,
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
