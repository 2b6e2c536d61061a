import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copyIn } from '../../query/copy-controller.ts';
import { copyControllerOf, useCopy, useCopyAnswer } from '../../query/copy.ts';
import { definitionsQuery } from './definition-queries.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/format.ts';
import { Link, pathsIn } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { EndedMark } from '../../ui/time.tsx';
import { nameOf } from '../../ui/values/value.tsx';
import { sessionFor } from '../sessions.ts';
import styles from './links.module.css';
import { definitionPlaces, type LinkingRegister } from './link-context.ts';
import { mayLink, type OpenedRegister, sameRegister, whereWords } from './link-target.ts';

interface RecordProps {
  /** The register of the record. */
  readonly from: LinkingRegister;
  readonly recordKey: string;
}

/**
 * LinkingRecords lists the records that link to a record, register by register, with the extent of each
 * search. Those registers are left out whose definitions show that none of their attributes can hold such
 * links; only definitions of bundled registers are read for this.
 */
export function LinkingRecords({
  sources,
  from,
  recordKey,
}: RecordProps & { sources: readonly OpenedRegister[] }) {
  const definitions = useQueries({
    queries: sources.map(({ register, name }) => ({
      ...definitionsQuery(sessionFor(register), definitionPlaces({ ...from, register, name })),
      enabled: register.kind === 'bundled',
    })),
  });
  if (definitions.some(({ isLoading }) => isLoading)) return <p>Looking …</p>;
  const rows = sources
    .map((source, index) => ({ source, known: definitions[index]?.data }))
    .filter(({ source, known }) => known === undefined || mayLink(known, source.name, from.name));
  return (
    <>
      <p className="faint">
        {rows.length === 0 && 'No linking records found in the registers you opened. '}
        Only registers that were opened in this browser are searched, as they are now.{' '}
        <Link to={pathTo({ view: 'start' })}>Open another</Link>
      </p>
      {rows.length > 0 && (
        <ul className="rows">
          {rows.map(({ source, known }) => (
            <li key={JSON.stringify(source.register)}>
              <BacklinkSource {...{ source, from, recordKey }} isKnown={known !== undefined} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SourceProps extends RecordProps {
  readonly source: OpenedRegister;
}

/**
 * BacklinkSource is one register that may hold links to a record. One on another server, of which there is no
 * copy, is read only when the reader starts it.
 */
function BacklinkSource({ isKnown, ...props }: SourceProps & { isKnown: boolean }) {
  const { register, title } = props.source;
  const controller = copyControllerOf(sessionFor(register), useQueryClient());
  const isHere = sameRegister(register, props.from.register);
  const [isRequested, setRequested] = useState(
    () => isHere || register.kind === 'bundled' || copyIn(controller.phase()) !== undefined,
  );
  return (
    <section className="group wrap" aria-label={`Links in ${isolated(title)}`}>
      <h3 className="line">
        <Link to={pathTo({ view: 'overview', register })}>
          <Literal text={title} />
        </Link>
        <span className="faint">{isHere ? 'this register' : whereWords(register)}</span>
      </h3>
      {isRequested ? (
        <LinksFound {...props} />
      ) : (
        <>
          {!isKnown && <p className="faint">Whether its attributes can hold such links is not known yet.</p>}
          <Button onClick={() => setRequested(true)}>Search {isolated(title)}</Button>
        </>
      )}
    </section>
  );
}

/**
 * LinksFound reads a register whole, a large one once the reader says so, and shows the links
 * found in it, by attribute.
 */
function LinksFound({ source: { register, name }, from, recordKey }: SourceProps) {
  const session = sessionFor(register);
  const reading = useCopy(session, true);
  const copy = copyIn(reading);
  const definitions = useQuery({
    ...definitionsQuery(session, definitionPlaces({ ...from, register, name })),
    enabled: copy !== undefined,
  });
  const question = {
    register: from.name ?? '',
    key: recordKey,
    definitions: [...(definitions.data ?? [])],
    ...(name !== undefined && { own: name }),
  };
  const answer = useCopyAnswer(session, copy, 'linksTo', question, definitions.data !== undefined);
  if (reading.phase !== 'ready')
    return <ReadWholeLog reading={reading}>Links are found in a whole copy of the register.</ReadWholeLog>;
  const error = definitions.error ?? answer.error;
  if (error !== null) return <p data-announce="">It could not be searched: {error.message}</p>;
  if (answer.data === undefined) return <p>Looking …</p>;
  const { groups, records, unread } = answer.data;
  const paths = pathsIn(register);
  return (
    <>
      {groups.map((group) => (
        <div key={group.attribute}>
          <p className="quiet">
            {countOf(group.count, 'record')} by <Mono text={group.attribute} />
          </p>
          <ul className={styles.records}>
            {group.records.map(({ key, item }) => (
              <li key={key}>
                <Link to={paths.record(key)}>
                  <Mono text={key} /> <Literal text={nameOf(item) ?? ''} most={300} />
                </Link>{' '}
                <EndedMark item={item} />
              </li>
            ))}
          </ul>
          {group.count > group.records.length && (
            <p>
              <Link to={paths.records({ attribute: group.attribute, value: recordKey })}>
                Show all {countOf(group.count, 'record')}
              </Link>
            </p>
          )}
        </div>
      ))}
      <p className="faint" data-announce="">
        {groups.length === 0 && 'No links here. '}
        Searched {countOf(records, 'record')}{' '}
        {reading.copy.verdict.outcome === 'holds'
          ? 'of a verified copy of the whole log.'
          : 'as they were sent, not verified.'}
        {unread > 0 && ` ${countOf(unread, 'record')} could not be read.`}
      </p>
    </>
  );
}
