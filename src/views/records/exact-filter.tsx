import { Button } from '../../ui/button.tsx';
import { isolated } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import type { Asked, Change } from './records-address.ts';
import styles from './records.module.css';

/** ExactFilter asks for the records whose attribute is one value, character by character. */
export function ExactFilter({
  attributes,
  asked,
  onChange,
}: {
  attributes: readonly string[];
  asked: Asked;
  onChange: (change: Change) => void;
}) {
  const stays = (attribute: string): boolean => attribute === asked.attribute;
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes', { stays });
  return (
    <form
      key={`${asked.attribute} ${asked.value}`}
      className={styles['exact']}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = String(form.get('value') ?? '').trim();
        onChange({ attribute: value === '' ? '' : String(form.get('attribute') ?? ''), value });
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
      }}
    >
      <label className={styles['field']}>
        <span>Attribute</span>
        <select name="attribute" defaultValue={asked.attribute || (attributes[1] ?? attributes[0] ?? '')}>
          {shown.map((attribute) => (
            <option key={attribute} value={attribute}>
              {isolated(attribute)}
            </option>
          ))}
        </select>
      </label>
      {more}
      <label className={styles['field']}>
        <span>is exactly</span>
        <input name="value" defaultValue={asked.value} autoComplete="off" spellCheck={false} />
      </label>
      <Button type="submit">Filter</Button>
    </form>
  );
}
