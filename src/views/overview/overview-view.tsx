import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Register } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/check-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { checkOf } from '../../query/keys.ts';
import { failed } from '../../query/report-check.ts';
import { useMemory } from '../../query/use-memory.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { entryCheckWords, memoryCheckWords, type Worded } from '../../ui/check-words.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PartialDate } from '../../ui/time.tsx';
import { Value } from '../../ui/value.tsx';
import { useAudited } from './audited.tsx';
import { Facts } from './facts.tsx';
import { MomentCard, SinceVisit } from './moment-card.tsx';
import { Pictures } from './pictures.tsx';
import { SchemaTable } from './schema-table.tsx';
import { TakeAway } from './take-away.tsx';
import styles from './overview.module.css';
import { isolated, Literal } from '../../ui/literal.tsx';

const LiarTour = lazy(async () => ({ default: (await import('../../ui/liar-tour.tsx')).LiarTour }));

/** OverviewView is the register's summary or context: what it is, how large, whose, its schema, and what has been checked. */
export function OverviewView({ register }: { register: RegisterId }) {
  const session = useSession();
  const retry = useRetry();
  const summary = useQuery(registerQuery(session));
  const head = useQuery(headQuery(session));
  const at = useAt();
  if (summary.isPending) return <Skeleton lines={8} label="Opening the register" />;
  if (summary.isError) {
    return (
      <>
        <DeclarePage page="overview" checks={{ inclusion: failed(summary.error) }} at={at} />
        <FailureNotice
          page
          failure={describeFailure(summary.error)}
          retrying={summary.isFetching}
          onRetry={retry}
        />
      </>
    );
  }
  const about = summary.data;
  return (
    <>
      <PageHead
        title={titleOf(about, register, session.base)}
        note={about.description && <Literal text={about.description} most={2_000} />}
        actions={<TakeAway />}
      />
      <Facts about={about} at={at} />
      <div className={styles['columns']}>
        <Card title="What has been checked" note={at === undefined ? undefined : 'of the present log'}>
          <Checked register={register} about={about} />
        </Card>
        <div className={styles['beside']}>
          <Card title="About this register" note={`as the server states it${at === undefined ? '' : ' now'}`}>
            <About
              about={about}
              from={
                register.kind === 'file' ? 'an RSF file, kept in this browser' : <code>{session.base}</code>
              }
            />
          </Card>
          {at === undefined && head.data !== undefined && <MomentCard register={register} head={head.data} />}
        </div>
      </div>
      <Moods register={register} />
      <Pictures register={register} about={about} />
      <Card
        title="Schema"
        note={about.schema.length > 0 ? countOf(about.schema.length, 'attribute') : undefined}
        flush
      >
        <SchemaTable about={about} />
      </Card>
    </>
  );
}

/** Moods offers, on the register that lies, the tour through its lies. */
function Moods({ register }: { register: RegisterId }) {
  if (register.kind !== 'bundled' || register.name !== 'unfaithful') return null;
  return (
    <section className={styles['moods']} aria-labelledby="moods">
      <h2 id="moods">This register lies when it is told to</h2>
      <Suspense>
        <LiarTour begin={register.mount.startsWith('earlier') ? 'earlier' : 'v2'} />
      </Suspense>
    </section>
  );
}

/**
 * titleOf is the register's title, else its name as a title would be written: many summaries of the item variant have none. Without a summary it is the host and path
 * of its address, letter for letter.
 */
function titleOf(about: Register, register: RegisterId, base: string): ReactNode {
  if (about.title !== undefined) return <Literal text={about.title} most={300} />;
  const given = about.name ?? (register.kind === 'bundled' ? register.name : undefined);
  if (given === undefined)
    return <span className={styles['address']}>{base.replace(/^[a-z]+:\/\//i, '')}</span>;
  const name = given.replaceAll('-', ' ');
  return <Literal text={name.charAt(0).toUpperCase() + name.slice(1)} most={300} />;
}

function About({ about, from }: { about: Register; from: ReactNode }) {
  const rows: [string, ReactNode][] = [
    ['read from', from],
    ['shape', about.variant === 'item' ? 'items (v2)' : 'blobs (earlier)'],
  ];
  const literal = (text: string | undefined): ReactNode => text && <Literal text={text} />;
  const add = (label: string, value: ReactNode): void =>
    void (value !== undefined && rows.push([label, value]));
  add('domain', literal(about.domain));
  add('custodian', literal(about.custodian));
  add('licence', literal(about.licence));
  add('copyright', literal(about.copyright));
  add('ended', about.status?.endDate && <PartialDate value={about.status.endDate} />);
  add('reason', literal(about.status?.reason));
  add('replaced by', about.status?.replacement && <Value value={about.status.replacement} datatype="url" />);
  add('hashing', literal(about.hashingAlgorithm?.codec));
  for (const [name, value] of about.extra) add(isolated(name), <Value value={value} attribute={name} />);
  return (
    <dl className={styles['about']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Checked lists what this page has looked at itself, and as plainly what it has not. */
function Checked({ register, about }: { register: RegisterId; about: Register }) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const memory = useMemory(head.data);
  const at = useAt();
  const audited = useAudited(register, head.data, about.variant);
  const size = head.data?.logSize ?? 0;
  const newest = useQuery({ ...entryQuery(session, size), enabled: size > 0 });
  const entryProof = entryCheckQuery(session, newest.data ?? NO_ENTRY, head.data ?? NO_HEAD);
  const check = useQuery({
    ...entryProof,
    enabled: newest.data !== undefined && head.data !== undefined,
  });
  const error = head.data === undefined ? head.error : newest.error;
  const states = usePageChecks(
    'overview',
    { inclusion: inclusionOf(), 'whole-log': audited.bad },
    at,
    audited.bad === undefined ? [] : ['whole-log'],
  );
  const proof = entryCheckWords(
    { verdict: states.inclusion?.verdict },
    size,
    check.data?.checkpoint.logSize ?? head.data?.logSize,
    check.data?.leafRuleTitle,
  );
  const counts =
    about.totalEntries !== undefined && head.data !== undefined && about.totalEntries !== head.data.logSize;
  const checks: NamedCheck[] = [
    ...(size === 0 && head.data !== undefined
      ? []
      : [
          {
            id: 'newest',
            kind: 'inclusion',
            ...proof,
            title: newestTitle(proof, size),
            link: size > 0 && (
              <Link present to={pathTo({ view: 'entry', register, entryNumber: String(size) })}>
                See its entry proof
              </Link>
            ),
          } satisfies NamedCheck,
        ]),
    ...(head.data === undefined
      ? []
      : [
          {
            id: 'memory',
            kind: 'memory' as const,
            ...memoryCheckWords(memory),
            link: <SinceVisit register={register} head={head.data} />,
          },
        ]),
    audited.check,
    {
      id: 'others',
      kind: 'others',
      state: 'not-checked',
      title: 'Whether others see the same root',
      detail: 'This register’s API does not sign its root. Compare it with someone you trust.',
      link: <Link to={pathTo({ view: 'compare', register })}>Compare roots</Link>,
    },
  ];
  return (
    <>
      <CheckList checks={checks} />
      {audited.strip}
      {counts && (
        <p className={styles['moved']}>
          The summary counts {countOf(about.totalEntries ?? 0, 'entry', 'entries')}, the register proof{' '}
          {countOf(size, 'entry', 'entries')}: the two answers are of different ages.
        </p>
      )}
    </>
  );

  function inclusionOf(): Declared {
    if (error !== null) return failed(error);
    if (head.data?.logSize === 0)
      return { outcome: 'not-checked', code: 'empty-log', reason: 'the log is empty' };
    return newest.data && checkOf(entryProof);
  }
}

/** newestTitle words the check of the newest entry; where no head could be read there is no such entry to name. */
function newestTitle(proof: Worded, size: number): string {
  if (proof.state === 'holds') return `The newest entry, ${formatNumber(size)}, leads to the published root`;
  if (size > 0) return proof.title;
  return proof.state === 'checking' ? 'Reading the register proof' : 'The register proof could not be read';
}

const NO_ENTRY = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
const NO_HEAD = { logSize: 0, rootHash: '' as never };
