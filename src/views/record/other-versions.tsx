import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import { useSession, type RegisterSession } from '../../query/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Side } from '../../ui/diff/item-changes.tsx';
import { compareItems } from '../../ui/values/compare-items.ts';
import { focusPage } from '../../ui/focus-page.ts';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link, useGo } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { useSource } from '../../ui/source.ts';
import { useSchema } from '../shared/register-facts.ts';
import { lastVersionName, type RecordPage, useVersionQuery } from './use-record.ts';
import { VersionSlider } from './version-slider.tsx';
import styles from './record.module.css';
import { readQuery } from '../../query/client-query.ts';
import { laterEntryQuery, trailQuery } from '../../query/record-queries.ts';

const NONE: readonly Entry[] = [];

/** useVersionLinks returns how the version in `param` of the address is replaced by another, and what the last one is. */
function useVersionLinks(name: RecordName, isWhole: boolean, param: 'version' | 'compare') {
  const go = useGo();
  const versionQuery = useVersionQuery();
  const to = (entryNumber: number | undefined) =>
    versionPath(name, { ...versionQuery, [param]: entryNumber });
  return {
    to,
    last: lastVersionName(versionQuery.at !== undefined, isWhole, useSource()),
    choose: (entryNumber: number): void =>
      go(to(entryNumber), {
        // Back leads to the page from which the slider was first moved.
        replace: param === 'version' && versionQuery.version !== undefined,
      }),
  };
}

/** VersionBar leads to any version, by a slider, and to the neighbours of the one shown. */
export function VersionBar({ name, version: { entry, versions = NONE }, isWhole }: RecordPage) {
  const { to, last, choose } = useVersionLinks(name, isWhole, 'version');
  const shown = entry?.entryNumber;
  const label = `Versions of ${isolated(name.key)}`;
  const place = versions.findIndex(({ entryNumber }) => entryNumber === shown);
  // At an end a step leads nowhere, and stays, so that the focus is not lost.
  const step = (neighbour: Entry | undefined, rel: 'prev' | 'next') => {
    const isBack = rel === 'prev';
    return (
      <Link
        className={buttonClass()}
        rel={rel}
        aria-label={isBack ? 'Previous version' : 'Next version'}
        {...(neighbour === undefined && {
          'aria-disabled': true,
          title: `There is no ${isBack ? 'earlier' : 'later'} version`,
        })}
        to={to(neighbour?.entryNumber ?? shown)}
      >
        {isBack && <Icon name="left" />} {isBack ? 'Previous' : 'Next'} {!isBack && <Icon name="right" />}
      </Link>
    );
  };
  return (
    <nav className={styles.bar} aria-label={label}>
      {step(versions[place - 1], 'prev')}
      <VersionSlider label={label} versions={versions} shown={shown} last={last} onChoose={choose} />
      {step(versions[place + 1], 'next')}
    </nav>
  );
}

/** VersionPicker heads one of two compared versions: it chooses another one, and leads to it alone. */
function VersionPicker({
  name,
  version: { versions = NONE },
  isWhole,
  param,
  shown,
}: RecordPage & { param: 'version' | 'compare'; shown: number }) {
  const { last, choose } = useVersionLinks(name, isWhole, param);
  const label = `Version on the ${param === 'version' ? 'right' : 'left'}`;
  return (
    <nav className={styles.bar} aria-label={label}>
      <select
        aria-label={label}
        value={String(shown)}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {versions.toReversed().map(({ entryNumber, timestamp }, index) => (
          <option key={entryNumber} value={entryNumber}>
            {`${formatDay(timestamp)} · entry ${formatNumber(entryNumber)}${index === 0 ? ` · ${last}` : ''}`}
          </option>
        ))}
      </select>
      <Link to={versionPath(name, { version: shown })}>View entry {formatNumber(shown)}</Link>
    </nav>
  );
}

/**
 * CompareCard shows the data of two versions side by side: changes in both columns, the rest once, folded, as is
 * the proof. Both were hashed, and their entries proved.
 */
export function CompareCard({
  left,
  before,
  after,
  children,
  ...page
}: RecordPage & {
  /** The version on the left, its data, and that of the version on view. */
  left: Entry;
  before: Item;
  after: Item;
  /** The proof of the version on view. */
  children: ReactNode;
}) {
  const { name, version, isWhole } = page;
  const schema = useSchema();
  const ends = [left, version.entry].filter((entry) => entry !== undefined);
  const names = ends.map(({ entryNumber }) => `Entry ${formatNumber(entryNumber)}`);
  const { changed, unchanged } = useMemo(() => {
    const pairs = compareItems(
      before,
      after,
      schema.map(({ id }) => id),
    );
    const same = pairs.filter(({ isSame }) => isSame);
    return {
      changed: pairs.filter(({ isSame }) => !isSame),
      unchanged: new Map(same.map((pair) => [pair.attribute, pair.after ?? null])),
    };
  }, [before, after, schema]);
  const { shown, more } = useBatch(changed, ATTRIBUTES, 'changed attributes');
  const arrived = useNavigationType();
  useEffect(() => {
    // The link that was pressed is in the history, which is not on this page.
    if (arrived !== NavigationType.Pop && document.activeElement === document.body) focusPage();
  }, [arrived]);
  return (
    <div className="stack" data-wide>
      <Card
        title="Side by side"
        note={`${countOf(changed.length, 'attribute')} changed, ${formatNumber(unchanged.size)} unchanged`}
      >
        <div className={styles.ends}>
          {ends.map(({ entryNumber }, side) => (
            <VersionPicker
              key={side}
              {...{ name, version, isWhole }}
              param={side === 0 ? 'compare' : 'version'}
              shown={entryNumber}
            />
          ))}
        </div>
        <div role="table" aria-label={`${names[0]} and ${names[1]?.toLowerCase()}`}>
          <div role="row" className="visually-hidden">
            {['Attribute', ...names].map((column) => (
              <span key={column} role="columnheader">
                {column}
              </span>
            ))}
          </div>
          {shown.map((pair) => (
            <div key={pair.attribute} role="row" className={styles.row}>
              <div role="rowheader" className={`mono quiet ${styles.name}`}>
                <Literal text={pair.attribute} most={NAME} />
              </div>
              {(['before', 'after'] as const).map((end) => (
                <div key={end} role="cell" className={styles.cell}>
                  <Side pair={pair} end={end} />
                </div>
              ))}
            </div>
          ))}
        </div>
        {more}
        {unchanged.size > 0 && (
          <details>
            <summary className="opener">{countOf(unchanged.size, 'unchanged attribute')}</summary>
            <DataTable item={unchanged} schema={schema.filter(({ id }) => unchanged.has(id))} />
          </details>
        )}
      </Card>
      <details>
        <summary className="opener">How the version on the right was proved</summary>
        {children}
      </details>
    </div>
  );
}

/** BeyondTrail looks for an entry after the end of a long trail; see beyondTrailQuery. */
export function BeyondTrail({ entry, head }: { entry: Entry; head: Checkpoint | undefined }): null {
  const query = beyondTrailQuery(useSession(), entry, head?.logSize ?? 0);
  useQuery({ ...query, enabled: head !== undefined, notifyOnChangeProps: [] });
  return null;
}

/** PAGED is how many entries a list has at least that a server sends in pages. */
const PAGED = 10;

/**
 * beyondTrailQuery looks for an entry of a key after the end of a long trail, which may be cut where a server does
 * not let pages read where it goes on: a record of the blobs API names no entry, and its last entry may have the
 * data of the last one listed. What is found is the result of laterEntryQuery. Resolves with its number, or 0.
 */
function beyondTrailQuery(session: RegisterSession, { key, entryNumber }: Entry, logSize: number) {
  return readQuery(session, ['beyond-trail', key, entryNumber, logSize], async (api, _signal, queries) => {
    const trail = queries.getQueryData(trailQuery(session, key).queryKey) ?? [];
    if (api.variant === 'item' || trail.length < PAGED) return 0;
    const { namedEntry } = await import('../../query/later-entry.ts');
    const named = (await namedEntry(api, key, logSize)) ?? 0;
    if (named <= entryNumber) return 0;
    queries.setQueryData(laterEntryQuery(session, key).queryKey, named);
    return named;
  });
}
