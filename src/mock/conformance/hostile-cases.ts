import type { Variant } from '../../core/model.ts';
import type { ConformanceCase } from './case.ts';

const LONG = 'x'.repeat(8000);
const HUGE = `1${'0'.repeat(400)}`;

/** Path and the status it gets. What a URL parser makes of dots and backslashes on the way is part of the case. */
const PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records/%', 400],
  ['/records/%zz', 400],
  ['/records/%FF', 400],
  ['/records/%C0%AF', 400],
  ['/records/%ED%A0%80', 400],
  ['/records?page-index=%', 400],
  ['/records/%00', 404],
  ['/records/a%00b/entries', 404],
  ['/records/%0D%0ALink:%20x', 404],
  ['/records/..%2F..%2Fetc%2Fpasswd', 404],
  ['/records/%2e%2e%2f%2e%2e', 404],
  ['/records/%5C..%5C..', 404],
  ['/records/__proto__', 404],
  ['/records/constructor', 404],
  ['/records/hasOwnProperty/entries', 404],
  ['/records/toString.json', 404],
  ['/records/%E2%80%AEgnp', 404],
  ['/records/%F0%9F%AA%90', 404],
  [`/records/${LONG}`, 404],
  [`/records/${LONG}/entries`, 404],
  [`/${LONG}`, 404],
  [`/${'a/'.repeat(3000)}`, 404],
  [`/entries/${HUGE}`, 404],
  ['/entries/1e3', 404],
  ['/entries/%D9%A1', 404],
  ['/entries/Infinity', 404],
  ['/entries/1;drop', 404],
  [`/entries?limit=${HUGE}`, 400],
  ['/entries?start=NaN', 400],
  ['/entries?start=1&start=1', 400],
  ['/entries?start[]=1&__proto__=1', 200],
  ['/entries?', 200],
  ['/entries?&&&===', 200],
  [`/entries?x=${LONG}`, 200],
  ['/records?page-index=0', 400],
  ['/records?page-index=-1', 400],
  ['/records?page-size=0', 400],
  ['/records?page-size=5001', 400],
  ['/records?page-index=1.5', 400],
  ['/records?page-index=1&page-index=2', 400],
  ['/records?page-index=99', 404],
  [`/records?page-index=${HUGE}`, 400],
  ['/records?page-index=9007199254740991&page-size=5000', 400],
];

const ITEM_PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records/__proto__/x', 404],
  ['/records/constructor/name', 404],
  ['/records/name/__proto__', 200],
  [`/records/name/${LONG}`, 200],
  ['/records/name/%00', 200],
  ['/items/__proto__', 404],
  [`/items/${LONG}`, 404],
  [`/items?cursor=${LONG}`, 400],
  ['/items?cursor=', 400],
  ['/proof/register/', 404],
  ['/proof/register/__proto__', 404],
  [`/proof/entries/1/${HUGE}/merkle:sha-256`, 400],
  ['/proof/entries/1/15/merkle%3Asha-256', 200],
  ['/proof/consistency/15/1/merkle:sha-256', 400],
  ['/proof/consistency/0/0/merkle:sha-256', 400],
];

const BLOB_PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records?name=__proto__&value=x', 400],
  ['/records?name=name&value=__proto__', 200],
  ['/records?name=name&name=text&value=x', 400],
  ['/records?value=x', 400],
  ['/blobs/__proto__', 404],
  ['/blobs/1220', 404],
  [`/snapshots/${HUGE}`, 400],
  ['/snapshots/15/__proto__', 404],
  ['/snapshots/15/%00', 404],
  ['/proofs/consistency/0/0', 400],
  [`/proofs/entries/${HUGE}/15`, 400],
];

function casesOf(variant: Variant, paths: readonly (readonly [string, number])[]): ConformanceCase[] {
  return paths.map(([path, status]) => ({
    variant,
    endpoint: 'any',
    title: `answers ${path.slice(0, 50)} with ${status}`,
    path,
    status,
  }));
}

/** HOSTILE_CASES are requests that no honest client makes. */
export const HOSTILE_CASES: readonly ConformanceCase[] = [
  ...casesOf('item', [...PATHS, ...ITEM_PATHS]),
  ...casesOf('blob', [...PATHS, ...BLOB_PATHS]),
];
