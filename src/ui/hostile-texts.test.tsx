import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { isRealDatetime } from '../core/datetime.ts';
import { isolated } from '../core/invisible.ts';
import { damaged, HOSTILE_TEXTS, oddText, plain, RUNS } from '../testing/hostile-json.ts';
import { markupOf, textOf } from '../testing/markup.ts';
import { readDate } from './earlier-size.ts';
import { formatPartialDate, formatTimestamp } from './format.ts';
import { Literal } from './literal.tsx';
import { Markdown } from './markdown.tsx';
import { isUnset, DefinedValue } from './values/value.tsx';
import { periodWords, pointWords } from './values/typed-text.tsx';

const NEVER = /^(script|style|iframe|object|embed|link|meta|base|form|input|img|video|audio|foreignobject)$/;

/** assertHarmless accepts no element that runs or loads anything, no handlers, and links to the web alone. */
function assertHarmless(markup: string): void {
  for (const [tag, name = ''] of markup.matchAll(/<\/?([a-z]+)[^>]*>/gi)) {
    assert.doesNotMatch(name.toLowerCase(), NEVER, tag);
    for (const [, attribute = '', value = ''] of tag.matchAll(/\s([a-zA-Z:-]+)="([^"]*)"/g)) {
      assert.ok(!/^(on|srcdoc$|style$)/i.test(attribute), tag);
      if (attribute === 'href') assert.match(textOf(value), /^https?:\/\//i);
    }
  }
}

/** Controls, direction marks, lone surrogates, and blank characters that are not spaces. */
const UNSEEN = /[^\P{Cc}\n\r]|[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cs}]/u;
const NAMED =
  /<span class="[^"]*" data-code="(U\+[0-9A-F]{4,6})" title="[^"]*"><span>([^<]+)<\/span><\/span>/gu;

/** assertNamed checks that each invisible character is in an element that names it. */
function assertNamed(markup: string): void {
  const rest = markup.replaceAll(NAMED, (_, code: string, sign: string) => {
    const point = textOf(sign).codePointAt(0) ?? 0;
    assert.equal(code, `U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
    return '';
  });
  assert.doesNotMatch(textOf(rest), UNSEEN);
}

/** The most characters of a text that must be shown whole. */
const LONG = 20_000;

test('a text is shown whole, kept apart in direction, with every character named that cannot be seen', () => {
  fc.assert(
    fc.property(oddText(), (text) => {
      const markup = markupOf(<Literal text={text} />);
      assertHarmless(markup);
      assert.match(markup, /^<bdi translate="no">[^]*<\/bdi>$/);
      assertNamed(markup);
      const shown = textOf(markup);
      if (text.length <= LONG) assert.equal(shown, text);
      else assert.ok(shown.endsWith('…') && text.startsWith(shown.replace(/\s?…$/, '')), 'another text');
    }),
    RUNS,
  );
});

const markdownPart = fc.constantFrom(
  ...[
    ['*', '**', '_', '`', '[', '](', ')', '- ', '\n', '\n\n', ' ', 'word', 'a*b', '<i>', '# ', '## a', ' #'],
    ['```', '~~~', '```a', '> ', '1. ', '\r', '\t', '[a](https://', 'https://example.org/a_b'],
    HOSTILE_TEXTS,
  ].flat(),
);
const joined = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(markdownPart, { minLength: 1, maxLength }).map((parts) => parts.join(''));
/** A few repeated parts: code that is not linear does not end. */
const repeated = fc
  .tuple(joined(2), joined(4), joined(2), fc.constantFrom(2_000, LONG, LONG + 1, 400_000))
  .map(([start, part, end, length]) => start + part.repeat(Math.ceil(length / (part.length || 1))) + end);
const markdownText = fc.oneof(
  { weight: 20, arbitrary: fc.oneof(oddText(), joined(40)) },
  { weight: 1, arbitrary: repeated },
);

test('Markdown becomes harmless elements and loses no letter but those of addresses, list numbers and languages of code', () => {
  const letters = (text: string): string => [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')].sort().join('');
  fc.assert(
    fc.property(markdownText, (text) => {
      const markup = markupOf(<Markdown text={text} />);
      assertHarmless(markup);
      assertNamed(markup);
      const hrefs = [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => textOf(href));
      for (const href of hrefs) assert.ok(text.includes(`(${href})`), `an address nobody wrote: ${href}`);
      if (text.length <= LONG && !/`{3}|~{3}|^\s*\d+[.)]\s/m.test(text))
        assert.equal(letters(textOf(markup) + hrefs.join('')), letters(text));
    }),
    RUNS,
  );
});

const values = plain({
  value: fc.oneof(oddText(), fc.array(oddText(), { maxLength: 4 })).filter((value) => !isUnset(value)),
  datatype: fc.constantFrom(
    ...[
      ['string', 'text', 'url', 'curie', 'datetime', 'timestamp', 'period', 'integer', 'name', 'boolean'],
      ['hash', 'point', 'polygon', 'no-such-type', '__proto__', undefined],
    ].flat(),
  ),
  attribute: fc.constantFrom('name', 'start-date', 'text', '__proto__', ''),
});

test('a value of any datatype is drawn as harmless elements, nothing in it is hidden, and nothing throws', () => {
  fc.assert(
    fc.property(values, (props) => {
      const markup = markupOf(<DefinedValue {...props} />);
      assertHarmless(markup);
      assertNamed(markup);
      const text = textOf(markup);
      assert.notEqual(text, '', 'a value is not to be seen');
      for (const slip of ['NaN', 'Invalid Date', '[object ', 'undefined'])
        assert.ok(!text.includes(slip) || String(props.value).includes(slip), `${slip} is shown`);
    }),
    RUNS,
  );
});

const dateLike = fc.oneof(
  oddText(),
  damaged(fc.constantFrom('2016-04-05T13:23:05Z', '2012-10', '3 Oct 2012, 14:22', 'P1Y2M3DT4H5M6.7S')),
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32))
    .map((parts) => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')))
    .chain(([year = '', month = '', day = '']) =>
      fc.constantFrom(
        ...[
          [year, `${year}-${month}`, `${year}-${month}-${day}`, `${year}-${month}-${day}T24:00`],
          [`${year}-${month}-${day}T23:59:60Z`, `${day} Oct ${year}`, `P${year}Y/${year}-${month}-${day}`],
        ].flat(),
      ),
    ),
);

test('a date is a day of the calendar, a span ends after it begins, and what is no date stays the text it is', () => {
  fc.assert(
    fc.property(dateLike, (text) => {
      const span = readDate(text);
      if (span !== undefined) {
        assert.ok(Number.isFinite(span.fromMs) && span.fromMs < span.untilMs, 'a span that does not end');
        assert.doesNotMatch(span.words, /^$|NaN|Invalid|undefined/);
      }
      if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
        const time = Date.parse(`${text}T00:00:00Z`);
        const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
        assert.equal(isRealDatetime(text), isDay);
        if (Number(text.slice(0, 4)) >= 100) assert.equal(span?.text, isDay ? text : undefined);
      }
      for (const write of [formatPartialDate, formatTimestamp]) {
        const written = write(text);
        assert.ok(/NaN|Invalid/.test(text) || !/NaN|Invalid/.test(written), written);
        if (!/\d/.test(text)) assert.ok([text, isolated(text)].includes(written), 'another text is shown');
      }
      assert.doesNotMatch(periodWords(text) ?? '', /NaN|Invalid|undefined/);
    }),
    { ...RUNS, numRuns: 3 * (RUNS.numRuns ?? 0) },
  );
});

test('a point lies on the globe, or is none', () => {
  const positions = fc.oneof(
    oddText(),
    fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })).map(([lon, lat]) => `[${lon},${lat}]`),
    damaged(fc.constantFrom('[-0.1277,51.5073]', 'POINT(-0.1277 51.5073)', '51.5073, -0.1277')),
  );
  fc.assert(
    fc.property(positions, (text) => {
      const words = pointWords(text);
      if (words === undefined) return;
      assert.match(words, /^[\d.]+°( [NS])?, [\d.]+°( [EW])?$/);
      const [lat = NaN, lon = NaN] = words.split(',').map((part) => parseFloat(part));
      assert.ok(lat <= 90 && lon <= 180);
    }),
    RUNS,
  );
});
