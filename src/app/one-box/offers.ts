import { isolated } from '../../core/invisible.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { RecordRow } from '../../log/records.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash.tsx';
import { formatRegisterId, type RegisterId, simulatesAttacks, versionPath } from '../../ui/paths.ts';
import { type AtScope, keepAt, pathsIn } from '../../ui/link.tsx';

/** CopyMatches are the matches in a register's copy for the text in the box. */
export interface CopyMatches {
  /** The best first, at most a few. */
  readonly rows: readonly Pick<RecordRow, 'key' | 'items' | 'found' | 'former'>[];
  /** How many records match, former versions included. */
  readonly total: number;
  /** Whether everything on view was searched, so that anything not found does not exist. */
  readonly isWhole: boolean;
  /** Entries whose data has a hash that matches the text. */
  readonly entries: readonly Entry[];
}

/**
 * KnownRegister is a register that this browser can open: bundled, opened before, or the one on view. `name`
 * is its short name.
 */
export interface KnownRegister {
  readonly id: RegisterId;
  readonly name: string;
  readonly title: string;
  /** Undefined if it was not searched. */
  readonly found?: CopyMatches | undefined;
  /** If the register is too large for a search: the attributes that may have the text as exact value. */
  readonly exact?: readonly string[] | undefined;
}

/** RegisterOnView is the register on view. */
export interface RegisterOnView extends KnownRegister {
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  readonly isBlobs: boolean;
  /** Entries 1 to logSize are shown; undefined if that is not known yet. */
  readonly logSize: number | undefined;
  /** Its heads that were read. */
  readonly heads: readonly Checkpoint[];
}

/** BoxContext is everything needed to interpret a typed text. */
export interface BoxContext {
  /** This site's own address: `https://host/base`, without a trailing slash. */
  readonly site: string;
  /** Where the bundled registers are served, without a trailing slash. */
  readonly registersAddress: string;
  readonly here: RegisterOnView | undefined;
  /** The earlier size on view, which paths within the register keep. */
  readonly scope?: AtScope | undefined;
  /** The registers this browser knows, without the one on view. */
  readonly registers: readonly KnownRegister[];
}

/** Offer is one meaning of the typed text, with its whole path within this site; `kind` is its label. */
export interface Offer {
  readonly kind: 'record' | 'entry' | 'data' | 'root' | 'moment' | 'records' | 'proof' | 'register' | 'page';
  readonly what: string;
  readonly detail: string;
  readonly path: string;
}

/** Meaning is one meaning of the typed text: an offer, or a sentence about a fault in it. */
export type Meaning = Offer | string;

/** say writes a sentence: texts from outside are isolated, numbers have separators. */
export function say(own: TemplateStringsArray, ...put: readonly (string | number)[]): string {
  const written = put.map((value) => (typeof value === 'number' ? formatNumber(value) : isolated(value)));
  return String.raw({ raw: own }, ...written);
}

/** LISTED is the most registers offered if none is on view and any could be meant. */
const LISTED = 4;

/** inView is the register on view, else all that are known. */
export function inView({ here, registers }: BoxContext): readonly KnownRegister[] {
  return here === undefined ? registers : [here];
}

/**
 * inScope makes the offers of the register on view, else of the first known ones, those that
 * were searched before others.
 */
export function inScope(context: BoxContext) {
  return inView(context)
    .filter((register) => register === context.here || !simulatesAttacks(register.id))
    .toSorted((one, other) => Number(other.found !== undefined) - Number(one.found !== undefined))
    .slice(0, LISTED)
    .map((register) => offersIn(context, register));
}

const LISTS = { records: 'All records', entries: 'The log', items: 'All items' } as const;

/** offersIn makes the offers of one register, named in each where it is not the one on view. */
export function offersIn({ here, scope }: BoxContext, register: KnownRegister) {
  const { id, title, name } = register;
  const paths = pathsIn(id);
  const overview = paths.view('overview');
  const written = formatRegisterId(id);
  const address = [title, name].includes(written) ? '' : say` (${written})`;
  const of = register === here ? '' : say` of ${title}${address}`;
  const make = (kind: Offer['kind'], what: string, to: string, detail: string): Offer => ({
    kind,
    what: what + of,
    detail,
    path: keepAt(to, scope),
  });
  const atSize = (at: number | undefined): string => (at === undefined ? '' : say` at size ${at}`);
  return {
    register,
    record: (
      key: string,
      {
        detail = 'Its data, its history and its proof.',
        at,
      }: { detail?: string; at?: number | undefined } = {},
    ) => {
      const path = at === undefined ? paths.record(key) : versionPath({ register: id, key }, { at });
      return make('record', say`Record ${key}` + atSize(at), path, detail);
    },
    entry: (entry: number, detail = 'Its fields, its data and its place in the log.') =>
      make('entry', say`Entry ${entry}`, paths.entry(entry), detail),
    /** The log from an entry on. */
    log: (entry: number) =>
      make('entry', say`The log from entry ${entry} on`, paths.log(entry), 'The list of entries.'),
    list: (view: 'records' | 'entries' | 'items', at?: number) =>
      make(
        'records',
        LISTS[view] + atSize(at),
        at === undefined ? paths.view(view) : `${paths.view(view)}?at=${at}`,
        'The whole list.',
      ),
    entryProof: (entry: number, size: number): Offer => ({
      kind: 'proof',
      what: say`The proof of entry ${entry} at size ${size}` + of,
      detail: 'That the entry is in the log.',
      path: paths.entryProof(entry, size),
    }),
    consistency: (from: number, to: number): Offer => ({
      kind: 'proof',
      what: say`The proof from ${from} to ${to} entries` + of,
      detail: 'That nothing earlier changed.',
      path: paths.consistency(from, to),
    }),
    data: (hash: Hash) => {
      const noun = register === here && here.isBlobs ? 'Blob' : 'Item';
      const what = `${noun} ${abbreviate(hash, 'long')}`;
      return make('data', what, paths.item(hash), 'The data with this hash.');
    },
    filter: (attribute: string, value: string) => {
      const what = say`Records whose ${attribute} is ${value}`;
      return make('records', what, paths.records({ attribute, value }), 'Exactly this value.');
    },
    search: (text: string, total: number) => {
      const path = paths.records({ q: text, ...(total > 0 && { former: 'yes' }) });
      const matches = `${countOf(total, 'match', 'matches')}, with former versions.`;
      const detail = total === 0 ? 'Opens its list of records.' : matches;
      return make('records', say`Search for ${text} in the records`, path, detail);
    },
    /** The register as it was with so many entries, or at the end of a date. */
    moment: (kind: 'root' | 'moment', at: string, what: string): Offer => ({
      kind,
      what,
      detail: 'The register as it was then.',
      path: `${overview}?${new URLSearchParams({ at })}`,
    }),
    overview: (detail: string): Offer => ({
      kind: 'register',
      what: say`The register ${title}`,
      detail,
      path: keepAt(overview, scope),
    }),
  };
}
