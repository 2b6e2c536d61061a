import { isolated } from '../../core/invisible.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { foldWord as fold } from '../../core/words.ts';
import type { RecordRow } from '../../log/records.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { formatRegisterId, type RegisterId } from '../../ui/paths.ts';
import { pathsIn } from '../../ui/register-paths.ts';

/** EXAMPLE is the bundled register that demonstrates dishonesty and repeats another's data. It is offered only by its name. */
export const EXAMPLE = 'unfaithful';

/** RecordMatch is a record found for a text: by its key, or because of a value, which a former version may have had. */
export interface RecordMatch {
  readonly key: string;
  readonly name?: string | undefined;
  readonly because?: string | undefined;
  readonly former?: boolean;
}

/** matchOf returns the value in which a record was found: a current one, or a former one if none was found or if it equals the text. */
export function matchOf(
  { key, items, found, former = [] }: Pick<RecordRow, 'key' | 'items' | 'found' | 'former'>,
  text: string,
): RecordMatch {
  const today = found.find(({ attribute }) => attribute !== '');
  const exact = former.find(({ value }) => fold(value) === fold(text));
  const was = exact ?? (today === undefined ? former[0] : undefined);
  const name = items[0]?.get('name');
  return {
    key,
    name: typeof name === 'string' && name !== '' ? name : undefined,
    because: (was ?? today)?.value,
    former: was !== undefined,
  };
}

/** CopyMatches are the matches in a register's copy for the text in the box. */
export interface CopyMatches {
  /** The best first, at most a few. */
  readonly records: readonly RecordMatch[];
  /** How many records match, former versions included. */
  readonly total: number;
  /** Whether everything on view was searched, so that anything not found does not exist. */
  readonly isWhole: boolean;
  readonly attributes: readonly string[];
  /** Entries whose data has a hash that matches the text. */
  readonly entries: readonly Entry[];
}

/** KnownRegister is a register that this browser can open: bundled, opened before, or the one on view. `name` is its short name, as curies use it. */
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
  readonly attributes: readonly string[];
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
  /** The registers this browser knows, without the one on view. */
  readonly registers: readonly KnownRegister[];
}

/** Offer is one meaning of the typed text, with its path within this site; `kind` is its label. */
export interface Offer {
  readonly kind: 'record' | 'entry' | 'data' | 'root' | 'moment' | 'records' | 'register' | 'page' | 'file';
  readonly what: string;
  readonly detail: string;
  readonly path: string;
  /** The path has its own `at`, or is about the present, whatever is on view. */
  readonly present?: boolean;
  /** The history state passed to the page. */
  readonly state?: { readonly pasted: string };
}

/** Meaning is one interpretation of the typed text: an offer, or a sentence about a fault in it. */
export type Meaning = Offer | { readonly kind: 'problem'; readonly what: string };

/** problem returns a sentence about a fault in the typed text. */
export function problem(what: string): Meaning {
  return { kind: 'problem', what };
}

/** say writes a sentence: texts from outside are isolated, numbers have separators. */
export function say(own: TemplateStringsArray, ...put: readonly (string | number)[]): string {
  return String.raw(
    { raw: own },
    ...put.map((value) => (typeof value === 'number' ? formatNumber(value) : isolated(value))),
  );
}

/** LISTED is the most registers offered if none is on view and any could be meant. */
const LISTED = 4;

/** inView is the register on view, else all that are known. */
export function inView({ here, registers }: BoxContext): readonly KnownRegister[] {
  return here === undefined ? registers : [here];
}

/** inScope makes the offers for a key, a number or a hash in the register on view, else in the first known ones. */
export function inScope(context: BoxContext) {
  return inView(context)
    .filter((register) => register === context.here || nameOf(register.id) !== EXAMPLE)
    .slice(0, LISTED)
    .map((register) => offersIn(context, register));
}

/** offersIn makes the offers of one register, named in each where it is not the one on view. */
export function offersIn({ here }: BoxContext, register: KnownRegister) {
  const { id, title } = register;
  const paths = pathsIn(id);
  const written = formatRegisterId(id);
  const address = [title, register.name].includes(written) ? '' : say` (${written})`;
  const of = register === here ? '' : say` of ${title}${address}`;
  const make = (kind: Offer['kind'], what: string, detail: string, path: string): Offer => ({
    kind,
    what: what + of,
    detail,
    path,
  });
  return {
    register,
    record: (key: string, detail = 'Its data, its history and its proof.') =>
      make('record', say`Record ${key}`, detail, paths.record(key)),
    entry: (entry: number, detail = 'Its fields, its data and its place in the log.') =>
      make('entry', say`Entry ${entry}`, detail, paths.entry(entry)),
    data: (hash: Hash) => {
      const what = `${register === here && here.isBlobs ? 'Blob' : 'Item'} ${abbreviate(hash, 'long')}`;
      return make('data', what, 'The data with this hash.', paths.item(hash));
    },
    filter: (attribute: string, value: string) => {
      const what = say`Records whose ${attribute} is ${value}`;
      return make('records', what, 'Exactly this value.', paths.records({ attribute, value }));
    },
    search: (text: string, total: number): Offer => ({
      kind: 'records',
      what: `Search the records${of}${say` for ${text}`}`,
      detail:
        total === 0
          ? 'Opens its list of records.'
          : `${countOf(total, 'match', 'matches')}, with former versions.`,
      path: paths.records({ q: text, ...(total > 0 && { former: 'yes' }) }),
    }),
    /** The register as it was with so many entries, or at the end of a date. */
    moment: (kind: 'root' | 'moment', at: string, what: string): Offer => ({
      kind,
      what,
      detail: 'The register as it was then.',
      path: `${paths.view('overview')}?${new URLSearchParams({ at })}`,
      present: true,
    }),
    overview: (detail: string): Offer => ({
      kind: 'register',
      what: say`The register ${title}`,
      detail,
      path: paths.view('overview'),
    }),
  };
}

/** nameOf returns the name of a register in addresses. */
export function nameOf(id: RegisterId): string {
  if (id.kind === 'bundled') return id.name;
  return id.kind === 'file' ? id.file : id.base;
}
