import { foldWord as fold } from '../../core/words.ts';
import { countOf } from '../../ui/format.ts';
import {
  type BoxContext,
  type Meaning,
  type Offer,
  type ReadRegister,
  type RecordMatch,
  say,
} from './model.ts';
import { detailOf, isSame, recordOffer, registersAsked, searchOffer } from './offers.ts';
import { isMarkedHash } from './read-hash.ts';
import { readAssignment } from './read-value.ts';

/** MATCHES is how many records are offered by their values. */
const MATCHES = 6;
/** LONGEST_KEY is where a text is too long to be taken for a key that was never read. */
const LONGEST_KEY = 200;

/** fromKey understands a text as the key of a record, as words in one, and as something to search for. Where the whole register is known, only what is in it is offered. */
export function fromKey(text: string, context: BoxContext): readonly Meaning[] {
  const { here, read = [] } = context;
  if (isMarkedHash(text)) return here === undefined ? [] : [searchOffer(context, here, text)];
  if (here !== undefined) {
    const assigned = readAssignment(text, [...here.attributes, ...(here.find(text).whole?.attributes ?? [])]);
    return [
      ...(assigned?.isKnown === true ? [] : nothingFound(text, context, here)),
      ...inRegister(text, context, here),
    ];
  }
  const unread = registersAsked(context).filter(({ id }) => !read.some((one) => isSame(one.id, id)));
  return [
    ...read.flatMap((register) => inRegister(text, context, register)),
    ...(mayBeKey(text) ? unread.map((register) => recordOffer(context, register, text, 1)) : []),
    ...unread.map((register) => searchOffer(context, register, text)),
  ];
}

/** fromNamedKey understands `record GB`: what follows is a key. */
export function fromNamedKey(text: string, context: BoxContext): readonly Offer[] {
  const [, key = ''] = /^(?:record|key)\s+(\S+)$/i.exec(text) ?? [];
  return key === '' ? [] : registersAsked(context).map((register) => recordOffer(context, register, key, 2));
}

/** nothingFound says that nothing in the register matches; that can only be said of a register that was read whole. */
function nothingFound(text: string, { here }: BoxContext, register: ReadRegister): readonly Meaning[] {
  const { whole } = register.find(text);
  if (whole === undefined || whole.hasKey || whole.now + whole.formerly > 0) return [];
  const then = here?.at === undefined ? '' : ` with ${countOf(here.at, 'entry', 'entries')}`;
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
  const folded = fold(text);
  const isKey = ({ key }: RecordMatch): boolean => key === text || fold(key) === folded;
  const isNumber = /^\d+$/.test(text);
  const keys: Offer[] = records
    .filter(isKey)
    .map((record) =>
      recordOffer(
        context,
        register,
        record.key,
        record.key === text && isNumber ? 2 : 3,
        detailOf({ ...record, because: undefined }),
      ),
    );
  const others = records.filter((match) => !isKey(match));
  const isThere = records.some(({ key }) => key === text);
  if (!isThere && (whole?.hasKey ?? (text.length <= LONGEST_KEY && !text.includes('://')))) {
    // Where something else matches, or the register is not on view, it is hardly a key.
    const isLikely = mayBeKey(text) && others.length === 0 && register === context.here;
    keys.push(
      whole === undefined
        ? recordOffer(context, register, text, isLikely ? 2 : 1)
        : recordOffer(context, register, text, isNumber ? 2 : 3, detailOf({})),
    );
  }
  const found = others
    .slice(0, MATCHES)
    .map((match) =>
      recordOffer(context, register, match.key, isExact(match, folded) ? 3 : 2, detailOf(match)),
    );
  const search =
    whole !== undefined && whole.now + whole.formerly === 0
      ? []
      : [searchOffer(context, register, text, whole)];
  // Words are hardly a key: where nobody knows it, the search is the safer guess.
  return mayBeKey(text) ? [...keys, ...found, ...search] : [...found, ...search, ...keys];
}

function isExact({ name, because }: RecordMatch, folded: string): boolean {
  return [name, because].some((value) => value !== undefined && fold(value) === folded);
}
