import type { AttributeValue, Item } from '../core/model.ts';
import type { FieldDefinition, RegisterSource, SourceEntry } from '../rsf/register-source.ts';

/**
 * FLAG is the member of the page's global object that the scripts in these values would set. They do nothing
 * else, so that a page which runs one is found out, and no harm is done.
 */
export const FLAG = 'hostileRan';

const SCRIPT = `window.${FLAG}=1`;
const RIGHT_TO_LEFT = '\u202E';
const LONG_KEY = `long-${'k'.repeat(10_240)}`;
const LONG_TEXT_BYTES = 5 * 1024 * 1024;

/**
 * KEYS are keys that are easily mistaken for something else. Not all follow the key rule of the
 * API; servers do not either.
 */
const KEYS = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '..',
  '.',
  'entries',
  'a/b',
  '%41',
  '?q=1#x',
  '10',
  LONG_KEY,
  '🪐🧑‍🚀',
  `${RIGHT_TO_LEFT}gnp.exe`,
  'zero\u200Bwidth\uFEFF',
  `"><img src=x onerror=${SCRIPT}>`,
  'line\nfeed',
  '',
] as const;

/** VALUES are texts that a careless page would run, follow, hide or choke on. */
const VALUES: Readonly<Record<string, AttributeValue>> = {
  markup: `<img src=x onerror="${SCRIPT}"><script>${SCRIPT}</script><svg onload="${SCRIPT}">`,
  markdown: `[press](javascript:${SCRIPT}) <b onclick="${SCRIPT}">bold</b> ![x](https://elsewhere.registers.example/x.png) [r]: javascript:${SCRIPT}`,
  link: `javascript:${SCRIPT}//`,
  links: [
    `JaVaScRiPt:${SCRIPT}`,
    `data:text/html,<script>${SCRIPT}</script>`,
    ' https://user:pass@example.org/',
  ],
  curie: 'javascript:alert',
  control: 'bell\u0007 escape\u001B[31m null\u0000 return\r\n tab\t',
  bidi: `safe${RIGHT_TO_LEFT}cod.exe\u2066 isolated`,
  invisible: 'pay\u00ADpal\u200B.example\u2060 \u{E0041}\u{E0042}',
  combining: `z${'\u0335'.repeat(300)}`,
  wide: 'W'.repeat(4000),
  number: '1e3',
  date: '2026-13-45T99:99:99Z',
  point: '[999,-999]',
  polygon: `[${'['.repeat(500)}`,
  period: 'P9999999999999Y',
  empty: '',
  none: [],
  ['__proto__']: 'named like a property',
  constructor: 'named like a function',
};

const DATATYPES = new Map([
  ['markdown', 'text'],
  ['link', 'url'],
  ['links', 'url'],
  ['curie', 'curie'],
  ['number', 'integer'],
  ['date', 'datetime'],
  ['point', 'point'],
  ['polygon', 'polygon'],
  ['period', 'period'],
]);

const DEFINITIONS: readonly FieldDefinition[] = [
  { id: 'hostile', datatype: 'string', cardinality: '__proto__' as '1', register: 'hostile' },
  ...Object.entries(VALUES).map(([id, value]) => ({
    id,
    datatype: DATATYPES.get(id) ?? 'string',
    cardinality: Array.isArray(value) ? ('n' as const) : ('1' as const),
    title: `<i>${id}</i>`,
    text: `**${id}** <script>${SCRIPT}</script>`,
  })),
];

/**
 * hostile is the register of keys and values that try to be more than text: markup, addresses of scripts,
 * invisible characters, 10 KB of a key and 5 MB of a value.
 */
export function hostile(): RegisterSource {
  return {
    name: 'hostile',
    domain: 'registers.example',
    title: `Hostile <script>${SCRIPT}</script>`,
    text: `Keys and values that try to be more than text. [press](javascript:${SCRIPT})`,
    phase: RIGHT_TO_LEFT,
    registry: `<img src=x onerror="${SCRIPT}">`,
    custodian: 'null\u0000',
    fields: DEFINITIONS.map(({ id }) => id),
    definitions: DEFINITIONS,
    get entries() {
      return entries();
    },
  };
}

function entries(): SourceEntry[] {
  const names = Object.keys(VALUES);
  const ofKeys = KEYS.map((key, index) => {
    const name = names[index % names.length] ?? '';
    return entry(key, new Map([[name, VALUES[name] ?? '']]));
  });
  const all: Item = new Map(Object.entries(VALUES));
  return [
    ...ofKeys,
    entry('all', all),
    entry('all', new Map([...all, ['markup', '<b>changed</b>'], ['__proto__', 'an attribute, too']])),
    entry('large', new Map([['markup', '<b>5 MB</b> '.padEnd(LONG_TEXT_BYTES, 'long text ')]])),
  ];
}

function entry(key: string, values: Item): SourceEntry {
  return { key, timestamp: '2026-01-01T00:00:00Z', items: [new Map([['hostile', key], ...values])] };
}
