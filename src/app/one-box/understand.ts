import { parseCurie } from '../../core/definition.ts';
import { type Hash, parseHash } from '../../core/hash.ts';
import { foldWord as fold } from '../../core/words.ts';
import { readDate } from '../../ui/earlier-size.ts';
import { formatRegisterId, NO_PLACE } from '../../ui/paths.ts';
import { sameRegister, targetOf } from '../links/link-target.ts';
import {
  type BoxContext,
  inScope,
  inView,
  type KnownRegister,
  type Meaning,
  type Offer,
  offersIn,
  problem,
  type RegisterOnView,
  say,
} from './offers.ts';
import { fromAddress } from './read-address.ts';

/** LONGEST is the longest text to interpret, in characters, and that of a pasted file, which may have some thousand. */
const LONGEST = { line: 2_000, file: 2_000_000 };
/** LONGEST_KEY is the longest text interpreted as an unread key or as a search. */
const LONGEST_KEY = 200;
/** SHOWN is the most offers. */
const SHOWN = 12;

/** READERS are the interpreters, the likelier first. */
const READERS: readonly ((text: string, context: BoxContext) => readonly Meaning[])[] = [
  fromNumber,
  fromHash,
  (text, context) => (context.here === undefined ? fromRegisterName(text, context) : []),
  (text, context) => matchesIn(text, context, true),
  fromAddress,
  fromValue,
  fromDate,
  fromWords,
  fromRegisterName,
];

/** understand returns all meanings of a text: problems, and offers, the one for Enter first. It makes no requests and never throws; the context has what is known of registers. */
export function understand(typed: string, context: BoxContext): readonly Meaning[] {
  const text = typed.trim();
  if (text === '') return [];
  const isFile = /^[[{]|^c2sp\.org\/tlog-proof@/.test(text);
  if (text.length > LONGEST[isFile ? 'file' : 'line'])
    return [problem('This is too long to be read here. Open it as a file.')];
  if (isFile) return fromEvidence(text);
  // A text with a hash prefix has no other meaning.
  const readers = HASH_PREFIX.test(text) ? [fromHash] : READERS;
  const paths = new Set<string>();
  const meanings = readers
    .flatMap((read) => read(text, context))
    .filter((one) => {
      if (!isOffer(one)) return true;
      if (one.path.startsWith(NO_PLACE) || paths.has(one.path)) return false;
      return paths.add(one.path).size <= SHOWN;
    });
  return meanings.length > 0 ? meanings : [problem(say`Nothing known here matches ${text}.`)];
}

/** isOffer reports whether a meaning is an offer, not a problem. */
export function isOffer(meaning: Meaning): meaning is Offer {
  return meaning.kind !== 'problem';
}

/** isSearched reports whether to search copies of registers for a text: words, or the beginning of a hash. */
export function isSearched(text: string): boolean {
  if (text.length < 2 || text.length > LONGEST_KEY || /^[[{]|:\/\//.test(text)) return false;
  return /\p{L}/u.test(text) || hashEnds(text) !== undefined;
}

/** fromEvidence leads a pasted evidence file to the page that reads it; nothing in it is believed or computed here. */
function fromEvidence(text: string): readonly Meaning[] {
  if (!/^c2sp|"format"\s*:\s*"register-/.test(text))
    return [problem('This is not a proof bundle. Paste a whole one.')];
  const detail = 'Open it in Check: everything in it is computed again, without a network.';
  return [
    { kind: 'file', what: 'A proof bundle or report', detail, path: '/check', state: { pasted: text } },
  ];
}

/** fromNumber understands `194`, `1,204`, `#194` and `entry 194` as an entry of the log. A key may look the same. */
function fromNumber(text: string, context: BoxContext): readonly Meaning[] {
  const [, digits = ''] = /^(?:#\s*|entry\s+)?(\d{1,3}(?:,\d{3})+|\d{1,20})$/i.exec(text) ?? [];
  if (digits === '') return [];
  const entryNumber = Number(digits.replaceAll(',', ''));
  const { logSize } = context.here ?? {};
  if (entryNumber >= 1 && entryNumber <= (logSize ?? Number.MAX_SAFE_INTEGER))
    return inScope(context).map((offers) => offers.entry(entryNumber));
  return [
    problem(say`There is no entry ${digits}.${logSize === undefined ? '' : say` The log has ${logSize}.`}`),
  ];
}

const HASH_PREFIX = /^sha-?256:\s*/i;

/** hashEnds returns the first and last digits of a hash in either spelling or bare, whole or abbreviated (`sha-256:8d92`, `8d92e1…5729`). */
export function hashEnds(text: string): { readonly start: string; readonly end: string } | undefined {
  const digits = text.slice(0, LONGEST_KEY).replace(HASH_PREFIX, '').toLowerCase();
  const [, first = '', end = ''] = /^([0-9a-f]{4,})(?:(?:…|\.{2,3})([0-9a-f]{2,}))?$/.exec(digits) ?? [];
  const start = first.length === 64 ? first : first.replace(/^1220(?=[0-9a-f]{4})/, '');
  return start === '' || start.length > 64 ? undefined : { start, end };
}

/** fromHash understands a hash as that of data, or as a root. An abbreviated one is searched in the parts of the register on view that were read. */
function fromHash(text: string, context: BoxContext): readonly Meaning[] {
  const { start, end } = hashEnds(text) ?? { start: '', end: '' };
  if (context.here !== undefined && start !== '') {
    const known = knownHashes(context, context.here, (hash) => hash.startsWith(start) && hash.endsWith(end));
    if (known.length > 0) return known;
  }
  const whole = parseHash(start, 'bare');
  if (whole !== undefined && end === '') return inScope(context).map((offers) => offers.data(whole));
  // So many digits can only be a badly copied hash.
  const isHash = HASH_PREFIX.test(text) || end !== '' || /^[0-9a-f]{48,}$/i.test(text);
  return isHash
    ? [problem('No hash that was read begins like this. Type all of its 64 digits, 0 to 9 and a to f.')]
    : [];
}

/** knownHashes offers the data, the roots and the entries read of a register that have one of the meant hashes. */
function knownHashes(context: BoxContext, here: RegisterOnView, isMeant: (hash: Hash) => boolean): Offer[] {
  const offers = offersIn(context, here);
  const entries = here.found?.entries ?? [];
  const data = new Set(entries.flatMap(({ itemHashes }) => itemHashes.filter(isMeant)));
  return [
    ...[...data].map((hash) => offers.data(hash)),
    ...here.heads
      .filter(({ rootHash }) => isMeant(rootHash))
      .map(({ logSize }) => offers.moment('root', String(logSize), say`The root hash of ${logSize} entries`)),
    ...entries.map(({ entryNumber, key }) =>
      offers.entry(entryNumber, say`Its key is ${key}; it records this data.`),
    ),
  ];
}

/** matchesIn offers the records that were found, or only those for `exactly` this key, name or value. */
function matchesIn(text: string, context: BoxContext, exactly = false): readonly Offer[] {
  const isText = (value: string): boolean => fold(value) === fold(text);
  return inView(context).flatMap((register) => {
    const offers = offersIn(context, register);
    return (register.found?.rows ?? []).flatMap(({ key, items, found, former = [] }) => {
      const named = items[0]?.get('name');
      const name = typeof named === 'string' ? named : '';
      const today = found.find(({ attribute }) => attribute !== '')?.value;
      // A former value that equals the text precedes a current one.
      const was = former.find(({ value }) => isText(value)) ?? (today === undefined ? former[0] : undefined);
      const because = was?.value ?? today ?? name;
      if (exactly && ![key, name, because].some(isText)) return [];
      const why = because === name ? '' : was ? say`Formerly ${because}.` : say`Found by ${because}.`;
      return offers.record(key, [name && say`${name}.`, why].join(' ').trim() || undefined);
    });
  });
}

/** fromWords understands a text as words in records, as a search, and, unless everything was searched, as a key. */
function fromWords(text: string, context: BoxContext): readonly Meaning[] {
  const [, key = text] = /^(?:record|key)\s+(\S+)$/i.exec(text) ?? [];
  const isAddress = key.includes('://');
  const scoped = isAddress && context.here === undefined ? [] : inScope(context);
  const others = scoped.flatMap((offers) => {
    const { found: { total = 0, isWhole = false } = {}, exact } = offers.register;
    const search =
      exact?.map((attribute) => offers.filter(attribute, text)) ??
      (isWhole && total === 0 ? [] : [offers.search(text, total)]);
    const isKey = key.length <= LONGEST_KEY && !isAddress && !isWhole;
    const record = isKey ? [offers.record(key, 'If the register has this key.')] : [];
    // Words are rarely a key: search is the safer guess.
    return /\s/.test(key) ? search.concat(record) : record.concat(search);
  });
  return [...matchesIn(text, context), ...others];
}

/** fromRegisterName understands the beginning of the name or of the title of a register that this browser knows. */
function fromRegisterName(text: string, context: BoxContext): readonly Offer[] {
  const folded = fold(text);
  return context.registers
    .filter(
      ({ name, title }) => folded.length > 1 && [name, title].some((one) => fold(one).startsWith(folded)),
    )
    .map((register) => offersIn(context, register).overview('Opens another register.'));
}

/** NO_REGISTERS are prefixes before a colon that are no registers. */
const NO_REGISTERS = new Set(['file', 'localhost', 'rsf']);

/** fromValue understands `country:GB` as the record of a register, and `currency=EUR`, `currency: EUR` or `currency:EUR` as the records with this value. */
function fromValue(text: string, context: BoxContext): readonly Meaning[] {
  const { here } = context;
  const [, typed = '', sign = '', value = ''] = /^([^\s=:]+)\s*(=|:)\s*(\S.*)$/s.exec(text) ?? [];
  const names = [...(here?.attributes ?? []), ...(here?.found?.attributes ?? [])];
  const attribute =
    names.find((one) => one === typed) ??
    names.find((one) => fold(one) === fold(typed)) ??
    (sign === '=' && names.length === 0 ? typed : '');
  const filters = attribute === '' ? [] : inScope(context).map((offers) => offers.filter(attribute, value));
  const curie = parseCurie(text);
  const register =
    curie && !NO_REGISTERS.has(curie.prefix) ? registerNamed(curie.prefix, context) : undefined;
  if (curie === undefined || register === undefined) return filters;
  const offers = offersIn(context, register);
  const detail = say`The curie ${text}.`;
  const named = curie.key === undefined ? offers.overview(detail) : offers.record(curie.key, detail);
  // An unopened register may not exist; an attribute of that name does.
  const isKnown = [here, ...context.registers].some((one) => one && sameRegister(one.id, register.id));
  return isKnown ? [named, ...filters] : [...filters, named];
}

/** registerNamed returns the register that a curie's prefix names in the data of the one on view, or a known one. A bundled one must exist. */
function registerNamed(name: string, { here, registers }: BoxContext): KnownRegister | undefined {
  if (here?.name === name) return here;
  const known = registers.find((register) => register.name === name);
  if (here === undefined) return known;
  const recent = registers.map(({ id, title }) => ({ id: formatRegisterId(id), title, openedAt: 0 }));
  const id = targetOf({ register: here.id, name: here.name }, name, recent);
  if (id === undefined || (id.kind === 'bundled' && known?.id.kind !== 'bundled')) return known;
  return { id, name, title: known?.title ?? (id.kind === 'remote' ? id.base : name) };
}

/** fromDate understands a date in the forms of registers and this page (`2012`, `2012-10-03T14:22:00Z`, `3 Oct 2012, 14:22`) as the register at its end, in UTC. A year alone is one from 1900 to 2199. */
function fromDate(text: string, context: BoxContext): readonly Meaning[] {
  if (text.length > 60 || /^(?!19|20|21)\d{4}$/.test(text)) return [];
  const [, day = '', time = ''] =
    /^(\S.*?),?[T\s]\s*(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?\s*Z?$/i.exec(text) ?? [];
  const date = readDate(time === '' ? text : `${readDate(day)?.text}T${time}Z`);
  if (date === undefined)
    return /^(?:\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ].*)?)?|\d{1,2}([/.])\d{1,2}\1\d{4})$/i.test(text)
      ? [problem('This is not a date. Write one like 2018-06-13.')]
      : [];
  // A number alone is a log size in an address.
  const at = /^\d{4}$/.test(date.text) ? `${date.text}-12-31` : date.text;
  return inScope(context).map((offers) =>
    offers.moment('moment', at, say`${offers.register.title} as it was at the end of ${date.words}`),
  );
}
