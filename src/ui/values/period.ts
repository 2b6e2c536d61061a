import { formatPartialDate, listWords } from '../format.ts';
import { isRealMoment } from '../../core/moment.ts';

const UNITS = {
  Y: 'year',
  M: 'month',
  W: 'week',
  D: 'day',
  TH: 'hour',
  TM: 'minute',
  TS: 'second',
} as const;

/**
 * periodWords puts an ISO 8601 duration or interval into words: `1 year and 2 months`, `1 Mar 2007 to 11 May 2008`, `1 year from 1 Mar 2007`. A missing end or `..` is
 * open. Undefined for any other text.
 */
export function periodWords(text: string): string | undefined {
  const [start = '', end, ...rest] = text.split('/');
  if (rest.length > 0 || text.length > 100) return undefined;
  if (end === undefined) return durationWords(start);
  const from = momentWords(start);
  const to = momentWords(end);
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined) {
    if (isOpen(end)) return `from ${from}, without an end`;
    const duration = durationWords(end);
    return duration && `${duration} from ${from}`;
  }
  if (to === undefined) return undefined;
  if (isOpen(start)) return `until ${to}, without a beginning`;
  const duration = durationWords(start);
  return duration && `${duration} until ${to}`;
}

function isOpen(text: string): boolean {
  return text === '' || text === '..';
}

function momentWords(text: string): string | undefined {
  return isRealMoment(text) ? formatPartialDate(text) : undefined;
}

const DURATION =
  /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

function durationWords(text: string): string | undefined {
  const counts = DURATION.exec(text)?.slice(1);
  if (counts === undefined) return undefined;
  const parts = Object.values(UNITS).flatMap((unit, index) => {
    const count = counts[index];
    if (count === undefined) return [];
    const digits = count.replace(/^0+(?=\d)/, '');
    return [`${digits} ${unit}${digits === '1' ? '' : 's'}`];
  });
  return listWords(parts);
}
