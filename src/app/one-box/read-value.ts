import { parseCurie } from '../../core/definition.ts';
import { foldWord as fold } from '../../core/words.ts';
import { formatRegisterId } from '../../ui/paths.ts';
import { sameRegister, targetOf } from '../links/link-target.ts';
import type { BoxContext, Meaning, NamedRegister, Offer, OpenRegister } from './model.ts';
import { say } from './model.ts';
import { detailOf, offersIn, registersAsked } from './offers.ts';
import { isMarkedHash } from './read-hash.ts';

const MATCHES = 4;
const ASSIGNMENT = /^([^\s=:]+)\s*(=|:\s)\s*(\S.*)$/s;
/** NO_REGISTERS are what stands before a colon and is a form of writing, not a register. */
const NO_REGISTERS = new Set(['file', 'localhost', 'sha-256', 'sha256']);

/** Assignment is a value that a text asks for, of an attribute by its name in the register where it `isKnown`, else as it was typed. */
export interface Assignment {
  readonly attribute: string;
  readonly value: string;
  readonly isKnown: boolean;
}

/** readAssignment understands `currency=EUR`, `currency: EUR` and `currency:EUR` by the names of a register's attributes, in any case. Undefined for other texts. */
export function readAssignment(text: string, attributes: readonly string[]): Assignment | undefined {
  const curie = parseCurie(text);
  const [, typed = curie?.prefix ?? '', , value = curie?.key ?? ''] = ASSIGNMENT.exec(text) ?? [];
  if (typed === '' || value === '') return undefined;
  const name = attributes.find((one) => one === typed) ?? attributes.find((one) => fold(one) === fold(typed));
  return { attribute: name ?? typed, value: value.trim(), isKnown: name !== undefined };
}

/** assignmentIn reads an assignment by all that is known of the attributes of the register on view. */
export function assignmentIn(text: string, here: OpenRegister): Assignment | undefined {
  return readAssignment(text, attributesOf(here, text));
}

function attributesOf(here: OpenRegister | undefined, text: string): readonly string[] {
  return [...(here?.attributes ?? []), ...(here?.find(text).whole?.attributes ?? [])];
}

/** fromRegisterName understands the name or the title of a register that this browser knows, the beginning of one, or a name with one wrong letter. */
export function fromRegisterName(text: string, context: BoxContext): readonly Offer[] {
  const folded = fold(text);
  if (folded.length < 2) return [];
  const offers = context.registers.flatMap((register) => {
    const names = [register.name, register.title].map(fold);
    if (!names.some((name) => name.startsWith(folded) || isNear(name, folded))) return [];
    // Where no register is on view, the whole name of one comes before records that hold the word.
    const whole = context.here === undefined ? 3 : 2;
    return offersIn(context, register).overview(
      names.includes(folded) ? whole : 1,
      'Opens another register.',
    );
  });
  return offers.slice(0, MATCHES);
}

/** isNear reports whether a text of at least four letters differs from a name in one letter: left out, put in, or exchanged. */
function isNear(name: string, typed: string): boolean {
  if (typed.length < 4) return false;
  let same = 0;
  while (same < typed.length && typed[same] === name[same]) same += 1;
  const [rest, meant] = [typed.slice(same), name.slice(same)];
  return rest === meant.slice(1) || rest.slice(1) === meant || rest.slice(1) === meant.slice(1);
}

/** fromCurie understands `country:GB`: the record of another register, and the records here that say so. */
export function fromCurie(text: string, context: BoxContext): readonly Meaning[] {
  const curie = parseCurie(text);
  if (curie === undefined || NO_REGISTERS.has(curie.prefix)) return [];
  const { prefix, key } = curie;
  const register = registerNamed(prefix, context);
  if (register === undefined) return filterOffers(text, context, true);
  const isKnown =
    register === context.here || context.registers.some(({ id }) => sameRegister(id, register.id));
  // One that nobody opened yet may not be there; an attribute of that name is.
  const sure = isKnown ? 3 : 2;
  const offers = offersIn(context, register);
  const detail = say`The curie ${text}.`;
  return key === undefined
    ? [offers.overview(sure, detail)]
    : [offers.record(key, sure, detail), ...filterOffers(text, context, false)];
}

/** fromValue understands `currency=EUR` and `currency: EUR`: the records with this value. */
export function fromValue(text: string, context: BoxContext): readonly Meaning[] {
  return isMarkedHash(text) || parseCurie(text) !== undefined ? [] : filterOffers(text, context, true);
}

/** filterOffers filters by an attribute of the register. An unknown one is taken for text, unless nobody knows the attributes and it `mayBeUnknown`. */
function filterOffers(text: string, context: BoxContext, mayBeUnknown: boolean): readonly Meaning[] {
  const { here } = context;
  const names = attributesOf(here, text);
  const assigned = readAssignment(text, names);
  if (assigned === undefined || (!assigned.isKnown && (!mayBeUnknown || names.length > 0))) return [];
  const { attribute, value, isKnown } = assigned;
  const whole = here?.find(text).whole;
  const { count, former = [] } = whole?.value ?? {};
  if (here !== undefined && count === 0 && whole?.missing === 0) {
    const end = former.length === 0 ? '.' : ' now; it is a former value.';
    const offers = offersIn(context, here);
    return [
      { kind: 'note', isProblem: false, what: say`No record has the ${attribute} ${value}` + end },
      ...former.map((match) => offers.record(match.key, 3, detailOf(match))),
    ];
  }
  return registersAsked(context).map((offers) =>
    offers.filter(attribute, value, isKnown ? 3 : 1, count === 0 ? undefined : count),
  );
}

/** registerNamed is the register that a curie's prefix names in the data of the one on view, or one this browser knows. A bundled one has to be there. */
function registerNamed(name: string, { here, registers }: BoxContext): NamedRegister | undefined {
  if (here?.name === name) return here;
  const known = registers.find((register) => register.name === name);
  if (here === undefined) return known;
  const recent = registers.map(({ id, title }) => ({ id: formatRegisterId(id), title, openedAt: 0 }));
  const id = targetOf({ register: here.id, name: here.name }, name, recent);
  if (id === undefined || (id.kind === 'bundled' && known?.id.kind !== 'bundled')) return known;
  return { id, name, title: known?.title ?? (id.kind === 'remote' ? id.base : name) };
}
