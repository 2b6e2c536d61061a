import { describe, expect, test } from 'vitest';
import { type RegisterClient, createRegisterClient } from './client.ts';
import {
  BASE,
  failureOf,
  fakeServer,
  hex,
  html,
  itemEntry,
  json,
  type Answers,
} from '../testing/fake-server.ts';
import { itemWire } from './wire-item.ts';

type Entries = RegisterClient['entries'];

/**
 * A register that states its number of entries, unless `total` is undefined; `remarks`
 * collects the faults of its list.
 */
async function open(answers: Answers, total?: number) {
  const summary = total === undefined ? {} : { '/register': { 'total-entries': total } };
  const { transport, requested } = fakeServer({ ...summary, ...answers });
  const client = createRegisterClient(BASE, itemWire, transport, 'broken');
  if (total !== undefined) await client.register();
  requested.length = 0;
  const remarks: string[] = [];
  const entries: Entries = (start, count, signal) =>
    client.entries(start, count, signal, (remark) => remarks.push(remark));
  const read = async (...given: Parameters<Entries>): Promise<string> =>
    (await entries(...given)).map(({ entryNumber, key }) => entryNumber + key.replace('GB', '')).join(' ');
  return { client, entries, read, requested, remarks };
}

const page = (start: number, limit: number): string => `/entries?start=${start}&limit=${limit}`;

/** run writes the numbers from..to. */
const run = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).join(' ');

/**
 * list reads what a server answers: `1+5: 1 2FR` are entry 1 of GB and entry 2 of FR for five
 * from entry 1 on, `4+6:` none of them, `9+1: 404` a status. Without a colon, `4 5` are entries
 * that are served one by one.
 */
function list(text: string): Answers {
  const entriesIn = (numbers: string) =>
    numbers.split(' ').map((one) => itemEntry(Number.parseInt(one, 10), one.replace(/^\d+/, '') || 'GB'));
  const lines = text.split('; ').flatMap((line): (readonly [string, unknown])[] => {
    const [question = '', answer] = line.split(/: ?/);
    if (answer === undefined)
      return entriesIn(question).map((entry) => [`/entries/${String(entry['entry-number'])}`, [entry]]);
    const [start = '', limit] = question.split('+');
    const path = limit === undefined ? `/entries${start}` : page(Number(start), Number(limit));
    const status = /^[45]\d\d$/.exec(answer);
    return [[path, status ? () => html(Number(status[0]), 'x') : answer === '' ? [] : entriesIn(answer)]];
  });
  return Object.fromEntries(lines);
}

/** firstOf returns the first request in a text of answers. */
function firstOf(answers: string): [start: number, count: number] {
  const [start = 0, count = 0] = answers.match(/\d+/g)?.map(Number) ?? [];
  return [start, count];
}

describe('entries', () => {
  test.each<[what: string, answers: string, found: string, requests: number, total?: number]>([
    ['are put together from smaller pages by arithmetic', '1+5: 1 2; 3+3: 3 4; 5+1: 5 6', run(1, 5), 3],
    ['end at an empty page', '1+9: 1 2 3; 4+6:', run(1, 3), 2],
    ['end at an empty page at once', '10+5:', '', 1],
    ['end at the known total', '1+9: 1 2 3', run(1, 3), 1, 3],
    ['go on to the known total', '1+9: 1 2 3; 4+6: 4 5', run(1, 5), 2, 5],
    ['beyond the known total are asked for', '4+9: 4 5', '4 5', 1, 3],
    ['end where the server answers 404 beyond the end', '1+9: 1 2 3; 4+6: 404', run(1, 3), 2],
    ['end where it answers 400', '1+9: 1 2 3; 4+6: 400; ?start=4: 400', run(1, 3), 3],
    ['of a server that ignores start are the wanted ones', `3+2: ${run(1, 9)}`, '3 4', 1],
    ['the same, up to where everything ends', `3+9: ${run(1, 5)}; 6+6: ${run(1, 5)}`, '3 4 5', 2],
    ['the same where the end is known', `3+9: ${run(1, 5)}`, '3 4 5', 1, 5],
    ['may leave a gap between two pages', '1+5: 1 2; 3+3: 4 5; 3', run(1, 5), 3],
  ])('%s', async (_, answers, found, requests, total) => {
    const { read, requested } = await open(list(answers), total);
    expect(await read(...firstOf(answers))).toEqual(found);
    expect(requested).toHaveLength(requests);
  });

  test('end at the log size of the last register proof', async () => {
    const head = {
      'proof-identifier': 'merkle:sha-256',
      'total-entries': 2,
      'root-hash': `sha-256:${hex(1)}`,
    };
    const answers = { '/proof/register/merkle:sha-256': head, ...list('1+9: 1; 2+8: 2') };
    const { client, read, requested } = await open(answers, 1);
    await client.registerProof();
    // The summary is older.
    await client.register();
    requested.length = 0;
    expect(await read(1, 9)).toBe('1 2');
    expect(requested).toHaveLength(2);
  });

  test('none cost none, and are asked for by at most 5,000', async () => {
    const { read, requested } = await open(list('1+5000:'));
    expect(await read(5, 0)).toBe('');
    expect(requested).toEqual([]);
    expect(await read(1, 1_000_000)).toBe('');
    expect(requested).toEqual([page(1, 5000)]);
  });

  const SHORT = '1+5: 1 2 3; 4+2:';
  const MANY = /More than 1000 entries are missing/;

  test.each<
    [
      what: string,
      answers: string,
      total: number | undefined,
      error: { message?: RegExp } & Record<string, unknown>,
      requests?: number,
    ]
  >([
    ['a 404 before the end', '1+9: 1 2 3', 5, { status: 404 }],
    ['a 404 for the last one', '1+9: 1 2 3 4', 5, { status: 404, address: `${BASE}${page(5, 5)}` }],
    ['a 404 for the first', '101+9: 404', undefined, { status: 404 }],
    ['a 500', '1+9: 1 2 3; 4+6: 500', undefined, { status: 500 }],
    ['a 500 for one after the end of the list', `${SHORT}; /4: 500; 5`, 5, { status: 500 }],
    ['too many of a list', '1+5000: 1 4000', undefined, { code: 'BAD_SHAPE', message: MANY }, 1],
    ['too many after its end', '1+5000: 1; 2+4999:', 5000, { code: 'BAD_SHAPE', message: MANY }, 2],
  ])('missing in the log: %s is an error', async (_, answers, total, { message, ...error }, requests) => {
    const { entries, requested } = await open(list(answers), total);
    const failure = await failureOf(entries(...firstOf(answers)));
    expect(failure).toMatchObject(error);
    expect(failure.message).toMatch(message ?? '');
    expect(requested).toHaveLength(requests ?? requested.length);
  });

  test.each<[what: string, singles: string, last: number, words: RegExp, list?: string]>([
    [
      'those that a server which ignores start never lists',
      '; 4 5',
      5,
      /ends before entry 4/,
      `1+5: 1 2 3; 4+2: 1 2 3`,
    ],
    ['all of them', '; 4 5', 5, /ends before entry 4, and the log has 5\.$/],
    ['none of them', '', 3, /Entry 4 could not be read on its own either\.$/],
    ['some of them', '; 4', 4, /Entry 5 could not be read on its own either\.$/],
  ])('after the end of a list are read one by one: %s', async (_, singles, last, words, short = SHORT) => {
    const { read, remarks } = await open(list(short + singles), 5);
    expect(await read(1, 5)).toEqual(run(1, last));
    expect(remarks).toEqual([expect.stringMatching(words)]);
  });

  test('of which several cannot be read, the first is named, whichever answer comes first', async () => {
    const late = async (): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return html(404, 'x');
    };
    const { read, remarks } = await open({ ...list(SHORT), '/entries/4': late }, 5);
    expect(await read(1, 5)).toBe('1 2 3');
    expect(remarks).toEqual([expect.stringContaining('Entry 4 could not be read')]);
  });

  test('from a server that refuses limit are asked for without it from then on', async () => {
    const answers = list(`1+3: 400; ?start=1: ${run(1, 5)}; ?start=4: ${run(4, 8)}`);
    const { read, requested } = await open(answers);
    expect([await read(1, 3), await read(4, 2)]).toEqual(['1 2 3', '4 5']);
    expect(requested).toEqual([page(1, 3), '/entries?start=1', '/entries?start=4']);
  });
});

describe('a list out of order', () => {
  test.each([
    ['skips', '1 3', 'entry 3 where entry 2 belongs', '2'],
    ['repeats', '1 1 2 3', 'entry 1 where entry 2 belongs', ''],
    ['swaps', '1 3 2', 'entry 3 where entry 2 belongs', ''],
    ['reverses', '3 2 1', 'entry 3 where entry 1 belongs', ''],
    ['begins too late', '2 3', 'entry 2 where entry 1 belongs', '1'],
    ['is far off', '7', 'entry 7 where entry 1 belongs', '1 2 3'],
    ['has two of one number', '1 2 2FR 3', 'entry 2 where entry 3 belongs', '2'],
  ])('that %s is put in order, and what it lacks is read by itself', async (_, sent, says, singles) => {
    const { read, requested, remarks } = await open(list(`1+3: ${sent}${singles && `; ${singles}`}`), 3);
    expect(await read(1, 3)).toBe('1 2 3');
    expect(remarks).toEqual([`The list of entries has ${says}.`]);
    expect(requested).toEqual([page(1, 3), ...(singles.match(/\d/g) ?? []).map((n) => `/entries/${n}`)]);
  });

  test('beyond what was asked for is nobody’s concern', async () => {
    const { read, remarks } = await open(list('1+3: 1 2 3 3'), 3);
    expect([await read(1, 3), remarks]).toEqual(['1 2 3', []]);
  });

  const GAP = list('1+90: 1 90');

  test('is a failure where an entry that it lacks cannot be read either, and no further one is asked for', async () => {
    const { entries, requested } = await open(GAP);
    const error = await failureOf(entries(1, 90));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/entries/2` });
    expect(error.message).toMatch(
      /^The list of entries has entry 90 where entry 2 belongs\. Entry 2 could not/,
    );
    expect(requested.length).toBeLessThan(10);
  });

  test('is given up with its caller', async () => {
    const stop = new AbortController();
    const second = (): Response => {
      stop.abort(new Error('enough'));
      return json([itemEntry(2)])();
    };
    const { entries, requested } = await open({ ...GAP, '/entries/2': second });
    await expect(entries(1, 90, stop.signal)).rejects.toThrow('enough');
    expect(requested.length).toBeLessThan(10);
  });
});
