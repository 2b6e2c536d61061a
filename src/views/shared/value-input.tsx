import type { ComponentProps } from 'react';

type Value = string | readonly string[];

/** readValue reads the text of an edited value: a list, where it was one before, has its members on lines of their own. */
export function readValue(text: string, before: Value): Value {
  if (typeof before === 'string') return text;
  return text === '' ? [] : text.split('\n');
}

/** ValueInput edits a value of a copy. An input of one line would drop line feeds without a word. */
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
