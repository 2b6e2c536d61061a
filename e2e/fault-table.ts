import { stopsIn } from './fault-walk.ts';

const SUBJECT = { key: 'k', entryNumber: '1', hash: 'h', from: '1', to: '2' };

/** COLUMNS are the stops of the walk, in their order. */
const COLUMNS: readonly string[] = stopsIn({ kind: 'remote', base: 'http://x' }, SUBJECT).map(
  ({ name }) => name,
);

/**
 * What a reader is told at each stop, by letters: H something holds, X something does not match, ? something cannot be checked, F a request failed, - none of these. In small
 * letters (c for ?): it may come later than the view rests. The record is uranus, the entry 14, the item that entry's, the sizes 10 and 15 of planet's 15 entries; faults that
 * alter one thing alter this one. What the letters may not be is as much a part of the table: no X where nothing lies, no H where nothing was read.
 */
const TABLE = `
honest                       H    -    H    h    H    H    H    H    H    H    H    -    H    -    -    -    H    H    -    H
altered-item                 Hx   -    HX   hx   HX   HX   X    -    -    H    HX?  -    HX   -    -    -    H    H    -    HX
half-character               Hc   -    H?   hc   H?   H?   ?    -    -    H    H?   -    H?   -    -    -    H    H    -    H?
altered-entry                Hxc  -    HX   hx   HX   H    H    -    -    H    Hxc  -    HX   -    -    -    H    H    -    HX
altered-proof                H    -    HX   hx   HX   H    H    H    H    H    H    -    HX   -    -    -    H    H    -    H
altered-consistency          H    -    H    h    H    H    H    H    H    HX   HX   -    h    -    -    -    HX   X    -    H
altered-root                 ?    -    H?   c    H?   H    H    -    -    ?    ?    -    H?   -    -    -    H?   ?    -    c
stale-root                   H    -    H?   h    H?   H    H    H    H    H    -    -    h    -    -    -    H    H    -    H
stale-record                 H    -    HX   h    H    H    H    H    H    H    H    -    h    -    -    -    HX   H    -    H
forged-record                H    -    HX   h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
other-record v2              H    -    H?f  h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
other-record earlier         H    -    HX   h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
short-trail v2               H    -    H?f  h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
short-trail earlier          H    -    HX   h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
fork                         H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
fork-longer                  H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
rollback                     H    -    H    h    -    H    -    H    H    H    -    -    h    -    -    -    H    H    -    h
other-moment                 H    -    HX   hx   HX   H    H    H    H    HX   HX   -    HX   -    -    -    HX   X    -    H
long-proof                   h?   -    H?F  c    H?F  H    H    -    F    F    H?   -    F    -    -    -    H?F  ?    -    H
links-circle v2              H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-circle earlier         H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-back v2                H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-back earlier           H    -    H    h    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-away v2                H    -    H    hf   H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-away earlier           H    -    H    hf   H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-endless v2             H    -    H    hf   H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
links-endless earlier        H    -    H    hf   H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
entries-skipped v2           H    -    HX   H    H    H    H    H    H    H    H    -    h    -    -    -    HX   H    -    H
entries-skipped earlier      H    -    HX   H    H    H    H    H    H    H    H    -    h    -    -    -    HX   H    -    H
entries-repeated v2          H    -    H    H    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
entries-repeated earlier     H    -    H    H    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
entries-reversed v2          H    -    H    H    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
entries-reversed earlier     H    -    H    H    H    H    H    H    H    H    H    -    h    -    -    -    H    H    -    H
log-cut v2                   ?F   -    H    h    F    H    H    -    F    H    HF   -    F    -    -    -    H    HF   F    F
log-cut earlier              ?F   -    H    h    F    H    H    -    F    H    HF   -    F    -    -    -    H    H    F    F
numbers-huge v2              F    F    F    F    F    HF   H    F    F    F    F    F    F    F    -    F    F    F    F    F
numbers-huge earlier         F    -    ?F   F    F    HF   H    F    F    F    F    F    F    F    -    -    F    F    -    F
numbers-exponent v2          F    F    F    F    F    HF   H    F    F    F    F    F    F    F    -    F    F    F    F    F
numbers-exponent earlier     F    -    ?F   F    F    HF   H    F    F    F    F    F    F    F    -    -    F    F    -    F
numbers-hex v2               F    F    F    F    F    HF   H    F    F    F    F    F    F    F    -    F    F    F    F    F
numbers-hex earlier          F    -    ?F   F    F    HF   H    F    F    F    F    F    F    F    -    -    F    F    -    F
numbers-other-digits v2      F    F    F    F    F    HF   H    F    F    F    F    F    F    F    -    F    F    F    F    F
numbers-other-digits earlier F    -    ?F   F    F    HF   H    F    F    F    F    F    F    F    -    -    F    F    -    F
truncated-json               F    F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
wrong-type                   F    F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
not-found-html               F    F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
dead                         F    F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
slow v2                      F    F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
late earlier                 F    F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    F    F    F    F
stall v2                     ?f   F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
stall-body earlier           ?f   F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
broken-off v2                ?f   F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
endless-body v2              ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
gzip-bomb earlier            ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
wrong-length earlier         ?f   F    F    f    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
deep-json                    ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
web-page                     ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
too-many-requests v2         ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
unavailable earlier          ?F   F    F    F    F    F    F    F    F    F    F    F    F    F    -    F    ?F   ?F   F    F
fails-once                   hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  hcf  -    hcf  hcf  hcf  hcf  hcf
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

/** ROWS are the lines of the table by `fault variant`. A line without a variant is for both. */
export const ROWS: ReadonlyMap<string, readonly Cell[]> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [fault = '', ...rest] = line.split(/ +/);
      const variants = rest[0] === 'v2' || rest[0] === 'earlier' ? rest.splice(0, 1) : ['v2', 'earlier'];
      if (rest.length !== COLUMNS.length) throw new Error(`the row ${fault} has ${rest.length} cells`);
      return variants.map((variant) => [`${fault} ${variant}`, rest.map(cellOf)] as const);
    }),
);
