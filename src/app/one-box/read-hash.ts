import { type Hash, parseHash } from '../../core/hash.ts';
import { pathTo } from '../../ui/paths.ts';
import type { BoxContext, KnownHash, OpenRegister } from './box-context.ts';
import { dataOffer, entryOffer, registersAsked } from './offers.ts';
import { type Offer, problem, remark, toExactPath, type Understood, words } from './understood.ts';

const DIGITS = 64;
/** FEWEST digits are asked of an abbreviated hash: fewer fit too many. */
const FEWEST = 4;
/** From so many digits on, a text without a prefix can only be a hash that was copied badly. */
const ALMOST = 48;
const MATCHES = 8;
/** LONGEST is the longest text that is looked at for an abbreviated hash, in UTF-16 units: a prefix, digits and what stands between them. */
const LONGEST = 200;

const PREFIX = /^sha-?256:\s*/i;
const SHORTENED = /^([0-9a-f]{4,})(?:…|\.{2,3})([0-9a-f]{2,})$/;

/**
 * readHash understands a hash in either spelling or bare, whole or abbreviated (`sha-256:8d92`, `8d92e1…5729`): as the hash of data, or as a root. Of an
 * abbreviated one only what was read can be found.
 */
export function readHash(text: string, context: BoxContext): readonly Understood[] {
  const isMarked = PREFIX.test(text);
  const digits = text.replace(PREFIX, '').toLowerCase();
  const shortened = SHORTENED.exec(digits);
  if (shortened !== null) {
    const [, start = '', end = ''] = shortened;
    return abbreviated(context, (hash) => fits(hash, start) && hash.endsWith(end), `${start}…${end}`, true);
  }
  const whole = parseHash(digits, 'bare') ?? parseHash(digits, 'blob');
  if (whole !== undefined) return ofWhole(context, whole);
  const odd = /[^0-9a-f]/.exec(digits);
  if (odd !== null) return isMarked ? [oddDigit(digits, odd.index)] : [];
  if (digits.length >= ALMOST)
    return [wrongCount(digits), ...matching(context, (hash) => fits(hash, digits))];
  if (digits.length >= FEWEST) return abbreviated(context, (hash) => fits(hash, digits), digits, isMarked);
  return isMarked ? [remark(words`Type at least ${FEWEST} of its ${DIGITS} hexadecimal digits.`)] : [];
}

/** isMarkedHash says whether a text says itself that it is a hash: whatever is wrong with it, it is nothing else. */
export function isMarkedHash(text: string): boolean {
  return PREFIX.test(text);
}

/** abbreviatedDigits are the digits a hash begins and ends with, where a text is an abbreviated hash; the copy of the register is searched for them. */
export function abbreviatedDigits(
  text: string,
): { readonly start: string; readonly end: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const digits = text.trim().replace(PREFIX, '').toLowerCase();
  const [, start = digits, end = ''] = SHORTENED.exec(digits) ?? [];
  if (!/^[0-9a-f]{4,63}$/.test(start)) return undefined;
  // Five digits of the multihash prefix and more: what comes after it is the hash.
  return { start: /^1220[0-9a-f]{4}/.test(start) ? start.slice(4) : start, end };
}

/** fits says whether a hash begins with these digits, which may be those of its multihash. */
function fits(hash: Hash, digits: string): boolean {
  return hash.startsWith(digits) || (digits.startsWith('1220') && `1220${hash}`.startsWith(digits));
}

function oddDigit(digits: string, index: number): Understood {
  const character = String.fromCodePoint(digits.codePointAt(index) ?? 0);
  return problem(
    words`A hash is written in the digits 0 to 9 and a to f; character ${index + 1} after the prefix is ${character}.`,
  );
}

function wrongCount(digits: string): Understood {
  const isBlob = digits.startsWith('1220') && digits.length > DIGITS;
  const count = isBlob ? digits.length - 4 : digits.length;
  const difference = Math.abs(DIGITS - count);
  const verb = count < DIGITS ? 'missing' : 'too many';
  return problem([
    ...words`A hash has ${DIGITS} hexadecimal digits; this has ${count}, so that ${difference} `,
    `${difference === 1 ? 'is' : 'are'} ${verb}.`,
  ]);
}

function ofWhole(context: BoxContext, hash: Hash): readonly Understood[] {
  const { here } = context;
  const known = here === undefined ? [] : known64(here).filter((one) => one.hash === hash);
  if (known.length > 0 && here !== undefined) return knownOffers(context, here, known);
  return registersAsked(context).map((register) =>
    dataOffer(context, register, hash, 3, words`The data with this hash, if the register has it.`),
  );
}

function abbreviated(
  context: BoxContext,
  isMeant: (hash: Hash) => boolean,
  shown: string,
  isCertain: boolean,
): readonly Understood[] {
  const offers = matching(context, isMeant);
  if (offers.length > 0 || !isCertain) return offers;
  const reason =
    context.here === undefined
      ? words`Open a register first: an abbreviated hash is looked for in what was read of one.`
      : words`Nothing read so far has a hash like ${shown}. Read more of the register, or type all ${DIGITS} digits.`;
  return [problem(reason)];
}

function matching(context: BoxContext, isMeant: (hash: Hash) => boolean): readonly Offer[] {
  const { here } = context;
  if (here === undefined) return [];
  return knownOffers(
    context,
    here,
    known64(here).filter(({ hash }) => isMeant(hash)),
  );
}

/** known64 is what was read in this visit, and what the copy of the register found for the digits in the box. */
function known64({ known, found }: OpenRegister): readonly KnownHash[] {
  return [...known.hashes, ...(found.hashes ?? [])];
}

function knownOffers(context: BoxContext, here: OpenRegister, known: readonly KnownHash[]): readonly Offer[] {
  const seen = new Set<string>();
  const once = known.filter((one) => {
    const name = one.kind === 'root' ? `root ${one.logSize}` : `${one.hash} ${one.entry?.entryNumber ?? ''}`;
    return !seen.has(name) && seen.add(name);
  });
  const roots = once.filter((one) => one.kind === 'root');
  const data = once.filter((one) => one.kind === 'data');
  const hashes = [...new Set(data.map(({ hash }) => hash))];
  const entries = data.flatMap(({ hash, entry }) => (entry === undefined ? [] : [{ hash, entry }]));
  return [
    ...hashes.map((hash) => dataOffer(context, here, hash, 3)),
    ...entries.map(({ entry }) =>
      entryOffer(
        context,
        here,
        entry.entryNumber,
        2,
        words`It names data with this hash. Its key is ${entry.key}.`,
      ),
    ),
    ...roots.map(({ logSize }) => rootOffer(here, logSize)),
  ].slice(0, MATCHES);
}

function rootOffer(here: OpenRegister, logSize: number): Offer {
  return {
    kind: 'root',
    sure: 3,
    what: words`The root of the log of ${logSize} entries`,
    leads: words`The register as it was at that size.`,
    target: toExactPath(`${pathTo({ view: 'overview', register: here.id })}?at=${logSize}`),
  };
}
