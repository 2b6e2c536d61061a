import { parseCurie } from '../../core/definition.ts';
import { type Hash, parseHash } from '../../core/hash.ts';
import { foldWord as fold } from '../../core/words.ts';
import { type AskedDate, readDate } from '../../ui/dates.ts';
import { formatRegisterId, NO_PLACE } from '../../ui/paths.ts';
import { AUDIT_REPORT_FORMAT, BUNDLE_FORMAT, REPORT_FORMAT } from '../../verify/evidence/formats.ts';
import { sameRegister, targetOf } from '../links/link-target.ts';
import {
  type BoxContext,
  inScope,
  type KnownRegister,
  type Meaning,
  type Offer,
  offersIn,
  problem,
  type RecordMatch,
  say,
} from './offers.ts';
import { fromAddress } from './read-address.ts';

/** LONGEST is the longest text to interpret, in characters; evidence files have some thousand. */
const LONGEST = 2_000_000;
/** LONGEST_LINE is the longest text interpreted as anything but evidence. */
const LONGEST_LINE = 2_000;
/** LONGEST_KEY is the longest text interpreted as an unread key or as a search. */
const LONGEST_KEY = 200;
/** SHOWN is the most offers. */
const SHOWN = 12;

/** READERS are the interpreters, the likelier first. */
const READERS: readonly ((text: string, context: BoxContext) => readonly Meaning[])[] = [
  fromNumber,
  fromHash,
  (text, context) => (context.here === undefined ? fromRegisterName(text, context) : []),
  fromMatches,
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
  if (text.length > LONGEST) return [problem('This is too long to be looked at here. Open it as a file.')];
  if (/^[[{]|^c2sp\.org\/tlog-proof@/.test(text)) return fromEvidence(text);
  if (text.length > LONGEST_LINE)
    return [problem('This is too long for a key, a hash, a date or an address, and it is no proof bundle.')];
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
  return meanings.length > 0 ? meanings : [nothingFound(text, context)];
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

function nothingFound(text: string, { here }: BoxContext): Meaning {
  return problem(
    here === undefined
      ? 'Nothing matches. Open a register first, to find its keys, entries and values here.'
      : say`Nothing in this register matches ${text}.`,
  );
}

/** fromEvidence leads a pasted evidence file to the page that reads it; nothing in it is believed or computed here. */
function fromEvidence(text: string): readonly Meaning[] {
  const [, format = ''] = /"format"\s*:\s*"([a-z-]+)"/.exec(text) ?? [];
  if (![BUNDLE_FORMAT, REPORT_FORMAT, AUDIT_REPORT_FORMAT].includes(format) && !text.startsWith('c2sp'))
    return [
      problem('This is no proof bundle. Paste a whole bundle, or type a key, an entry number or a hash.'),
    ];
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
  if (entryNumber === 0) return [problem('There is no entry 0: entries are numbered from 1.')];
  if (!Number.isSafeInteger(entryNumber)) return [problem('No log has that many entries.')];
  const { logSize = Infinity } = context.here ?? {};
  return entryNumber > logSize
    ? [problem(say`The log has ${logSize} entries; there is no entry ${entryNumber}.`)]
    : inScope(context).map((offers) => offers.entry(entryNumber));
}

const HASH_PREFIX = /^sha-?256:\s*/i;
/** ALMOST is the number of hexadecimal digits from which a text can only be a badly copied hash. */
const ALMOST = 48;

/** hashEnds returns the first and last digits of a hash in either spelling or bare, whole or abbreviated (`sha-256:8d92`, `8d92e1…5729`). */
export function hashEnds(text: string): { readonly start: string; readonly end: string } | undefined {
  const digits = text.slice(0, LONGEST_KEY).replace(HASH_PREFIX, '').toLowerCase();
  const [, first = '', end = ''] = /^([0-9a-f]{4,})(?:(?:…|\.{2,3})([0-9a-f]{2,}))?$/.exec(digits) ?? [];
  const start = first.length === 64 ? first : first.replace(/^1220(?=[0-9a-f]{4})/, '');
  return start === '' || start.length > 64 ? undefined : { start, end };
}

/** fromHash understands a hash as that of data, or as a root. An abbreviated one is searched in the parts of the register on view that were read. */
function fromHash(text: string, context: BoxContext): readonly Meaning[] {
  const { here } = context;
  const { start = '', end = '' } = hashEnds(text) ?? {};
  const isMeant = (hash: Hash): boolean => start !== '' && hash.startsWith(start) && hash.endsWith(end);
  if (here !== undefined) {
    const offers = offersIn(context, here);
    const roots = here.heads.filter(({ rootHash }) => isMeant(rootHash));
    const entries = here.found?.entries ?? [];
    const data = new Set(entries.flatMap(({ itemHashes }) => itemHashes.filter(isMeant)));
    const known = [
      ...[...data].map((hash) => offers.data(hash)),
      ...roots.map(({ logSize }) =>
        offers.moment(
          'root',
          String(logSize),
          say`The root hash of ${logSize} entries`,
          'The register as it was at that size.',
        ),
      ),
      ...entries.map(({ entryNumber, key }) =>
        offers.entry(entryNumber, say`Its key is ${key}; it records this data.`),
      ),
    ];
    if (known.length > 0) return known;
  }
  const whole = parseHash(start, 'bare');
  if (whole !== undefined && end === '') return inScope(context).map((offers) => offers.data(whole));
  const isMarked = HASH_PREFIX.test(text);
  const digits = text.replace(HASH_PREFIX, '');
  if (!isMarked && !(digits.length >= ALMOST && /^[0-9a-f]+$/i.test(digits)) && end === '') return [];
  if (start !== '' && start.length + end.length < 64)
    return [problem(say`No hash that was read is like ${digits}. Type all of its 64 digits.`)];
  const odd = /[^0-9a-f]/iu.exec(digits)?.[0];
  return [
    problem(
      odd === undefined
        ? say`A hash has 64 hexadecimal digits, and its first 4 are enough; this has ${digits.length}.`
        : say`A hash is written in the digits 0 to 9 and a to f, without ${odd}.`,
    ),
  ];
}

/** fromMatches offers the records that were found for exactly this key, name or value. */
function fromMatches(text: string, context: BoxContext): readonly Meaning[] {
  return matchesIn(context, ({ key, name, because }) =>
    [key, name, because].some((value) => value !== undefined && fold(value) === fold(text)),
  );
}

function matchesIn(context: BoxContext, isMeant: (match: RecordMatch) => boolean): readonly Offer[] {
  const { here, registers } = context;
  return (here === undefined ? registers : [here]).flatMap((register) => {
    const offers = offersIn(context, register);
    const records = register.found?.records ?? [];
    return records.filter(isMeant).map((match) => offers.record(match.key, whyFound(match)));
  });
}

function whyFound({ name, because, former }: RecordMatch): string {
  const called = name === undefined ? '' : say`${name}`;
  if (because === undefined || because === name) return called || 'Its data, its history and its proof.';
  const why = former === true ? say`Formerly ${because}.` : say`Found by ${because}.`;
  return called === '' ? why : `${called}. ${why}`;
}

/** fromWords understands a text as words in records, as a search, and, unless everything was searched, as a key. */
function fromWords(text: string, context: BoxContext): readonly Meaning[] {
  const { here, registers } = context;
  const [, key = text] = /^(?:record|key)\s+(\S+)$/i.exec(text) ?? [];
  const isAddress = key.includes('://');
  const isKey = key.length <= LONGEST_KEY && !isAddress;
  const wasSearched = ({ found }: KnownRegister): boolean => found !== undefined;
  const asked =
    here === undefined
      ? [
          ...registers.filter(wasSearched).map((register) => offersIn(context, register)),
          ...inScope(context).filter(({ register }) => !isAddress && !wasSearched(register)),
        ]
      : inScope(context);
  const others = asked.flatMap((offers) => {
    const { found: { total = 0, isWhole = false } = {}, exact } = offers.register;
    const search =
      exact?.map((attribute) => offers.filter(attribute, text, TOO_LARGE)) ??
      (isWhole && total === 0 ? [] : [offers.search(text, total)]);
    const record = isKey && !isWhole ? [offers.record(key)] : [];
    // Words are rarely a key: search is the safer guess.
    return /\s/.test(key) ? search.concat(record) : record.concat(search);
  });
  return [...matchesIn(context, () => true), ...others];
}

const TOO_LARGE = 'Exactly this value: the register is too large to be searched for words.';

/** fromRegisterName understands the name or the title of a register that this browser knows, the beginning of one, or one with a wrong letter. */
function fromRegisterName(text: string, context: BoxContext): readonly Offer[] {
  const folded = fold(text);
  const isMeant = (name: string): boolean => name.startsWith(folded) || isNear(name, folded);
  return context.registers
    .filter(({ name, title }) => folded.length > 1 && [name, title].some((one) => isMeant(fold(one))))
    .map((register) => offersIn(context, register).overview('Opens another register.'));
}

/** isNear reports whether a text of at least four letters differs from a name in one letter: missing, extra, or replaced. */
function isNear(name: string, typed: string): boolean {
  if (typed.length < 4) return false;
  let same = 0;
  while (same < typed.length && typed[same] === name[same]) same += 1;
  const [rest, meant] = [typed.slice(same), name.slice(same)];
  return rest === meant.slice(1) || rest.slice(1) === meant || rest.slice(1) === meant.slice(1);
}

/** NO_REGISTERS are prefixes before a colon that are no registers. */
const NO_REGISTERS = new Set(['file', 'localhost', 'rsf']);

/** fromValue understands `country:GB` as the record of a register, and `currency=EUR`, `currency: EUR` or `currency:EUR` as the records with this value. */
function fromValue(text: string, context: BoxContext): readonly Meaning[] {
  const { here } = context;
  const curie = parseCurie(text);
  const [, typed = '', sign = '', value = ''] = /^([^\s=:]+)\s*(=|:)\s*(\S.*)$/s.exec(text) ?? [];
  const names = [...(here?.attributes ?? []), ...(here?.found?.attributes ?? [])];
  const attribute = names.find((one) => one === typed) ?? names.find((one) => fold(one) === fold(typed));
  const isFilter = attribute !== undefined || (sign === '=' && names.length === 0);
  const filters =
    typed !== '' && isFilter
      ? inScope(context).map((offers) => offers.filter(attribute ?? typed, value))
      : [];
  if (curie === undefined || NO_REGISTERS.has(curie.prefix)) return filters;
  const register = registerNamed(curie.prefix, context);
  if (register === undefined) return filters;
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

/** fromDate understands a date as the register at its end. */
function fromDate(text: string, context: BoxContext): readonly Meaning[] {
  if (/^\d{1,2}([/.])\d{1,2}\1\d{4}$/.test(text))
    return [problem(say`Write a day as 2018-06-13: ${text} can be read in two ways.`)];
  const date = readMoment(text);
  if (date === undefined)
    return /^\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?)?$/i.test(text)
      ? [problem(say`There is no such day or time: ${text}.`)]
      : [];
  // A number alone is a log size in an address.
  const at = /^\d{4}$/.test(date.text) ? `${date.text}-12-31` : date.text;
  return inScope(context).map((offers) =>
    offers.moment(
      'moment',
      at,
      say`${offers.register.title} as it was at the end of ${date.words}`,
      'By timestamp: where its entries pass that time.',
    ),
  );
}

/** readMoment reads a date in the forms of registers and this page: `2012`, `2012-10`, `2012-10-03`, `2012-10-03T14:22:00Z`, `3 Oct 2012, 14:22`. Times are UTC; a year alone is one from 1900 to 2199. */
function readMoment(text: string): AskedDate | undefined {
  if (text.length > 60 || (/^\d{4}$/.test(text) && !/^(?:19|20|21)/.test(text))) return undefined;
  const [, day = '', time = ''] =
    /^(\S.*?),?[T\s]\s*(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?\s*Z?$/i.exec(text) ?? [];
  return readDate(time === '' ? text : `${readDate(day)?.text}T${time}Z`);
}
