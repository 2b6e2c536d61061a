import type { AttributeValue, Item } from '../core/model.ts';
import type { RegisterSource, SourceEntry } from '../rsf/register-source.ts';

function entry(key: string, values: Readonly<Record<string, AttributeValue>>): SourceEntry {
  const item: Item = new Map([['odd', key], ...Object.entries(values)]);
  return { key, timestamp: '2020-02-02T02:02:02Z', items: [item] };
}

/** oddRegister has legal keys and values that are easily misread. */
export const oddRegister: RegisterSource = {
  name: 'odd',
  domain: 'odd.example',
  fields: ['odd', 'name', 'tags'],
  definitions: [
    { id: 'odd', datatype: 'string', cardinality: '1' },
    { id: 'name', datatype: 'string', cardinality: '1' },
    { id: 'tags', datatype: 'string', cardinality: 'n' },
  ],
  entries: [
    entry('a/b', { name: 'slash' }),
    entry('entries', { name: 'entries' }),
    entry('x', { name: 'plain' }),
    entry('x.json', { name: 'suffix' }),
    entry('__proto__', { name: 'proto', tags: ['one', 'two'] }),
    entry('10', { name: 'ten' }),
    entry('9', { name: 'nine' }),
    entry('..', { name: 'dots' }),
    entry('name', { name: 'y.csv', tags: ['two'] }),
    entry('entries', { name: 'entries', note: 'He said "no, thanks"\r\nand left; Ünïcode 🪐' }),
  ],
};
