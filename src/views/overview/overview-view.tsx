import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Register } from '../../core/model.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useCopy } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { useSource } from '../../ui/source.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PartialDate } from '../../ui/time.tsx';
import { Value } from '../../ui/values/value.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { Facts } from './facts.tsx';
import { Pictures, useActivity } from './pictures.tsx';
import { SchemaTable } from './schema-table.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { useExport } from '../../query/use-export.ts';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';
import { Checked } from './checked.tsx';
import styles from './overview.module.css';

/** OverviewView is the register's summary or context: what it is, how large, whose, its schema, and what has been checked. */
export function OverviewView() {
  const { register } = usePaths();
  const session = useSession();
  const summary = useQuery(registerQuery(session));
  const at = useAt();
  const reading = useCopy(session, true, at);
  const { data: activity } = useActivity(reading, at);
  if (summary.isPending) return <Skeleton lines={8} label="Opening the register" />;
  if (summary.isError) {
    return <PageFailure page="overview" error={summary.error} at={at} retrying={summary.isFetching} />;
  }
  const about = summary.data;
  const isFile = register.kind === 'file';
  const address = fileAddress(register);
  return (
    <>
      <PageHead
        title={titleOf(about, register, session.base)}
        note={
          about.description && (
            <>
              <Literal text={about.description} most={2_000} />{' '}
              <span className={styles.stated}>
                {isFile ? 'Stated in the file.' : 'Stated by the server.'}
              </span>
            </>
          )
        }
        actions={<TakeAway />}
      />
      <Checked about={about} />
      <Facts about={about} at={at} />
      <DemoNote register={register} />
      <Pictures reading={reading} at={at} />
      <Section title="Attributes" note={about.schema.length > 0 && formatNumber(about.schema.length)}>
        <SchemaTable schema={about.schema} activity={activity} />
      </Section>
      <Section
        title="About this register"
        note={`as the ${isFile ? 'file' : 'server'} states it${at === undefined ? '' : ' now'}`}
      >
        <About
          about={about}
          from={
            address !== undefined ? (
              <>
                the RSF file at <Value value={address} datatype="url" />
              </>
            ) : isFile ? (
              'an RSF file, kept in this browser'
            ) : (
              <code>{session.base}</code>
            )
          }
        />
      </Section>
    </>
  );
}

/** Section is what the reader opens. */
function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.section}>
      <summary>
        <h2>{title}</h2> <span>{note}</span>
      </summary>
      {children}
    </details>
  );
}

/** DemoNote leads from the register that lies to the tour of it. */
function DemoNote({ register }: { register: RegisterId }) {
  if (register.kind !== 'bundled' || register.name !== 'unfaithful') return null;
  return (
    <p className={styles.demo}>
      <Link to={`/tour${register.mount.startsWith('earlier') ? '?api=blobs' : ''}`}>
        Take the tour of what it does
      </Link>
    </p>
  );
}

/**
 * titleOf is the register's title, else its name as a title would be written: many summaries of the item variant have none. Without a summary it is the host and path
 * of its address, letter for letter.
 */
function titleOf(about: Register, register: RegisterId, base: string): ReactNode {
  if (about.title !== undefined) return <Literal text={about.title} most={300} />;
  const given = about.name ?? (register.kind === 'bundled' ? register.name : undefined);
  if (given === undefined) return <span className={styles.address}>{base.replace(/^[a-z]+:\/\//i, '')}</span>;
  const name = given.replaceAll('-', ' ');
  return <Literal text={name.charAt(0).toUpperCase() + name.slice(1)} most={300} />;
}

function About({ about, from }: { about: Register; from: ReactNode }) {
  const { status } = about;
  const source = useSource();
  const date = (text: string | undefined): ReactNode => text && <PartialDate value={text} />;
  const url = (text: string | undefined): ReactNode => text && <Value value={text} datatype="url" />;
  const literal = (text: string | undefined): ReactNode => text && <Literal text={text} />;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['read from', from],
    ['API', about.variant === 'item' ? 'items (v2)' : 'blobs'],
    // What stands for the domain that no file states.
    ['domain', source === 'file' && about.domain === 'localhost' ? undefined : literal(about.domain)],
    ['custodian', literal(about.custodian)],
    ['licence', literal(about.licence)],
    ['copyright', literal(about.copyright)],
    ['ended', date(status?.endDate)],
    ['reason', literal(status?.reason)],
    ['replaced by', url(status?.replacement)],
    ['hashing', literal(about.hashingAlgorithm)],
    ...[...about.extra].map(
      ([name, value]) => [isolated(name), <Value key={name} value={value} attribute={name} />] as const,
    ),
  ];
  return (
    <dl className={styles.about}>
      {rows.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** TakeAway saves the register as it is shown: at the log size that the address asks for. */
function TakeAway() {
  const [open, setOpen] = useState(false);
  const desk = useExport({ open, at: useAt(), what: 'records' });
  return <TakeCopy desk={desk} onOpen={() => setOpen(true)} />;
}
