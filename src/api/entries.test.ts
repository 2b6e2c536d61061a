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
  run,
  type Answers,
} from '../testing/fake-server.ts';
import { itemWire } from './wire-item.ts';

type Entries = RegisterClient['entries'];

/** A register that states its number of entries, unless `total` is undefined; `remarks` collects the faults of its list. */
async function open(answers: Answers, total?: number) {
  const summary = total === undefined ? {} : { '/register': { 'total-entries': total } };
  const { transport, asked } = fakeServer({ ...summary, ...answers });
  const client = createRegisterClient(BASE, itemWire, transport, 'broken');
  if (total !== undefined) await client.register();
  asked.length = 0;
  const remarks: string[] = [];
  const entries: Entries = (start, count, signal) =>
    client.entries(start, count, signal, (remark) => remarks.push(remark));
  const numbers = async (...given: Parameters<Entries>): Promise<number[]> =>
    (await entries(...given)).map(({ entryNumber }) => entryNumber);
  return { entries, numbers, asked, remarks };
}

const page = (start: number, limit: number): string => `/entries?start=${start}&limit=${limit}`;

/** upTo reads `3-5` as the numbers from 3 to 5, and nothing as none. */
function upTo(text: string): number[] {
  const [from = 0, to = -1] = text.match(/\d+/g)?.map(Number) ?? [];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** list reads what a server answers: `1+5: 1-2` are entries 1 and 2 for five from entry 1 on, `4+6: ` none of them, `9+1: 404` a status. An address is returned unchanged. */
function list(text: string): Answers {
  return Object.fromEntries(
    text.split('; ').map((line) => {
      const [asked = '', answer = ''] = line.split(': ');
      const [start = 0, limit = 0] = asked.split('+').map(Number);
      const [from = 0, to = 0] = answer.split('-').map(Number);
      return [
        asked.startsWith('/') ? asked : page(start, limit),
        from >= 400 ? () => html(from, 'x') : answer === '' ? [] : run(from, to),
      ];
    }),
  );
}

/** firstOf returns the first request in a text of answers. */
function firstOf(answers: string): [start: number, count: number] {
  const [start = 0, count = 0] = answers.match(/\d+/g)?.map(Number) ?? [];
  return [start, count];
}

describe('entries', () => {
  test.each<[what: string, answers: string, found: string, requests: number, total?: number]>([
    ['are put together from smaller pages by arithmetic', '1+5: 1-2; 3+3: 3-4; 5+1: 5-6', '1-5', 3],
    ['end at an empty page', '1+9: 1-3; 4+6: ', '1-3', 2],
    ['end at an empty page at once', '10+5: ', '', 1],
    ['end at the known total', '1+9: 1-3', '1-3', 1, 3],
    ['go on to the known total', '1+9: 1-3; 4+6: 4-5', '1-5', 2, 5],
    ['beyond the known total are asked for', '4+9: 4-5', '4-5', 1, 3],
    ['end where the server answers 404 beyond the end', '1+9: 1-3; 4+6: 404', '1-3', 2],
    ['end where it answers 400', '1+9: 1-3; 4+6: 400; /entries?start=4: 400', '1-3', 3],
    ['of a server that ignores start are the wanted ones', '3+2: 1-9', '3-4', 1],
    ['of a server that ignores start end where everything ends', '3+9: 1-5; 6+6: 1-5', '3-5', 2],
    ['the same where the end is known', '3+9: 1-5', '3-5', 1, 5],
  ])('%s', async (_, answers, found, requests, total) => {
    const { numbers, asked } = await open(list(answers), total);
    expect(await numbers(...firstOf(answers))).toEqual(upTo(found));
    expect(asked).toHaveLength(requests);
  });

  test('end at the log size of the last register proof', async () => {
    const head = {
      'proof-identifier': 'merkle:sha-256',
      'total-entries': 2,
      'root-hash': `sha-256:${hex(1)}`,
    };
    const answers = { '/proof/register/merkle:sha-256': head, ...list('1+9: 1-2') };
    const { transport, asked } = fakeServer(answers);
    const client = createRegisterClient(BASE, itemWire, transport, 'broken');
    await client.registerProof();
    expect(await client.entries(1, 9)).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  test('none cost none, and are asked for by at most 5,000', async () => {
    const { numbers, asked } = await open(list('1+5000: '));
    expect(await numbers(5, 0)).toEqual([]);
    expect(asked).toEqual([]);
    expect(await numbers(1, 1_000_000)).toEqual([]);
    expect(asked).toEqual([page(1, 5000)]);
  });

  test.each<[what: string, answers: string, total: number | undefined, error: object]>([
    ['a 404 before the end', '1+9: 1-3', 5, { status: 404 }],
    ['a 404 for the last one', '1+9: 1-4', 5, { status: 404, address: `${BASE}${page(5, 5)}` }],
    ['a 404 for the first', '101+9: 404', undefined, { status: 404 }],
    ['a 500', '1+9: 1-3; 4+6: 500', undefined, { status: 500 }],
    ['a page that ends before the entry asked for', '6+6: 1-5', 6, { code: 'BAD_SHAPE' }],
  ])('missing in the log: %s is an error', async (_, answers, total, error) => {
    const { entries } = await open(list(answers), total);
    expect(await failureOf(entries(...firstOf(answers)))).toMatchObject(error);
  });

  test.each<[what: string, singles: number[], last: number, words: RegExp]>([
    ['all of them', [4, 5], 5, /ends before entry 4, and the log has 5\.$/],
    ['none of them', [], 3, /Entry 4 could not be read on its own either\.$/],
    ['some of them', [4], 4, /Entry 5 could not be read on its own either\.$/],
  ])(
    'after the end of a list that is shorter than the log are read one by one: %s',
    async (_, singles, last, words) => {
      const { numbers, remarks } = await open({ ...list('1+5: 1-3; 4+2: '), ...alone(singles) }, 5);
      expect(await numbers(1, 5)).toEqual(upTo(`1-${last}`));
      expect(remarks).toEqual([expect.stringMatching(words)]);
    },
  );

  test('after its end are an error where the server fails, and the first that is missing is named', async () => {
    const short = list('1+5: 1-3; 4+2: ');
    const busy = await open(
      { ...short, '/entries/4': () => html(500, 'x'), '/entries/5': [itemEntry(5)] },
      5,
    );
    expect(await failureOf(busy.entries(1, 5))).toMatchObject({ status: 500 });
    const late = async (): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return html(404, 'x');
    };
    const { numbers, remarks } = await open({ ...short, '/entries/4': late }, 5);
    expect(await numbers(1, 5)).toEqual([1, 2, 3]);
    expect(remarks).toEqual([expect.stringContaining('Entry 4 could not be read')]);
  });

  test('from a server that refuses limit are asked for without it from then on', async () => {
    const { numbers, asked } = await open(list('1+3: 400; /entries?start=1: 1-5; /entries?start=4: 4-8'));
    expect(await numbers(1, 3)).toEqual([1, 2, 3]);
    expect(await numbers(4, 2)).toEqual([4, 5]);
    expect(asked).toEqual([page(1, 3), '/entries?start=1', '/entries?start=4']);
  });
});

/** Entries that are served one by one. */
function alone(numbers: readonly number[]): Answers {
  return Object.fromEntries(numbers.map((n) => [`/entries/${n}`, [itemEntry(n)]]));
}

describe('a list out of order', () => {
  test.each([
    ['skips', '1 3', 'has entry 3 where entry 2 belongs', [2]],
    ['repeats', '1 1 2 3', 'has entry 1 where entry 2 belongs', []],
    ['swaps', '1 3 2', 'has entry 3 where entry 2 belongs', []],
    ['reverses', '3 2 1', 'has entry 3 where entry 1 belongs', []],
    ['begins too late', '2 3', 'has entry 2 where entry 1 belongs', [1]],
    ['is far off', '7', 'has entry 7 where entry 1 belongs', [1, 2, 3]],
    ['has two of one number', '1 2 2FR 3', 'has entry 2 where entry 3 belongs', [2]],
  ])('that %s is put in order, and what it lacks is read by itself', async (_, sent, says, singles) => {
    const body = sent.split(' ').map((one) => itemEntry(Number.parseInt(one, 10), one.slice(1) || 'GB'));
    const { entries, asked, remarks } = await open({ [page(1, 3)]: body, ...alone(singles) }, 3);
    const read = (await entries(1, 3)).map(({ entryNumber, key }) => `${entryNumber} ${key}`);
    expect(read).toEqual(['1 GB', '2 GB', '3 GB']);
    expect(remarks).toEqual([`The list of entries ${says}.`]);
    expect(asked).toEqual([page(1, 3), ...singles.map((n) => `/entries/${n}`)]);
  });

  test('may leave a gap to the page before; beyond what was asked for it is nobody’s concern', async () => {
    const gap = await open({ ...list('1+5: 1-2; 3+3: 4-5'), ...alone([3]) });
    expect(await gap.numbers(1, 5)).toEqual(upTo('1-5'));
    const { numbers, remarks } = await open({ [page(1, 3)]: [...run(1, 3), itemEntry(3)] }, 3);
    expect([await numbers(1, 3), remarks]).toEqual([[1, 2, 3], []]);
  });

  const GAP = { [page(1, 90)]: [itemEntry(1), itemEntry(90)] };

  test('is a failure where an entry that it lacks cannot be read either, and no further one is asked for', async () => {
    const { entries, asked } = await open(GAP);
    const error = await failureOf(entries(1, 90));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/entries/2` });
    expect(error.message).toMatch(
      /^The list of entries has entry 90 where entry 2 belongs\. Entry 2 could not/,
    );
    expect(asked.length).toBeLessThan(10);
  });

  test('is a failure where too many are missing', async () => {
    const { entries, asked } = await open({ [page(1, 5000)]: [itemEntry(1), itemEntry(4000)] });
    const message = expect.stringMatching(/More than 1000 entries are missing/) as string;
    expect(await failureOf(entries(1, 5000))).toMatchObject({ code: 'BAD_SHAPE', message });
    expect(asked).toHaveLength(1);
    const short = await open(list('1+5000: 1-1; 2+4999: '), 5000);
    expect(await failureOf(short.entries(1, 5000))).toMatchObject({ code: 'BAD_SHAPE', message });
    expect(short.asked).toHaveLength(2);
  });

  test('is given up with its caller', async () => {
    const stop = new AbortController();
    const second = (): Response => {
      stop.abort(new Error('enough'));
      return json([itemEntry(2)])();
    };
    const { entries, asked } = await open({ ...GAP, '/entries/2': second });
    await expect(entries(1, 90, stop.signal)).rejects.toThrow('enough');
    expect(asked.length).toBeLessThan(10);
  });
});
