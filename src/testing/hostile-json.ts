import * as fc from 'fast-check';

/** Pieces that a hostile or careless page may hold in place of what belongs there. */
const PIECES = [
  '"',
  '\\',
  '\\"',
  '\\u0041',
  '\\ud800',
  '\u0000',
  '\u007f',
  'é',
  'e\u0301',
  '\u2028',
  '\ufeff',
  ' ',
  '\n',
  ',',
  ':',
  '[',
  ']',
  '{',
  '}',
  '[]',
  '{}',
  'null',
  'true',
  '0',
  '-1',
  '1e3',
  '1.0',
  '007',
  '9007199254740993',
  '99999999999999999999',
  '"key":"other",',
  '"entry-number":"7",',
  '"__proto__":"x",',
  '"_id":"x",',
  '**REDACTED**',
  'sha-256:',
  '1220',
];

/** Damage is one change to a text: some characters at a place give way to a piece. */
const damage = fc.record({
  at: fc.nat(),
  drop: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(90)),
  piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ unit: 'binary', maxLength: 3 })),
});

/** damaged makes out of texts the same texts damaged in up to three places. */
export function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.record({ text: texts, damages: fc.array(damage, { maxLength: 3 }) }).map(({ text, damages }) => {
    let spoilt = text;
    for (const { at, drop, piece } of damages) {
      const place = at % (spoilt.length + 1);
      spoilt = spoilt.slice(0, place) + piece + spoilt.slice(place + drop);
    }
    return spoilt;
  });
}

/** hostile makes out of texts the same texts damaged in up to three places, as bytes that may not even be UTF-8. */
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
