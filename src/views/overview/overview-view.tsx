import { useQuery } from '@tanstack/react-query';
import { Fragment, memo, type ReactNode, use } from 'react';
import type { Definition } from '../../core/definition.ts';
import type { Attribute, Register } from '../../core/model.ts';
import type { ActivityAnswer, AttributeActivity } from '../../log/activity.ts';
import { copyIn } from '../../query/copy-controller.ts';
import { isCopyComing, useCopy, useCopyAnswer, useCountsAt } from '../../query/copy.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useTotals } from '../../query/summary-totals.ts';
import { type FactLine, Facts } from '../../ui/facts.tsx';
import { capital, formatNumber } from '../../ui/format.ts';
import { Link, usePaths, useAt } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Table } from '../../ui/table.tsx';
import { PartialDate, Time } from '../../ui/time.tsx';
import { DefinitionContext } from '../../ui/values/definition-context.ts';
import { MarkedText } from '../../ui/values/typed-text.tsx';
import { Value } from '../../ui/values/value.tsx';
import { Download } from '../shared/download.tsx';
import { INVENTED } from '../shared/from-register.tsx';
import { EarlierVersion } from '../shared/earlier-version.tsx';
import { PageFailure, ReadMissing } from '../shared/page-failure.tsx';
import { OverviewChecks } from './checked.tsx';
import { ActivityChart } from './activity-chart.tsx';
import styles from './overview.module.css';

/** DESCRIPTION is the most characters of a description read as Markdown, or shown at first. */
const DESCRIPTION = 2_000;

/**
 * OverviewView shows the register's summary or context: its description, size and custodian,
 * its schema, and the checks.
 */
export function OverviewView() {
  const { register } = usePaths();
  const session = useSession();
  const summary = useSummary();
  const at = useAt();
  const source = useSource();
  const reading = useCopy(session, true, at);
  const counting = useCopyAnswer(session, copyIn(reading), 'activity', { at });
  if (summary.isPending)
    return <Skeleton title={titleOf({}, register, session.base)} lines={8} label="Opening the register" />;
  if (summary.isError) return <PageFailure page="overview" query={summary} />;
  const about = summary.data;
  const description = about.description && (
    <>
      {about.description.length > DESCRIPTION ? (
        <Literal text={about.description} most={DESCRIPTION} />
      ) : (
        <MarkedText text={about.description} />
      )}{' '}
      <span className="faint">Stated {source === 'server' ? 'by the server' : 'in the file'}.</span>
    </>
  );
  return (
    <>
      <PageHead
        title={titleOf(about, register, session.base)}
        note={description}
        from={register.kind === 'bundled' ? INVENTED : undefined}
        actions={
          <>
            {at === undefined && <EarlierVersion />}
            <Download what="records" />
          </>
        }
      />
      <OverviewChecks about={about} />
      <ReadMissing reading={reading} />
      <Numbers about={about} isCounting={isCopyComing(reading)} />
      <ActivityChart reading={reading} activity={counting.data} error={counting.error} />
      <Section title="Attributes" note={about.schema.length > 0 && formatNumber(about.schema.length)}>
        <SchemaTable schema={about.schema} activity={counting.data} />
      </Section>
      <Section
        title="About this register"
        note={`as the ${SOURCE_WORDS[source].name} states it${at === undefined ? '' : ' now'}`}
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

/**
 * titleOf is the register's title, else its name as a title would be written: many summaries of the item
 * variant have none. Without a summary it is its address.
 */
function titleOf(about: Pick<Register, 'name' | 'title'>, register: RegisterId, base: string): ReactNode {
  const name = about.name ?? (register.kind === 'bundled' ? register.name : undefined);
  const title = about.title ?? (name && capital(name.replaceAll('-', ' ')));
  if (title === undefined) return <span className="mono">{base.replace(/^[a-z]+:\/\//i, '')}</span>;
  return <Literal text={title} most={300} />;
}

/** Numbers are the counts and dates of the register: from its summary, or at a log size. */
function Numbers({ about, isCounting }: { about: Register; isCounting: boolean }) {
  const { data: head } = useHead();
  const at = useAt();
  const source = useSource();
  const { data: last } = useQuery({ ...entryQuery(useSession(), at ?? 0), enabled: at !== undefined });
  const counts = useCountsAt(at ?? head?.logSize);
  const { totals, differs } = useTotals();
  // Parts known only from the summary are about the present.
  const now: Partial<Register> = at === undefined ? about : {};
  const nouns = about.variant === 'blob' ? 'blobs' : 'items';
  const day = (time: string | undefined) => time && <Time at={time} only="day" />;
  const number = (value: number | undefined) => value !== undefined && formatNumber(value);
  // Counts in progress have their space, so that nothing moves.
  const count = (value: number | undefined) => number(value) || (isCounting && '…');
  const facts: readonly FactLine[] = [
    // Counts computed from the whole log replace those that the server states.
    ['records', count(counts?.records ?? (at === undefined ? totals.records : undefined))],
    ['entries', count(at ?? totals.entries)],
    [nouns, count(counts?.items ?? (at === undefined ? totals.items : undefined))],
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
        <p className={`faint ${styles.stated}`}>
          {counts === undefined && !isCounting
            ? 'As'
            : `Records and ${nouns} ${counts === undefined ? 'are being' : 'were'} counted in this browser; the rest is as`}{' '}
          {SOURCE_WORDS[source].statedBy}.
        </p>
      )}
      {at === undefined && differs.length > 0 && (
        <p className={`faint ${styles.stated}`}>
          The summary of the {SOURCE_WORDS[source].name} states another number of{' '}
          {differs.map((of) => (of === 'items' ? nouns : of)).join(' and ')} than this page found.
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
    ['custodian', about.custodian && <Value key="custodian" value={about.custodian} datatype="string" />],
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

/**
 * SchemaTable lists the register's attributes: their definitions by the register itself or a field register,
 * and, once the log is read, in how many records each has a value and how often later versions changed it. A
 * missing definition is shown as such, not guessed.
 */
export const SchemaTable = memo(function SchemaTable({
  schema,
  activity,
}: {
  schema: readonly Attribute[];
  activity: ActivityAnswer | undefined;
}) {
  const paths = usePaths();
  const rows = schemaRows(schema, use(DefinitionContext)?.definitions, activity?.attributes);
  const { shown, more } = useBatch(rows, ATTRIBUTES, 'attributes');
  if (rows.length === 0) return <p>The register does not list its attributes.</p>;
  return (
    <>
      <Table
        label="Attributes"
        className={`keyed ${styles.schema}`}
        columns={['attribute', 'type', ...(activity ? ['with a value', 'changes'] : []), 'meaning']}
        rows={shown.map(({ attribute, filled, changes, lastChange, meaning, ...type }) => ({
          key: attribute,
          cells: [
            <Literal key="name" text={attribute} most={NAME} />,
            <Type key="type" {...type} />,
            ...(activity
              ? [
                  <Link key="filled" to={paths.records({ sort: attribute })}>
                    {formatNumber(filled)} of {formatNumber(activity.described)}
                  </Link>,
                  lastChange ? (
                    <Fragment key="changes">
                      {formatNumber(changes)}, last by{' '}
                      <Link to={paths.entry(lastChange)}>entry {formatNumber(lastChange)}</Link>
                    </Fragment>
                  ) : (
                    '–'
                  ),
                ]
              : []),
            meaning ? <Markdown key="meaning" text={meaning} /> : '–',
          ],
        }))}
      />
      {more}
    </>
  );
});

/**
 * Type is the datatype of an attribute, whether it is a list, and the register of its keys; a
 * server may state any word.
 */
function Type({ datatype, cardinality, register }: Pick<SchemaRow, 'datatype' | 'cardinality' | 'register'>) {
  const many = cardinality === 'n' ? 'list' : cardinality === '1' ? undefined : cardinality;
  const words = [datatype, many].filter(Boolean).join(', ');
  if (words === '' && register === undefined) return '–';
  return (
    <>
      <Literal text={words} />
      {register !== undefined && (
        <span className="faint">
          keys of <Literal text={register} />
        </span>
      )}
    </>
  );
}

/** SchemaRow is what is known of an attribute. */
interface SchemaRow extends Pick<AttributeActivity, 'filled' | 'changes' | 'lastChange'> {
  readonly attribute: string;
  readonly datatype: string | undefined;
  readonly cardinality: string | undefined;
  /** The register whose keys its values are. */
  readonly register: string | undefined;
  readonly meaning: string | undefined;
}

/**
 * schemaRows lists the attributes of a register in its own order, then those only in a definition or the
 * data; each by its definition, or else its summary.
 */
export function schemaRows(
  schema: readonly Attribute[],
  definitions: ReadonlyMap<string, Definition> | undefined,
  used: readonly AttributeActivity[] = [],
): readonly SchemaRow[] {
  const stated = new Map(schema.map((attribute) => [attribute.id, attribute]));
  const uses = new Map(used.map((use) => [use.name, use]));
  const attributes = new Set([...stated.keys(), ...(definitions?.keys() ?? []), ...uses.keys()]);
  return [...attributes].map((attribute) => {
    const own = stated.get(attribute);
    const { datatype, cardinality, register, text, title } = definitions?.get(attribute) ?? {};
    const { filled = 0, changes = 0, lastChange } = uses.get(attribute) ?? {};
    return {
      attribute,
      // A guess from values is not a statement.
      datatype: (datatype?.from === 'shape' ? undefined : datatype?.is) || own?.datatype,
      cardinality: cardinality?.is || own?.cardinality,
      register: register?.is,
      meaning: text?.is || own?.description || title?.is || own?.title,
      filled,
      changes,
      lastChange,
    };
  });
}
