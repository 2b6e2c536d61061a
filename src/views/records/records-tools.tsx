import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Attribute } from '../../core/model.ts';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useBatch } from '../../ui/show-more.tsx';
import { ColumnChoices, ExactFilter, FacetChoices, Menu } from './filter-menu.tsx';
import type { Listing } from './list-records.ts';
import { type AskedList, type ListRequest, withChoice } from './records-address.ts';
import styles from './records.module.css';

/** FACETS_IN_SIGHT is how many attributes get a button of their own. */
const FACETS_IN_SIGHT = 5;

/** FACETS is how many of the others are built at once. */
const FACETS = 10;

/** RecordsTools narrow the records: words, status, choices of attributes with few values, one exact value; and say which columns are shown. */
export function RecordsTools({
  asked,
  listing,
  copied,
  schema,
  columns,
}: {
  asked: AskedList;
  listing: Listing | undefined;
  /** The register has been read whole: former versions can be searched. */
  copied: boolean;
  schema: readonly Attribute[];
  columns: { readonly choices: readonly string[]; readonly shown: readonly string[] };
}) {
  const { request, change, type } = asked;
  const facets = listing?.facets ?? [];
  const others = facets.slice(FACETS_IN_SIGHT);
  const batch = useBatch(others, FACETS, 'filters');
  const used = listing?.attributes.map(({ attribute }) => attribute) ?? [];
  const attributes = used.length > 0 ? used : schema.map(({ id }) => id);
  const choose = (...choice: [attribute: string, value: string, chosen: boolean]): void =>
    change({ choices: withChoice(request.choices, ...choice) });
  const chosenIn = (attribute: string): readonly string[] => request.choices.get(attribute) ?? [];
  const choicesOf = (facet: (typeof facets)[number]) => (
    <FacetChoices key={facet.attribute} facet={facet} chosen={chosenIn(facet.attribute)} onChoose={choose} />
  );
  return (
    <search className={styles.tools}>
      <div className={styles.line}>
        <SearchBox text={request.text} onChange={type} />
        <label className={styles.former}>
          <input
            type="checkbox"
            checked={request.former}
            disabled={!copied}
            onChange={(event) => change({ former: event.target.checked })}
          />
          also former versions
        </label>
        <div className={styles.atEnd}>
          <Menu label="Columns and order" end>
            <ColumnChoices {...columns} asked={asked} />
          </Menu>
        </div>
      </div>
      <div className={`${styles.line} ${styles.filters}`}>
        {attributes.includes('end-date') && <StatusSelect asked={asked} counts={listing?.status} />}
        {facets.slice(0, FACETS_IN_SIGHT).map((facet) => (
          <Menu key={facet.attribute} label={facet.attribute} active={chosenIn(facet.attribute).length}>
            {choicesOf(facet)}
          </Menu>
        ))}
        {others.length > 0 && (
          <Menu
            label="More filters"
            active={others.reduce((sum, { attribute }) => sum + chosenIn(attribute).length, 0)}
          >
            {batch.shown.map(choicesOf)}
            {batch.more}
          </Menu>
        )}
        <Menu label="Exact value">
          <ExactFilter attributes={attributes} onChoose={choose} />
        </Menu>
      </div>
      {listing && <LeftOut listing={listing} />}
    </search>
  );
}

/** SearchBox takes the words to look for. It follows the address only where something else changed that: back, forward, a filter taken off. */
function SearchBox({ text, onChange }: { text: string; onChange: AskedList['type'] }) {
  const input = useRef<HTMLInputElement>(null);
  const type = useNavigationType();
  useEffect(() => {
    const box = input.current;
    // The address follows a fast typist in a transition and would take letters away.
    if (box !== null && (type === NavigationType.Pop || document.activeElement !== box)) box.value = text;
  }, [text, type]);
  return (
    <label className={styles.search}>
      <span className="visually-hidden">Search these records</span>
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        placeholder="Search these records"
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => onChange(event.target.value, true)}
      />
    </label>
  );
}

function StatusSelect({
  asked: { request, change },
  counts,
}: {
  asked: AskedList;
  counts: Listing['status'] | undefined;
}) {
  const counted = (status: 'current' | 'ended'): string =>
    counts === undefined ? status : `${status} (${formatNumber(counts[status])})`;
  return (
    <label className={styles.status}>
      <span>Show</span>
      <select
        value={request.status}
        data-active={request.status !== '' || undefined}
        onChange={(event) => change({ status: event.target.value as ListRequest['status'] })}
      >
        <option value="">all</option>
        <option value="current">{counted('current')}</option>
        <option value="ended">{counted('ended')}</option>
      </select>
    </label>
  );
}

/** LeftOut says that a register has more attributes than are offered; nothing where all of them are. */
export function LeftOut({
  listing: { attributes, facets, leftOut },
}: {
  listing: Pick<Listing, 'attributes' | 'facets' | 'leftOut'>;
}) {
  const sentence = (offered: number, others: number | undefined, of: string, what: string): string =>
    others === undefined || others === 0
      ? ''
      : `Of ${formatNumber(offered + others)} ${of} the ${formatNumber(offered)} that most records have are offered as ${what}. `;
  const text =
    sentence(attributes.length, leftOut?.attributes, 'attributes', 'columns') +
    sentence(facets?.length ?? 0, leftOut?.facets, 'attributes with few values', 'filters');
  return text === '' ? null : <p className="quiet">{text.trim()}</p>;
}
