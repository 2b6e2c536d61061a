import { startTransition, useOptimistic } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { useBatch } from '../../ui/show-more.tsx';
import { chosenAmong } from './choose-columns.ts';
import { ColumnChoices } from './column-choices.tsx';
import { ExactFilter } from './exact-filter.tsx';
import { FacetChoices } from './facet-choices.tsx';
import { LeftOut } from './left-out.tsx';
import type { Listing } from './listing.ts';
import { Menu } from './menu.tsx';
import { type Asked, type Change, withChoice } from './records-address.ts';
import { SearchBox } from './search-box.tsx';
import styles from './records.module.css';

/** FACETS_IN_SIGHT is how many attributes get a button of their own. */
const FACETS_IN_SIGHT = 5;

/** FACETS is how many of the others are built at once. */
const FACETS = 10;

/** RecordsTools narrow the records: words, status, choices of attributes with few values, one exact value; and say which columns are shown. */
export function RecordsTools({
  asked: inAddress,
  listing,
  copied,
  attributes,
  columns,
  onChange: changeAddress,
}: {
  asked: Asked;
  listing: Listing | undefined;
  /** The register has been read whole: then former versions can be searched. */
  copied: boolean;
  /** All attributes by name, in the register's order. */
  attributes: readonly string[];
  columns: { readonly choices: readonly string[]; readonly shown: readonly string[] };
  onChange: (change: Change, manner?: 'typed') => void;
}) {
  // A box shows its tick at the press; the rows, which follow the address, may take longer.
  const [asked, ahead] = useOptimistic(inAddress, withChange);
  const onChange = (change: Change): void =>
    startTransition(() => {
      ahead(change);
      changeAddress(change);
    });
  const shown = asked.columns === undefined ? columns.shown : chosenAmong(columns.choices, asked.columns);
  const facets = listing?.facets ?? [];
  const inSight = facets.slice(0, FACETS_IN_SIGHT);
  const others = facets.slice(FACETS_IN_SIGHT);
  const batch = useBatch(others, FACETS, 'filters');
  const choose = (attribute: string) => (value: string, chosen: boolean) =>
    onChange({ choices: withChoice(asked.choices, attribute, value, chosen) });
  const chosenIn = (attribute: string): readonly string[] => asked.choices.get(attribute) ?? [];
  return (
    <search className={styles['tools']}>
      <div className={styles['line']}>
        <SearchBox text={asked.text} onChange={(text) => changeAddress({ text }, 'typed')} />
        <label className={styles['former']}>
          <input
            type="checkbox"
            checked={asked.former}
            disabled={!copied}
            onChange={(event) => onChange({ former: event.target.checked })}
          />
          also former versions
        </label>
        <div className={styles['atEnd']}>
          <Menu label="Columns and order" end>
            <ColumnChoices choices={columns.choices} shown={shown} asked={asked} onChange={onChange} />
          </Menu>
        </div>
      </div>
      <div className={`${styles['line']} ${styles['filters']}`}>
        {attributes.includes('end-date') && (
          <StatusSelect asked={asked} counts={copied ? listing?.status : undefined} onChange={onChange} />
        )}
        {inSight.map((facet) => (
          <Menu key={facet.attribute} label={facet.attribute} active={chosenIn(facet.attribute).length}>
            <FacetChoices
              facet={facet}
              chosen={chosenIn(facet.attribute)}
              onChoose={choose(facet.attribute)}
            />
          </Menu>
        ))}
        {others.length > 0 && (
          <Menu
            label="More filters"
            active={others.reduce((sum, { attribute }) => sum + chosenIn(attribute).length, 0)}
          >
            {batch.shown.map((facet) => (
              <FacetChoices
                key={facet.attribute}
                facet={facet}
                chosen={chosenIn(facet.attribute)}
                onChoose={choose(facet.attribute)}
              />
            ))}
            {batch.more}
          </Menu>
        )}
        <Menu label="Exact value" active={asked.value === '' ? 0 : 1}>
          <ExactFilter attributes={attributes} asked={asked} onChange={onChange} />
        </Menu>
      </div>
      {listing && <LeftOut listing={listing} />}
    </search>
  );
}

function withChange(asked: Asked, { columns, ...change }: Change): Asked {
  return { ...asked, ...change, columns: columns === undefined ? asked.columns : (columns ?? undefined) };
}

function StatusSelect({
  asked,
  counts,
  onChange,
}: {
  asked: Asked;
  counts: Listing['status'] | undefined;
  onChange: (change: Change) => void;
}) {
  const counted = (status: 'current' | 'ended'): string =>
    counts === undefined ? status : `${status} (${formatNumber(counts[status])})`;
  return (
    <label className={styles['status']}>
      <span>Show</span>
      <select
        value={asked.status}
        data-active={asked.status !== '' || undefined}
        onChange={(event) => onChange({ status: event.target.value as Asked['status'] })}
      >
        <option value="">all</option>
        <option value="current">{counted('current')}</option>
        <option value="ended">{counted('ended')}</option>
      </select>
    </label>
  );
}
