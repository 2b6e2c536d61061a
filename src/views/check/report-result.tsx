import type { ReactNode } from 'react';
import type { CheckedFile } from '../../query/check-file.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { Time } from '../../ui/time.tsx';
import styles from './check.module.css';
import {
  AddressText,
  Fact,
  FileCard,
  type FileVerdict,
  NotProved,
  reasonOf,
  registerOf,
  RootFact,
  worded,
} from './file-result.tsx';
import { comparePath } from './root-of-file.tsx';

type Report = Extract<CheckedFile, { kind: 'report' }>;
type AuditReport = Extract<CheckedFile, { kind: 'audit-report' }>;

/** ReportResult is what a misbehaviour report shows, computed from the file alone, and what it cannot show. */
export function ReportResult({ name, checked }: { name: string; checked: Report }) {
  const { report, result } = checked;
  const { old, new: later, addresses } = report;
  const compared = old.logSize === later.logSize;
  const register = registerOf(report.register, REGISTERS_ADDRESS);
  return (
    <>
      <FileCard
        title="Misbehaviour report"
        name={name}
        verdict={reportVerdict(checked, report.kind)}
        checks={reportChecks(checked)}
      >
        <dl className={styles['facts']}>
          <RootFact
            term="remembered root hash"
            hash={old.rootHash}
            compareWith={compared ? later.rootHash : undefined}
          >
            {countOf(old.logSize, 'entry', 'entries')}, seen <Time at={old.seenAt} />
          </RootFact>
          <RootFact
            term="later root hash"
            hash={later.rootHash}
            compareWith={compared ? old.rootHash : undefined}
          >
            {countOf(later.logSize, 'entry', 'entries')}, seen <Time at={later.seenAt} />
          </RootFact>
          <Fact term="register">
            <AddressText text={report.register.address} />
          </Fact>
          <Fact term="head read from">
            <AddressText text={addresses.head} />
          </Fact>
          {addresses.consistency !== undefined && (
            <Fact term="proof read from">
              <AddressText text={addresses.consistency} />
            </Fact>
          )}
          <Fact term="saved">
            <Time at={report.madeAt} />
          </Fact>
        </dl>
        <ReportEnd checked={checked}>
          that the register published these two root hashes, and when. It signs nothing: somebody else has to
          have seen one of them too.
        </ReportEnd>
        <ReportLinks register={register}>
          {(id) => (
            <>
              <Link className={buttonClass()} to={pathTo({ view: 'overview', register: id })}>
                Open the register
              </Link>
              <Link className={buttonClass()} to={comparePath(id, old)}>
                Compare the remembered root hash
              </Link>
            </>
          )}
        </ReportLinks>
      </FileCard>
      {result.consistency !== undefined && result.consistency.newSteps.length > 0 && (
        <Card
          title="The consistency proof in the file"
          note={`from ${result.consistency.from.logSize} to ${countOf(result.consistency.to.logSize, 'entry', 'entries')}`}
        >
          <ConsistencyFigure
            check={result.consistency}
            {...(old.logSize < later.logSize
              ? { oldName: 'remembered root', newName: 'later root' }
              : { oldName: 'later root', newName: 'remembered root' })}
            spelling={report.register.variant}
          />
        </Card>
      )}
    </>
  );
}

/** A report that shows what it says is evidence of a mismatch, but its own best outcome is neutral: nothing in it is signed. */
function reportVerdict({ result: { outcome, finding } }: Report | AuditReport, says: string): FileVerdict {
  switch (outcome) {
    case 'not-checked':
      return {
        state: outcome,
        title: `This file shows what it says: ${says}`,
        detail: `${finding} The hashes differ. This page cannot tell why.`,
      };
    case 'does-not-match':
      return { state: outcome, title: 'Does not match', detail: finding };
    case 'cannot-check':
      return { state: outcome, title: 'Could not check', detail: finding };
  }
}

/** reportChecks words what a report shows. Between two heads of one size there is no consistency proof to look for. */
export function reportChecks({ report: { old, new: later }, result }: Report): NamedCheck[] {
  const { consistency, computed } = result;
  const log = countOf(old.logSize, 'entry', 'entries');
  const heads: NamedCheck =
    old.logSize !== later.logSize
      ? {
          id: 'growth',
          kind: 'consistency',
          ...worded(
            consistency?.verdict ?? {
              outcome: 'not-checked',
              code: 'not-in-file',
              reason: 'the file holds no consistency proof between its two sizes',
            },
            [
              'The smaller log is the beginning of the larger one',
              'The consistency proof in the file gives both root hashes.',
            ],
            [
              'The consistency proof does not give both root hashes',
              'The picture below shows where each should have come out.',
            ],
            'No consistency proof could be computed',
          ),
        }
      : old.rootHash === later.rootHash
        ? {
            id: 'heads',
            state: 'holds',
            title: 'The two root hashes are equal',
            detail: `Both are of ${log}: nothing is wrong with that.`,
          }
        : {
            id: 'heads',
            state: 'does-not-match',
            title: 'The two root hashes are different',
            detail: `Both are of ${log}, and a log has one root hash at each size.`,
          };
  if (computed.outcome === 'not-checked') return [heads];
  return [
    heads,
    {
      id: 'computed',
      ...worded(
        computed,
        ['The computed root hashes in the file are right', 'This page computed the same.'],
        ['The computed root hashes in the file are wrong', ''],
        'The computed root hashes in the file could not be compared',
      ),
    },
  ];
}

/** AuditReportResult is what a report of an audit shows, computed from the file alone, and what it cannot show. */
export function AuditReportResult({ name, checked }: { name: string; checked: AuditReport }) {
  const { report, result } = checked;
  const { head, rebuiltRoot, findings, findingCount } = report;
  const register = registerOf(report.register, REGISTERS_ADDRESS);
  const differs = rebuiltRoot !== undefined && rebuiltRoot !== head.rootHash;
  const more = findingCount - findings.length;
  const [first] = result.entries;
  return (
    <>
      <FileCard
        title="Audit report"
        name={name}
        verdict={reportVerdict(checked, 'entries are not those under the published root hash')}
        checks={auditChecks(checked)}
      >
        <dl className={styles['facts']}>
          <RootFact
            term="published root hash"
            hash={head.rootHash}
            compareWith={differs ? rebuiltRoot : undefined}
          >
            {countOf(head.logSize, 'entry', 'entries')}
          </RootFact>
          {differs && <RootFact term="rebuilt root hash" hash={rebuiltRoot} compareWith={head.rootHash} />}
          <Fact term="register">
            <AddressText text={report.register.address} />
          </Fact>
          <Fact term="audited">
            <Time at={report.auditedAt} />
          </Fact>
          <Fact term="saved">
            <Time at={report.madeAt} />
          </Fact>
        </dl>
        {findings.length > 0 && (
          <section className={styles['stated']} aria-label="Findings stated by the file">
            <p>What the audit found, as the file states it:</p>
            <ul className={styles['problems']}>
              {findings.map((text, index) => (
                <li key={index}>
                  <Literal text={text} />
                </li>
              ))}
            </ul>
            {more > 0 && <p>And {formatNumber(more)} more.</p>}
          </section>
        )}
        <ReportEnd checked={checked}>
          that the register published this root hash, sent these entries and hashes entries by this leaf rule.
          It signs nothing: somebody else has to have seen it too.
        </ReportEnd>
        <ReportLinks register={register}>
          {(id) => (
            <>
              <Link className={buttonClass()} to={pathTo({ view: 'audit', register: id })}>
                Check every entry of the register
              </Link>
              <Link className={buttonClass()} to={comparePath(id, head)}>
                Compare its root hash
              </Link>
            </>
          )}
        </ReportLinks>
      </FileCard>
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

/** An entry that is shown not to be under the root is marked as what was found, not as a fault of the file. */
function auditChecks({ result: { entries, rebuilt } }: AuditReport): NamedCheck[] {
  return [
    ...entries.map(({ another, check }, index): NamedCheck => {
      const number = formatNumber(check.entry.entryNumber);
      const id = `entry-${index}`;
      if (another.outcome === 'holds')
        return {
          id,
          state: 'does-not-match',
          title: `Entry ${number} as it was sent is not the one under the root hash`,
          detail: 'Another leaf hash gives the root hash in its place, by the path in the file.',
        };
      const title = `The file does not show that entry ${number} is another one`;
      return { id, state: 'cannot-check', title, detail: reasonOf(another) };
    }),
    {
      id: 'rebuilt',
      ...worded(
        rebuilt,
        [
          'With this entry in its place the log has the rebuilt root hash',
          'The path in the file connects the entry as it was sent to that root hash: nothing else differs.',
        ],
        ['The rebuilt root hash in the file is not the one that this entry gives', ''],
        'The rebuilt root hash is only stated by this file',
      ),
    },
  ];
}

function ReportEnd({ checked, children }: { checked: Report | AuditReport; children: ReactNode }) {
  return (
    <>
      <NotProved>{children}</NotProved>
      {checked.report.check !== undefined && (
        <p className={styles['small']}>
          The file holds shell commands, as reports of version 1 do. This page did not read them: do not run
          them.
        </p>
      )}
    </>
  );
}

function ReportLinks({
  register,
  children,
}: {
  register: RegisterId | undefined;
  children: (register: RegisterId) => ReactNode;
}) {
  return register === undefined ? null : <div className={styles['actions']}>{children(register)}</div>;
}
