import { type Hash, parseHash } from '../../core/hash.ts';
import { type BoxContext, type Meaning, offerOf, problem, say } from './model.ts';
import { offersIn, registersAsked } from './offers.ts';

const DIGITS = 64;
/** FEWEST digits are asked of an abbreviated hash: fewer match too many. */
const FEWEST = 4;
/** From so many digits on, a text without a prefix can only be a hash that was copied badly. */
const ALMOST = 48;
/** LONGEST is the longest text that is looked at for an abbreviated hash, in UTF-16 units: a prefix, digits and what stands between them. */
const LONGEST = 200;

const PREFIX = /^sha-?256:\s*/i;
const SHORTENED = /^([0-9a-f]{4,})(?:…|\.{2,3})([0-9a-f]{2,})$/;

/**
 * fromHash understands a hash in either spelling or bare, whole or abbreviated (`sha-256:8d92`, `8d92e1…5729`): as the hash of data, or as a root. Of an
 * abbreviated one only what was read can be found.
 */
export function fromHash(text: string, context: BoxContext): readonly Meaning[] {
  const isMarked = isMarkedHash(text);
  const digits = text.replace(PREFIX, '').toLowerCase();
  const whole = parseHash(digits, 'bare') ?? parseHash(digits, 'blob');
  if (whole !== undefined) {
    const known = knownOffers(context, (hash) => hash === whole);
    const detail = 'The data with this hash, if the register has it.';
    return known.length > 0 ? known : registersAsked(context).map((offers) => offers.data(whole, 3, detail));
  }
  const isShortened = SHORTENED.test(digits);
  const odd = isShortened ? -1 : digits.search(/[^0-9a-f]/);
  if (odd >= 0) return isMarked ? [oddDigit(digits, odd)] : [];
  const ends = abbreviatedDigits(text);
  const found =
    ends === undefined
      ? []
      : knownOffers(context, (hash) => hash.startsWith(ends.start) && hash.endsWith(ends.end));
  if (digits.length >= ALMOST && !isShortened) return [wrongCount(digits), ...found];
  if (found.length > 0 || !(isMarked || isShortened)) return found;
  if (digits.length < FEWEST)
    return [problem(`Type at least ${FEWEST} of its ${DIGITS} hexadecimal digits.`)];
  return [
    problem(
      context.here === undefined
        ? 'Open a register first: an abbreviated hash is looked for in what was read of one.'
        : say`Nothing read so far has a hash like ${digits}. Read more of the register, or type all ${DIGITS} digits.`,
    ),
  ];
}

/** isMarkedHash says whether a text says itself that it is a hash: whatever is wrong with it, it is nothing else. */
export function isMarkedHash(text: string): boolean {
  return PREFIX.test(text);
}

/** abbreviatedDigits are the digits a hash begins and ends with, where a text is an abbreviated hash; those of the multihash prefix are left out. */
export function abbreviatedDigits(
  text: string,
): { readonly start: string; readonly end: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const digits = text.trim().replace(PREFIX, '').toLowerCase();
  const [, start = digits, end = ''] = SHORTENED.exec(digits) ?? [];
  if (!/^[0-9a-f]{4,63}$/.test(start)) return undefined;
  return { start: /^1220[0-9a-f]{4}/.test(start) ? start.slice(4) : start, end };
}

function oddDigit(digits: string, index: number): Meaning {
  const character = String.fromCodePoint(digits.codePointAt(index) ?? 0);
  return problem(
    say`A hash is written in the digits 0 to 9 and a to f; character ${index + 1} after the prefix is ${character}.`,
  );
}

function wrongCount(digits: string): Meaning {
  const isBlob = digits.startsWith('1220') && digits.length > DIGITS;
  const count = isBlob ? digits.length - 4 : digits.length;
  const difference = `${Math.abs(DIGITS - count)} too ${count < DIGITS ? 'few' : 'many'}`;
  return problem(`A hash has ${DIGITS} hexadecimal digits; this has ${count}, ${difference}.`);
}

/** knownOffers are the data, roots and entries of the register on view whose hashes were read. */
function knownOffers(context: BoxContext, isMeant: (hash: Hash) => boolean): readonly Meaning[] {
  const { here } = context;
  if (here === undefined) return [];
  const offers = offersIn(context, here);
  const known = here.hashes.filter(({ hash }) => isMeant(hash));
  const data = new Set(known.filter(({ rootOf }) => rootOf === undefined).map(({ hash }) => hash));
  return [
    ...[...data].map((hash) => offers.data(hash, 3)),
    ...known.flatMap(({ rootOf, entry }) => {
      if (entry !== undefined)
        return offers.entry(entry.entryNumber, 2, say`Its key is ${entry.key}; it names this data.`);
      if (rootOf === undefined) return [];
      const path = `${offers.paths.view('overview')}?at=${rootOf}`;
      const what = say`The root hash of ${rootOf} entries`;
      return offerOf('root', 3, what, 'The register as it was at that size.', path, true);
    }),
  ];
}
