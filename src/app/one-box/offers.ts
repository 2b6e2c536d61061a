import type { Hash } from '../../core/hash.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { fileAddress, formatRegisterId, type RegisterId } from '../../ui/paths.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import {
  type BoxContext,
  EXAMPLE,
  type NamedRegister,
  type Offer,
  offerOf,
  type RecordMatch,
  say,
  type Sure,
  type WholeAnswer,
} from './model.ts';

/** LISTED is how many registers are offered where none is on view and any of them could be meant. */
const LISTED = 4;

/** RegisterOffers makes the offers of what is in one register, each with how sure it is. */
export type RegisterOffers = ReturnType<typeof offersIn>;

/** registersAsked makes the offers of the registers that a key, a number or a hash may be of: the one on view, or else those this browser knows. */
export function registersAsked(context: BoxContext): readonly RegisterOffers[] {
  const { here, registers } = context;
  return (here === undefined ? registers.slice(0, LISTED) : [here]).map((one) => offersIn(context, one));
}

/** registersUnread makes the offers of registers that nobody looked into, where none is on view. The one that repeats another is not among them. */
export function registersUnread(context: BoxContext): readonly RegisterOffers[] {
  const { here, registers, read = [] } = context;
  if (here !== undefined) return [];
  return registers
    .filter(({ id }) => id.kind !== 'bundled' || id.name !== EXAMPLE)
    .filter(({ id }) => read.every((one) => !isSame(one.id, id)))
    .slice(0, LISTED)
    .map((one) => offersIn(context, one));
}

/** offersIn makes the offers of one register, named in each where it is not the one on view. */
export function offersIn(context: BoxContext, register: NamedRegister) {
  const here = register === context.here ? context.here : undefined;
  const paths = pathsIn(register.id);
  const of = within(context, register);
  return {
    register,
    paths,
    record: (key: string, sure: Sure, detail = 'If the register has this key.'): Offer =>
      offerOf('record', sure, say`Record ${key}` + of, detail, paths.record(key)),
    entry: (entry: number, sure: Sure, detail = 'Its fields, its data and its place in the log.'): Offer =>
      offerOf('entry', sure, say`Entry ${entry}` + of, detail, paths.entry(entry)),
    data: (hash: Hash, sure: Sure, detail = 'The data with this hash.'): Offer => {
      const what = `${here?.isBlobs ? 'Blob' : 'Item'} ${abbreviate(hash, 'long')}${of}`;
      return offerOf('data', sure, what, detail, paths.item(hash));
    },
    /** The records whose attribute has exactly this value; `count` is how many there are, where that is known. */
    filter: (attribute: string, value: string, sure: Sure, count?: number): Offer => {
      const which = count === undefined ? 'Records with' : countOf(count, 'record has', 'records have');
      const what = say`Records whose ${attribute} is ${value}` + of;
      return offerOf(
        'records',
        sure,
        what,
        `${which} exactly this value.`,
        paths.records({ attribute, value }),
      );
    },
    /** The records in which these words are found; `whole` says how many there are. */
    search: (text: string, whole?: WholeAnswer): Offer => {
      const what = `Search the records${of}${say` for ${text}`}`;
      const detail = whole === undefined ? reachWords(here?.searchesAll) : countWords(whole);
      const path = paths.records({ q: text, ...(whole?.now === 0 && { former: 'yes' }) });
      return offerOf('records', 1, what, detail, path);
    },
    overview: (sure: Sure, detail: string): Offer =>
      offerOf('register', sure, say`The register ${register.title}`, detail, paths.view('overview')),
  };
}

/** within says which register something is of, where that is not the one on view; registers of one title are told apart by host or form. */
function within({ here, registers }: BoxContext, { id, title }: NamedRegister): string {
  if (here !== undefined && isSame(id, here.id)) return '';
  const isAlone = registers.every((one) => one.title !== title || isSame(one.id, id));
  return say` of ${title}` + (isAlone ? '' : say` (${whereOf(id)})`);
}

/** isSame reports whether two ids are one register at one mount. */
function isSame(one: RegisterId, other: RegisterId): boolean {
  return formatRegisterId(one) === formatRegisterId(other);
}

function whereOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base.replace(/^https?:\/\//, '');
  const where = fileAddress(id) ?? (id.kind === 'file' ? 'a file' : 'bundled');
  return [where, ...id.mount.split('+')].join(', ');
}

/** detailOf says what a record is called, and by which value it was found. */
export function detailOf({ name, because, former }: Omit<RecordMatch, 'key'>): string {
  const called = name === undefined ? '' : say`${name}`;
  if (because === undefined || because === name) return called || 'Its data, its history and its proof.';
  const why = former === true ? say`Formerly ${because}.` : say`Found by ${because}.`;
  return called === '' ? why : `${called}. ${why}`;
}

function reachWords(searchesAll: boolean | undefined): string {
  if (searchesAll === undefined) return 'Opens its list of records.';
  return searchesAll
    ? 'Every value of every record is searched.'
    : 'Only the records read so far are searched: this register is large.';
}

function countWords({ now, formerly }: WholeAnswer): string {
  if (now === 0) return `${countOf(formerly, 'record')} matched in a former version.`;
  const more = formerly === 0 ? '' : `; ${formatNumber(formerly)} more matched in a former version`;
  return `${countOf(now, 'record matches', 'records match')}${more}.`;
}
