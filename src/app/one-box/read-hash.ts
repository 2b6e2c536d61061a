import { type Hash, parseHash } from '../../core/hash.ts';
import { pathTo } from '../../ui/paths.ts';
import {
  type BoxContext,
  type KnownHash,
  type Meaning,
  offerOf,
  type OpenRegister,
  problem,
  say,
} from './model.ts';
import { dataOffer, entryOffer, registersAsked } from './offers.ts';

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
  if (whole !== undefined) return ofWhole(context, whole);
  const odd = SHORTENED.test(digits) ? null : /[^0-9a-f]/.exec(digits);
  if (odd !== null) return isMarked ? [oddDigit(digits, odd.index)] : [];
  const offers = abbreviated(text, context);
  if (digits.length >= ALMOST && !SHORTENED.test(digits)) return [wrongCount(digits), ...offers];
  if (offers.length > 0 || !(isMarked || SHORTENED.test(digits))) return offers;
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
  const difference = Math.abs(DIGITS - count);
  return problem(
    `A hash has ${DIGITS} hexadecimal digits; this has ${count}, ${difference} too ${count < DIGITS ? 'few' : 'many'}.`,
  );
}

function ofWhole(context: BoxContext, hash: Hash): readonly Meaning[] {
  const { here } = context;
  const known = here?.hashes.filter((one) => one.hash === hash) ?? [];
  if (known.length > 0 && here !== undefined) return knownOffers(context, here, known);
  return registersAsked(context).map((register) =>
    dataOffer(context, register, hash, 3, 'The data with this hash, if the register has it.'),
  );
}

function abbreviated(text: string, context: BoxContext): readonly Meaning[] {
  const { here } = context;
  const digits = abbreviatedDigits(text);
  if (here === undefined || digits === undefined) return [];
  const { start, end } = digits;
  return knownOffers(
    context,
    here,
    here.hashes.filter(({ hash }) => hash.startsWith(start) && hash.endsWith(end)),
  );
}

function knownOffers(
  context: BoxContext,
  here: OpenRegister,
  known: readonly KnownHash[],
): readonly Meaning[] {
  const hashes = new Set(known.flatMap((one) => (one.kind === 'data' ? one.hash : [])));
  return [
    ...[...hashes].map((hash) => dataOffer(context, here, hash, 3)),
    ...known.flatMap((one) => {
      if (one.kind === 'root') return rootOffer(here, one.logSize);
      const { entry } = one;
      return entry === undefined
        ? []
        : entryOffer(context, here, entry.entryNumber, 2, say`Its key is ${entry.key}; it names this data.`);
    }),
  ];
}

function rootOffer(here: OpenRegister, logSize: number): Meaning {
  const path = `${pathTo({ view: 'overview', register: here.id })}?at=${logSize}`;
  const what = say`The root hash of ${logSize} entries`;
  return offerOf('root', 3, what, 'The register as it was at that size.', path, true);
}
