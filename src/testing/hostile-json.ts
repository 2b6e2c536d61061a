import * as fc from 'fast-check';

/** Pieces that a hostile or careless answer may contain in place of valid ones. */
const PIECES = [
  ['"', '\\', '\\"', '\\u0041', '\\ud800', '\u0000', '\u007f', 'é', 'e\u0301', '\u2028', '\ufeff', ' '],
  ['\n', ',', ':', '[', ']', '{', '}', '[]', '{}', 'null', 'true', '0', '-1', '1e3', '1.0', '007'],
  ['9007199254740993', '99999999999999999999', '"key":"other",', '"entry-number":"7",'],
  ['"__proto__":"x",', '"_id":"x",', '**REDACTED**', 'sha-256:', '1220'],
].flat();

/**
 * ANY_CHARACTER is any code point but half a surrogate pair. The unit 'binary' of fast-check is the same, and
 * takes 1.6 s of each process to list them.
 */
export const ANY_CHARACTER = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Damage is one change to a text: a piece replaces some characters. */
const damage = fc.record({
  at: fc.nat(),
  drop: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(90)),
  piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ unit: ANY_CHARACTER, maxLength: 3 })),
});

/** damaged makes texts with damage in up to three places. */
export function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.record({ text: texts, damages: fc.array(damage, { maxLength: 3 }) }).map(({ text, damages }) => {
    let corrupted = text;
    for (const { at, drop, piece } of damages) {
      const place = at % (corrupted.length + 1);
      corrupted = corrupted.slice(0, place) + piece + corrupted.slice(place + drop);
    }
    return corrupted;
  });
}

/** hostile makes texts with damage in up to three places, as bytes that may not even be UTF-8. */
export function hostile(texts: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      text: damaged(texts),
      byte: fc.option(fc.record({ at: fc.nat(), value: fc.nat(255) }), { freq: 5, nil: undefined }),
    })
    .map(({ text, byte }) => {
      const bytes = new TextEncoder().encode(text);
      if (byte && bytes.length > 0) bytes[byte.at % bytes.length] = byte.value;
      return bytes;
    });
}

/**
 * RUNS is how property tests are run: so many cases, from a seed that a failure prints.
 * `npm run fuzz` sets both.
 */
export const RUNS: fc.Parameters<unknown> = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122),
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 80),
};

/** Json is a JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** plain makes objects of a shape with the ordinary prototype, so that they equal literals. */
export function plain<T>(shape: { [Name in keyof T]: fc.Arbitrary<T[Name]> }): fc.Arbitrary<T> {
  return fc.record(shape, { noNullPrototype: true });
}

/** HOSTILE_TEXTS are keys, values and names that are easily misread, or do harm if not treated as text. */
export const HOSTILE_TEXTS: readonly string[] = [
  ['', ' ', '.', '..', '%2e%2e', 'a/b', 'a%2Fb', 'a%252Fb', '?', '#', '%', '%zz', '+', '&a=b', ';', ','],
  ['"', "'", '\\', '__proto__', 'constructor', 'toString', 'entries', 'records', 'x.json', 'x.csv'],
  ['0', '-0', '00', '007', '1e3', '0x10', '1.0', '+1', '-1', ' 1', '٣', '９', 'NaN', 'Infinity', 'null'],
  ['9007199254740991', '9007199254740992', '99999999999999999999999999'],
  ['<b onclick="window.pwned=1">x</b>', '<script>window.pwned=1</script>', 'JaVaScRiPt:window.pwned=1'],
  ['[x](javascript:window.pwned=1)', '[x](https://example.org/?a=1)', '**bold** *em* `code` _x_'],
  ['data:text/html,x', '=1+1', '@SUM(1)', '\u0000', '\u0001\u001f\u007f', '\t\n\r\n', '\u2028\u2029'],
  ['\u202Eltr\u202C', '\u2066x\u2069', '\u200b\u200d\ufeff', '\ud800', 'x\udc00y', 'e\u0301', 'é', 'ﬁ'],
  ['\u{1F468}\u200d\u{1F469}\u200d\u{1F467}', 'İ', 'ß', '2016-02-30', '2016-02-29', '0000-00-00'],
  ['9999-12-31T23:59:59Z', '2016-04-05T13:23:05+99:99', 'P1Y', 'P1Y/..', '2007-03-01/P1Y'],
  ['POINT(0 0)', '[0,0]', '51.5,-0.12', '[[[0,0],[1,1],[2,0],[0,0]]]', 'country:GB', 'country:'],
  ['https://example.org/records/GB', 'http://[::1]:80/', 'https://user:word@example.org/', '//e.org/x'],
  [`**REDACTED**${'0'.repeat(64)}`, `**REDACTED**1220${'0'.repeat(64)}`, `sha-256:${'a'.repeat(64)}`],
  [`sha-256:${'A'.repeat(64)}`, `1220${'b'.repeat(64)}`, 'c'.repeat(64), 'c'.repeat(63)],
].flat();

/**
 * oddText makes any text: hostile ones, random ones, damaged ones, several joined, and now
 * and then a very long one.
 */
export function oddText(): fc.Arbitrary<string> {
  const some = fc.constantFrom(...HOSTILE_TEXTS);
  return fc.oneof(
    { weight: 6, arbitrary: some },
    { weight: 3, arbitrary: damaged(some) },
    { weight: 3, arbitrary: fc.string({ unit: ANY_CHARACTER, maxLength: 24 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 24 }) },
    { weight: 2, arbitrary: fc.array(some, { maxLength: 6 }).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc.tuple(some, fc.constantFrom(40, 400, 4_000)).map(([text, times]) => text.repeat(times)),
    },
  );
}

const ODD_NUMBERS: readonly Json[] = [0, -0, -1, 1.5, 7, 295, 1e300, 2 ** 53];
const ODD_VALUES: readonly Json[] = ODD_NUMBERS.concat(
  [null, true, false],
  [[], {}, [[]], [null], [1], ['a', ['b']], { a: { b: {} } }],
);

/** hostileJson makes JSON values of a wrong kind. */
export function hostileJson(): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(...ODD_VALUES),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  );
}

const edit = fc.record({
  how: fc.constantFrom('replace', 'wrap', 'remove', 'reverse', 'copy', 'add', 'near', 'near'),
  at: fc.nat(),
  salt: fc.nat(),
  value: hostileJson(),
});

/** corruptedJson makes the values of JSON texts with up to four changes of their structure; often none. */
export function corruptedJson(texts: fc.Arbitrary<string>): fc.Arbitrary<{ value: Json; changes: number }> {
  return fc.record({ text: texts, edits: fc.array(edit, { maxLength: 4 }) }).map(({ text, edits }) => {
    const top: Record<string, Json> = { root: JSON.parse(text) as Json };
    for (const { how, at, salt, value: given } of edits) {
      const value = structuredClone(given);
      const slots = slotsIn(top);
      const { holder, name, held } = slots[at % slots.length] as Slot;
      if (how === 'remove') {
        if (Array.isArray(holder)) holder.splice(Number(name), 1);
        else if (holder !== top) delete (holder as Record<string, Json>)[name];
      } else if (how === 'add' && typeof held === 'object' && held !== null && !Array.isArray(held))
        put(held, HOSTILE_TEXTS[salt % HOSTILE_TEXTS.length] ?? '', value);
      else if (how === 'wrap') put(holder, name, [held]);
      else if (how === 'reverse') put(holder, name, Array.isArray(held) ? held.toReversed() : held);
      else if (how === 'copy') put(holder, name, structuredClone((slots[salt % slots.length] as Slot).held));
      else put(holder, name, how === 'near' ? nearTo(held, salt) : value);
    }
    return { value: top['root'] as Json, changes: edits.length };
  });
}

/**
 * corruptedEverywhere lists the texts of a JSON value with one part removed, extended, or replaced by
 * each of some wrong values.
 */
export function corruptedEverywhere(whole: unknown): string[] {
  return slotsIn({ root: whole as Json }).flatMap(({ held }, at) => {
    const changed = (change: (slot: Slot) => void): string => {
      const top = { root: structuredClone(whole) as Json };
      change(slotsIn(top)[at] as Slot);
      return JSON.stringify(top.root);
    };
    const near = Array.from({ length: 16 }, (_, salt) => nearTo(held, salt));
    const values = [...new Set([...ODD_VALUES, ...near, 'toString', '__proto__', '\ud800', 'blob', 'item'])];
    return [
      changed(({ holder, name }) => at > 0 && delete (holder as Record<string, Json>)[name]),
      changed(({ held: own }) => typeof own === 'object' && own !== null && put(own, 'more', 'x')),
    ].concat(values.map((value) => changed(({ holder, name }) => put(holder, name, value))));
  });
}

interface Slot {
  readonly holder: object;
  readonly name: string;
  readonly held: Json;
}

/** slotsIn lists the places of a value, depth first. */
function slotsIn(holder: object): Slot[] {
  return Object.entries(holder).flatMap(([name, held]: [string, Json]) =>
    [{ holder, name, held }].concat(typeof held === 'object' && held !== null ? slotsIn(held) : []),
  );
}

/** put sets a member as JSON.parse does, which treats `__proto__` as an ordinary name. */
function put(holder: object, name: string, value: Json): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** nearTo returns a value easily mistaken for the given one. */
function nearTo(value: Json, salt: number): Json {
  const pick = (...list: readonly Json[]): Json => list[salt % list.length] as Json;
  if (typeof value === 'number') return pick(value + 1, value - 1, String(value), ...ODD_VALUES);
  if (typeof value !== 'string') return Array.isArray(value) ? value.slice(salt % 2) : value;
  if (/^[0-9]+$/.test(value))
    return pick(
      Number(value),
      String(Number(value) + 1),
      `${value}e0`,
      `0${value}`,
      `+${value}`,
      `${value}.0`,
    );
  const digits = /[0-9a-f]{64}$/.exec(value)?.[0];
  if (digits === undefined) return pick(`${value} `, value.slice(1), value.toUpperCase(), `${value}\u200b`);
  const prefix = value.slice(0, -64);
  const place = salt % 64;
  const flipped = digits.slice(0, place) + (digits[place] === '0' ? '1' : '0') + digits.slice(place + 1);
  return pick(
    ...[
      [prefix + flipped, prefix + digits.toUpperCase(), prefix + digits.slice(1), `${prefix}0${digits}`],
      [digits, `1220${digits}`, `sha-256:${digits}`, `${value}\n`],
    ].flat(),
  );
}
