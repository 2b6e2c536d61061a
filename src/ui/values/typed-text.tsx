import { lazyParts, Part } from '../part.tsx';
import { parseHash } from '../../core/hash.ts';
import { isRealDatetime } from '../../core/datetime.ts';
import { formatPartialDate, listWords } from '../format.ts';
import { CopyHash } from '../hash.tsx';
import { Literal } from '../literal.tsx';
import { PartialDate, Time } from '../time.tsx';
import styles from './values.module.css';

/**
 * OneByType shows one text by its datatype; one that breaks its datatype, or has an
 * unknown one, as plain text.
 */
export function OneByType({ value, datatype = 'string' }: { value: string; datatype: string | undefined }) {
  const text = <Literal text={value} />;
  const code = <span className="mono">{text}</span>;
  switch (datatype) {
    case 'datetime':
      return isRealDatetime(value) ? <PartialDate value={value} /> : text;
    case 'timestamp':
      return isRealDatetime(value) ? <Time at={value} /> : text;
    case 'period': {
      const words = periodWords(value);
      return words === undefined ? text : <span title={value}>{words}</span>;
    }
    case 'url':
      if (!isWebAddress(value)) return text;
      return (
        <a href={value} rel="noopener noreferrer nofollow" target="_blank">
          {text}
        </a>
      );
    case 'text':
      return <MarkedText text={value} />;
    case 'integer':
      return <span className={styles.number}>{text}</span>;
    case 'hash': {
      const spelling = (['item', 'blob', 'bare'] as const).find((one) => parseHash(value, one));
      const hash = spelling && parseHash(value, spelling);
      return hash ? <CopyHash hash={hash} spelling={spelling} /> : code;
    }
    case 'point': {
      const words = pointWords(value);
      return words === undefined ? code : <span title={value}>{words}</span>;
    }
    case 'polygon':
    case 'curie':
    case 'name':
    case 'boolean':
      return code;
    default:
      return text;
  }
}

const { Markdown } = lazyParts(async () => import('../markdown.tsx'));

/** Possible Markdown syntax; a text without any is plain. */
const MARKS = /[*_`#>[\]~]|^\s*(?:[-+]|\d{1,9}[.)])\s|\n\s*\n/m;

/** MarkedText shows a text that may be Markdown; unformatted until that code is loaded. */
export function MarkedText({ text }: { text: string }) {
  const written = <Literal text={text} />;
  return MARKS.test(text) ? (
    <Part fallback={written} missing={written}>
      <Markdown text={text} />
    </Part>
  ) : (
    written
  );
}

/**
 * isWebAddress reports whether a text may become a link: http and https, as the browser would read it, and
 * nothing invisible in it.
 */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(value) && URL.canParse(value);
}

/**
 * periodWords puts an ISO 8601 duration or interval into words: `1 year and 2 months`, `1 Mar 2007 to 11 May
 * 2008`, `1 year from 1 Mar 2007`. A missing end or `..` is open. Undefined for any other text.
 */
export function periodWords(text: string): string | undefined {
  const [start = '', end, ...rest] = text.split('/');
  if (rest.length > 0 || text.length > 100) return undefined;
  if (end === undefined) return durationWords(start);
  const [from, to] = [start, end].map((moment) => isRealDatetime(moment) && formatPartialDate(moment));
  if (from && to) return `${from} to ${to}`;
  const other = from ? end : start;
  const length = other === '' || other === '..' ? '' : durationWords(other);
  if (length === undefined || !(from || to)) return undefined;
  return `${length} ${from ? `from ${from}` : `until ${to}`}`.trim();
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

const DURATION =
  /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

function durationWords(text: string): string | undefined {
  const counts = DURATION.exec(text)?.slice(1);
  const parts = UNITS.flatMap((unit, index) => {
    const digits = counts?.[index]?.replace(/^0+(?=\d)/, '');
    return digits === undefined ? [] : [`${digits} ${unit}${digits === '1' ? '' : 's'}`];
  });
  return counts && listWords(parts);
}

const DEGREES = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const GEOJSON = String.raw`\{\s*"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*`;

/** The forms of a point, with the longitude first except in a pair alone. */
const LON_LAT = [
  new RegExp(String.raw`^\s*POINT\s*\(\s*${DEGREES}\s+${DEGREES}\s*\)\s*$`, 'i'),
  new RegExp(String.raw`^\s*(?:${GEOJSON})?\[\s*${DEGREES}\s*,\s*${DEGREES}\s*\]\s*\}?\s*$`),
];
const LAT_LON = new RegExp(String.raw`^\s*${DEGREES}\s*[,;]\s*${DEGREES}\s*$`);

/**
 * pointWords writes a place on the globe as on maps: `51.5073° N, 0.1277° W`, with at most six digits after
 * the point. Undefined for any other text, and for numbers off the globe.
 */
export function pointWords(text: string): string | undefined {
  const [, ...pair] = LON_LAT.map((form) => form.exec(text)).find((found) => found !== null) ?? [];
  const [, ...turned] = LAT_LON.exec(text) ?? [];
  const [lon = NaN, lat = NaN] = [...pair, ...turned.reverse()].map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return undefined;
  const side = (value: number, sides: string): string =>
    `${Number(Math.abs(value).toFixed(6))}°${value === 0 ? '' : ` ${sides[Number(value < 0)]}`}`;
  return `${side(lat, 'NS')}, ${side(lon, 'EW')}`;
}
