import { type Hash, parseHash } from '../../core/hash.ts';
import { foldWord as fold } from '../../core/words.ts';
import { readDate } from '../../ui/earlier-size.ts';
import { NO_PLACE } from '../../ui/paths.ts';
import { nameOf } from '../../ui/values/value.tsx';
import { ADDRESSES, meaningsOf, type Row } from './addresses.ts';
import { type BoxContext, inScope, inView, type Meaning, type Offer, offersIn, say } from './offers.ts';

/** LONGEST_TEXT is the longest text to interpret, in characters. */
const LONGEST_TEXT = 2_000;
/** LONGEST_KEY is the longest text interpreted as an unread key or as a search. */
const LONGEST_KEY = 200;
/** SHOWN is the most offers. */
const SHOWN = 12;
const HASH_PREFIX = /^sha-?256:\s*/i;
const ANY = /^/;

/** ROWS are all things that a text may be, the likelier first. */
const ROWS: readonly Row[] = [
  // 194, 1,204, #194, entry 194
  {
    pattern: /^(?:#\s*|entry\s+)?(\d{1,3}(?:,\d{3})+|\d{1,20})$/i,
    offers([, digits = ''], context) {
      const entryNumber = Number(digits.replaceAll(',', ''));
      const { logSize } = context.here ?? {};
      if (entryNumber >= 1 && entryNumber <= (logSize ?? Number.MAX_SAFE_INTEGER))
        return inScope(context).map((offers) => offers.entry(entryNumber));
      return [say`There is no entry ${digits}.${logSize === undefined ? '' : say` The log has ${logSize}.`}`];
    },
  },
  // A hash of data, or a root. An abbreviated one is searched in what was read of the register on view.
  {
    pattern: /^(?:(?<only>sha-?256:)|[0-9a-f]{4})/i,
    offers({ input: text, groups }, context) {
      const { here } = context;
      const { start, end } = hashEnds(text) ?? { start: '', end: '' };
      if (here !== undefined && start !== '') {
        const isMeant = (hash: Hash): boolean => hash.startsWith(start) && hash.endsWith(end);
        const offers = offersIn(context, here);
        const entries = here.found?.entries ?? [];
        const known = [
          ...entries.flatMap(({ itemHashes }) => itemHashes.filter(isMeant)).map((hash) => offers.data(hash)),
          ...here.heads
            .filter(({ rootHash }) => isMeant(rootHash))
            .map(({ logSize }) =>
              offers.moment('root', String(logSize), say`The root hash of ${logSize} entries`),
            ),
          ...entries.map(({ entryNumber, key }) =>
            offers.entry(entryNumber, say`Its key is ${key}; it records this data.`),
          ),
        ];
        if (known.length > 0) return known;
      }
      const whole = parseHash(start, 'bare');
      if (whole !== undefined && end === '') return inScope(context).map((offers) => offers.data(whole));
      // So many digits can only be a badly copied hash.
      return groups?.['only'] !== undefined || end !== '' || /^[0-9a-f]{48,}$/i.test(text)
        ? ['No hash that was read begins like this. Type all of its 64 digits, 0 to 9 and a to f.']
        : [];
    },
  },
  {
    pattern: ANY,
    offers: ({ input }, context) => (context.here === undefined ? registerOffers(input, context) : []),
  },
  { pattern: ANY, offers: ({ input }, context) => recordOffers(input, context, true) },
  ...ADDRESSES,
  // The register at the end of a date, in UTC: 2012, 2012-10-03T14:22:00Z, 3 Oct 2012, 14:22. A year alone
  // is one from 1900 to 2199.
  {
    pattern: /^(?:(?:19|20|21)\d\d|.{5,60})$/,
    offers([text], context) {
      const [, day = '', time = ''] =
        /^(\S.*?),?[T\s]\s*(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?\s*Z?$/i.exec(text) ?? [];
      const date = readDate(time === '' ? text : `${readDate(day)?.text}T${time}Z`);
      if (date === undefined)
        return /^(?:\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ].*)?)?|\d{1,2}([/.])\d{1,2}\1\d{4})$/i.test(text)
          ? ['This is not a date. Write one like 2018-06-13.']
          : [];
      // A number alone is a log size in an address.
      const at = /^\d{4}$/.test(date.text) ? `${date.text}-12-31` : date.text;
      return inScope(context).map((offers) =>
        offers.moment('moment', at, say`${offers.register.title} as it was at the end of ${date.words}`),
      );
    },
  },
  { pattern: ANY, offers: ({ input }, context) => recordOffers(input, context) },
  // A search and, unless everything was searched, a key.
  {
    pattern: /^(?:(?:record|key)\s+(?=\S+$))?(.*)$/is,
    offers([text, key = ''], context) {
      const isAddress = key.includes('://');
      if (isAddress && context.here === undefined) return [];
      return inScope(context).flatMap((offers) => {
        const { found: { total = 0, isWhole = false } = {}, exact } = offers.register;
        const search =
          exact?.map((attribute) => offers.filter(attribute, text)) ??
          (isWhole && total === 0 ? [] : [offers.search(text, total)]);
        const isKey = key.length <= LONGEST_KEY && !isAddress && !isWhole;
        const record = isKey ? [offers.record(key, { detail: 'If the register has this key.' })] : [];
        // Words are rarely a key: search is the safer guess.
        return /\s/.test(key) ? search.concat(record) : record.concat(search);
      });
    },
  },
  { pattern: ANY, offers: ({ input }, context) => registerOffers(input, context) },
];

/**
 * understand returns all meanings of a text: offers, the one for Enter first, and sentences about its faults.
 * It makes no requests and never throws; the context has what is known of registers.
 */
export function understand(typed: string, context: BoxContext): readonly Meaning[] {
  const text = typed.trim();
  if (text === '') return [];
  if (text.length > LONGEST_TEXT) return ['This is too long to be read here.'];
  const paths = new Set<string>();
  const meanings = meaningsOf(ROWS, text, context).filter((one) => {
    if (typeof one === 'string') return true;
    if (one.path.startsWith(NO_PLACE) || paths.has(one.path)) return false;
    return paths.add(one.path).size <= SHOWN;
  });
  if (meanings.length === 0) return [say`Nothing known here matches ${text}.`];
  return [...nothingFound(text, meanings, context), ...meanings];
}

/**
 * nothingFound says where a search found nothing, if all that can be offered is to look in other registers.
 */
function nothingFound(
  text: string,
  meanings: readonly Meaning[],
  { here, registers }: BoxContext,
): readonly string[] {
  const searched = here === undefined ? registers.filter(({ found }) => found?.isWhole) : [];
  const isGuess = meanings.every(
    (one) => typeof one !== 'string' && (one.kind === 'record' || one.kind === 'records'),
  );
  const isFound = registers.some(({ found }) => found && found.total > 0);
  if (searched.length === 0 || !isGuess || isFound || /[:=]/.test(text)) return [];
  return [`No match in ${searched.map(({ title }) => say`${title}`).join(', ')}.`];
}

/** isSearched reports whether to search copies of registers for a text: words, or the beginning of a hash. */
export function isSearched(text: string): boolean {
  if (text.length < 2 || text.length > LONGEST_KEY || text.includes('://')) return false;
  return /\p{L}/u.test(text) || hashEnds(text) !== undefined;
}

/**
 * hashEnds returns the first and last digits of a hash in either spelling or bare, whole or abbreviated
 * (`sha-256:8d92`, `8d92e1…5729`).
 */
export function hashEnds(text: string): { readonly start: string; readonly end: string } | undefined {
  const digits = text.slice(0, LONGEST_KEY).replace(HASH_PREFIX, '').toLowerCase();
  const [, first = '', end = ''] = /^([0-9a-f]{4,})(?:(?:…|\.{2,3})([0-9a-f]{2,}))?$/.exec(digits) ?? [];
  const start = first.length === 64 ? first : first.replace(/^1220(?=[0-9a-f]{4})/, '');
  return start === '' || start.length > 64 ? undefined : { start, end };
}

/** recordOffers offers the records that were found, or only those for `exactly` this key, name or value. */
function recordOffers(text: string, context: BoxContext, exactly = false): readonly Offer[] {
  const isText = (value: string): boolean => fold(value) === fold(text);
  return inView(context).flatMap((register) => {
    const offers = offersIn(context, register);
    return (register.found?.rows ?? []).flatMap(({ key, items, found, former = [] }) => {
      const name = nameOf(items[0]) ?? '';
      const today = found.find(({ attribute }) => attribute !== '')?.value;
      // A former value that equals the text precedes a current one.
      const was = former.find(({ value }) => isText(value)) ?? (today === undefined ? former[0] : undefined);
      const because = was?.value ?? today ?? name;
      if (exactly && ![key, name, because].some(isText)) return [];
      const why = because === name ? '' : was ? say`Formerly ${because}.` : say`Found by ${because}.`;
      const detail = [name && say`${name}.`, why].join(' ').trim();
      return offers.record(key, detail === '' ? {} : { detail });
    });
  });
}

/** registerOffers reads the beginning of the name or of the title of a register that this browser knows. */
function registerOffers(text: string, context: BoxContext): readonly Offer[] {
  const folded = fold(text);
  return context.registers
    .filter(
      ({ name, title }) => folded.length > 1 && [name, title].some((one) => fold(one).startsWith(folded)),
    )
    .map((register) => offersIn(context, register).overview('Opens another register.'));
}
