import { foldWord as fold } from '../../core/words.ts';
import { countOf } from '../../ui/format.ts';
import { formatRegisterId, type RegisterId } from '../../ui/paths.ts';
import type {
  BoxContext,
  KnownRecord,
  NamedRegister,
  OpenRegister,
  ReadRegister,
  RecordMatch,
  WholeAnswer,
} from './box-context.ts';
import { recordOffer, registersAsked, searchOffer } from './offers.ts';
import { readAssigned } from './read-assigned.ts';
import { isMarkedHash } from './read-hash.ts';
import { nothing, type Offer, remark, type Understood, type Words, words } from './understood.ts';

/** MATCHES is how many records are offered by their values. */
const MATCHES = 6;
/** LONGEST_KEY is where a text is too long to be taken for a key that was never read. */
const LONGEST_KEY = 200;

/** readKey understands a text as the key of a record, as words in one, and as something to search for. Where the whole register is known, only what is in it is offered. */
export function readKey(text: string, context: BoxContext): readonly Understood[] {
  const { here, read = [] } = context;
  if (isMarkedHash(text)) return here === undefined ? [] : [searchOffer(context, here, text)];
  if (here !== undefined) return [...missingKey(text, here), ...inRead(text, context, here)];
  const asked = registersAsked(context);
  const isRead = (register: NamedRegister): boolean => read.some(({ id }) => isSame(id, register.id));
  const unread = asked.filter((register) => !isRead(register));
  const keyed = mayBeKey(text) ? unread.map((register) => recordOffer(context, register, text, 1)) : [];
  return [
    ...read.flatMap((register) => inRead(text, context, register)),
    ...keyed,
    ...unread.map((register) => searchOffer(context, register, text)),
  ];
}

/** readNamedKey understands `record GB`: what follows is a key. */
export function readNamedKey(text: string, context: BoxContext): readonly Offer[] {
  const [, key = ''] = /^(?:record|key)\s+(\S+)$/i.exec(text) ?? [];
  return key === '' ? [] : registersAsked(context).map((register) => recordOffer(context, register, key, 2));
}

function isSame(one: RegisterId, other: RegisterId): boolean {
  return formatRegisterId(one) === formatRegisterId(other);
}

/** inRead offers what fits in a register of which something was read. */
function inRead(text: string, context: BoxContext, register: ReadRegister): readonly Offer[] {
  const whole = wholeFor(text, register);
  const search =
    whole !== undefined && whole.fits + whole.fitted === 0
      ? []
      : [searchOffer(context, register, text, whole)];
  const keyed = byKey(text, context, register);
  const found = byValue(text, context, register);
  // Words are hardly a key: where nobody knows it, the search is the safer guess.
  return mayBeKey(text) ? [...keyed, ...found, ...search] : [...found, ...search, ...keyed];
}

/** wholeFor is what the copy of the whole register says of this very text. */
function wholeFor(text: string, { found }: ReadRegister): WholeAnswer | undefined {
  return found.matches?.text === text ? found.matches.whole : undefined;
}

/** missingKey says that the register has no such record, or that nothing in it fits at all; only who has the whole of it can. */
function missingKey(text: string, here: OpenRegister): readonly Understood[] {
  const whole = wholeFor(text, here);
  if (whole === undefined || whole.hasKey) return [];
  const { of, fits, fitted, missing, attributes } = whole;
  const then = here.at === undefined ? [] : [` with ${countOf(here.at, 'entry', 'entries')}`];
  if (readAssigned(text, [...here.attributes, ...attributes])?.known === true) return [];
  if (fits + fitted > 0)
    return mayBeKey(text) && !/^\d+$/.test(text) && alikeIn(text, here).length === 0
      ? [
          remark([
            ...words`This register`,
            ...then,
            ...words` has no record ${text}; it has `,
            `${countOf(of, 'record')}.`,
          ]),
        ]
      : [];
  const part = missing === 0 ? '' : ' that could be read';
  return [
    nothing([
      ...words`Nothing in this register`,
      ...then,
      part,
      ...words` fits ${text}. It is no key, and in no value of its `,
      `${countOf(of, 'record')}.`,
    ]),
  ];
}

function mayBeKey(text: string): boolean {
  return text.length <= LONGEST_KEY && !/\s/.test(text) && !text.includes('://');
}

type Named = Pick<KnownRecord, 'key' | 'name'>;

/** alikeIn are the records with the same key but for capitals and accents. */
function alikeIn(text: string, { known, found }: ReadRegister): readonly Named[] {
  const inCopy = found.matches?.text === text ? found.matches.records : [];
  const folded = fold(text);
  return [...known.records.values(), ...inCopy].filter(({ key }) => key !== text && fold(key) === folded);
}

function byKey(text: string, context: BoxContext, register: ReadRegister): readonly Offer[] {
  const { matches } = register.found;
  const inCopy = matches?.text === text ? matches.records : [];
  const whole = wholeFor(text, register);
  const read = register.known.records.get(text) ?? inCopy.find(({ key }) => key === text);
  const exact: Named | undefined = read ?? (whole?.hasKey === true ? { key: text } : undefined);
  if (exact !== undefined)
    return [recordOffer(context, register, text, /^\d+$/.test(text) ? 2 : 3, nameOf(exact))];
  if (text.length > LONGEST_KEY || text.includes('://')) return [];
  const alike = alikeIn(text, register).map((record) =>
    recordOffer(context, register, record.key, 3, nameOf(record)),
  );
  if (whole !== undefined) return alike;
  // Where the whole register was looked through and something else fits, it is hardly a key.
  const sure = mayBeKey(text) && inCopy.length === 0 && register === context.here ? 2 : 1;
  return [...alike, recordOffer(context, register, text, sure)];
}

/** byValue offers records by what is in them: what the copy of the register found for this very text, else what was read in this visit. */
function byValue(text: string, context: BoxContext, here: ReadRegister): readonly Offer[] {
  const { matches } = here.found;
  if (matches?.text === text)
    return matches.records
      .filter(({ key }) => key !== text && fold(key) !== fold(text))
      .slice(0, MATCHES)
      .map((match) => recordOffer(context, here, match.key, sureOf(match, text), matchWords(match)));
  const folded = fold(text);
  if (folded.length < 2) return [];
  return [...here.known.records.values()]
    .flatMap((record) => {
      if (record.key === text || fold(record.key) === folded) return [];
      const fits = fitOf(record, folded);
      return fits === undefined ? [] : [{ record, ...fits }];
    })
    .sort((one, other) => other.sure - one.sure)
    .slice(0, MATCHES)
    .map(({ record, sure, because }) =>
      recordOffer(context, here, record.key, sure, fitWords(record, because)),
    );
}

function fitWords(record: KnownRecord, because: string): Words {
  const { name } = record;
  if (name === undefined || name === because) return words`${because}`;
  return words`${name}. It is found by ${because}.`;
}

function sureOf({ name, because }: RecordMatch, text: string): Offer['sure'] {
  return [name, because].some((value) => value !== undefined && fold(value) === fold(text)) ? 3 : 2;
}

/** matchWords says why a record fits: by which value, and whether that is a former one. */
export function matchWords({ name, because, former }: RecordMatch): Words {
  const called = name === undefined ? [] : words`${name}`;
  if (because === undefined || because === name)
    return called.length === 0 ? words`It has these words.` : called;
  const end = called.length === 0 ? [] : ['. '];
  return former
    ? [...called, ...end, ...words`Formerly ${because}.`]
    : [...called, ...end, ...words`It is found by ${because}.`];
}

function fitOf(
  { name, values }: KnownRecord,
  folded: string,
): { readonly sure: Offer['sure']; readonly because: string } | undefined {
  let best: { readonly sure: Offer['sure']; readonly because: string } | undefined;
  for (const value of name === undefined ? values : [name, ...values]) {
    const text = fold(value);
    const sure = text === folded ? 3 : text.startsWith(folded) ? 2 : text.includes(folded) ? 1 : 0;
    if (sure > (best?.sure ?? 0)) best = { sure: sure as Offer['sure'], because: value };
  }
  return best;
}

function nameOf({ name }: Named): Words {
  return name === undefined ? words`Its data, its history and its proof.` : words`${name}`;
}
