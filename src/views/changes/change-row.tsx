import type { ChangeKind, RecordChange, Version } from '../../log/changes.ts';
import { Changes } from '../../ui/diff/item-changes.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { NAME } from '../../ui/show-more.tsx';
import { Time } from '../../ui/time.tsx';
import { isUnset, nameOf } from '../../ui/values/value.tsx';
import type { Item } from '../../core/model.ts';
import styles from './changes.module.css';

/** kindName returns the name of a kind of change, as readers see it. */
export function kindName(kind: ChangeKind): string {
  return kind === 'touched' ? 'same data' : kind;
}

/** ChangeRow shows how one record changed between the two sizes, and by which entries. */
export function ChangeRow({
  change,
  to,
}: {
  change: RecordChange;
  /** The larger size, at which the record is linked. */
  to: number;
}) {
  const { key, kind, before, after, entries } = change;
  const name = nameOf(onlyItem(change.after)) ?? nameOf(onlyItem(change.before));
  const path = usePaths().record(key);
  return (
    <li className="group wrap">
      <div className="line">
        <span className={styles.kind} data-kind={kind}>
          {kindName(kind)}
        </span>
        <Link className={styles.key} to={`${path}${path.includes('?') ? '&' : '?'}at=${to}`}>
          <Literal text={key} most={300} />
        </Link>
        {name !== undefined && (
          <strong>
            <Literal text={name} most={300} />
          </strong>
        )}
        <span className="faint end">
          {before !== undefined && (
            <>
              <EntryOf version={before} /> to{' '}
            </>
          )}
          <EntryOf version={after} />, <Time at={after.entry.timestamp} only="day" />
          {entries > 1 && ` (${countOf(entries, 'entry')})`}
        </span>
      </div>
      <div className="quiet">
        <ChangeText change={change} />
      </div>
    </li>
  );
}

function EntryOf({ version: { entry } }: { version: Version }) {
  const { entryNumber } = entry;
  return (
    <Link className="target" to={usePaths().entry(entryNumber)}>
      entry {formatNumber(entryNumber)}
    </Link>
  );
}

function ChangeText({ change: { kind, before, after } }: { change: RecordChange }) {
  if (kind === 'touched') return null;
  const item = onlyItem(after);
  const was = onlyItem(before);
  if (after.items.includes(undefined) || before?.items.includes(undefined) === true)
    return <p>Its data could not be read or verified, so only the entries are listed.</p>;
  if (item === undefined || (before && was === undefined))
    return (
      <p>
        {before && `${countOf(before.items.length, 'item')} before, `}
        {countOf(after.items.length, 'item')} after.
      </p>
    );
  if (was) return <Changes changes={diffItems(was, item)} />;
  const values = [...item].filter(([, value]) => !isUnset(value) && value !== nameOf(item)).slice(0, 4);
  return (
    <p className="line">
      {values.map(([attribute, value]) => (
        <span key={attribute}>
          <span className="fine mono">
            <Literal text={attribute} most={NAME} />
          </span>{' '}
          <Literal text={[value ?? []].flat().join(', ')} most={300} />
        </span>
      ))}
    </p>
  );
}

/** onlyItem returns the data of a version with exactly one item, if known. */
function onlyItem(version: Version | undefined): Item | undefined {
  return version?.items.length === 1 ? version.items[0] : undefined;
}
