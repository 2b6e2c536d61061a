import type { Call, Link } from '../call.ts';
import type { Manner } from '../manner.ts';

/** MAX_PAGE is the largest page that can be asked for (wire notes: up to 5,000). */
export const MAX_PAGE = 5000;

/** Span is one page of a list: `count` members from `offset` on, 0-based. */
export interface Span {
  readonly offset: number;
  readonly count: number;
  readonly links: readonly Link[];
}

/** Pairs are query parameters in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** Neighbours are the queries of a page and of those beside it. */
export interface Neighbours {
  readonly here: Pairs;
  readonly first: Pairs;
  /** The page that would follow if the list did not end. */
  readonly onward: Pairs;
  readonly next?: Pairs | undefined;
  readonly previous?: Pairs | undefined;
  /** What a server that reckons wrongly calls previous, a page before the first; absent where none was seen to. */
  readonly beforeFirst?: Pairs;
  /** Parameters that every link keeps. */
  readonly filter?: Pairs;
}

/** pageLinks makes the next and previous links of a page, to the path as it was asked for, suffix included. */
export function pageLinks(call: Call, neighbours: Neighbours): Link[] {
  const { manner, askedPath } = call;
  const loops = manner.nextLinks === 'loop' && neighbours.beforeFirst !== undefined;
  const kept = manner.nextLinks === 'forget' ? [] : (neighbours.filter ?? []);
  const next = loops ? neighbours.here : nextPage(neighbours, manner);
  const previous = loops ? neighbours.beforeFirst : neighbours.previous;
  const link = (rel: Link['rel'], pairs: Pairs): Link => ({
    rel,
    path: askedPath,
    query: new URLSearchParams([...kept, ...pairs].map(([name, value]) => [name, value])),
  });
  return [...(next ? [link('next', next)] : []), ...(previous ? [link('previous', previous)] : [])];
}

function nextPage(
  { next, first, here, previous, onward }: Neighbours,
  { nextLinks }: Manner,
): Pairs | undefined {
  switch (nextLinks) {
    case 'circle':
      return next ?? first;
    case 'back':
      return previous ?? here;
    case 'away':
    case 'endless':
      return next ?? onward;
    case 'true':
    case 'loop':
    case 'forget':
      return next;
  }
}

/** pageShown is the page that stands at an index from 0 on: beyond the last of `count` pages an endless list begins again, any other has none. */
export function pageShown(index: number, count: number, { nextLinks }: Manner): number | undefined {
  if (index < count) return index;
  return nextLinks === 'endless' ? index % count : undefined;
}
