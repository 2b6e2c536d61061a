import { foldWord as fold } from '../../core/words.ts';
import { countOf } from '../../ui/format.ts';
import type { BoxContext, Meaning, Offer, OpenRegister, ReadRegister, RecordMatch, Sure } from './model.ts';
import { say } from './model.ts';
import { detailOf, offersIn, registersAsked, registersUnread } from './offers.ts';
import { isMarkedHash } from './read-hash.ts';
import { assignmentIn } from './read-value.ts';

/** MATCHES is how many records are offered by their values. */
const MATCHES = 6;
/** LONGEST_KEY is where a text is too long to be taken for a key that was never read. */
const LONGEST_KEY = 200;

/** fromKey understands a text as the key of a record, as words in one, and as something to search for. Where the whole register is known, only what is in it is offered. */
export function fromKey(text: string, context: BoxContext): readonly Meaning[] {
  const { here, read = [] } = context;
  if (here !== undefined)
    return isMarkedHash(text)
      ? [offersIn(context, here).search(text)]
      : [...nothingFound(text, here), ...inRegister(text, context, here)];
  if (isMarkedHash(text)) return [];
  return read.flatMap((register) => inRegister(text, context, register));
}

/** fromUnread offers a text as a key, and as something to search for, in registers that were not searched: after all that was found. */
export function fromUnread(text: string, context: BoxContext): readonly Offer[] {
  if (isMarkedHash(text)) return [];
  const unread = registersUnread(context);
  return [
    ...(mayBeKey(text) ? unread.map((offers) => offers.record(text, 1)) : []),
    ...unread.map((offers) => offers.search(text)),
  ];
}

/** fromNamedKey understands `record GB`: what follows is a key. */
export function fromNamedKey(text: string, context: BoxContext): readonly Offer[] {
  const [, key = ''] = /^(?:record|key)\s+(\S+)$/i.exec(text) ?? [];
  return key === '' ? [] : registersAsked(context).map((offers) => offers.record(key, 2));
}

/** nothingFound says that nothing in the register matches; that can only be said of a register that was read whole. */
function nothingFound(text: string, here: OpenRegister): readonly Meaning[] {
  const { whole } = here.find(text);
  if (whole === undefined || whole.hasKey || whole.now + whole.formerly > 0) return [];
  if (assignmentIn(text, here)?.isKnown === true) return [];
  const then = here.at === undefined ? '' : ` with ${countOf(here.at, 'entry', 'entries')}`;
  const part = whole.missing === 0 ? '' : ' that could be read';
  const what =
    `Nothing in this register${then}${part}` +
    say` matches ${text}. It is no key, and in no value of its ` +
    `${countOf(whole.of, 'record')}.`;
  return [{ kind: 'note', isProblem: true, isLast: true, what }];
}

function mayBeKey(text: string): boolean {
  return text.length <= LONGEST_KEY && !/\s/.test(text) && !text.includes('://');
}

/** inRegister offers what matches in a register of which something was read. */
function inRegister(text: string, context: BoxContext, register: ReadRegister): readonly Offer[] {
  const { records, whole } = register.find(text);
  const offers = offersIn(context, register);
  const folded = fold(text);
  const isKey = ({ key }: RecordMatch): boolean => fold(key) === folded;
  // Digits are the number of an entry first.
  const sureOf = (key: string): Sure => (key === text && /^\d+$/.test(text) ? 2 : 3);
  const keys = records
    .filter(isKey)
    .map(({ key, name }) => offers.record(key, sureOf(key), detailOf({ name })));
  const others = records.filter((match) => !isKey(match));
  if (records.every(({ key }) => key !== text)) {
    if (whole?.hasKey === true) keys.push(offers.record(text, sureOf(text), detailOf({})));
    // Where something else matches, or the register is not on view, it is hardly a key.
    const isLikely = mayBeKey(text) && others.length === 0 && register === context.here;
    if (whole === undefined && text.length <= LONGEST_KEY && !text.includes('://'))
      keys.push(offers.record(text, isLikely ? 2 : 1));
  }
  const found = others
    .slice(0, MATCHES)
    .map((match) => offers.record(match.key, isExact(match, folded) ? 3 : 2, detailOf(match)));
  const search = whole?.now === 0 && whole.formerly === 0 ? [] : [offers.search(text, whole)];
  // Words are hardly a key: where nobody knows it, the search is the safer guess.
  return mayBeKey(text) ? [...keys, ...found, ...search] : [...found, ...search, ...keys];
}

function isExact({ name, because }: RecordMatch, folded: string): boolean {
  return [name, because].some((value) => value !== undefined && fold(value) === folded);
}
