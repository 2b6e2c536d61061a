import { describe, expect, test } from 'vitest';
import { type RegisterClient, createRegisterClient } from './client.ts';
import { BASE, failureOf, fakeServer, html, itemEntry, json, run, type Answers } from './fake-server.ts';
import { itemWire } from './wire-item.ts';

type Entries = RegisterClient['entries'];

/** A register that says how many entries it has, unless `total` is undefined; `remarks` are what its list is said to have wrong. */
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

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const next = (target: string): string => `<${target}>; rel="next"`;
const page = (start: number, limit: number): string => `/entries?start=${start}&limit=${limit}`;

describe('entries', () => {
  test.each<
    [
      what: string,
      answers: Answers,
      asked: [number, number],
      found: number[],
      requests: number,
      total?: number,
    ]
  >([
    ['none cost none', {}, [5, 0], [], 0],
    [
      'are put together from smaller pages by arithmetic',
      { [page(1, 5)]: run(1, 2), [page(3, 3)]: run(3, 4), [page(5, 1)]: run(5, 6) },
      [1, 5],
      upTo(1, 5),
      3,
    ],
    [
      'are put together by Link, relative to the base or not',
      {
        [page(1, 6)]: json(run(1, 2), next('/entries?start=3')),
        '/entries?start=3': json(run(3, 4), `${next('?start=5&limit=2')}, <?start=1>; rel="previous"`),
        [page(5, 2)]: json(run(5, 6), '<?start=0>; rel="previous"'),
      },
      [1, 6],
      upTo(1, 6),
      3,
    ],
    ['end at an empty page', { [page(1, 9)]: run(1, 3), [page(4, 6)]: [] }, [1, 9], [1, 2, 3], 2],
    ['end at an empty page at once', { [page(10, 5)]: [] }, [10, 5], [], 1],
    ['end at the known total', { [page(1, 9)]: run(1, 3) }, [1, 9], [1, 2, 3], 1, 3],
    ['beyond the known total are asked for', { [page(4, 9)]: run(4, 5) }, [4, 9], [4, 5], 1, 3],
    [
      'end where Link names no next page and no total is known',
      { [page(1, 9)]: json(run(1, 3), '<?start=-98>; rel="previous"') },
      [1, 9],
      [1, 2, 3],
      1,
    ],
    [
      'go on where Link names no next page but the log is known to',
      { [page(1, 9)]: json(run(1, 3), '<https://d/>; rel="deprecation"'), [page(4, 6)]: run(4, 5) },
      [1, 9],
      upTo(1, 5),
      2,
      5,
    ],
    ...[404, 400].map((status): [string, Answers, [number, number], number[], number] => [
      `end where the server answers ${status} beyond the end`,
      {
        [page(1, 9)]: run(1, 3),
        [page(4, 6)]: () => html(status, 'Beyond'),
        '/entries?start=4': () => html(status, 'Beyond'),
      },
      [1, 9],
      [1, 2, 3],
      status === 400 ? 3 : 2,
    ]),
    ['are asked for by at most 5,000', { [page(1, 5000)]: [] }, [1, 1_000_000], [], 1],
    ['of a server that ignores start are the wanted ones', { [page(3, 2)]: run(1, 9) }, [3, 2], [3, 4], 1],
    [
      'of a server that ignores start end where everything ends',
      { [page(3, 9)]: run(1, 5), [page(6, 6)]: run(1, 5) },
      [3, 9],
      [3, 4, 5],
      2,
    ],
    ['the same where the end is known', { [page(3, 9)]: run(1, 5) }, [3, 9], [3, 4, 5], 1, 5],
  ])('%s', async (_, answers, given, found, requests, total) => {
    const { numbers, asked } = await open(answers, total);
    expect(await numbers(...given)).toEqual(found);
    expect(asked).toHaveLength(requests);
  });

  test.each<
    [what: string, answers: Answers, total: number | undefined, given: [number, number], error: object]
  >([
    ['a 404 before the end', { [page(1, 9)]: run(1, 3) }, 5, [1, 9], { status: 404 }],
    [
      'a 404 for the last one',
      { [page(1, 9)]: run(1, 4) },
      5,
      [1, 9],
      { status: 404, address: `${BASE}${page(5, 5)}` },
    ],
    ['a 404 for the first', {}, undefined, [101, 9], { status: 404 }],
    [
      'a 500',
      { [page(1, 9)]: run(1, 3), [page(4, 6)]: () => html(500, 'x') },
      undefined,
      [1, 9],
      { status: 500 },
    ],
    [
      'a page that ends before the entry asked for',
      { [page(6, 6)]: run(1, 5) },
      6,
      [6, 6],
      {
        code: 'BAD_SHAPE',
        message: expect.stringContaining(
          'asked for the entries from 6 on, the server sent those up to 5 again',
        ),
      },
    ],
  ])('where there should be some: %s is an error', async (_, answers, total, given, error) => {
    const { entries } = await open(answers, total);
    expect(await failureOf(entries(...given))).toMatchObject(error);
  });

  test.each<[what: string, singles: number[], last: number, words: RegExp]>([
    ['all of them', [4, 5], 5, /ends with entry 3, and the log has 5\.$/],
    ['none of them', [], 3, /Entry 4 could not be read on its own either\.$/],
    ['some of them', [4], 4, /Entry 5 could not be read on its own either\.$/],
  ])(
    'after the end of a list that is shorter than the log are read one by one: %s',
    async (_, singles, last, words) => {
      const single = Object.fromEntries(singles.map((n) => [`/entries/${n}`, [itemEntry(n)]]));
      const { numbers, remarks } = await open({ [page(1, 5)]: run(1, 3), [page(4, 2)]: [], ...single }, 5);
      expect(await numbers(1, 5)).toEqual(upTo(1, last));
      expect(remarks).toEqual([expect.stringMatching(words)]);
    },
  );

  test('from a server that refuses limit are asked for without it from then on', async () => {
    const { numbers, asked } = await open({
      [page(1, 3)]: () => html(400, 'Unknown parameter limit'),
      '/entries?start=1': run(1, 5),
      '/entries?start=4': run(4, 8),
    });
    expect(await numbers(1, 3)).toEqual([1, 2, 3]);
    expect(await numbers(4, 2)).toEqual([4, 5]);
    expect(asked).toEqual([page(1, 3), '/entries?start=1', '/entries?start=4']);
  });
});

describe('a list out of order', () => {
  test.each([
    ['skips', [itemEntry(1), itemEntry(3)], 'has entry 3 where entry 2 belongs', [2]],
    ['repeats', [itemEntry(1), itemEntry(1), ...run(2, 3)], 'has entry 1 where entry 2 belongs', []],
    ['swaps', [itemEntry(1), itemEntry(3), itemEntry(2)], 'has entry 3 where entry 2 belongs', []],
    ['reverses', run(1, 3).reverse(), 'has entry 3 where entry 1 belongs', []],
    ['begins too late', run(2, 3), 'has entry 2 where entry 1 belongs', [1]],
    ['is far off', [itemEntry(7)], 'has entry 7 where entry 1 belongs', [1, 2, 3]],
    [
      'has two of one number',
      [itemEntry(1), itemEntry(2), itemEntry(2, 'FR'), itemEntry(3)],
      'has entry 2 where entry 3 belongs',
      [2],
    ],
  ])('that %s is put in order, and what it lacks is read by itself', async (_, body, says, singles) => {
    const single = Object.fromEntries(singles.map((n) => [`/entries/${n}`, [itemEntry(n)]]));
    const { entries, asked, remarks } = await open({ [page(1, 3)]: body, ...single }, 3);
    expect((await entries(1, 3)).map(({ entryNumber, key }) => `${entryNumber} ${key}`)).toEqual([
      '1 GB',
      '2 GB',
      '3 GB',
    ]);
    expect(remarks).toEqual([`The list of entries ${says}.`]);
    expect(asked).toEqual([page(1, 3), ...singles.map((n) => `/entries/${n}`)]);
  });

  test('that leaves a gap to the page before', async () => {
    const answers = { [page(1, 5)]: run(1, 2), [page(3, 3)]: run(4, 5), '/entries/3': [itemEntry(3)] };
    expect(await (await open(answers)).numbers(1, 5)).toEqual(upTo(1, 5));
  });

  test('beyond what was asked for is nobody’s concern, and no entry beyond it is named', async () => {
    const { numbers, remarks } = await open({ [page(1, 3)]: [...run(1, 3), itemEntry(3)] }, 3);
    expect(await numbers(1, 3)).toEqual([1, 2, 3]);
    expect(remarks).toEqual([]);
  });

  const GAP = { [page(1, 90)]: [itemEntry(1), itemEntry(90)] };

  test('is a failure where an entry that it lacks cannot be read either, and no further one is asked for', async () => {
    const { entries, asked } = await open(GAP);
    const error = await failureOf(entries(1, 90));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/entries/2` });
    expect(error.message).toMatch(
      /^The list of entries has entry 90 where entry 2 belongs\. Entry 2 could not be read on its own either: /,
    );
    expect(asked.length).toBeLessThan(10);
  });

  test('is a failure where too many are missing', async () => {
    const { entries, asked } = await open({ [page(1, 5000)]: [itemEntry(1), itemEntry(4000)] });
    expect(await failureOf(entries(1, 5000))).toMatchObject({
      code: 'BAD_SHAPE',
      message: expect.stringMatching(/entry 4000 where entry 2 belongs\. More than 1000 entries are missing/),
    });
    expect(asked).toHaveLength(1);
  });

  test('is given up with its caller', async () => {
    const stop = new AbortController();
    const { entries, asked } = await open({
      ...GAP,
      '/entries/2': () => {
        stop.abort(new Error('enough'));
        return json([itemEntry(2)])();
      },
    });
    await expect(entries(1, 90, stop.signal)).rejects.toThrow('enough');
    expect(asked.length).toBeLessThan(10);
  });
});

describe('next links of entries', () => {
  const AWAY = next('https://evil.example/entries?start=3');
  const OVER = {
    [page(1, 9)]: json(run(1, 2), next('?start=3')),
    '/entries?start=3': json(run(1, 2), next('?start=5')),
  };

  test.each<[what: string, answers: Answers, given: [number, number], found: number[]]>([
    [
      'lead to their own page',
      {
        [page(1, 4)]: json(run(1, 2), next('?start=1&limit=4')),
        [page(3, 2)]: json(run(3, 3), next('?start=3&limit=2')),
        [page(4, 1)]: json([], next('?start=4&limit=1')),
      },
      [1, 4],
      [1, 2, 3],
    ],
    [
      'lead back',
      {
        [page(3, 4)]: json(run(3, 4), next('?start=1&limit=2')),
        [page(1, 2)]: json(run(1, 2), next('?start=3&limit=4')),
        [page(5, 2)]: json(run(5, 6), next('?start=3&limit=4')),
      },
      [3, 4],
      upTo(3, 6),
    ],
    [
      'leave the site',
      { [page(1, 4)]: json(run(1, 2), AWAY), [page(3, 2)]: json(run(3, 4), AWAY) },
      [1, 4],
      upTo(1, 4),
    ],
    [
      'go on for ever over the same page',
      { ...OVER, [page(3, 7)]: json(run(3, 9), next('?start=5')) },
      [1, 9],
      upTo(1, 9),
    ],
    [
      'go on for ever over empty pages',
      { ...OVER, '/entries?start=3': json([], next('?start=5')) },
      [1, 9],
      [1, 2],
    ],
  ])('that %s are left, and the entries counted', async (_, answers, given, found) => {
    const { numbers, asked } = await open(answers);
    expect(await numbers(...given)).toEqual(found);
    expect(asked).toHaveLength(Object.keys(answers).length);
  });

  test('are found out where the counted page does not get on either', async () => {
    const { entries } = await open({ ...OVER, [page(3, 7)]: run(1, 2) }, 9);
    expect((await failureOf(entries(1, 9))).message).toContain('up to 2 again');
  });

  test('that lead to their own page after a redirect are passed over too', async () => {
    const moved = `${BASE}/entry-list?start=1`;
    const fetch = async (address: string): Promise<Response> =>
      address.includes('start=1&')
        ? Object.defineProperty(json(run(1, 2), next(moved))(), 'url', { value: moved })
        : json(run(3, 4))();
    const client = createRegisterClient(BASE, itemWire, fakeServer({}, { fetch }).transport, 'broken');
    expect(await client.entries(1, 4)).toHaveLength(4);
  });
});
