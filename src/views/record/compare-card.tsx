import { useMemo } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Side } from '../../ui/diff/item-changes.tsx';
import { compareItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { Time } from '../../ui/time.tsx';
import { VersionBar } from './other-versions.tsx';
import { dataName } from './versions.ts';
import styles from './record.module.css';

/** CompareCard shows the data of two versions side by side: changes in both columns, the rest once, folded. Both were hashed, and their entries proved. */
export function CompareCard({
  name,
  versions,
  ends: [left, right],
  items: [before, after],
  schema,
}: {
  name: RecordName;
  /** All versions at the size shown, ascending. */
  versions: readonly Entry[];
  ends: readonly [Entry, Entry];
  items: readonly [Item, Item];
  schema: readonly Attribute[];
}) {
  const { changed, unchanged } = useMemo(() => {
    const order = schema.map(({ id }) => id);
    const pairs = compareItems(before, after, order);
    const same = pairs.filter(({ change }) => change === undefined);
    return {
      changed: pairs.filter(({ change }) => change !== undefined),
      unchanged: new Map(same.map((pair) => [pair.attribute, pair.after ?? null])),
    };
  }, [before, after, schema]);
  const { shown, more } = useBatch(changed, ATTRIBUTES, 'changed attributes');
  const isSame = dataName(left) === dataName(right);
  const [leftName, rightName] = [left, right].map(({ entryNumber }) => `Entry ${formatNumber(entryNumber)}`);
  return (
    <div data-wide>
      <Card
        title="Side by side"
        note={
          isSame
            ? 'both versions name the same data'
            : `${countOf(changed.length, 'attribute')} changed, ${formatNumber(unchanged.size)} unchanged`
        }
      >
        <div className={styles.ends}>
          {[left, right].map((entry, side) => (
            <h3 key={side}>
              <Link to={versionPath(name, { version: entry.entryNumber })}>
                Entry {formatNumber(entry.entryNumber)}
              </Link>{' '}
              <Time at={entry.timestamp} />
            </h3>
          ))}
          <VersionBar
            label="Version on the left"
            param="compare"
            name={name}
            versions={versions}
            shown={left.entryNumber}
          />
        </div>
        {changed.length === 0 && <p className="faint">No attribute changed.</p>}
        <div role="table" aria-label={`${leftName} and ${rightName?.toLowerCase()}`}>
          <div role="row" className="visually-hidden">
            <span role="columnheader">Attribute</span>
            <span role="columnheader">{leftName}</span>
            <span role="columnheader">{rightName}</span>
          </div>
          {shown.map((pair) => (
            <div key={pair.attribute} role="row" className={styles.row}>
              <div role="rowheader" className={`code quiet ${styles.name}`}>
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
    </div>
  );
}
