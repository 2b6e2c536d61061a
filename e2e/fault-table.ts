import type { Finding } from './fault-walk.ts';

/**
 * What a reader is told of a fault at each stop of the walk. A line at the margin has the faults that are told alike (`fault`, or `fault variant`), and after the bar what is told at
 * every stop that is not listed below it: as of an honest server, or these outcomes. In parentheses stands what may come later than the view rests, as what a copy of the
 * whole register tells does; everything else must be told, and nothing more. What is not told is as much a part of the table: no mismatch where nothing lies, nothing that holds where nothing
 * was read. Faults that the client cannot tell apart but by their words (api/transport.ts) come in pairs, as `slow` and `late`: one of each is walked in one variant, the other in the
 * other. The record is uranus, the entry 14, the item that entry's, the sizes 10 and 15 of planet's 15 entries; faults that alter one thing alter this one.
 */
const TABLE = `
honest | holds
  (holds): entries
  nothing: records, api, search, copy
altered-item | honest
  holds mismatch: record, entry, items, item, audited
  holds (mismatch): overview
  holds mismatch unchecked: changes
  (holds) (mismatch): entries
  mismatch: audit
half-character | honest
  holds unchecked: record, entry, items, item, changes, audited
  holds (unchecked): overview
  (holds) (unchecked): entries
  nothing: audit
altered-entry | honest
  holds mismatch: record, entry, item, audited
  holds (mismatch) (unchecked): overview, changes
  (holds) (mismatch): entries
  mismatch: entry-proof, audit
altered-proof | honest
  holds mismatch: record, entry, item
  (holds) (mismatch): entries
  mismatch: entry-proof
altered-consistency | honest
  holds mismatch: changes, record then
  mismatch: consistency-proof, records then
altered-root | unchecked
  holds unchecked: record, entry, item, record then
  (unchecked): entries
  holds: items
  (holds) (unchecked): audited
  nothing: records, audit, api, search, copy
stale-root | honest
  holds unchecked: record, entry
  nothing: entry-proof, consistency-proof, changes
stale-record | honest
  holds (mismatch): record
  holds mismatch: record then
forged-record, other-record earlier | honest
  holds mismatch: record
other-record v2 | honest
  unchecked (holds) (failed): record
  holds (mismatch): record then
fork, fork-longer, links-circle, links-back, short-trail | honest
rollback | honest
  (holds): audited
  nothing: entry, item, entry-proof, consistency-proof, changes
other-moment | honest
  holds mismatch: record, entry, item, changes, record then
  (holds) (mismatch): entries
  mismatch: entry-proof, consistency-proof, records then
long-proof | honest
  (holds) unchecked: overview
  holds unchecked: item, changes
  holds failed: entry, proofs
  holds unchecked failed: record, record then
  unchecked failed: entry-proof, consistency-proof
  unchecked: compare, witnesses, records then
links-away, links-endless | honest
  (holds) (failed): entries
entries-skipped | honest
  holds (mismatch): record
  holds mismatch: record then
  holds: entries
entries-repeated, entries-reversed | honest
  holds: entries
log-cut | honest
  holds (unchecked): item
  unchecked: overview, compare, witnesses
  unchecked (failed): audited
  unchecked failed: proofs, entry-proof
  failed: entry
  nothing: audit
numbers-huge v2, numbers-fraction v2, numbers-hex v2, numbers-other-digits v2 | failed
  holds (unchecked): item
  holds unchecked (failed): items
  unchecked failed: compare, witnesses
  nothing: api
numbers-huge earlier, numbers-fraction earlier, numbers-hex earlier, numbers-other-digits earlier | failed
  holds (unchecked): item
  holds unchecked (failed): items
  unchecked failed: record, compare, witnesses
  nothing: records, api, copy
truncated-json, wrong-type, not-found-html | failed
  nothing: api
dead, slow v2, late earlier | failed
  (failed): entries
  nothing: api
stall v2, broken-off v2, stall-body earlier, wrong-length earlier | failed
  unchecked: witnesses
  unchecked (failed): overview
  unchecked failed: compare, record then, records then
  (failed): entries
  nothing: api
endless-body v2, too-many-requests v2, gzip-bomb earlier, unavailable earlier, deep-json, web-page | failed
  unchecked: witnesses
  unchecked failed: overview, compare, record then, records then
  nothing: api
fails-once | (holds) (unchecked) (failed)
  nothing: api
`;

/** Told is what must be told at a stop, and what may be. */
interface Told {
  readonly must: readonly Finding[];
  readonly may: readonly Finding[];
}

/** Row is what is told of one fault: at the stops that its lines list, and elsewhere. */
interface Row {
  readonly stops: ReadonlyMap<string, Told>;
  readonly elsewhere: Told | 'as honest';
}

function toldOf(text: string): Told {
  const words = text === 'nothing' ? [] : text.split(' ');
  return {
    must: words.filter((word) => !word.startsWith('(')) as Finding[],
    may: words.map((word) => word.replaceAll(/[()]/g, '')) as Finding[],
  };
}

function rowOf(block: string): [faults: string, row: Row] {
  const [first = '', ...lines] = block.split('\n  ');
  const [faults = '', elsewhere = ''] = first.split(' | ');
  const stops = lines.flatMap((line) => {
    const [told = '', names = ''] = line.split(': ');
    return names.split(', ').map((name) => [name, toldOf(told)] as const);
  });
  return [
    faults,
    { stops: new Map(stops), elsewhere: elsewhere === 'honest' ? 'as honest' : toldOf(elsewhere) },
  ];
}

/** ROWS are the rows of the table by `fault variant`; a fault without a variant is there for both. */
const ROWS: ReadonlyMap<string, Row> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .map(rowOf)
    .flatMap(([faults, row]) =>
      faults
        .split(', ')
        .flatMap((fault) => (fault.includes(' ') ? [fault] : [`${fault} v2`, `${fault} earlier`]))
        .map((name) => [name, row] as const),
    ),
);

/** FAULT_NAMES are the faults of the table, as `fault variant`. */
export const FAULT_NAMES: readonly string[] = [...ROWS.keys()];

/** LISTED_STOPS are the names of stops that stand in the table. */
export const LISTED_STOPS: readonly string[] = [...ROWS.values()].flatMap(({ stops }) =>
  Array.from(stops.keys()),
);

/** expectedOf is what a reader is told of `fault variant` at a stop. Throws if the table has no such fault. */
export function expectedOf(name: string, stop: string): Told {
  const row = ROWS.get(name);
  if (row === undefined) throw new Error(`the table has no ${name}`);
  if (row.stops.has(stop)) return row.stops.get(stop) as Told;
  return row.elsewhere === 'as honest' ? expectedOf('honest v2', stop) : row.elsewhere;
}

/** mayMismatch is whether a mismatch may be told of `fault variant` anywhere. */
export function mayMismatch(name: string): boolean {
  const { stops, elsewhere } = ROWS.get(name) ?? {};
  return [...(stops?.values() ?? []), ...(typeof elsewhere === 'object' ? [elsewhere] : [])].some(({ may }) =>
    may.includes('mismatch'),
  );
}
