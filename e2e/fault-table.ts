import { stopsIn } from './fault-walk.ts';

const SUBJECT = { key: 'k', entryNumber: '1', hash: 'h', from: '1', to: '2' };

/** COLUMNS are the stops of the walk, in their order. */
const COLUMNS: readonly string[] = stopsIn({ kind: 'remote', base: 'http://x' }, SUBJECT).map(
  ({ name }) => name,
);

/**
 * What a reader is told at each stop, by letters: H something holds, X something does not match, ? something cannot be checked, F a request failed, - none of these. In small
 * letters (c for ?): it may come later than the view rests, as what a copy of the whole register tells does. The record is uranus, the entry 14, the item that entry's, the sizes 10 and 15 of planet's 15 entries; faults that
 * alter one thing alter this one. What the letters may not be is as much a part of the table: no X where nothing lies, no H where nothing was read. At the end of a line
 * stand the faults that are told alike.
 */
const TABLE = `
H   -   H   h   H   H   H   H   H   H   H   H   H   - H   - H   H   -   H    honest
Hx  -   HX  hx  HX  HX  HX  H   H   H   HX? X   H   - H   - H   H   -   HX   altered-item
Hc  -   H?  hc  H?  H?  H?  H   H   H   H?  -   H   - H   - H   H   -   H?   half-character
Hxc -   HX  hx  HX  H   HX  H   X   H   Hxc X   H   - H   - H   H   -   HX   altered-entry
H   -   HX  hx  HX  H   HX  H   X   H   H   H   H   - H   - H   H   -   H    altered-proof
H   -   H   h   H   H   H   H   H   X   HX  H   H   - H   - HX  X   -   H    altered-consistency
?   -   H?  c   H?  H   H?  ?   ?   ?   ?   -   ?   - ?   - H?  ?   -   hc   altered-root
H   -   H?  h   H?  H   H   H   -   -   -   H   H   - H   - H   H   -   H    stale-root
H   -   Hx  h   H   H   H   H   H   H   H   H   H   - H   - HX  H   -   H    stale-record
H   -   HX  h   H   H   H   H   H   H   H   H   H   - H   - H   H   -   H    forged-record, other-record earlier
H   -   ?hf h   H   H   H   H   H   H   H   H   H   - H   - Hx  H   -   H    other-record v2
H   -   H   h   H   H   H   H   H   H   H   H   H   - H   - H   H   -   H    fork, fork-longer, links-circle, links-back, short-trail
H   -   H   h   -   H   -   H   -   -   -   H   H   - H   - H   H   -   h    rollback
H   -   HX  hx  HX  H   HX  H   X   X   HX  H   H   - H   - HX  X   -   H    other-moment
h?  -   H?F h   HF  H   H?  HF  ?F  ?F  H?  H   ?   - ?   - H?F ?   -   H    long-proof
H   -   H   hf  H   H   H   H   H   H   H   H   H   - H   - H   H   -   H    links-away, links-endless
H   -   Hx  H   H   H   H   H   H   H   H   H   H   - H   - HX  H   -   H    entries-skipped
H   -   H   H   H   H   H   H   H   H   H   H   H   - H   - H   H   -   H    entries-repeated, entries-reversed
?   -   H   h   F   H   Hc  ?F  ?F  H   H   -   ?   - ?   - H   H   -   ?f   log-cut
F   F   F   F   F   H?f Hc  F   F   F   F   F   ?F  - ?F  F F   F   F   F    numbers-huge v2, numbers-fraction v2, numbers-hex v2, numbers-other-digits v2
F   -   ?F  F   F   H?f Hc  F   F   F   F   F   ?F  - ?F  F F   F   -   F    numbers-huge earlier, numbers-fraction earlier, numbers-hex earlier, numbers-other-digits earlier
F   F   F   F   F   F   F   F   F   F   F   F   F   - F   F F   F   F   F    truncated-json, wrong-type, not-found-html
F   F   F   f   F   F   F   F   F   F   F   F   F   - F   F F   F   F   F    dead, slow v2, late earlier
?f  F   F   f   F   F   F   F   F   F   F   F   ?F  - ?   F ?F  ?F  F   F    stall v2, broken-off v2, stall-body earlier, wrong-length earlier
?F  F   F   F   F   F   F   F   F   F   F   F   ?F  - ?   F ?F  ?F  F   F    endless-body v2, too-many-requests v2, gzip-bomb earlier, unavailable earlier, deep-json, web-page
hcf hcf hcf hcf hcf hcf hcf hcf hcf hcf hcf hcf hcf - hcf hcf hcf hcf hcf hcf  fails-once
`;

/** Cell is what must be told at a stop, and what may be. */
interface Cell {
  readonly must: string;
  readonly may: string;
}

const SMALL = new Map([...'hxcf'].map((small, at) => [small, 'HX?F'[at] ?? '']));

function cellOf(text: string): Cell {
  const letters = [...text].filter((letter) => letter !== '-');
  const must = letters.filter((letter) => !SMALL.has(letter)).join('');
  return { must, may: must + letters.map((letter) => SMALL.get(letter) ?? '').join('') };
}

/** LINES are the lines of the table: what must be told, and may be, at each stop; and the faults that are told alike, as `fault` or `fault variant`. */
const LINES = TABLE.trim()
  .split('\n')
  .map((line) => {
    const words = line.split(/ +/);
    return {
      cells: words.slice(0, COLUMNS.length).map(cellOf),
      faults: words.slice(COLUMNS.length).join(' ').split(', '),
    };
  });

/** ROWS are the lines of the table by `fault variant`. A fault without a variant is there for both. */
export const ROWS: ReadonlyMap<string, readonly Cell[]> = new Map(
  LINES.flatMap(({ cells, faults }) =>
    faults
      .flatMap((fault) => (fault.includes(' ') ? [fault] : [`${fault} v2`, `${fault} earlier`]))
      .map((name) => [name, cells] as const),
  ),
);
