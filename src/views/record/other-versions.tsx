import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/inclusion-queries.ts';
import { NO_HEAD } from '../../query/keys.ts';
import { applyUpdate, deferWhileRead, useDeferredUpdate } from '../../query/pending-updates.ts';
import { useSession } from '../../query/session.ts';
import { useMissingRecord } from '../../query/use-whole-log.ts';
import { MomentContext, keepMoment } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { NotThere } from '../shared/not-there.tsx';
import { type Selection, useAsked } from './use-record.ts';
import styles from './record.module.css';

/** VersionBar links to the previous and the next version, or any other one by a list: of the version shown, or of the one it is compared with. */
export function VersionBar({
  label,
  param,
  name,
  versions,
  shown,
}: {
  label: string;
  /** The parameter of the address with the version. */
  param: 'version' | 'compare';
  name: RecordName;
  versions: readonly Entry[];
  /** The entry of the version shown. */
  shown: number | undefined;
}) {
  const id = useId();
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const asked = useAsked();
  const place = versions.findIndex(({ entryNumber }) => entryNumber === shown);
  const to = (entryNumber: number | undefined) =>
    versionPath(name, { ...asked, [param]: entryNumber ?? shown });
  const [before, after] = [versions[place - 1], versions[place + 1]];
  // At an end a step stays without a link, so that the focus is not lost.
  const step = (entry: Entry | undefined, rel: 'prev' | 'next', word: string) => (
    <Link
      className={buttonClass()}
      rel={rel}
      aria-label={`${word} version`}
      aria-disabled={entry === undefined || undefined}
      to={to(entry?.entryNumber)}
      onClick={(event) => {
        if (entry === undefined) event.preventDefault();
      }}
    >
      {rel === 'prev' && '‹ '}
      {word}
      {rel === 'next' && ' ›'}
    </Link>
  );
  return (
    <nav className={styles['bar']} aria-label={label}>
      {step(before, 'prev', 'Previous')}
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={String(shown)}
        onChange={({ target }) => void navigate(keepMoment(to(Number(target.value)), moment))}
      >
        {versions
          .map(({ entryNumber, timestamp }, index) => (
            <option key={entryNumber} value={entryNumber}>
              {`Entry ${formatNumber(entryNumber)} · ${formatDay(timestamp)}${index === versions.length - 1 ? ' · newest' : ''}`}
            </option>
          ))
          .toReversed()}
      </select>
      {step(after, 'next', 'Next')}
    </nav>
  );
}

/** NewerVersion keeps the version on view, and offers a newer one that arrives. */
export function NewerVersion({
  record,
  entry,
  head,
}: {
  record: RecordName;
  /** The entry on view, and the head it was checked against. */
  entry: Entry;
  head: Checkpoint | undefined;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const { key } = record;
  const newer = useDeferredUpdate(session, key)?.trail.at(-1);
  const [closed, setClosed] = useState(0);
  const [said, setSaid] = useState('');
  useEffect(() => deferWhileRead(queries, session, key), [queries, session, key]);
  // Proved in advance, so that its checks are done when it is shown.
  useQuery({
    ...entryCheckQuery(session, newer ?? entry, head ?? NO_HEAD),
    enabled: newer !== undefined && head !== undefined,
    notifyOnChangeProps: [],
  });
  const isOffered = newer !== undefined && newer.entryNumber !== closed;
  const number = formatNumber(newer?.entryNumber ?? 0);
  const focusPage = () => document.getElementById('content')?.focus({ preventScroll: true });
  const offer = (
    <>
      <Literal text={key} most={80} /> has a new version, entry {number}
    </>
  );
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOffered ? offer : said}
      </p>
      {isOffered && (
        <section className={`floating bar ${styles['newer']}`} aria-label="A new version">
          <p>{offer}</p>
          <Button
            kind="strong"
            onClick={() => {
              applyUpdate(queries, session, key);
              setSaid(`Entry ${number} is shown now.`);
              focusPage();
            }}
          >
            Show it
          </Button>
          <Link
            to={versionPath(record, { version: newer.entryNumber, compare: entry.entryNumber })}
            onClick={() => applyUpdate(queries, session, key)}
          >
            Side by side
          </Link>
          <Button
            kind="quiet"
            aria-label="Not now"
            onClick={() => {
              setClosed(newer.entryNumber);
              focusPage();
            }}
          >
            <Icon name="close" size={14} />
          </Button>
        </section>
      )}
    </>
  );
}

type Of<Kind extends Selection['kind']> = { readonly record: RecordName } & Extract<
  Selection,
  { kind: Kind }
>;

/** NoVersion says why there is nothing to show at an address of a record: no such record, none at that size yet, or no such version; and links to what exists. */
export function NoVersion(selected: Of<'missing' | 'not-yet' | 'no-version'>) {
  switch (selected.kind) {
    case 'missing':
      return <RecordMissing {...selected} />;
    case 'not-yet':
      return <NotYet {...selected} />;
    case 'no-version':
      return <OtherVersion {...selected} />;
  }
}

function RecordMissing({ record: { key } }: Of<'missing'>) {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isInLog = useMissingRecord(key, at);
  return (
    <NotThere
      isDeclared
      title={`No record with the key “${isolated(key)}”`}
      ways={[
        [`Search the records for “${isolated(key)}”`, paths.records({ q: key })],
        ['All records', paths.view('records')],
      ]}
    >
      <p>
        There is no such record, as {statedBy}
        {isInLog
          ? ', but the log that this page read has entries of this key. The two disagree, and may be of different ages: reload the page.'
          : '. Keys are exact: capital letters, hyphens and zeros at the front count.'}
      </p>
    </NotThere>
  );
}

function NotYet({ record, first }: Of<'not-yet'>) {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  if (at === undefined || first === undefined)
    return (
      <NotThere title={`No version of “${isolated(record.key)}” was sent`}>
        <p>
          Its list of versions is empty. Reload the page, or check every entry for versions that were left
          out.
        </p>
      </NotThere>
    );
  const { entryNumber, timestamp } = first;
  const born = formatNumber(entryNumber);
  return (
    <NotThere
      title={`${isolated(record.key)} was not there yet at size ${formatNumber(at)}`}
      ways={[
        [`As it was first, at size ${born}`, versionPath(record, { at: entryNumber })],
        ['As it is now', versionPath(record, {}), 'present'],
      ]}
    >
      <p>
        The first entry with this key is{' '}
        <Link present to={paths.entry(entryNumber)}>
          entry {born}
        </Link>
        , of <Time at={timestamp} only="day" />, as {statedBy}. To be sure that none came before,{' '}
        <Link present to={paths.view('audit')}>
          check every entry
        </Link>
        .
      </p>
    </NotThere>
  );
}

function OtherVersion({ record, versions, trail }: Of<'no-version'>) {
  const { at, version } = useAsked();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isLater = trail.some(({ entryNumber }) => entryNumber === version);
  return (
    <NotThere
      title={
        isLater
          ? `Entry ${formatNumber(version ?? 0)} was not there yet at size ${formatNumber(at ?? 0)}`
          : `No such version of ${isolated(record.key)}`
      }
      ways={[
        [`All versions of ${isolated(record.key)}`, versionPath(record, {})],
        ...(isLater
          ? [['As the register is now', versionPath(record, { version }), 'present'] as const]
          : []),
      ]}
    >
      <p>
        There are {countOf(versions.length, 'version')} of this record
        {at !== undefined && ` up to entry ${formatNumber(at)}`}, the newest from entry{' '}
        {formatNumber(versions.at(-1)?.entryNumber ?? 0)}, as {statedBy}. An address names one by the number
        of its entry: <code>?version=12</code>.
      </p>
    </NotThere>
  );
}
