import type { CheckedFile } from '../../query/check-file.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { saveText } from '../../ui/save-text.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { Time } from '../../ui/time.tsx';
import { auditReportChecks } from './audit-report-words.ts';
import styles from './check.module.css';
import { AddressText, Fact } from './fact.tsx';
import { registerOf } from './register-of.ts';

type Checked = Extract<CheckedFile, { kind: 'audit-report' }>;

/** AuditReportResult is what a report of an audit shows, computed from the file alone, and what it cannot show. */
export function AuditReportResult({ name, checked }: { name: string; checked: Checked }) {
  const { report, recheck, script } = checked;
  const register = registerOf(report.register, REGISTERS_ADDRESS);
  const [first] = recheck.entries;
  return (
    <>
      <div data-outcome={recheck.shows ? 'not-checked' : 'cannot-check'}>
        <Notice
          title={recheck.shows ? 'The file shows what it says' : 'The file alone does not show what it says'}
          tone={recheck.shows ? 'alarm' : 'plain'}
          live
        >
          <p>{recheck.finding}</p>
          <p>
            The page knows hashes, not motives, and nothing in a register is signed: that the root was
            published and the entries were sent is the word of whoever made the file, unless a third person
            sees both as well. So is the leaf rule by which the register is said to hash entries.
          </p>
        </Notice>
      </div>
      <Card title="Audit report" note={`from ${name}`}>
        <Facts report={report} />
        <CheckList checks={auditReportChecks(recheck)} />
        <Said report={report} />
        <div className={styles['actions']}>
          {register !== undefined && (
            <>
              <Link className={buttonClass()} to={pathTo({ view: 'audit', register })}>
                Audit the register
              </Link>
              <Link
                className={buttonClass()}
                to={`${pathTo({ view: 'compare', register })}?size=${report.head.logSize}&root=${report.head.rootHash}`}
              >
                Hold its root against it
              </Link>
            </>
          )}
          {script !== undefined && (
            <Button onClick={() => saveText(script.name, script.text, script.type)}>Save shell script</Button>
          )}
        </div>
      </Card>
      {first !== undefined && first.check.steps.length > 0 && (
        <ProofFigure
          check={first.check}
          rootHolds="is the root in the file"
          spelling={report.register.variant}
        />
      )}
    </>
  );
}

function Facts({ report }: Pick<Checked, 'report'>) {
  const { head, rebuiltRoot, register, auditedAt, madeAt } = report;
  const differs = rebuiltRoot !== undefined && rebuiltRoot !== head.rootHash;
  return (
    <dl className={styles['facts']}>
      <Fact term="published root">
        <span className={styles['hash']}>
          <CopyHash
            hash={head.rootHash}
            digits="long"
            what="the published root"
            {...(differs ? { compareWith: rebuiltRoot } : {})}
          />
        </span>{' '}
        {countOf(head.logSize, 'entry', 'entries')}
      </Fact>
      {differs && (
        <Fact term="rebuilt root">
          <span className={styles['hash']}>
            <CopyHash hash={rebuiltRoot} digits="long" compareWith={head.rootHash} what="the rebuilt root" />
          </span>
        </Fact>
      )}
      <Fact term="register">
        <AddressText text={register.address} />
      </Fact>
      <Fact term="audited">
        <Time at={auditedAt} />
      </Fact>
      <Fact term="saved">
        <Time at={madeAt} />
      </Fact>
    </dl>
  );
}

/** Said is what the audit found by the word of the file. */
function Said({ report: { findings, findingCount } }: Pick<Checked, 'report'>) {
  if (findings.length === 0) return null;
  const more = findingCount - findings.length;
  return (
    <section className={styles['stated']} aria-label="What the file says was found">
      <p>What the audit found, by the word of the file:</p>
      <ul className={styles['problems']}>
        {findings.map((text, index) => (
          <li key={index}>
            <Literal text={text} />
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {formatNumber(more)} more.</p>}
    </section>
  );
}
