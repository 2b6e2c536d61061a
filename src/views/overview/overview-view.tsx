import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { type FactLine, Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Register } from '../../core/model.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { useCountsAt } from '../../query/use-whole-log.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { isCopyComing, useCopy } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { TimeBarContext, useAt } from '../../ui/at.ts';
import { capital, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { useSource } from '../../ui/source.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PartialDate, Time } from '../../ui/time.tsx';
import { MarkedText, Value } from '../../ui/values/value.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { Pictures, useActivity } from './pictures.tsx';
import { SchemaTable } from './schema-table.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Download } from '../shared/download.tsx';
import { OverviewChecks } from './checked.tsx';
import styles from './overview.module.css';

/** DESCRIPTION is the most characters of a description read as Markdown, or shown at first. */
const DESCRIPTION = 2_000;

/** OverviewView shows the register's summary or context: its description, size and custodian, its schema, and the checks. */
export function OverviewView() {
  const { register } = usePaths();
  const session = useSession();
  const summary = useQuery(registerQuery(session));
  const { data: head } = useQuery(headQuery(session));
  const at = useAt();
  const source = useSource();
  const reading = useCopy(session, true, at);
  const { data: activity } = useActivity(reading, at);
  if (summary.isPending) return <Skeleton lines={8} label="Opening the register" />;
  if (summary.isError) return <PageFailure page="overview" query={summary} />;
  const about = summary.data;
  const description = about.description && (
    <>
      {about.description.length > DESCRIPTION ? (
        <Literal text={about.description} most={DESCRIPTION} />
      ) : (
        <MarkedText text={about.description} />
      )}{' '}
      <span className="faint">Stated {source === 'file' ? 'in the file' : 'by the server'}.</span>
    </>
  );
  return (
    <>
      <PageHead
        title={titleOf(about, register, session.base)}
        note={description}
        actions={<Download what="records" />}
      />
      <OverviewChecks about={about} />
      <Numbers about={about} head={head} at={at} isCounting={isCopyComing(reading)} />
      {use(TimeBarContext)}
      {register.kind === 'bundled' && register.name === 'unfaithful' && (
        <p className={styles.apart}>
          <Link to={`/tour${register.mount.startsWith('earlier') ? '?api=blobs' : ''}`}>
            Take the tour of what it does
          </Link>
        </p>
      )}
      <Pictures reading={reading} at={at} />
      <Section title="Attributes" note={about.schema.length > 0 && formatNumber(about.schema.length)}>
        <SchemaTable schema={about.schema} activity={activity} />
      </Section>
      <Section
        title="About this register"
        note={`as the ${source} states it${at === undefined ? '' : ' now'}`}
      >
        <About about={about} />
      </Section>
    </>
  );
}

/** Section is a folded part of the page. */
function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <details className={`sheet fold ${styles.section}`}>
      <summary>
        <h2>{title}</h2> <span className="faint">{note}</span>
      </summary>
      {children}
    </details>
  );
}

/** titleOf is the register's title, else its name as a title would be written: many summaries of the item variant have none. Without a summary it is its address. */
function titleOf(about: Register, register: RegisterId, base: string): ReactNode {
  const name = about.name ?? (register.kind === 'bundled' ? register.name : undefined);
  const title = about.title ?? (name && capital(name.replaceAll('-', ' ')));
  if (title === undefined) return <span className="mono">{base.replace(/^[a-z]+:\/\//i, '')}</span>;
  return <Literal text={title} most={300} />;
}

/** Numbers are the counts and dates of the register: from its summary, or at a log size. */
function Numbers({
  about,
  head,
  at,
  isCounting,
}: {
  about: Register;
  head: Checkpoint | undefined;
  at: number | undefined;
  isCounting: boolean;
}) {
  const source = useSource();
  const { data: last } = useQuery({ ...entryQuery(useSession(), at ?? 0), enabled: at !== undefined });
  const counts = useCountsAt(at ?? head?.logSize ?? 0);
  // Parts known only from the summary are about the present.
  const now: Partial<Register> = at === undefined ? about : {};
  const nouns = about.variant === 'blob' ? 'blobs' : 'items';
  const day = (time: string | undefined) => time && <Time at={time} only="day" />;
  const number = (value: number | undefined) => value !== undefined && formatNumber(value);
  const facts: readonly FactLine[] = [
    // Counts computed from the whole log replace those that the server states.
    ['records', number(counts?.records ?? now.totalRecords)],
    ['entries', number(at ?? head?.logSize ?? now.totalEntries)],
    // Space for counts in progress, so that nothing moves.
    [nouns, number(counts?.items ?? now.totalItems) || (isCounting && '…')],
    ['last entry', day(last?.timestamp)],
    ['last updated', day(now.lastUpdated)],
    ['phase', literal(now.phase)],
    ['in use since', date(now.status?.startDate)],
    ['registry', literal(now.registry)],
  ];
  if (facts.every(([, value]) => value === undefined || value === false)) return null;
  return (
    <>
      <Facts className={styles.facts} facts={facts} />
      {at === undefined && (
        <p className={styles.stated}>
          {counts !== undefined && `Records and ${nouns} counted in this browser; the rest as `}
          {counts === undefined && 'As '}stated by the {source}.
        </p>
      )}
    </>
  );
}

function literal(text: string | undefined): ReactNode {
  return text && <Literal text={text} />;
}

function date(text: string | undefined): ReactNode {
  return text && <PartialDate value={text} />;
}

function About({ about }: { about: Register }) {
  const { register } = usePaths();
  const { base } = useSession();
  const { status } = about;
  const isFile = register.kind === 'file';
  const address = fileAddress(register);
  const url = (text: string | undefined) => text && <Value value={text} datatype="url" />;
  const from = isFile ? 'an RSF file, kept in this browser' : <code>{base}</code>;
  const rows: readonly FactLine[] = [
    ['read from', url(address) ?? from],
    ['API', about.variant === 'item' ? 'items (v2)' : 'blobs'],
    // A file states no domain.
    ['domain', isFile && about.domain === 'localhost' ? undefined : literal(about.domain)],
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
  return <Facts className="facts rows" facts={rows} />;
}
