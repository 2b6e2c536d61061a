import type { Hash } from '../../core/hash.ts';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { BoxContext, NamedRegister, WholeAnswer } from './box-context.ts';
import { type Offer, toPath, type Words, words } from './understood.ts';

/** LISTED is how many registers are offered where none is on view and any of them could be meant. */
const LISTED = 4;

/** registersAsked lists the registers that a key, a number or a hash may be of: the one on view, or else those this browser knows. */
export function registersAsked({ here, registers }: BoxContext): readonly NamedRegister[] {
  return here === undefined ? registers.slice(0, LISTED) : [here];
}

/** within says which register something is of, where that is not the one on view. */
function within(context: BoxContext, register: NamedRegister): Words {
  if (register === context.here) return [];
  const isAlone = context.registers.every(
    ({ id, title }) => title !== register.title || isSame(id, register.id),
  );
  return [...words` of ${register.title}`, ...(isAlone ? [] : words` (${whereOf(register.id)})`)];
}

function isSame(one: RegisterId, other: RegisterId): boolean {
  return formatRegisterId(one) === formatRegisterId(other);
}

/** whereOf tells registers with one title apart: by the address of the server, or by the form of a bundled one or a file. */
function whereOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base.replace(/^https?:\/\//, '');
  const [form = '', ...moods] = id.mount.split('+');
  return [id.kind === 'file' ? 'a file' : 'bundled', form, ...moods].join(', ');
}

/** recordOffer leads to the record of a key. */
export function recordOffer(
  context: BoxContext,
  register: NamedRegister,
  key: string,
  sure: Offer['sure'],
  leads: Words = words`The register will say whether it has this key.`,
): Offer {
  return {
    kind: 'record',
    sure,
    what: [...words`Record ${key}`, ...within(context, register)],
    leads,
    target: toPath(pathTo({ view: 'record', register: register.id, key })),
  };
}

/** entryOffer leads to an entry of the log, 1 <= entryNumber. */
export function entryOffer(
  context: BoxContext,
  register: NamedRegister,
  entryNumber: number,
  sure: Offer['sure'],
  leads: Words = words`Its fields, its data and its place in the log.`,
): Offer {
  return {
    kind: 'entry',
    sure,
    what: [...words`Entry ${entryNumber}`, ...within(context, register)],
    leads,
    target: toPath(pathTo({ view: 'entry', register: register.id, entryNumber: String(entryNumber) })),
  };
}

/** dataOffer leads to the item or blob of a hash. */
export function dataOffer(
  context: BoxContext,
  register: NamedRegister,
  hash: Hash,
  sure: Offer['sure'],
  leads: Words = words`The data with this hash, hashed again here.`,
): Offer {
  const name = register === context.here && context.here.variant === 'blob' ? 'Blob' : 'Item';
  return {
    kind: 'data',
    sure,
    what: [name, ...words` ${abbreviate(hash, 'long')}`, ...within(context, register)],
    leads,
    target: toPath(pathTo({ view: 'item', register: register.id, hash })),
  };
}

/** filterOffer leads to the records whose attribute has exactly this value; `fits` is how many there are, where that is known. */
export function filterOffer(
  context: BoxContext,
  register: NamedRegister,
  { attribute, value, fits }: { readonly attribute: string; readonly value: string; readonly fits?: number },
  sure: Offer['sure'],
): Offer {
  const query = new URLSearchParams({ attribute, value });
  return {
    kind: 'records',
    sure,
    what: [...words`Records whose ${attribute} is ${value}`, ...within(context, register)],
    leads:
      fits === undefined
        ? words`All records with exactly this value.`
        : [`${countOf(fits, 'record has', 'records have')} exactly this value.`],
    target: toPath(`${pathTo({ view: 'records', register: register.id })}?${query}`),
  };
}

/** searchOffer leads to the records in which these words are found; `whole` says how many there are. */
export function searchOffer(
  context: BoxContext,
  register: NamedRegister,
  text: string,
  whole?: Pick<WholeAnswer, 'fits' | 'fitted'>,
): Offer {
  const query = new URLSearchParams({ q: text });
  if (whole !== undefined && whole.fits === 0) query.set('former', 'yes');
  return {
    kind: 'records',
    sure: 1,
    what: [...words`Search the records`, ...within(context, register), ...words` for ${text}`],
    leads: whole === undefined ? words`Every value of every record is searched.` : [countWords(whole)],
    target: toPath(`${pathTo({ view: 'records', register: register.id })}?${query}`),
  };
}

function countWords({ fits, fitted }: Pick<WholeAnswer, 'fits' | 'fitted'>): string {
  if (fits === 0) return `${countOf(fitted, 'record')} fitted in a former version.`;
  const now = countOf(fits, 'record fits', 'records fit');
  return fitted === 0 ? `${now}.` : `${now}; ${formatNumber(fitted)} more fitted in a former version.`;
}

/** registerOffer opens a register. */
export function registerOffer(register: NamedRegister, sure: Offer['sure'], leads: Words): Offer {
  return {
    kind: 'register',
    sure,
    what: words`The register ${register.title}`,
    leads,
    target: toPath(pathTo({ view: 'overview', register: register.id })),
  };
}
