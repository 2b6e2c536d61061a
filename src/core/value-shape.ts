import { parseCurie } from './curie.ts';

const POSITION = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const DURATION = String.raw`P(?=[\dT])(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?`;
const MOMENT = String.raw`\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?`;

/** Two years alone, `2010/2012`, may be anything; one beside a month, a duration or an open end is a year. */
const SPAN = [
  `(?:${DURATION}|${MOMENT})/(?:${DURATION}|${MOMENT}|\\d{4}|\\.\\.)`,
  `(?:\\d{4}|\\.\\.)/(?:${DURATION}|${MOMENT})`,
  `\\.\\./\\d{4}|\\d{4}/\\.\\.`,
].join('|');

/** Datatypes by what their values look like, most telling first. */
const SHAPES: readonly (readonly [datatype: string, form: RegExp])[] = [
  ['url', /^https?:\/\/[^\s]+$/i],
  ['hash', /^(?:sha-256:|1220)[0-9a-f]{64}$/],
  ['timestamp', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/],
  ['datetime', /^\d{4}-\d{2}(?:-\d{2})?$/],
  ['period', new RegExp(`^(?:${DURATION}|${SPAN})$`)],
  ['point', /^\{\s*"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*\[[^[\]{}]{1,80}\]\s*\}$/],
  ['polygon', /^(?:POLYGON\s*\(\s*\(|\[\s*\[\s*\[)\s*[+-]?\d.*$/is],
  [
    'point',
    new RegExp(
      `^(?:POINT\\s*\\(\\s*${POSITION}\\s+${POSITION}\\s*\\)|\\[\\s*${POSITION}\\s*,\\s*${POSITION}\\s*\\])$`,
      'i',
    ),
  ],
  ['point', new RegExp(`^[+-]?\\d{1,3}\\.\\d{3,}\\s*,\\s*[+-]?\\d{1,3}\\.\\d{3,}$`)],
  ['integer', /^-?(?:0|[1-9]\d{0,30})$/],
  ['boolean', /^(?:true|false)$/],
];

const NAMED_DATE = /(?:^|-)(?:date|discovered)$/;
const NAMED_PLACE = /(?:^|-)(?:point|position|location|coordinates|lat-?lon)$/;
const PAIR = new RegExp(`^${POSITION}\\s*[,;]\\s*${POSITION}$`);

/**
 * shapeOf guesses the datatype of values of which no definition is known, from what all of them look like and what their attribute is called. Undefined where they
 * look like nothing in particular. A number with leading zeros is a code, not an integer.
 */
export function shapeOf(attribute: string, values: readonly string[]): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (attribute === 'text') return 'text';
  if (NAMED_DATE.test(attribute) && values.every((value) => /^\d{4}$/.test(value))) return 'datetime';
  if (NAMED_PLACE.test(attribute) && values.every((value) => PAIR.test(value))) return 'point';
  const found = SHAPES.find(([, form]) => values.every((value) => form.test(value)));
  if (found !== undefined) return found[0];
  return values.every((value) => parseCurie(value) !== undefined) ? 'curie' : undefined;
}
