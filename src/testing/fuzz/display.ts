import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { decideDefinition } from '../../core/definition.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import type { AttributeValue, Item } from '../../core/model.ts';
import { compareItems } from '../../ui/diff/item-diff.ts';
import { Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { layoutPath } from '../../ui/proof/layout-path.ts';
import { pathModel } from '../../ui/proof/path-model.ts';
import { isUnset } from '../../ui/value.tsx';
import { RichValue } from '../../ui/values/rich-value.tsx';
import { climb, inclusionSides, sha256 } from '../rfc-9162.ts';
import { anySize, HOSTILE_TEXTS, oddText, plain } from './generators.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

const TAGS = new Set([
  'polygon',
  'polyline',
  'ellipse',
  'figure',
  'figcaption',
  'pre',
  'defs',
  'clippath',
  'mask',
  'summary',
  'details',
  'a',
  'b',
  'bdi',
  'blockquote',
  'button',
  'code',
  'div',
  'em',
  'li',
  'p',
  'path',
  'rect',
  'circle',
  'g',
  'line',
  'ol',
  'output',
  'small',
  'span',
  'strong',
  'svg',
  'template',
  'text',
  'time',
  'title',
  'ul',
  'use',
  'wbr',
]);

/** parts splits markup into tags and texts; what React writes has no other form. */
function partsOf(markup: string): { readonly tags: readonly string[]; readonly text: string } {
  const tags = markup.match(/<[^>]*>/g) ?? [];
  return { tags, text: plainText(markup.replaceAll(/<[^>]*>/g, '')) };
}

function plainText(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** demandHarmless holds markup against what may be there: known elements, no handlers, links to the web alone. */
function demandHarmless(markup: string): void {
  for (const tag of partsOf(markup).tags) {
    // Comments are marks of React for what is still to come.
    if (tag.startsWith('<!--')) continue;
    const name = /^<\/?([a-z]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    assert.ok(TAGS.has(name), `an element that nobody meant: ${tag}`);
    for (const [, attribute = '', value = ''] of tag.matchAll(/\s([a-zA-Z:-]+)="([^"]*)"/g)) {
      assert.ok(!/^on/i.test(attribute) && attribute !== 'srcdoc' && attribute !== 'style', tag);
      if (attribute === 'href') assert.match(plainText(value), /^https?:\/\//i);
    }
  }
}

/** Controls, what turns the direction, halves of pairs, and what is blank without being a space: none of them may stand in a text unnamed. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cs}]/u;

/** Up to how many characters a text has to be shown whole. */
const LONG = 20_000;

const NAMED =
  /<span class="[^"]*" data-code="(U\+[0-9A-F]{4,6})" title="[^"]*"><span>([^<]+)<\/span><\/span>/gu;

/** demandNamed holds that each character that cannot be seen stands in an element that names it. */
function demandNamed(markup: string): void {
  const rest = markup.replaceAll(NAMED, (_, code: string, sign: string) => {
    const point = plainText(sign).codePointAt(0) ?? 0;
    assert.equal(code, `U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
    return '';
  });
  assert.doesNotMatch(partsOf(rest).text, UNSEEN);
}

const literal = target({
  name: 'literal',
  family: 'display',
  invariant: 'a text is shown whole, kept apart in direction, with every character named that cannot be seen',
  cases: (real: RealData) => oddText(real),
  holds(text) {
    const markup = renderToStaticMarkup(createElement(Literal, { text }));
    demandHarmless(markup);
    assert.match(markup, /^<bdi>[^]*<\/bdi>$/);
    demandNamed(markup);
    // What is copied is the text itself; of a very long one the beginning.
    const shown = partsOf(markup).text;
    if (text.length <= LONG) assert.equal(shown, text);
    else
      assert.ok(shown.endsWith('…') && text.startsWith(shown.replace(/\s?…$/, '')), 'another text is shown');
  },
});

const markdownPart = fc.oneof(
  fc.constantFrom('*', '**', '_', '`', '[', '](', ')', '- ', '\n', '\n\n', ' ', 'word', 'a*b', '<i>'),
  fc.constantFrom('# ', '## a', ' #', '```', '~~~', '```a', '> ', '1. ', '\r', '\t', '[a](https://'),
  fc.constantFrom('https://example.org/a_b', 'javascript:window.pwned=1', '[x](https://e.example)'),
  fc.constantFrom(...HOSTILE_TEXTS),
);

const joined = (parts: readonly string[]): string => parts.join('');

/** A beginning, the same few parts over and over, an end: what takes more than one look at each place does not end. Some are longer than what is read as Markdown. */
const repetitiveText = fc
  .tuple(
    fc.array(markdownPart, { maxLength: 2 }).map(joined),
    fc.array(markdownPart, { minLength: 1, maxLength: 4 }).map(joined),
    fc.array(markdownPart, { maxLength: 2 }).map(joined),
    fc.constantFrom(2_000, LONG - 500, LONG, LONG + 1, 400_000),
  )
  .map(([start, part, end, length]) => {
    const room = length - start.length - end.length;
    return start + part.repeat(Math.max(0, Math.floor(room / part.length))) + end;
  });

const markdownText = fc.oneof(oddText(), fc.array(markdownPart, { maxLength: 40 }).map(joined));

/** What a reader sees of a text, without marks and white space; of a link its label alone. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Where a number of a list or the language of code may be told otherwise than by its letters. */
const TOLD_OTHERWISE = /`{3}|~{3}|^\s*\d+[.)]\s/m;

const sorted = (text: string): string => [...text].sort().join('');

const markdown = target({
  name: 'markdown',
  family: 'display',
  invariant:
    'Markdown becomes harmless elements, links to the web alone, and loses no letter but those of addresses, numbers of lists and languages of code',
  cases: () => fc.oneof({ weight: 20, arbitrary: markdownText }, { weight: 1, arbitrary: repetitiveText }),
  holds(text) {
    const markup = renderToStaticMarkup(createElement(Markdown, { text }));
    demandHarmless(markup);
    demandNamed(markup);
    const shown = partsOf(markup).text;
    const hrefs = [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => plainText(href));
    for (const href of hrefs) assert.ok(text.includes(`(${href})`), `an address nobody wrote: ${href}`);
    if (text.length <= LONG && !TOLD_OTHERWISE.test(text))
      assert.equal(sorted(bare(shown + hrefs.join(''))), sorted(bare(text)));
  },
});

const DATATYPES = [
  'string',
  'text',
  'url',
  'curie',
  'datetime',
  'timestamp',
  'period',
  'integer',
  'name',
  'boolean',
  'hash',
  'point',
  'polygon',
  'no-such-type',
  '__proto__',
];

const anyValue: fc.Arbitrary<NonNullable<AttributeValue>> = fc
  .oneof(oddText(), fc.array(oddText(), { maxLength: 4 }))
  .filter((value) => !isUnset(value));

const values = target({
  name: 'values',
  family: 'display',
  invariant:
    'a value of any datatype is drawn as harmless elements, nothing in it is hidden, and nothing throws',
  cases: (real: RealData) =>
    plain({
      value: fc.oneof(
        anyValue,
        oddText(real).filter((text) => text !== ''),
      ),
      datatype: fc.constantFrom(...DATATYPES, undefined),
      attribute: fc.constantFrom('name', 'start-date', 'text', '__proto__', ''),
    }),
  holds(props) {
    const markup = renderToStaticMarkup(createElement(RichValue, props) as ReactElement);
    demandHarmless(markup);
    const { text } = partsOf(markup);
    demandNamed(markup);
    if (props.value !== '') assert.notEqual(text, '', 'a value is not to be seen');
    const { datatype, value, attribute } = props;
    for (const slip of ['NaN', 'Invalid Date', '[object ', 'undefined'])
      assert.ok(!text.includes(slip) || String(value).includes(slip), `${slip} is shown`);
    decideDefinition(attribute, datatype === undefined ? {} : { schema: { datatype } }, [value]);
  },
});

const item: fc.Arbitrary<Item> = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', '__proto__', 'name'),
      fc.oneof(oddText(), fc.array(oddText(), { maxLength: 3 }), fc.constant(null)),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => new Map(pairs));

const listOf = (value: AttributeValue | undefined): readonly string[] => {
  if (isUnset(value)) return [];
  return typeof value === 'string' ? [value] : value;
};

const diff = target({
  name: 'diff',
  family: 'display',
  invariant:
    'what is shown of a change joins to the value before and to the value after, and to nothing else',
  cases: () =>
    fc.oneof(
      fc.tuple(item, item),
      fc
        .tuple(markdownText, fc.nat(), markdownText)
        .map(([text, at, other]): [Item, Item] => [
          new Map([['a', text]]),
          new Map([['a', text.slice(0, at % (text.length + 1)) + other]]),
        ]),
    ),
  holds([before, after]) {
    for (const { attribute, change, before: old, after: now } of compareItems(before, after)) {
      assert.deepEqual([old, now], [before.get(attribute), after.get(attribute)]);
      const same = JSON.stringify(listOf(old)) === JSON.stringify(listOf(now));
      assert.equal(change === undefined, same);
      if (change === undefined) continue;
      const kept = (kind: 'added' | 'removed'): string[] =>
        change.parts.filter((part) => part.kind === 'same' || part.kind === kind).map(({ text }) => text);
      if (change.isList) {
        assert.deepEqual(kept('removed'), listOf(old));
        assert.deepEqual(kept('added'), listOf(now));
      } else {
        assert.equal(kept('removed').join(''), listOf(old).join(''));
        assert.equal(kept('added').join(''), listOf(now).join(''));
      }
    }
  },
});

const picture = target({
  name: 'proof-picture',
  family: 'display',
  invariant: 'the path of any entry of any log is drawn with finite places inside of its picture',
  cases: () =>
    plain({
      one: anySize,
      other: anySize,
      salt: fc.nat(),
      width: fc.integer({ min: 200, max: 2_000 }),
      text: oddText().filter((text) => text.length < 200),
    }),
  holds({ one, other, salt, width, text }) {
    const [entryNumber, logSize] = [Math.min(one, other), Math.max(one, other)];
    const sides = inclusionSides(BigInt(entryNumber), BigInt(logSize));
    const path = sides.map((_, index) => sha256(`${salt}-${index}`));
    const leafHash = sha256(`${salt}`);
    const rootHash = climb(leafHash, path, sides);
    const check = checkInclusion({ leafHash, entryNumber, logSize, auditPath: path, rootHash });
    assert.equal(check.verdict.outcome, 'holds');
    const layout = layoutPath(pathModel({ ...check, leafHash, expectedRoot: rootHash }), width, text);
    demandFinite(layout);
    assert.ok(layout.nodes.length >= sides.length, 'hashes are missing');
    for (const node of layout.nodes)
      assert.ok(node.x >= 0 && node.y >= 0 && node.y + node.height <= layout.height, node.id);
  },
});

/** demandFinite looks for numbers that no picture can be drawn by. */
function demandFinite(value: unknown): void {
  if (typeof value === 'number') assert.ok(Number.isFinite(value), `${value} in a picture`);
  else if (Array.isArray(value)) value.forEach(demandFinite);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(demandFinite);
}

/** DISPLAY_TARGETS are the claims about what is drawn. */
export const DISPLAY_TARGETS: readonly FuzzTarget[] = [literal, markdown, values, diff, picture];
