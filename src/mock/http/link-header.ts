import type { Call, Link } from '../call.ts';
import { keySegment } from './key-segment.ts';

const DEPRECATION = '<https://registers.example/deprecated>; rel="deprecation"';

/** linkHeader writes the links of an answer (RFC 8288) in the manner of the mount; undefined where there is nothing to send. */
export function linkHeader(links: readonly Link[], call: Call): string | undefined {
  const { manner } = call;
  const written =
    manner.links === 'none' ? [] : links.map((link) => `<${target(link, call)}>; rel="${link.rel}"`);
  if (manner.deprecation) return [DEPRECATION, ...written].join(',');
  return written.length === 0 ? undefined : written.join(', ');
}

const ELSEWHERE = 'https://elsewhere.registers.example';

function target({ rel, path, query }: Link, { base, origin, manner }: Call): string {
  const search = query ? `?${query}` : '';
  if (manner.nextLinks === 'away' && rel === 'next') return ELSEWHERE + base + path + search;
  if (manner.links === 'query' && query) return search;
  return (manner.links === 'absolute' ? origin : '') + base + path + search;
}

/** versionHistory links a record to its trail (RFC 5829; API document, "Records", rule 1). */
export function versionHistory(key: string, { manner }: Call): Link {
  const segment = manner.linkKeys === 'raw' ? rawSegment(key) : keySegment(key);
  return { rel: 'version-history', path: `/records/${segment}/entries` };
}

/** What cannot stand in a header or between `<` and `>` is encoded all the same. */
function rawSegment(key: string): string {
  return key.replaceAll(/[^\x21-\x7e]|[<>"%?#]/gu, encodeURIComponent);
}
