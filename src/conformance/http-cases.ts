import type { Item } from '../core/model.ts';
import { type ConformanceCase, type Exchange, expect, notApplicable, shown } from './model.ts';
import { firstOf, itemOf, type Json, oneEntry, type RegisterUnderTest } from './register-under-test.ts';
import { recordsIn } from './record-cases.ts';
import { parseHash } from '../core/hash.ts';
import { dataHashesIfAny } from '../core/data-hash.ts';

type Asked = 'summary' | 'record' | 'records' | 'entries' | 'items';

async function addressOf(register: RegisterUnderTest, endpoint: Asked): Promise<string> {
  return register.address(endpoint, endpoint === 'record' ? { key: firstOf(await register.keys()) } : {});
}

/** HEAD is held to GET. */
const HEAD_CASES = (['summary', 'record', 'records', 'entries'] as const).map(
  (endpoint): ConformanceCase => ({
    endpoint,
    name: 'head',
    level: 'SHOULD',
    title: 'HEAD is answered with the status and headers of GET',
    words:
      'RFC 9110, section 9.3.2: the server SHOULD send the same header fields in response to a HEAD request as it would have sent if the request method had been GET.',
    async run(register) {
      const address = await addressOf(register, endpoint);
      const { exchange: get } = await register.askAt(endpoint, address);
      const head = await register.prober.ask(address, { method: 'HEAD' });
      if (head.status === 405)
        throw notApplicable('The server does not take HEAD, which the document does not show.');
      for (const name of ['status', 'mediaType', 'link'] as const)
        expect(head[name] === get[name], `HEAD: ${shown(head[name])}. GET: ${shown(get[name])}.`, head);
    },
  }),
);

/** parseCsv reads a table (RFC 4180): a header line, and what each further line has under its names. */
export function parseCsv(text: string): Map<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  const [names = [], ...rows] = lines.filter((cells) => cells.length > 1 || cells[0] !== '');
  return rows.map((cells) => new Map(names.map((name, at) => [name, cells[at] ?? ''])));
}

function cellOf(value: unknown): string {
  return Array.isArray(value) ? value.join(';') : String(value ?? '');
}

/** The lines that a table of an answer must have, cell by cell. */
function rowsOf(
  register: RegisterUnderTest,
  endpoint: Asked,
  json: Json | Json[],
): ReadonlyMap<string, unknown>[] {
  const isItem = register.variant === 'item';
  if (endpoint === 'records' && isItem) {
    const records = Object.values(json) as Json[];
    return records.flatMap((record) => {
      const { item, ...position } = record;
      return (item as Json[]).map((one) => new Map([...Object.entries(one), ...Object.entries(position)]));
    });
  }
  if (Array.isArray(json)) return json.map((one) => new Map(Object.entries(one)));
  return Object.entries(json).map(
    ([hash, item]) => new Map([...Object.entries(item as Json), ['item-hash', hash]]),
  );
}

const CSV_CASES = (['records', 'entries', 'items'] as const).map((endpoint): ConformanceCase => ({
  endpoint,
  name: 'csv',
  level: 'SHOULD',
  title: 'A table has what the JSON has',
  words: 'Tabular representations such as CSV exist; column order is implementation dependent.',
  async run(register) {
    const address = await addressOf(register, endpoint);
    const { json } = await register.askAt<Json | Json[]>(endpoint, address);
    let table: Exchange | undefined;
    for (const [path, accept] of [
      [address, 'text/csv'],
      [`${address}.csv`, '*/*'],
    ] as const) {
      const asked = await register.prober.ask(path, { accept });
      if (asked.status === 200 && asked.mediaType === 'text/csv') table ??= asked;
    }
    if (!table)
      throw notApplicable(
        'No table comes for Accept: text/csv, nor with .csv at the end. The document does not say how to ask.',
      );
    const [lines, rows] = [parseCsv(table.text), rowsOf(register, endpoint, json)];
    expect(
      lines.length === rows.length,
      `The table has ${lines.length} lines, the JSON ${rows.length} rows.`,
      table,
    );
    for (const [at, row] of rows.entries()) {
      // An object has no order that a table could be held to.
      const line = Array.isArray(json) ? lines[at] : lines.find((one) => isLine(one, row));
      expect(line !== undefined && isLine(line, row), `No line is row ${at + 1} of the JSON.`, table);
    }
  },
}));

function isLine(line: ReadonlyMap<string, string>, row: ReadonlyMap<string, unknown>): boolean {
  for (const [name, value] of row) if ((line.get(name) ?? '') !== cellOf(value)) return false;
  return true;
}

const LONG = 'x'.repeat(4000);
const HUGE = `1${'0'.repeat(200)}`;
const ODD_TEXTS = [
  '__proto__',
  'constructor',
  '%00',
  '..%2F..%2Fetc%2Fpasswd',
  '%E2%80%AEtxt',
  '%0D%0ALink:%20x',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  "'%20OR%201=1--",
  LONG,
];
const ODD_NUMBERS = ['0', '-1', '1.5', '1e0', '0x1', '01', '%D9%A1', '9007199254740993', HUGE];

/** Asks for each odd thing; an answer with status 200 must pass the check. */
function never(
  paths: (register: RegisterUnderTest) => Promise<readonly string[]>,
  isRight: (register: RegisterUnderTest, json: unknown, path: string) => boolean | Promise<boolean>,
): ConformanceCase['run'] {
  return async (register) => {
    for (const path of await paths(register)) {
      const exchange = await register.prober.ask(path);
      if (exchange.status !== 200) continue;
      expect(
        await isRight(register, jsonOf(exchange), path),
        `${path.slice(0, 80)} is answered with status 200.`,
        exchange,
      );
    }
  };
}

function jsonOf({ text }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hostile = (
  endpoint: ConformanceCase['endpoint'],
  title: string,
  words: ConformanceCase['words'],
  run: ConformanceCase['run'],
): ConformanceCase => ({ endpoint, name: 'hostile', level: 'MUST', title, words, hostile: true, run });

/** Only GET is sent: the document has no other method, and a server with a fault might obey. */
const HOSTILE_CASES: readonly ConformanceCase[] = [
  hostile(
    'record',
    'A key that no record has is answered with no record',
    'key: String identifying a record within the register.',
    never(
      async (register) => {
        const { keys } = await register.log();
        return ODD_TEXTS.filter((text) => !keys.has(decodeURIComponent(text))).map(
          (text) => `/records/${text}`,
        );
      },
      (register, json, path) => {
        const [record] =
          typeof json === 'object' && json !== null ? recordsOrNone(register, json as Json) : [];
        return record === undefined || path.endsWith(`/${encodeURIComponent(record)}`);
      },
    ),
  ),
  hostile(
    'entry',
    'A number that no entry has is answered with no entry',
    'entry-number: Integer, position in the log.',
    never(
      async () => ODD_NUMBERS.map((number) => `/entries/${number}`),
      (_register, json) => !JSON.stringify(json ?? null).includes('entry-number'),
    ),
  ),
  hostile(
    'entries',
    'A start that is no entry number is not answered with a broken list',
    'Its order MUST be ascending entry number.',
    never(
      async () => ODD_NUMBERS.map((number) => `/entries?start=${number}`),
      (_register, json) => Array.isArray(json),
    ),
  ),
  hostile(
    'item',
    'A hash that no data has is answered with no data',
    ['item-hash: Hash. The Item object.', 'id: Hash. The Blob object (with _id).'],
    never(
      async (register) => {
        const { itemHashes } = (await oneEntry(register, 1)).entry;
        const hash = firstOf(itemHashes);
        const { item, prefix } =
          register.variant === 'item'
            ? { item: 'items', prefix: 'sha-256:' }
            : { item: 'blobs', prefix: '1220' };
        const odd = [
          '0'.repeat(64),
          hash.slice(1),
          `${hash}0`,
          `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`,
        ];
        return [...odd.map((one) => `/${item}/${prefix}${one}`), `/${item}/__proto__`, `/${item}/${LONG}`];
      },
      (register, json, path) => {
        const hash = parseHash(path.split('/').at(-1) ?? '', register.variant);
        if (hash === undefined || typeof json !== 'object' || json === null) return false;
        const item: Item = itemOf(json as Json, register.variant);
        return dataHashesIfAny(register.variant, item).includes(hash);
      },
    ),
  ),
  hostile(
    'entry-proof',
    'A proof of an entry outside the log is not given',
    'entry-number, log-size: Integer.',
    never(
      async (register) => {
        const { logSize } = await register.head();
        const sizes = [
          [0, logSize],
          [logSize + 1, logSize],
          [1, 0],
          [1, logSize + 1_000_000],
          [-1, logSize],
        ] as const;
        return sizes.map(([number, size]) =>
          register.address('entry-proof', { 'entry-number': number, 'log-size': size }),
        );
      },
      () => false,
    ),
  ),
];

function recordsOrNone(register: RegisterUnderTest, json: Json): string[] {
  try {
    return recordsIn(register, json).map(({ key }) => key);
  } catch {
    return [];
  }
}

/** HTTP_CASES hold other methods and forms to GET and JSON, and send what no honest client sends. */
export const HTTP_CASES: readonly ConformanceCase[] = [...HEAD_CASES, ...CSV_CASES, ...HOSTILE_CASES];
