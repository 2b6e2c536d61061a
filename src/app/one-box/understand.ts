import { NO_PLACE } from '../../ui/paths.ts';
import type { BoxContext } from './box-context.ts';
import { readAddress } from './read-address.ts';
import { readDate } from './read-date.ts';
import { readHash } from './read-hash.ts';
import { readJson } from './read-json.ts';
import { readKey, readNamedKey } from './read-key.ts';
import { readNumber } from './read-number.ts';
import { readPlace } from './read-place.ts';
import { readCurie, readRegister, readValue } from './read-register.ts';
import { isOffer, problem, type Target, type Understood, words } from './understood.ts';

/** LONGEST is the longest text that is looked at, in characters; evidence files have some thousand. */
const LONGEST = 2_000_000;
/** LONGEST_LINE is the longest text that is taken for anything but JSON. */
const LONGEST_LINE = 2_000;
/** SHOWN is how many offers are made at most. */
const SHOWN = 12;

/** What is tried, the likelier first where two are equally sure. */
const READERS = [
  readNumber,
  readHash,
  readAddress,
  readCurie,
  readValue,
  readDate,
  readNamedKey,
  readKey,
  readRegister,
  readPlace,
];

/**
 * understand says all that a text may mean, the surest first: notes about it, and offers that lead somewhere. It asks nobody and never throws; what it knows of
 * registers is in the context. Nothing for an empty text.
 */
export function understand(typed: string, context: BoxContext): readonly Understood[] {
  const text = typed.trim();
  if (text === '') return [];
  if (text.length > LONGEST)
    return [
      problem(
        words`This is too long to be looked at here: more than ${LONGEST} characters. Open it as a file.`,
      ),
    ];
  const json = readJson(text, context);
  if (json !== undefined) return inOrder(json);
  if (text.length > LONGEST_LINE)
    return [problem(words`This is too long for a key, a hash, a date or an address, and it is not JSON.`)];
  const all = READERS.flatMap((read) => read(text, context));
  const isElse = all.some((one) => isOffer(one) || one.isLast !== true);
  const understood = all.filter((one) => isOffer(one) || one.isLast !== true || !isElse);
  const offers = understood.filter(isOffer);
  if (offers.length === 0 && context.here === undefined && understood.length === 0)
    return [
      problem(
        words`Nothing fits. Open a register first: its keys, entries and values can then be found here.`,
      ),
    ];
  return inOrder(understood);
}

function inOrder(understood: readonly Understood[]): readonly Understood[] {
  const targets = new Set<string>();
  const offers = understood
    .filter(isOffer)
    .filter(({ target }) => target.kind !== 'path' || !target.path.startsWith(NO_PLACE))
    .sort((one, other) => other.sure - one.sure)
    .filter(({ target }) => isNew(target, targets))
    .slice(0, SHOWN);
  return [...understood.filter((one) => !isOffer(one)), ...offers];
}

function isNew(target: Target, seen: Set<string>): boolean {
  const name = nameOf(target);
  return !seen.has(name) && seen.add(name) !== undefined;
}

function nameOf(target: Target): string {
  switch (target.kind) {
    case 'path':
      return target.path;
    case 'check':
      return 'check';
    case 'moment':
      return JSON.stringify([target.register, target.as]);
  }
}
