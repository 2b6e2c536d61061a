import { isolated } from '../../ui/literal.tsx';
import { type Asked, type Change, withChoice } from './records-address.ts';

/** Part is one thing that an address asks for, in words, and the change that takes it off. */
export interface Part {
  readonly words: string;
  readonly name: string;
  readonly change: Change;
}

/** partsOf lists what an address asks for, each with how to take it off. */
export function partsOf(asked: Asked): readonly Part[] {
  const parts: Part[] = [];
  const text = asked.text.trim();
  if (text !== '') {
    const words = `“${isolated(text)}”${asked.former ? ', former versions too' : ''}`;
    parts.push({ words, name: 'search', change: { text: '', former: false } });
  }
  if (asked.status !== '') parts.push({ words: asked.status, name: 'filter', change: { status: '' } });
  if (asked.value !== '') {
    const words = `${isolated(asked.attribute)} is exactly ${isolated(asked.value)}`;
    parts.push({ words, name: 'filter', change: { attribute: '', value: '' } });
  }
  for (const [attribute, chosen] of asked.choices) {
    for (const choice of chosen) {
      const words = `${isolated(attribute)} is ${choice === '' ? 'not set' : isolated(choice)}`;
      const choices = withChoice(asked.choices, attribute, choice, false);
      parts.push({ words, name: 'filter', change: { choices } });
    }
  }
  if (asked.sort !== '') {
    const descending = asked.sort.startsWith('-');
    const words = `by ${isolated(descending ? asked.sort.slice(1) : asked.sort)}${descending ? ', descending' : ''}`;
    parts.push({ words, name: 'order', change: { sort: '' } });
  }
  return parts;
}
