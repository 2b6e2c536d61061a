import type { ComponentProps } from 'react';

type Value = string | readonly string[];

/** readValue reads the text of an edited value: a list, if it was one before, has one value per line. */
export function readValue(text: string, before: Value): Value {
  if (typeof before === 'string') return text;
  return text === '' ? [] : text.split('\n');
}

/** ValueInput edits a value of a copy. A single-line input would silently drop line feeds. */
export function ValueInput({
  value,
  onValue,
  ...field
}: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: Value;
  onValue: (value: Value) => void;
}) {
  return (
    <textarea
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      {...field}
      value={[value].flat().join('\n')}
      onChange={({ target }) => onValue(readValue(target.value, value))}
    />
  );
}
