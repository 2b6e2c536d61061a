import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { normaliseBase } from '../../api/base-address.ts';
import { integerField, ShapeError } from '../../api/decode.ts';
import { linkTarget, readNextLink } from '../../api/links.ts';
import { pathSegment } from '../../api/wire.ts';
import { readDateSpan } from '../../app/one-box/date-span.ts';
import { wholeNumber } from '../../app/one-box/whole-number.ts';
import { parseCurie } from '../../core/curie.ts';
import { formatHash, type HashSpelling, parseHash } from '../../core/hash.ts';
import { linkOf } from '../../core/link.ts';
import { isolated } from '../../core/unseen.ts';
import { shapeOf } from '../../core/value-shape.ts';
import { parseDigits } from '../../mock/http/digits.ts';
import { keyOf, keySegment } from '../../mock/http/key-segment.ts';
import { readTime } from '../../replica/size-at-time.ts';
import { readDate } from '../../ui/at-date.ts';
import { readAt } from '../../ui/at.ts';
import { formatPartialDate, formatTimestamp, instantOf } from '../../ui/format.ts';
import { periodWords } from '../../ui/values/period.ts';
import { degreesWords, readPoint, readPolygon } from '../../ui/values/position.ts';
import { isRealMoment } from '../../core/moment.ts';
import { readAsked, writeAsked } from '../../views/records/records-address.ts';
import { damaged } from '../hostile-json.ts';
import { canTravel } from './can-travel.ts';
import { HOSTILE_TEXTS, oddText, plain } from './generators.ts';
import { JSON_TARGETS } from './json-parsers.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

/** A link as RFC 8288 writes one, and what it says. */
const oneLink = plain({
  target: fc.oneof(
    fc.constantFrom('?start=101', '/registers/x/v2/entries?start=3&limit=9', '', '#', '//other.example/x'),
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom(...HOSTILE_TEXTS).map((text) => text.replaceAll(/[>\r\n]/g, '')),
  ),
  rels: fc.array(fc.constantFrom('next', 'NEXT', 'previous', 'version-history', 'nextish', 'x-next'), {
    minLength: 1,
    maxLength: 3,
  }),
  isQuoted: fc.boolean(),
  before: fc.subarray(['title="a, <b>; rel=\\"next\\""', 'type="text/html"', 'hreflang=en', 'flag']),
  anchor: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  second: fc.boolean(),
  space: fc.constantFrom('', ' ', '  \t'),
});

const linkHeader = target({
  name: 'link-header',
  family: 'parsers',
  invariant:
    'the first next link of a well-formed Link header is found, wherever it stands and however it is written',
  cases: () => fc.array(oneLink, { maxLength: 4 }),
  holds(links) {
    const header = links
      .map(({ target: to, rels, isQuoted, before, anchor, second, space }) => {
        const rel = isQuoted || rels.length > 1 ? `"${rels.join(' ')}"` : (rels[0] ?? '');
        // Only the first rel counts (RFC 8288, 3.3).
        const parameters = [...before, `rel=${rel}`, ...(second ? ['rel=next'] : [])];
        if (anchor) parameters.push('anchor="#x"');
        return `<${to}>${parameters.map((one) => `${space};${space}${one}`).join('')}`;
      })
      .join(', ');
    const next = links.find(({ rels, anchor }) => !anchor && rels.some((rel) => /^next$/i.test(rel)));
    assert.equal(linkTarget(header, 'next'), next?.target ?? null);
  },
});

const nextLink = target({
  name: 'next-link',
  family: 'parsers',
  invariant: 'whatever a Link header holds, the next page is at the origin that answered, or there is none',
  cases: () =>
    fc.tuple(
      damaged(
        fc.oneof(
          fc.constantFrom(
            '<?start=101>; rel="next"',
            '</registers/country/v2/entries?start=101>; rel="next", <?start=1>; rel="previous"',
            '<https://register.example/v1/records?page-index=2>;rel=next',
            '<https://other.example/v1/records?page-index=2>;rel=next',
            '<http://register.example/v1/records?page-index=2>;rel=next',
            '<javascript:window.pwned=1>; rel=next',
          ),
          oddText().map((text) => `<${text}>; rel="next"`),
        ),
      ),
      fc.constantFrom('https://register.example/v1/records?page-index=1', 'http://[::1]:80/e?start=1'),
    ),
  holds([header, answered]) {
    const found = readNextLink(header, answered, answered);
    if (found.kind !== 'next') return;
    const next = new URL(found.address);
    const from = new URL(answered);
    assert.equal(next.origin, from.origin);
    assert.equal(next.hash, '');
    for (const name of from.searchParams.keys()) assert.ok(next.searchParams.has(name), name);
  },
});

const SPELLED: Readonly<Record<HashSpelling, RegExp>> = {
  item: /^sha-256:[0-9a-f]{64}$/,
  blob: /^1220[0-9a-f]{64}$/,
  bare: /^[0-9a-f]{64}$/,
};

const hash = target({
  name: 'hash',
  family: 'parsers',
  invariant: 'a hash is read in one spelling to the letter, and written back the same',
  cases: () =>
    fc.tuple(
      fc.constantFrom<HashSpelling>('item', 'blob', 'bare'),
      fc.oneof(
        oddText(),
        damaged(fc.constantFrom(`sha-256:${'0a'.repeat(32)}`, `1220${'9f'.repeat(32)}`, '1220'.repeat(16))),
      ),
    ),
  holds([spelling, text]) {
    const found = parseHash(text, spelling);
    assert.equal(found !== undefined, SPELLED[spelling].test(text) && !text.includes('\n'));
    if (found !== undefined) assert.equal(formatHash(found, spelling), text);
  },
});

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

const numbers = target({
  name: 'numbers',
  family: 'parsers',
  invariant:
    'a number is read where it is written in the digits 0 to 9 and is at most 2^53-1, and nowhere else',
  cases: () =>
    fc.oneof(
      oddText(),
      fc.bigInt({ min: 0n, max: 1n << 60n }).map(String),
      fc.bigInt({ min: MOST - 3n, max: MOST + 3n }).map(String),
      damaged(fc.nat().map(String)),
      fc.nat().map((value) => `0${value}`),
    ),
  holds(text) {
    const isDigits = /^[0-9]+$/.test(text) && !text.includes('\n');
    const value = isDigits && text.length < 400 ? BigInt(text) : undefined;
    const isSafe = value !== undefined && value <= MOST;
    const plain = isSafe && (text === '0' || !text.startsWith('0'));
    assert.equal(parseDigits(text), plain ? Number(text) : undefined);
    const field = { n: text };
    if (isSafe) assert.equal(integerField(field, 'n', '$'), Number(text));
    else if (text.length < 400) assert.throws(() => integerField(field, 'n', '$'), ShapeError);
    const whole = wholeNumber(text);
    if (whole !== undefined) assert.equal(BigInt(whole), value);
    const at = readAt(`?${new URLSearchParams({ at: text })}`);
    if (at.kind === 'at') assert.equal(BigInt(at.size), value);
    else assert.ok(at.kind === 'malformed' && !(plain && value > 0n), 'a size is refused');
  },
});

const keys = target({
  name: 'keys',
  family: 'parsers',
  invariant: 'a key is one segment of an address and comes back whole, or is refused by ShapeError',
  cases: (real: RealData) => oddText(real),
  holds(key) {
    if (canTravel(key)) assert.equal(keyOf(decodeURIComponent(keySegment(key))), keyOf(key));
    let segment: string;
    try {
      segment = pathSegment(key);
    } catch (error) {
      assert.ok(error instanceof ShapeError && error.code === 'UNSUPPORTED');
      assert.ok(key === '' || key === '.' || key === '..' || !canTravel(key), 'a key is refused');
      return;
    }
    const { pathname, search, hash: fragment } = new URL(`https://h.example/v1/records/${segment}/entries`);
    assert.equal(pathname, `/v1/records/${segment}/entries`);
    assert.equal(search + fragment, '');
    assert.equal(decodeURIComponent(segment), key);
  },
});

const baseAddress = target({
  name: 'base-address',
  family: 'parsers',
  invariant:
    'what is typed is the address of a register by http or https, or a problem in words; a pasted record is known again',
  cases: (real: RealData) =>
    fc.tuple(
      oddText(real),
      fc.constantFrom('', 'https://', 'http://', 'https://register.example/v1/records/', 'localhost:80/'),
    ),
  holds([text, before]) {
    const found = normaliseBase(before + text);
    if ('problem' in found) {
      assert.ok(found.problem.length > 0);
    } else {
      const url = new URL(found.base);
      assert.match(url.protocol, /^https?:$/);
      assert.equal(url.username + url.password + url.search + url.hash, '');
      assert.ok(!found.base.endsWith('/'), found.base);
    }
    if (!canTravel(text) || /^\.{0,2}$|\.(json|csv)$/.test(text)) return;
    const base = 'https://register.example/v1';
    const again = normaliseBase(`${base}/records/${encodeURIComponent(text)}`);
    assert.ok('base' in again && again.base === base, 'the base of a record is another one');
    assert.equal(again.key, text);
  },
});

const curie = target({
  name: 'curie',
  family: 'parsers',
  invariant: 'a curie is its prefix, a colon and its key; a link leads to a register that has a name',
  cases: (real: RealData) =>
    fc.tuple(
      fc.oneof(oddText(real), damaged(fc.constantFrom('country:GB', 'local-authority-eng:ABC', 'a:'))),
      fc.constantFrom('curie', 'string', 'url'),
    ),
  holds([text, datatype]) {
    const found = parseCurie(text);
    if (found !== undefined) {
      assert.equal(`${found.prefix}:${found.key ?? ''}`, text);
      assert.match(found.prefix, /^[a-z][a-z0-9-]*$/);
      assert.notEqual(found.key, '');
    }
    const to = linkOf(text, { datatype: { is: datatype, from: 'schema' } });
    assert.deepEqual(to, datatype === 'curie' ? found : undefined);
    const shape = shapeOf('attribute', [text]);
    if (shape === 'curie') assert.notEqual(found, undefined);
  },
});

/** A date or a time, right and wrong ones, or a text that is neither. */
const dateLike = fc.oneof(
  oddText(),
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32))
    .map((parts) => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')))
    .chain(([year = '', month = '', day = '']) =>
      fc.constantFrom(
        year,
        `${year}-${month}`,
        `${year}-${month}-${day}`,
        `${year}-${month}-${day}T23:59:60Z`,
        `${year}-${month}-${day}T24:00`,
        `${day} Oct ${year}`,
        `${year}-${month}/${year}-${day}`,
        `P${year}Y/${year}-${month}-${day}`,
      ),
    ),
  damaged(fc.constantFrom('2016-04-05T13:23:05Z', '2012-10', '3 Oct 2012, 14:22', 'P1Y2M3DT4H5M6.7S')),
);

const dates = target({
  name: 'dates',
  family: 'parsers',
  invariant:
    'a date is a day of the calendar, spans begin before they end, and what is no date stays the text it is',
  cases: () => dateLike,
  holds(text) {
    const span = readDateSpan(text.trim());
    for (const one of [readDate(text), span === 'impossible' ? undefined : span]) {
      if (one === undefined) continue;
      assert.ok(Number.isFinite(one.fromMs) && one.fromMs < one.untilMs, 'a span that does not end');
      assert.ok(one.words.length > 0 && !/NaN|Invalid|undefined/.test(one.words), one.words);
    }
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
      const time = Date.parse(`${text}T00:00:00Z`);
      const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
      assert.equal(isRealMoment(text), isDay);
      if (Number(text.slice(0, 4)) >= 100) assert.equal(readDate(text)?.text, isDay ? text : undefined);
    }
    for (const write of [formatPartialDate, formatTimestamp]) {
      const written = write(text);
      assert.ok(/NaN|Invalid/.test(text) || !/NaN|Invalid/.test(written), written);
      if (!/\d/.test(text)) assert.ok([text, isolated(text)].includes(written), 'another text is shown');
    }
    assert.equal(readTime(text), instantOf(text));
    const period = periodWords(text);
    assert.ok(period === undefined || !/NaN|Invalid|undefined/.test(period), period);
  },
});

const positions = target({
  name: 'positions',
  family: 'parsers',
  invariant: 'a point or a polygon lies on the globe, or is none',
  cases: () =>
    fc.oneof(
      oddText(),
      damaged(
        fc.constantFrom(
          '[-0.1277,51.5073]',
          'POINT(-0.1277 51.5073)',
          '51.5073, -0.1277',
          '[[[0,0],[1,1],[2,0],[0,0]]]',
          'POLYGON((0 0, 1 1, 2 0, 0 0))',
          `[[[${'0,0],['.repeat(600)}1,1]]]`,
        ),
      ),
      fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })).map(([lon, lat]) => `[${lon},${lat}]`),
    ),
  holds(text) {
    const point = readPoint(text);
    const ring = readPolygon(text) ?? [];
    for (const { lat, lon } of point === undefined ? ring : [point, ...ring]) {
      assert.ok(Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
      assert.match(degreesWords({ lat, lon }), /^[\d.]+°( [NS])?, [\d.]+°( [EW])?$/);
    }
    assert.ok(ring.length === 0 || ring.length >= 3);
  },
});

const asked = target({
  name: 'records-address',
  family: 'parsers',
  invariant: 'what is asked of the records is in the address and comes back out of it',
  cases: (real: RealData) => {
    const text = oddText(real).filter((one) => canTravel(one) && one.length < 500);
    const named = text.filter((one) => one !== '');
    return plain({
      text,
      former: fc.boolean(),
      exact: fc.option(fc.tuple(named, named), { nil: undefined }),
      choices: fc.uniqueArray(fc.tuple(named, fc.uniqueArray(text, { minLength: 1, maxLength: 3 })), {
        maxLength: 3,
        selector: ([attribute]) => attribute,
      }),
      status: fc.constantFrom('current' as const, 'ended' as const, '' as const),
      sort: text,
      columns: fc.array(named, { maxLength: 3 }),
      at: fc.nat(),
    });
  },
  holds({ exact: [attribute, value] = ['', ''], choices, at, ...rest }) {
    const wanted = { ...rest, attribute, value, choices: new Map(choices) };
    const params = writeAsked(new URLSearchParams({ at: String(at) }), wanted);
    const url = new URL(`https://site.example/country/records?${params}`);
    assert.deepEqual(readAsked(url.searchParams), wanted);
    assert.equal(url.searchParams.get('at'), String(at));
  },
});

/** PARSER_TARGETS are the claims about what reads a text. */
export const PARSER_TARGETS: readonly FuzzTarget[] = [
  linkHeader,
  nextLink,
  hash,
  numbers,
  keys,
  baseAddress,
  curie,
  dates,
  positions,
  asked,
  ...JSON_TARGETS,
];
