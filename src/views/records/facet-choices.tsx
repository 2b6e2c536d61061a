import type { Facet } from '../../replica/facets.ts';
import { formatNumber } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { NAME } from '../../ui/show-more.tsx';
import { LinkedName } from '../../ui/values/linked-name.tsx';
import styles from './facet-choices.module.css';

/** FacetChoices are the values of one attribute, each with how many records hold it among what the other filters let through. Several are taken as "or". */
export function FacetChoices({
  facet,
  chosen,
  onChoose,
}: {
  facet: Facet;
  chosen: readonly string[];
  onChoose: (value: string, chosen: boolean) => void;
}) {
  return (
    <fieldset className={styles['facet']}>
      <legend className="mono">
        <Literal text={facet.attribute} most={NAME} />
      </legend>
      {facet.values.map(({ value, count }) => (
        <label key={value} className={styles['choice']} data-none={count === 0 || undefined}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          <span className={styles['value']} data-unset={value === '' || undefined}>
            {value === '' ? 'not set' : <Literal text={value} />}{' '}
            {value !== '' && <LinkedName attribute={facet.attribute} value={value} />}
          </span>
          <span className={styles['count']}>{formatNumber(count)}</span>
        </label>
      ))}
    </fieldset>
  );
}
