import { describe, expect, test } from 'vitest';
import { type RegisterClient, createRegisterClient } from './client.ts';
import { BASE, failureOf, fakeServer, html, itemEntry, json, run, type Answers } from './fake-server.ts';
import { itemWire } from './wire-item.ts';

/** A register that says how many entries it has, unless `total` is undefined. */
async function client(
  answers: Answers,
  total?: number,
): Promise<{ client: RegisterClient; asked: string[] }> {
  const summary = total === undefined ? {} : { '/register': { 'total-entries': total } };
  const { transport, asked } = fakeServer({ ...summary, ...answers });
  const client = createRegisterClient(BASE, itemWire, transport, 'broken');
  if (total !== undefined) await client.register();
  asked.length = 0;
  return { client, asked };
}

async function numbers(work: ReturnType<RegisterClient['entries']>): Promise<number[]> {
  return (await work).map(({ entryNumber }) => entryNumber);
}

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('entries', () => {
  test('none cost none', async () => {
    const { client: c, asked } = await client({});
    expect(await c.entries(5, 0)).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('are put together from smaller pages by arithmetic', async () => {
    const { client: c, asked } = await client({
      '/entries?start=1&limit=5': run(1, 2),
      '/entries?start=3&limit=3': run(3, 4),
      '/entries?start=5&limit=1': run(5, 6),
    });
    expect(await numbers(c.entries(1, 5))).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toHaveLength(3);
  });

  test('are put together by Link, relative to the base or not', async () => {
    const { client: c } = await client({
      '/entries?start=1&limit=6': json(run(1, 2), '</entries?start=3>; rel="next"'),
      '/entries?start=3': json(run(3, 4), '<?start=5&limit=2>; rel="next", <?start=1>; rel="previous"'),
      '/entries?start=5&limit=2': json(run(5, 6), '<?start=0>; rel="previous"'),
    });
    expect(await numbers(c.entries(1, 6))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('end at an empty page', async () => {
    const { client: c } = await client({
      '/entries?start=1&limit=9': run(1, 3),
      '/entries?start=4&limit=6': [],
      '/entries?start=10&limit=5': [],
    });
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2, 3]);
    expect(await numbers(c.entries(10, 5))).toEqual([]);
  });

  test('end at the known total without asking for an empty page', async () => {
    const { client: c, asked } = await client({ '/entries?start=1&limit=9': run(1, 3) }, 3);
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    [
      'all of them',
      { '/entries/4': [itemEntry(4)], '/entries/5': [itemEntry(5)] },
      5,
      /ends with entry 3, and the log has 5\.$/,
    ],
    ['none of them', {}, 3, /Entry 4 could not be read on its own either\.$/],
    ['some of them', { '/entries/4': [itemEntry(4)] }, 4, /Entry 5 could not be read on its own either\.$/],
  ] as const)(
    'after the end of a list that is shorter than the log are read one by one: %s are there',
    async (_, singles, last, words) => {
      const { client: c } = await client(
        { '/entries?start=1&limit=5': run(1, 3), '/entries?start=4&limit=2': [], ...singles },
        5,
      );
      const remarks: string[] = [];
      const read = c.entries(1, 5, undefined, (remark) => remarks.push(remark));
      expect(await numbers(read)).toEqual(upTo(1, last));
      expect(remarks).toEqual([expect.stringMatching(words)]);
    },
  );

  test('beyond the known total are still asked for, as the log may have grown', async () => {
    const { client: c } = await client({ '/entries?start=4&limit=9': run(4, 5) }, 3);
    expect(await numbers(c.entries(4, 9))).toEqual([4, 5]);
  });

  test('end where Link names no next page and no total is known', async () => {
    const { client: c, asked } = await client({
      '/entries?start=1&limit=9': json(run(1, 3), '<?start=-98>; rel="previous"'),
    });
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(1);
  });

  test('go on where Link names no next page but the log is known to', async () => {
    const { client: c } = await client(
      {
        '/entries?start=1&limit=9': json(run(1, 3), '<https://d/>; rel="deprecation"'),
        '/entries?start=4&limit=6': run(4, 5),
      },
      5,
    );
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([404, 400])('end where the server answers %d beyond the end', async (status) => {
    const { client: c } = await client({
      '/entries?start=1&limit=9': run(1, 3),
      '/entries?start=4&limit=6': () => html(status, 'Beyond'),
      '/entries?start=4': () => html(status, 'Beyond'),
    });
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2, 3]);
  });

  test('a 404 where there should be entries is an error', async () => {
    const { client: c } = await client({ '/entries?start=1&limit=9': run(1, 3) }, 5);
    expect((await failureOf(c.entries(1, 9))).status).toBe(404);
    const lastOne = await client({ '/entries?start=1&limit=9': run(1, 4) }, 5);
    expect((await failureOf(lastOne.client.entries(1, 9))).address).toBe(`${BASE}/entries?start=5&limit=5`);
    const none = await client({});
    expect((await failureOf(none.client.entries(101, 9))).status).toBe(404);
    const broken = await client({
      '/entries?start=1&limit=9': run(1, 3),
      '/entries?start=4&limit=6': () => html(500, 'x'),
    });
    expect((await failureOf(broken.client.entries(1, 9))).status).toBe(500);
  });

  test('from a server that refuses limit are asked for without it from then on', async () => {
    const { client: c, asked } = await client({
      '/entries?start=1&limit=3': () => html(400, 'Unknown parameter limit'),
      '/entries?start=1': run(1, 5),
      '/entries?start=4': run(4, 8),
    });
    expect(await numbers(c.entries(1, 3))).toEqual([1, 2, 3]);
    expect(await numbers(c.entries(4, 2))).toEqual([4, 5]);
    expect(asked).toEqual(['/entries?start=1&limit=3', '/entries?start=1', '/entries?start=4']);
  });

  test('are asked for by at most 5,000', async () => {
    const { client: c, asked } = await client({ '/entries?start=1&limit=5000': [] });
    await c.entries(1, 1_000_000);
    expect(asked).toEqual(['/entries?start=1&limit=5000']);
  });
});

describe('a server that ignores start', () => {
  test('and sends everything gives the part that was wanted', async () => {
    const { client: c } = await client({ '/entries?start=3&limit=2': run(1, 9) });
    expect(await numbers(c.entries(3, 2))).toEqual([3, 4]);
  });

  test('and sends everything ends where everything ends', async () => {
    const answers = { '/entries?start=3&limit=9': run(1, 5), '/entries?start=6&limit=6': run(1, 5) };
    const { client: c } = await client(answers);
    expect(await numbers(c.entries(3, 9))).toEqual([3, 4, 5]);
    const known = await client(answers, 5);
    expect(await numbers(known.client.entries(3, 9))).toEqual([3, 4, 5]);
  });

  test('and has more is found out', async () => {
    const { client: c } = await client({ '/entries?start=6&limit=6': run(1, 5) }, 6);
    const error = await failureOf(c.entries(6, 6));
    expect(error.code).toBe('BAD_SHAPE');
    expect(error.message).toContain('asked for the entries from 6 on, the server sent those up to 5 again');
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
    const { client: c, asked } = await client({ '/entries?start=1&limit=3': body, ...single }, 3);
    const remarks: string[] = [];
    const entries = await c.entries(1, 3, undefined, (remark) => remarks.push(remark));
    expect(entries.map(({ entryNumber, key }) => [entryNumber, key])).toEqual([
      [1, 'GB'],
      [2, 'GB'],
      [3, 'GB'],
    ]);
    expect(remarks).toEqual([`The list of entries ${says}.`]);
    expect(asked).toEqual(['/entries?start=1&limit=3', ...singles.map((n) => `/entries/${n}`)]);
  });

  test('that leaves a gap to the page before', async () => {
    const { client: c } = await client({
      '/entries?start=1&limit=5': run(1, 2),
      '/entries?start=3&limit=3': run(4, 5),
      '/entries/3': [itemEntry(3)],
    });
    expect(await numbers(c.entries(1, 5))).toEqual([1, 2, 3, 4, 5]);
  });

  test('beyond what was asked for is nobody’s concern, and no entry beyond it is named', async () => {
    const { client: c } = await client({ '/entries?start=1&limit=3': [...run(1, 3), itemEntry(3)] }, 3);
    const remarks: string[] = [];
    expect(await numbers(c.entries(1, 3, undefined, (remark) => remarks.push(remark)))).toEqual([1, 2, 3]);
    expect(remarks).toEqual([]);
  });

  test('is a failure where an entry that it lacks cannot be read either, and no further one is asked for', async () => {
    const { client: c, asked } = await client({ '/entries?start=1&limit=90': [itemEntry(1), itemEntry(90)] });
    const error = await failureOf(c.entries(1, 90));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/entries/2` });
    expect(error.message).toMatch(
      /^The list of entries has entry 90 where entry 2 belongs\. Entry 2 could not be read on its own either: /,
    );
    expect(asked.length).toBeLessThan(10);
  });

  test('is a failure where too many are missing', async () => {
    const { client: c, asked } = await client({
      '/entries?start=1&limit=5000': [itemEntry(1), itemEntry(4000)],
    });
    const error = await failureOf(c.entries(1, 5000));
    expect(error.code).toBe('BAD_SHAPE');
    expect(error.message).toContain(
      'has entry 4000 where entry 2 belongs. More than 1000 entries are missing',
    );
    expect(asked).toHaveLength(1);
  });

  test('is given up with its caller', async () => {
    const stop = new AbortController();
    const { client: c, asked } = await client({
      '/entries?start=1&limit=90': [itemEntry(1), itemEntry(90)],
      '/entries/2': () => {
        stop.abort(new Error('enough'));
        return json([itemEntry(2)])();
      },
    });
    await expect(c.entries(1, 90, stop.signal)).rejects.toThrow('enough');
    expect(asked.length).toBeLessThan(10);
  });
});

describe('next links of entries', () => {
  test('that lead to their own page are passed over', async () => {
    const { client: c } = await client({
      '/entries?start=1&limit=4': json(run(1, 2), '<?start=1&limit=4>; rel="next"'),
      '/entries?start=3&limit=2': json(run(3, 3), '<?start=3&limit=2>; rel="next"'),
      '/entries?start=4&limit=1': json([], '<?start=4&limit=1>; rel="next"'),
    });
    expect(await numbers(c.entries(1, 4))).toEqual([1, 2, 3]);
  });

  test('that lead to their own page after a redirect are passed over too', async () => {
    const moved = `${BASE}/entry-list?start=1`;
    const fetch = async (address: string): Promise<Response> =>
      address.includes('start=1&')
        ? Object.defineProperty(json(run(1, 2), `<${moved}>; rel="next"`)(), 'url', { value: moved })
        : json(run(3, 4))();
    const c = createRegisterClient(BASE, itemWire, fakeServer({}, { fetch }).transport, 'broken');
    expect(await numbers(c.entries(1, 4))).toEqual([1, 2, 3, 4]);
  });

  test('that lead back are left, and the entries counted', async () => {
    const { client: c, asked } = await client({
      '/entries?start=3&limit=4': json(run(3, 4), '<?start=1&limit=2>; rel="next"'),
      '/entries?start=1&limit=2': json(run(1, 2), '<?start=3&limit=4>; rel="next"'),
      '/entries?start=5&limit=2': json(run(5, 6), '<?start=3&limit=4>; rel="next"'),
    });
    expect(await numbers(c.entries(3, 4))).toEqual([3, 4, 5, 6]);
    expect(asked).toHaveLength(3);
  });

  test('that leave the site are never followed, and the entries counted', async () => {
    const link = '<https://evil.example/entries?start=3>; rel="next"';
    const { client: c, asked } = await client({
      '/entries?start=1&limit=4': json(run(1, 2), link),
      '/entries?start=3&limit=2': json(run(3, 4), link),
    });
    expect(await numbers(c.entries(1, 4))).toEqual([1, 2, 3, 4]);
    expect(asked).toHaveLength(2);
  });

  test('that go on for ever over the same page are left, and the entries counted', async () => {
    const answers = {
      '/entries?start=1&limit=9': json(run(1, 2), '<?start=3>; rel="next"'),
      '/entries?start=3': json(run(1, 2), '<?start=5>; rel="next"'),
      '/entries?start=3&limit=7': json(run(3, 9), '<?start=5>; rel="next"'),
    };
    const { client: c, asked } = await client(answers);
    expect(await numbers(c.entries(1, 9))).toEqual(upTo(1, 9));
    expect(asked).toHaveLength(3);
    const stuck = await client({ ...answers, '/entries?start=3&limit=7': run(1, 2) }, 9);
    expect((await failureOf(stuck.client.entries(1, 9))).message).toContain('up to 2 again');
  });

  test('that go on for ever over empty pages end', async () => {
    const { client: c, asked } = await client({
      '/entries?start=1&limit=9': json(run(1, 2), '<?start=3>; rel="next"'),
      '/entries?start=3': json([], '<?start=5>; rel="next"'),
    });
    expect(await numbers(c.entries(1, 9))).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
  });
});
