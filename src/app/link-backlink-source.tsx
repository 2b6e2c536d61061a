import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { definitionsQuery } from '../query/definitions-query.ts';
import { replicaAnswer, useReplica } from '../query/replica.ts';
import type { Replica } from '../query/replica-desk.ts';
import type { RegisterSession } from '../query/session.ts';
import { Button } from '../ui/button.tsx';
import { countOf, formatNumber } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal, isolated } from '../ui/literal.tsx';
import { pathTo } from '../ui/paths.ts';
import { BacklinkGroup } from './link-backlink-group.tsx';
import styles from './link-backlinks.module.css';
import type { OpenedRegister } from './link-opened.ts';
import { sameRegister } from './link-target.ts';
import { definitionPlaces, type LinkWorld, whereWords } from './link-world.ts';
import { sessionFor } from './sessions.ts';

interface SourceProps {
  readonly source: OpenedRegister;
  readonly world: LinkWorld;
  readonly recordKey: string;
}

/** BacklinkSource is one register that may hold links to a record. One that was not opened in this visit is asked nothing before the reader wants it. */
export function BacklinkSource({ source, world, recordKey }: SourceProps) {
  const [asked, setAsked] = useState(source.thisVisit);
  const [pressed, setPressed] = useState(false);
  const { register, title } = source;
  const look = async (): Promise<void> => {
    if (register.kind === 'file') await (await import('./files.ts')).reopenFile(register.file);
    setAsked(true);
    setPressed(true);
  };
  return (
    <section className={styles['source']} aria-label={`Links in ${isolated(title)}`}>
      <h3>
        <Link to={pathTo({ view: 'overview', register })}>
          <Literal text={title} />
        </Link>
        <span className={styles['quiet']}>
          {sameRegister(register, world.register) ? 'this register' : whereWords(register)}
        </span>
      </h3>
      {asked ? (
        <Looking {...{ source, world, recordKey, pressed }} onLook={() => setPressed(true)} />
      ) : (
        <p>
          Opened here before. <Button onClick={() => void look()}>Look in {title}</Button>
        </p>
      )}
    </section>
  );
}

function Looking({
  source,
  world,
  recordKey,
  pressed,
  onLook,
}: SourceProps & { readonly pressed: boolean; readonly onLook: () => void }) {
  const session = sessionFor(source.register);
  const replica = useReplica(session, pressed);
  switch (replica.phase) {
    case 'absent':
      return (
        <p>
          {replica.entries === undefined ? 'Not looked through. ' : null}
          <Button
            disabled={replica.entries === undefined}
            onClick={() => {
              onLook();
              replica.start();
            }}
          >
            Look through{' '}
            {replica.entries === undefined ? 'it' : `its ${countOf(replica.entries, 'entry', 'entries')}`}
          </Button>
        </p>
      );
    case 'too-large':
      return <p>Not looked through: it is too large to be read whole.</p>;
    case 'reading':
      return (
        <p role="status">
          Reading {replica.what}: {formatNumber(replica.done)} of {formatNumber(replica.of)}
        </p>
      );
    case 'failed':
      return (
        <p role="status">
          It could not be read: {replica.failure.message}{' '}
          <Button onClick={() => replica.start()}>Try again</Button>
        </p>
      );
    case 'ready':
      return <Found {...{ source, world, recordKey, session, replica: replica.replica }} />;
  }
}

function Found({
  source,
  world,
  recordKey,
  session,
  replica,
}: SourceProps & { readonly session: RegisterSession; readonly replica: Replica }) {
  const from: LinkWorld = { ...world, register: source.register, name: source.name };
  const definitions = useQuery(definitionsQuery(session, definitionPlaces(from)));
  const answer = useQuery({
    ...replicaAnswer(session, replica, 'linksTo', {
      register: world.name ?? '',
      key: recordKey,
      definitions: [...(definitions.data ?? [])],
      ...(source.name === undefined ? {} : { own: source.name }),
    }),
    enabled: definitions.data !== undefined,
  });
  const error = definitions.error ?? answer.error;
  if (error !== null) return <p role="status">It could not be looked through: {error.message}</p>;
  if (answer.data === undefined) return <p role="status">Looking …</p>;
  const { groups, records, unread } = answer.data;
  return (
    <>
      {groups.map((group) => (
        <BacklinkGroup key={group.attribute} group={group} register={source.register} value={recordKey} />
      ))}
      <p className={styles['scope']} role="status">
        {groups.length === 0 && 'None points here. '}
        Looked through {countOf(records, 'record')}{' '}
        {replica.verdict.outcome === 'holds'
          ? 'of a log that was read whole and leads to the published root.'
          : 'as the server sent them; that they are the register was not proved here.'}
        {unread > 0 && ` ${countOf(unread, 'record')} could not be read.`}
      </p>
    </>
  );
}
