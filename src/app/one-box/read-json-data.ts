import { asItem, field, isObject, type JsonObject } from '../../api/decode.ts';
import { dataHashIfAny } from '../../core/data-hash.ts';
import { formatHash, type Hash, parseHash } from '../../core/hash.ts';
import type { Entry, Item, Variant } from '../../core/model.ts';
import { countOf } from '../../ui/format.ts';
import type { BoxContext, NamedRegister } from './box-context.ts';
import { dataOffer, entryOffer, recordOffer, registerOffer, registersAsked } from './offers.ts';
import { beyond } from './read-number.ts';
import { type Offer, problem, remark, type Understood, type Word, words } from './understood.ts';
import { wholeNumber } from './whole-number.ts';

/** SHOWN is how many members of a pasted list are offered. */
const SHOWN = 6;

/** readData knows entries, records, items and blobs of either variant, alone or in a list, and a register's description. Undefined for other JSON. */
export function readData(value: unknown, context: BoxContext): readonly Understood[] | undefined {
  if (Array.isArray(value)) return readList(value, context);
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, 'register-record') || Object.hasOwn(value, 'schema'))
    return summary(value, context);
  if (Object.hasOwn(value, 'entry-number')) return readEntry(value, context);
  const members = Object.entries(value);
  if (members.length > 0 && members.every(([, member]) => isObject(member)))
    return readMembers(members, context);
  return readFlat(value, context);
}

function readList(list: readonly unknown[], context: BoxContext): readonly Understood[] | undefined {
  const [only] = list;
  if (list.length === 1) return readData(only, context);
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const shown = list.slice(0, SHOWN).flatMap((member) => readData(member, context) ?? []);
  return shown.length === 0
    ? undefined
    : [
        remark([
          `A list of ${countOf(list.length, 'member')}${list.length > SHOWN ? `; the first ${SHOWN} are offered` : ''}.`,
        ]),
        ...shown.filter(({ kind }) => kind !== 'note'),
      ];
}

/** Records by their keys, or items by their hashes (v2). */
function readMembers(
  members: readonly [string, unknown][],
  context: BoxContext,
): readonly Understood[] | undefined {
  const read = members.slice(0, SHOWN).flatMap(([name, member]) => {
    if (!isObject(member)) return [];
    if (Object.hasOwn(member, 'item')) return readRecord(name, member, context);
    const hash = parseHash(name, 'item');
    return hash === undefined ? [] : readItem(member, context, hash);
  });
  return read.length === 0 ? undefined : read;
}

function readEntry(value: JsonObject, context: BoxContext): readonly Understood[] | undefined {
  const entryNumber = wholeNumber(field(value, 'entry-number'));
  const key = field(value, 'key');
  if (entryNumber === undefined) return undefined;
  if (Array.isArray(field(value, 'item')) && typeof key === 'string') return readRecord(key, value, context);
  const hashes = [field(value, 'item-hash'), field(value, 'blob-hash')].flat().flatMap((hash) => {
    if (typeof hash !== 'string') return [];
    return parseHash(hash, 'item') ?? parseHash(hash, 'blob') ?? [];
  });
  const registers = registersAsked(context);
  const named = typeof key === 'string' ? words`, for the key ${key}` : [];
  return [
    remark([...words`An entry: number ${entryNumber}`, ...named, '.']),
    ...compared(entryNumber, value, hashes, context),
    ...entryOffers(entryNumber, 3, context),
    ...(typeof key === 'string'
      ? registers.map((register) => recordOffer(context, register, key, 2, words`The record with this key.`))
      : []),
    ...hashes.slice(0, SHOWN).flatMap((hash) => dataOffers(hash, 2, context)),
  ];
}

/** entryOffers leads to an entry, or says that the log does not have it. */
export function entryOffers(
  entryNumber: number,
  sure: Offer['sure'],
  context: BoxContext,
): readonly Understood[] {
  const { here } = context;
  if (entryNumber === 0) return [problem(words`There is no entry 0: entries are numbered from 1.`)];
  return here?.logSize !== undefined && entryNumber > here.logSize
    ? beyond(here, entryNumber)
    : registersAsked(context).map((register) => entryOffer(context, register, entryNumber, sure));
}

/** dataOffers leads to data by its hash, and to the entry that names it; or says that no entry does, where the whole log was looked through for it. */
function dataOffers(hash: Hash, sure: Offer['sure'], context: BoxContext): readonly Understood[] {
  const { here } = context;
  const data = here?.found.data;
  if (here === undefined || data === undefined || !data.asked.has(hash))
    return registersAsked(context).map((register) =>
      dataOffer(context, register, hash, sure, words`Look for it by that hash.`),
    );
  const entryNumber = data.named.get(hash);
  const what = here.variant === 'blob' ? 'blob' : 'item';
  if (entryNumber === undefined) {
    const then = here.at === undefined ? [] : words` among the first ${here.at}`;
    return [
      problem([
        'No entry',
        ...then,
        ` names the ${what}`,
        ...words` ${formatHash(hash, here.variant ?? 'item')}.`,
      ]),
    ];
  }
  return [
    dataOffer(context, here, hash, sure, words`Entry ${entryNumber} names it.`),
    entryOffer(context, here, entryNumber, 2, [`The latest entry that names this ${what}.`]),
  ];
}

/** compared says whether the pasted entry is the one of that number that was read here, and else in which fields it differs; nothing where none was. */
function compared(
  entryNumber: number,
  pasted: JsonObject,
  hashes: readonly Hash[],
  { here }: BoxContext,
): readonly Understood[] {
  const known: Entry | undefined =
    here?.found.data?.entries.get(entryNumber) ?? here?.known.entries.get(entryNumber);
  if (known === undefined) return [];
  const variant = here?.variant ?? 'item';
  const named = (list: readonly Hash[]): string =>
    list.map((hash) => formatHash(hash, variant)).join(', ') || 'none';
  const index = field(pasted, 'index-entry-number');
  const fields: readonly (readonly [what: string, read: string, said: string])[] = [
    ['key', known.key, textOf(field(pasted, 'key'))],
    ['timestamp', known.timestamp, textOf(field(pasted, 'entry-timestamp'))],
    ['data hash', named(known.itemHashes), named(hashes)],
    // Not every form of an entry has it.
    ...(index === undefined
      ? []
      : [
          [
            'index entry number',
            String(known.indexEntryNumber),
            String(wholeNumber(index) ?? textOf(index)),
          ] as const,
        ]),
  ];
  const differ = fields.filter(([, read, said]) => read !== said);
  if (differ.length === 0) return [remark(words`Entry ${entryNumber}, as it was read here, says the same.`)];
  const told: Word[] = [];
  for (const [what, read, said] of differ)
    told.push(`${told.length === 0 ? '' : '; '}its ${what} is `, ...words`${read}, not ${said}`);
  return [problem([...words`Entry ${entryNumber}, as it was read here, is another: `, ...told, '.'])];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? 'missing' : JSON.stringify(value);
}

function readRecord(key: string, record: JsonObject, context: BoxContext): readonly Understood[] {
  const entryNumber = wholeNumber(field(record, 'entry-number'));
  const items = field(record, 'item');
  const registers = registersAsked(context);
  return [
    ...registers.map((register) => recordOffer(context, register, key, 3, words`The record with this key.`)),
    ...(entryNumber === undefined ? [] : entryOffers(entryNumber, 2, context)),
    ...(Array.isArray(items) ? items.slice(0, SHOWN) : []).flatMap((item: unknown) =>
      isObject(item) ? readItem(item, context) : [],
    ),
  ];
}

/** A flat object: an item, or with `_id` a blob (its hash) or a record of the earlier variant (its key). */
function readFlat(value: JsonObject, context: BoxContext): readonly Understood[] | undefined {
  const id = field(value, '_id');
  if (typeof id !== 'string') {
    const read = readItem(value, context);
    return read.length === 0 ? undefined : read;
  }
  const hash = parseHash(id, 'blob');
  if (hash !== undefined) return readItem(value, context, hash);
  return [
    ...registersAsked(context).map((register) =>
      recordOffer(context, register, id, 3, words`The record with this key.`),
    ),
    ...readItem(value, context),
  ];
}

/** readItem hashes data as the register would name it, and leads to what it has under that hash. `named` is the hash that it came with. */
function readItem(value: JsonObject, context: BoxContext, named?: Hash): readonly Understood[] {
  let item: Item;
  try {
    item = asItem(value, '$', '_id');
  } catch {
    return [];
  }
  if (item.size === 0) return [];
  const isBlob = Object.hasOwn(value, '_id');
  const variants = registersAsked(context).map((register) =>
    isBlob ? 'blob' : named === undefined ? variantOf(register, context) : 'item',
  );
  return [...new Set(variants)].flatMap((variant): readonly Understood[] => {
    const hash = dataHashIfAny(variant, item, named);
    return hash === undefined
      ? [problem(words`This data cannot be hashed: a text in it holds half a character.`)]
      : [hashNote(variant, item, hash, named)].concat(dataOffers(hash, 3, context));
  });
}

function hashNote(variant: Variant, item: Item, hash: Hash, named: Hash | undefined): Understood {
  const what = `${variant === 'item' ? 'An item' : 'A blob'} with ${countOf(item.size, 'attribute')}.`;
  if (named === hash) return remark([what, ' Its hash, computed here, is the one it came with.']);
  const computed = words` Its hash, computed here, is ${formatHash(hash, variant)}`;
  if (named === undefined) return remark([what, ...computed, '.']);
  return problem([what, ...computed, ...words`; it came with ${formatHash(named, variant)}.`]);
}

function variantOf(register: NamedRegister, { here }: BoxContext): Variant {
  if (register === here) return here.variant ?? 'item';
  return register.id.kind !== 'remote' && register.id.mount.startsWith('earlier') ? 'blob' : 'item';
}

function summary(value: JsonObject, { here, registers }: BoxContext): readonly Understood[] {
  const record = field(value, 'register-record');
  const name = isObject(record) ? field(record, 'register') : field(value, 'id');
  if (typeof name !== 'string')
    return [remark(words`The description of a register that does not say its name.`)];
  const known = [...(here === undefined ? [] : [here]), ...registers].filter(
    (register) => register.name === name,
  );
  return [
    remark(words`The description of the register ${name}.`),
    ...known.map((register) => registerOffer(register, 3, words`The register with that name.`)),
  ];
}
