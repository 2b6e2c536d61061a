import { parseCurie } from '../../core/curie.ts';
import { foldWord as fold } from '../../core/words.ts';
import { formatRegisterId } from '../../ui/paths.ts';
import { targetOf } from '../link-target.ts';
import type { BoxContext, NamedRegister } from './box-context.ts';
import { filterOffer, recordOffer, registerOffer, registersAsked } from './offers.ts';
import { isMarkedHash } from './read-hash.ts';
import { type Offer, type Understood, words } from './understood.ts';

const MATCHES = 4;
const ASSIGNED = /^([^\s=:]+)\s*(=|:\s)\s*(\S.*)$/s;

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

/** readCurie understands `country:GB`: the record of another register, and the records here that say so. */
export function readCurie(text: string, context: BoxContext): readonly Offer[] {
  const curie = parseCurie(text);
  if (curie === undefined) return [];
  const { prefix, key } = curie;
  const register = registerNamed(prefix, context);
  const opens: readonly Offer[] =
    register === undefined
      ? []
      : key === undefined
        ? [registerOffer(register, 3, words`The register that ${text} stands for.`)]
        : [recordOffer(context, register, key, 3, words`What ${text} stands for.`)];
  return [...opens, ...(key === undefined ? [] : whereOffers(prefix, key, context, register === undefined))];
}

/** readValue understands `currency=EUR` and `currency: EUR`: the records with this value. */
export function readValue(text: string, context: BoxContext): readonly Understood[] {
  const [, attribute = '', , value = ''] = ASSIGNED.exec(text) ?? [];
  return attribute === '' || isMarkedHash(text) ? [] : whereOffers(attribute, value.trim(), context, true);
}

/** whereOffers filters by an attribute; one that the register does not name is offered only where it is asked for by name. */
function whereOffers(
  attribute: string,
  value: string,
  context: BoxContext,
  isAsked: boolean,
): readonly Offer[] {
  const { here } = context;
  const names = here?.attributes ?? [];
  const known =
    names.find((name) => name === attribute) ?? names.find((name) => fold(name) === fold(attribute));
  if (known === undefined && !isAsked) return [];
  return registersAsked(context).map((register) =>
    filterOffer(context, register, known ?? attribute, value, known === undefined ? 1 : 3),
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
  const title = known?.title ?? (id.kind === 'remote' ? id.base : name);
  return { id, name, title };
}
