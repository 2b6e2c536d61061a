import { useMemo } from 'react';
import type { Attribute } from '../../core/model.ts';
import type { ActivityAnswer, AttributeActivity } from '../../log/activity.ts';
import { Card } from '../../ui/card.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { type Share, ShareList } from '../../ui/charts/share-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import styles from './pictures.module.css';

interface CardProps {
  readonly register: RegisterId;
  readonly activity: ActivityAnswer;
  readonly schema: readonly Attribute[];
}

const MOST_BARS = 12;

/** FilledCard draws in how many of the records each attribute has a value; a bar leads to the records sorted by it, which puts those without one last. */
export function FilledCard({ register, activity, schema }: CardProps) {
  const { described } = activity;
  const attributes = useMemo(() => withUnused(activity.attributes, schema), [activity.attributes, schema]);
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  const records = pathTo({ view: 'records', register });
  const sortedBy = (name: string): string => `${records}?${new URLSearchParams({ sort: name }).toString()}`;
  const without = (name: string): string =>
    `${records}?${new URLSearchParams({ [`is.${name}`]: '' }).toString()}`;
  const shares = attributes.slice(0, MOST_BARS).map(({ name, filled }): Share => ({
    name,
    value: filled,
    figure: filled === described ? 'all' : formatNumber(filled),
    words: `${isolated(name)}: ${formatNumber(filled)} of ${countOf(described, 'record')} have a value`,
    to: filled === 0 ? undefined : sortedBy(name),
  }));
  return (
    <Card title="Completeness" note={`of ${countOf(described, 'record')}`}>
      <ShareList label="Completeness" shares={shares} full={described} />
      <Hidden count={attributes.length - shares.length} />
      <ChartTable
        label="Completeness"
        columns={['attribute', 'with a value', 'without']}
        rows={shown.map(({ name, filled }) => ({
          key: name,
          cells: [
            <Literal key="name" text={name} most={NAME} />,
            formatNumber(filled),
            filled === described ? (
              '0'
            ) : (
              <Link key="without" to={without(name)}>
                {formatNumber(described - filled)}
              </Link>
            ),
          ],
        }))}
        more={more}
      />
    </Card>
  );
}

/** ChangesCard draws how often later versions changed each attribute; a bar leads to the latest entry that did. */
export function ChangesCard({ register, activity, schema }: CardProps) {
  const { laterVersions, sameAgain } = activity;
  const attributes = useMemo(
    () =>
      inSchemaOrder(activity.attributes, schema)
        .filter(({ changes }) => changes > 0)
        .toSorted((one, other) => other.changes - one.changes),
    [activity.attributes, schema],
  );
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  const linkTo = (entryNumber: number): string =>
    pathTo({ view: 'entry', register, entryNumber: String(entryNumber) });
  const shares = attributes
    .slice(0, MOST_BARS)
    .map(({ name, changes, changedRecords, lastChange }): Share => ({
      name,
      value: changes,
      figure: formatNumber(changes),
      words: `${isolated(name)}: changed ${times(changes)} in ${countOf(changedRecords, 'record')}, last by entry ${formatNumber(lastChange ?? 0)}`,
      to: lastChange === undefined ? undefined : linkTo(lastChange),
    }));
  return (
    <Card title="Changes by attribute" note={`in ${countOf(laterVersions, 'later version')}`}>
      {shares.length === 0 ? (
        <p className={styles['none']}>
          {laterVersions === 0 ? 'No record has a second version.' : 'No later version changed anything.'}
        </p>
      ) : (
        <>
          <ShareList label="Changes by attribute" shares={shares} full={attributes[0]?.changes ?? 1} />
          <Hidden count={attributes.length - shares.length} />
          <p className={styles['hint']}>
            How often each was set, changed or removed. Select a bar to see the latest change.
          </p>
        </>
      )}
      {sameAgain > 0 && shares.length > 0 && (
        <p className={styles['hint']}>
          {countOf(sameAgain, 'later version')} {sameAgain === 1 ? 'changes' : 'change'} nothing.
        </p>
      )}
      {shares.length > 0 && (
        <ChartTable
          label="Changes by attribute"
          columns={['attribute', 'changes', 'records', 'latest']}
          rows={shown.map(({ name, changes, changedRecords, lastChange }) => ({
            key: name,
            cells: [
              <Literal key="name" text={name} most={NAME} />,
              formatNumber(changes),
              formatNumber(changedRecords),
              lastChange !== undefined && (
                <Link key="latest" to={linkTo(lastChange)}>
                  entry {formatNumber(lastChange)}
                </Link>
              ),
            ],
          }))}
          more={more}
        />
      )}
    </Card>
  );
}

/** Attributes of the schema that no record ever had are shown as that. */
function withUnused(attributes: readonly AttributeActivity[], schema: readonly Attribute[]) {
  const used = new Set(attributes.map(({ name }) => name));
  const unused = schema.filter(({ id }) => !used.has(id)).map(({ id }) => ({ name: id, filled: 0 }));
  return inSchemaOrder([...attributes, ...unused], schema);
}

function Hidden({ count }: { count: number }) {
  if (count <= 0) return null;
  return <p className={styles['hint']}>{countOf(count, 'more attribute')} in the table.</p>;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${formatNumber(count)} times`;
}

/** inSchemaOrder sorts by the register's own order of attributes; those it does not name come last, by name. */
export function inSchemaOrder<T extends { readonly name: string }>(
  members: readonly T[],
  schema: readonly { readonly id: string }[],
): readonly T[] {
  const places = new Map(schema.map(({ id }, index) => [id, index]));
  const placeOf = ({ name }: T): number => places.get(name) ?? schema.length;
  return members.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));
}
