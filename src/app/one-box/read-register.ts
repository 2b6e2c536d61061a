import { parseCurie } from '../../core/curie.ts';
import { foldWord as fold } from '../../core/words.ts';
import { formatRegisterId } from '../../ui/paths.ts';
import { sameRegister, targetOf } from '../link-target.ts';
import type { BoxContext, NamedRegister, OpenRegister, ValueMatch } from './box-context.ts';
import { filterOffer, recordOffer, registerOffer, registersAsked } from './offers.ts';
import { readAssigned } from './read-assigned.ts';
import { isMarkedHash } from './read-hash.ts';
import { matchWords } from './read-key.ts';
import { type Offer, remark, type Understood, words } from './understood.ts';

const MATCHES = 4;

/** readRegister understands the name or the title of a register that this browser knows. */
export function readRegister(text: string, { registers }: BoxContext): readonly Offer[] {
  const folded = fold(text);
  if (folded.length < 2) return [];
  return registers
    .flatMap((register): Offer[] => {
      const names = [register.name, register.title].map(fold);
      const sure = names.includes(folded) ? 2 : names.some((name) => name.startsWith(folded)) ? 1 : 0;
      return sure === 0
        ? []
        : [registerOffer(register, sure, words`Another register: leaves the one on view.`)];
    })
    .slice(0, MATCHES);
}

/** NO_REGISTERS are what stands before a colon and is a form of writing, not a register. */
const NO_REGISTERS = new Set(['file', 'localhost', 'sha-256', 'sha256']);

/** readCurie understands `country:GB`: the record of another register, and the records here that say so. */
export function readCurie(text: string, context: BoxContext): readonly Understood[] {
  const curie = parseCurie(text);
  if (curie === undefined || NO_REGISTERS.has(curie.prefix)) return [];
  const { prefix, key } = curie;
  const register = registerNamed(prefix, context);
  // One that nobody opened yet may not be there; an attribute of that name is.
  const sure = register === undefined || isKnown(register, context) ? 3 : 2;
  const opens: readonly Offer[] =
    register === undefined
      ? []
      : key === undefined
        ? [registerOffer(register, sure, words`The register that ${text} stands for.`)]
        : [recordOffer(context, register, key, sure, words`What ${text} stands for.`)];
  return [...opens, ...(key === undefined ? [] : whereOffers(text, context, register === undefined))];
}

/** readValue understands `currency=EUR` and `currency: EUR`: the records with this value. */
export function readValue(text: string, context: BoxContext): readonly Understood[] {
  const assigned = readAssigned(text, []);
  return assigned === undefined || assigned.curie || isMarkedHash(text)
    ? []
    : whereOffers(text, context, true);
}

/** whereOffers filters by an attribute of the register. One that it does not have is taken for text; where nobody knows its attributes, it has to be asked for by name. */
function whereOffers(text: string, context: BoxContext, isAsked: boolean): readonly Understood[] {
  const { here } = context;
  const matches = here?.found.matches;
  const whole = matches?.text === text ? matches.whole : undefined;
  const names = [...(here?.attributes ?? []), ...(whole?.attributes ?? [])];
  const assigned = readAssigned(text, names);
  if (assigned === undefined || (!assigned.known && (!isAsked || names.length > 0))) return [];
  const { attribute, value } = assigned;
  if (here !== undefined && whole?.value?.fits === 0 && whole.missing === 0)
    return formerly(whole.value, context, here);
  const fits = whole?.value?.fits;
  const asked = { attribute, value, ...(fits === undefined || fits === 0 ? {} : { fits }) };
  return registersAsked(context).map((register) =>
    filterOffer(context, register, asked, assigned.known ? 3 : 1),
  );
}

/** formerly says that no record has a value, and offers those that had it. */
function formerly(
  { attribute, value, former }: ValueMatch,
  context: BoxContext,
  here: OpenRegister,
): readonly Understood[] {
  const end = former.length === 0 ? '.' : ' now; it is a former value.';
  return [
    remark([...words`No record has the ${attribute} ${value}`, end]),
    ...former.map((match) => recordOffer(context, here, match.key, 3, matchWords(match))),
  ];
}

function isKnown(register: NamedRegister, { here, registers }: BoxContext): boolean {
  return register === here || registers.some(({ id }) => sameRegister(id, register.id));
}

/** registerNamed is the register that a curie's prefix names in the data of the one on view, or one this browser knows. A bundled one has to be there. */
function registerNamed(name: string, { here, registers }: BoxContext): NamedRegister | undefined {
  if (here?.name === name) return here;
  const known = registers.find((register) => register.name === name);
  if (here === undefined) return known;
  const recent = registers.map(({ id, title }) => ({ id: formatRegisterId(id), title, openedAt: 0 }));
  const id = targetOf({ register: here.id, name: here.name }, name, recent);
  if (id === undefined || (id.kind === 'bundled' && known?.id.kind !== 'bundled')) return known;
  const title = known?.title ?? (id.kind === 'remote' ? id.base : name);
  return { id, name, title };
}
