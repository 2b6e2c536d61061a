import type { Hash } from '../../core/hash.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import {
  type BoxContext,
  type NamedRegister,
  type Offer,
  offerOf,
  type RecordMatch,
  say,
  type WholeAnswer,
} from './model.ts';

/** LISTED is how many registers are offered where none is on view and any of them could be meant. */
const LISTED = 4;

/** registersAsked lists the registers that a key, a number or a hash may be of: the one on view, or else those this browser knows. */
export function registersAsked({ here, registers }: BoxContext): readonly NamedRegister[] {
  return here === undefined ? registers.slice(0, LISTED) : [here];
}

/** within says which register something is of, where that is not the one on view; registers of one title are told apart by host or form. */
function within({ here, registers }: BoxContext, { id, title }: NamedRegister): string {
  if (here !== undefined && isSame(id, here.id)) return '';
  const isAlone = registers.every((one) => one.title !== title || isSame(one.id, id));
  return say` of ${title}` + (isAlone ? '' : say` (${whereOf(id)})`);
}

/** isSame tells whether two ids are one register at one mount. */
export function isSame(one: RegisterId, other: RegisterId): boolean {
  return formatRegisterId(one) === formatRegisterId(other);
}

function whereOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base.replace(/^https?:\/\//, '');
  return [id.kind === 'file' ? 'a file' : 'bundled', ...id.mount.split('+')].join(', ');
}

/** recordOffer leads to the record of a key. */
export function recordOffer(
  context: BoxContext,
  register: NamedRegister,
  key: string,
  sure: Offer['sure'],
  detail = 'If the register has this key.',
): Offer {
  const path = pathTo({ view: 'record', register: register.id, key });
  return offerOf('record', sure, say`Record ${key}` + within(context, register), detail, path);
}

/** detailOf says what a record is called, and by which value it was found. */
export function detailOf({
  name,
  because,
  former,
}: {
  readonly [part in keyof RecordMatch]?: RecordMatch[part] | undefined;
}): string {
  const called = name === undefined ? '' : say`${name}`;
  if (because === undefined || because === name) return called || 'Its data, its history and its proof.';
  const why = former === true ? say`Formerly ${because}.` : say`Found by ${because}.`;
  return called === '' ? why : `${called}. ${why}`;
}

/** entryOffer leads to an entry of the log, 1 <= entryNumber. */
export function entryOffer(
  context: BoxContext,
  register: NamedRegister,
  entryNumber: number,
  sure: Offer['sure'],
  detail = 'Its fields, its data and its place in the log.',
): Offer {
  const path = pathTo({ view: 'entry', register: register.id, entryNumber: String(entryNumber) });
  return offerOf('entry', sure, say`Entry ${entryNumber}` + within(context, register), detail, path);
}

/** dataOffer leads to the item or blob of a hash. */
export function dataOffer(
  context: BoxContext,
  register: NamedRegister,
  hash: Hash,
  sure: Offer['sure'],
  detail = 'The data with this hash.',
): Offer {
  const name = register === context.here && context.here.isBlobs ? 'Blob' : 'Item';
  const what = `${name} ${abbreviate(hash, 'long')}${within(context, register)}`;
  return offerOf('data', sure, what, detail, pathTo({ view: 'item', register: register.id, hash }));
}

/** filterOffer leads to the records whose attribute has exactly this value; `count` is how many there are, where that is known. */
export function filterOffer(
  context: BoxContext,
  register: NamedRegister,
  {
    attribute,
    value,
    count,
  }: { readonly attribute: string; readonly value: string; readonly count?: number },
  sure: Offer['sure'],
): Offer {
  const which = count === undefined ? 'Records with' : countOf(count, 'record has', 'records have');
  const what = say`Records whose ${attribute} is ${value}` + within(context, register);
  const query = new URLSearchParams({ attribute, value });
  return offerOf('records', sure, what, `${which} exactly this value.`, recordsPath(register, query));
}

/** searchOffer leads to the records in which these words are found; `whole` says how many there are. */
export function searchOffer(
  context: BoxContext,
  register: NamedRegister,
  text: string,
  whole?: WholeAnswer,
): Offer {
  const query = new URLSearchParams({ q: text });
  if (whole?.now === 0) query.set('former', 'yes');
  const what = `Search the records${within(context, register)}${say` for ${text}`}`;
  const detail = whole === undefined ? reachWords(context, register) : countWords(whole);
  return offerOf('records', 1, what, detail, recordsPath(register, query));
}

function recordsPath({ id }: NamedRegister, query: URLSearchParams): string {
  return `${pathTo({ view: 'records', register: id })}?${query}`;
}

function reachWords({ here }: BoxContext, register: NamedRegister): string {
  const searchesAll = register === here ? here?.searchesAll : undefined;
  if (searchesAll === undefined) return 'Opens its list of records.';
  return searchesAll
    ? 'Every value of every record is searched.'
    : 'Only the records read so far are searched: this register is large.';
}

function countWords({ now, formerly }: WholeAnswer): string {
  if (now === 0) return `${countOf(formerly, 'record')} matched in a former version.`;
  const matching = countOf(now, 'record matches', 'records match');
  return formerly === 0
    ? `${matching}.`
    : `${matching}; ${formatNumber(formerly)} more matched in a former version.`;
}

/** registerOffer opens a register. */
export function registerOffer(register: NamedRegister, sure: Offer['sure'], detail: string): Offer {
  const path = pathTo({ view: 'overview', register: register.id });
  return offerOf('register', sure, say`The register ${register.title}`, detail, path);
}
