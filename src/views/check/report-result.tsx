import type { Checkpoint } from '../../core/model.ts';
import type { CheckedFile } from '../../query/check-file.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { saveText } from '../../ui/save-text.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { Time } from '../../ui/time.tsx';
import styles from './check.module.css';
import { AddressText, Fact } from './fact.tsx';
import { registerOf } from './register-of.ts';
import { reportChecks } from './words.ts';

type Report = Extract<CheckedFile, { kind: 'report' }>;

/** ReportResult is what a misbehaviour report shows, computed from the file alone, and what it cannot show. */
export function ReportResult({ name, checked }: { name: string; checked: Report }) {
  const { report, recheck, script } = checked;
  const register = registerOf(report.register, REGISTERS_ADDRESS);
  return (
    <>
      <div data-outcome={recheck.shows ? 'not-checked' : 'does-not-match'}>
        <Notice
          title={recheck.shows ? 'The file shows what it says' : 'The file does not show what it says'}
          tone={recheck.shows ? 'alarm' : 'plain'}
          live
        >
          <p>
            It says: <b>{report.kind}</b>. {recheck.finding}
          </p>
          <p>
            The page knows hashes, not motives, and the heads in the file are unsigned: the report, with its
            addresses and times, is the word of whoever made it, unless a third person saw one of the two
            heads as well.
          </p>
        </Notice>
      </div>
      <Card title="Misbehaviour report" note={`from ${name}`}>
        <Heads report={report} />
        <CheckList checks={reportChecks(report, recheck)} />
        <div className={styles['actions']}>
          {register !== undefined && (
            <>
              <Link className={buttonClass()} to={pathTo({ view: 'overview', register })}>
                Open the register
              </Link>
              <Link
                className={buttonClass()}
                to={`${pathTo({ view: 'compare', register })}?size=${report.old.logSize}&root=${report.old.rootHash}`}
              >
                Hold the older root against it
              </Link>
            </>
          )}
          <Button onClick={() => saveText(script.name, script.text, script.type)}>Save shell script</Button>
        </div>
      </Card>
      {recheck.consistency !== undefined && recheck.consistency.newSteps.length > 0 && (
        <Card
          title="Consistency proof"
          note={`from ${recheck.consistency.from.logSize} to ${countOf(recheck.consistency.to.logSize, 'entry', 'entries')}`}
        >
          <ConsistencyFigure
            check={recheck.consistency}
            {...(report.old.logSize < report.new.logSize
              ? { oldName: 'remembered root', newName: 'later root' }
              : { oldName: 'later root', newName: 'remembered root' })}
            spelling={report.register.variant}
          />
        </Card>
      )}
    </>
  );
}

function Heads({ report }: { report: Report['report'] }) {
  const { old, new: later, register, addresses } = report;
  return (
    <dl className={styles['facts']}>
      <Head term="remembered" head={old} other={later} />
      <Head term="published later" head={later} other={old} />
      <Fact term="register">
        <AddressText text={register.address} />
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
  );
}

function Head({ term, head, other }: { term: string; head: Report['report']['old']; other: Checkpoint }) {
  return (
    <Fact term={term}>
      <span className={styles['hash']}>
        <CopyHash
          hash={head.rootHash}
          digits="long"
          {...(head.logSize === other.logSize ? { compareWith: other.rootHash } : {})}
          what={`the root ${term}`}
        />
      </span>{' '}
      {countOf(head.logSize, 'entry', 'entries')}, seen <Time at={head.seenAt} />
    </Fact>
  );
}
