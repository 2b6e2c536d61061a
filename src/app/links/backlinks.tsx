import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Definitions, definitionsQuery, ownDefinitionsQuery } from '../../query/definitions-query.ts';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { copyAnswer, useCopy } from '../../query/copy.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { AnswerOf } from '../../log/questions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { useBatch } from '../../ui/show-more.tsx';
import { sessionFor } from '../sessions.ts';
import styles from './backlinks.module.css';
import { hasEnded } from './ended-mark.tsx';
import { type OpenedRegister, possibleSources, sameRegister, whereWords } from './link-target.ts';
import { definitionPlaces, type LinkWorld } from './linked-session.ts';

/** Backlinks says which records of the registers opened in this browser point to a record, register by register, as far as each was looked through. */
export function Backlinks({ world, recordKey }: { world: LinkWorld; recordKey: string }) {
  const queries = useQueryClient();
  const sources = possibleSources(world).filter(({ register, name }) => {
    const key = ownDefinitionsQuery(sessionFor(register), {}).queryKey;
    return mayLink(queries.getQueryData(key), name, world.name);
  });
  const isHere = ({ register }: OpenedRegister): boolean => sameRegister(register, world.register);
  const ordered = [...sources.filter((source) => !isHere(source)), ...sources.filter(isHere)];
  if (ordered.length === 0)
    return (
      <p className={`${styles.backlinks} ${styles.quiet}`}>
        No linking records found in the registers you opened.{' '}
        <Link to={pathTo({ view: 'start' })}>Open another</Link>
      </p>
    );
  return (
    <div className={styles.backlinks}>
      <Card
        title="Records that link here"
        note={
          <>
            to <Mono text={recordKey} most={60} />, as they are now
          </>
        }
      >
        <p className={styles.scope}>Only registers that were opened in this browser are searched.</p>
        <ul className={styles.sources}>
          {ordered.map((source) => (
            <li key={JSON.stringify(source.register)}>
              <BacklinkSource source={source} world={world} recordKey={recordKey} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** mayLink reports whether some attribute of a register may hold keys of the one called `to`; yes where its definitions are not known. The attribute that repeats its own key does not count. */
function mayLink(
  definitions: Definitions | undefined,
  own: string | undefined,
  to: string | undefined,
): boolean {
  if (definitions === undefined) return true;
  const known = [...definitions].filter(([attribute]) => attribute !== own || own !== to);
  return known.some(
    ([, { datatype, register }]) => datatype === undefined || datatype.is === 'curie' || register?.is === to,
  );
}

interface SourceProps {
  readonly source: OpenedRegister;
  readonly world: LinkWorld;
  readonly recordKey: string;
}

/** BacklinkSource is one register that may hold links to a record. One that was not opened in this visit is asked nothing before the reader wants it. */
function BacklinkSource(props: SourceProps) {
  const { register, title, thisVisit } = props.source;
  const [isAsked, setAsked] = useState(thisVisit);
  return (
    <section className={styles.source} aria-label={`Links in ${isolated(title)}`}>
      <h3>
        <Link to={pathTo({ view: 'overview', register })}>
          <Literal text={title} />
        </Link>
        <span className={styles.quiet}>
          {sameRegister(register, props.world.register) ? 'this register' : whereWords(register)}
        </span>
      </h3>
      {isAsked ? (
        <Copy {...props} />
      ) : (
        <p>
          Opened here before. <Button onClick={() => setAsked(true)}>Search {isolated(title)}</Button>
        </p>
      )}
    </section>
  );
}

/** Copy reads a register whole, where the reader wants that or it can be, and shows the links found in it. */
function Copy(props: SourceProps) {
  const session = sessionFor(props.source.register);
  const reading = useCopy(session, !props.source.thisVisit);
  return reading.phase === 'ready' ? (
    <Found {...props} session={session} copy={reading.copy} />
  ) : (
    <ReadWhole reading={reading} entries={reading.entries} onStart={reading.start}>
      Links are found in a whole copy of the register.
    </ReadWhole>
  );
}

function Found({
  source,
  world,
  recordKey,
  session,
  copy,
}: SourceProps & { readonly session: RegisterSession; readonly copy: RegisterCopy }) {
  const from: LinkWorld = { ...world, register: source.register, name: source.name };
  const definitions = useQuery(definitionsQuery(session, definitionPlaces(from)));
  const answer = useQuery({
    ...copyAnswer(session, copy, 'linksTo', {
      register: world.name ?? '',
      key: recordKey,
      definitions: [...(definitions.data ?? [])],
      ...(source.name === undefined ? {} : { own: source.name }),
    }),
    enabled: definitions.data !== undefined,
  });
  const error = definitions.error ?? answer.error;
  if (error !== null) return <p role="status">It could not be searched: {error.message}</p>;
  if (answer.data === undefined) return <p role="status">Looking …</p>;
  const { groups, records, unread } = answer.data;
  return (
    <>
      {groups.map((group) => (
        <BacklinkGroup key={group.attribute} group={group} register={source.register} value={recordKey} />
      ))}
      <p className={styles.scope} role="status">
        {groups.length === 0 && 'No links here. '}
        Searched {countOf(records, 'record')}{' '}
        {copy.verdict.outcome === 'holds'
          ? 'of a verified copy of the whole log.'
          : 'as the server sent them, not verified.'}
        {unread > 0 && ` ${countOf(unread, 'record')} could not be read.`}
      </p>
    </>
  );
}

/** BacklinkGroup lists the records that point somewhere by one attribute; those beyond the ones that were sent by a link into the records. */
function BacklinkGroup({
  group: { attribute, count, records },
  register,
  value,
}: {
  group: AnswerOf<'linksTo'>['groups'][number];
  register: RegisterId;
  value: string;
}) {
  const { shown, more } = useBatch(records, records.length, 'records', { first: 12 });
  const paths = pathsIn(register);
  return (
    <>
      <p className={styles.by}>
        {countOf(count, 'record')} by <Mono text={attribute} />
      </p>
      <ul className={styles.records}>
        {shown.map(({ key, name, endDate }) => (
          <li key={key}>
            <Link to={paths.record(key)}>
              <Mono text={key} /> {name !== undefined && <Literal text={name} most={300} />}
            </Link>
            {endDate !== undefined && hasEnded(endDate) && <span className={styles.quiet}> ended</span>}
          </li>
        ))}
      </ul>
      {more}
      {records.length < count && (
        <p>
          <Link to={paths.records({ attribute, value })}>All {formatNumber(count)} among the records</Link>
        </p>
      )}
    </>
  );
}
