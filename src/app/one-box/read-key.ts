import { foldWord as fold } from '../../core/words.ts';
import type { BoxContext, KnownRecord, OpenRegister, RecordMatch } from './box-context.ts';
import { recordOffer, registersAsked, searchOffer } from './offers.ts';
import { isMarkedHash } from './read-hash.ts';
import { type Offer, type Words, words } from './understood.ts';

/** MATCHES is how many records are offered by their values. */
const MATCHES = 6;
/** LONGEST_KEY is where a text is too long to be taken for a key that was never read. */
const LONGEST_KEY = 200;

/** readKey understands a text as the key of a record, as words in one, and as something to search for. */
export function readKey(text: string, context: BoxContext): readonly Offer[] {
  const { here } = context;
  if (isMarkedHash(text)) return here === undefined ? [] : [searchOffer(context, here, text)];
  if (here === undefined) {
    const registers = registersAsked(context);
    const keyed = mayBeKey(text) ? registers.map((register) => recordOffer(context, register, text, 1)) : [];
    return [...keyed, ...registers.map((register) => searchOffer(context, register, text))];
  }
  return [...byKey(text, context, here), ...byValue(text, context, here), searchOffer(context, here, text)];
}

function mayBeKey(text: string): boolean {
  return text.length <= LONGEST_KEY && !/\s/.test(text);
}

function byKey(text: string, context: BoxContext, here: OpenRegister): readonly Offer[] {
  const { matches } = here.found;
  const inCopy = matches?.text === text ? matches.records : [];
  const exact = here.known.records.get(text) ?? inCopy.find(({ key }) => key === text);
  if (exact !== undefined)
    return [recordOffer(context, here, text, /^\d+$/.test(text) ? 2 : 3, nameOf(exact))];
  const folded = fold(text);
  const alike = [...here.known.records.values(), ...inCopy].filter(({ key }) => fold(key) === folded);
  if (text.length > LONGEST_KEY) return [];
  // Where the whole register was looked through and something else fits, it is hardly a key.
  const sure = mayBeKey(text) && inCopy.length === 0 ? 2 : 1;
  return [
    ...alike.map((record) => recordOffer(context, here, record.key, 3, nameOf(record))),
    recordOffer(context, here, text, sure),
  ];
}

/** byValue offers records by what is in them: what the copy of the register found for this very text, else what was read in this visit. */
function byValue(text: string, context: BoxContext, here: OpenRegister): readonly Offer[] {
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

function matchWords({ name, because, former }: RecordMatch): Words {
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

function nameOf({ name }: Pick<KnownRecord, 'name'>): Words {
  return name === undefined ? words`Its data, its history and its proof.` : words`${name}`;
}
