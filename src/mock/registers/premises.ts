import type { Register } from '../engine/register.ts';
import type { RegisterAbout } from '../engine/register-log.ts';
import type { BlockRoots } from '../generated/generated-log.ts';
import { createGeneratedRegister } from '../generated/generated-register.ts';
import { PREMISES_FIELDS } from '../generated/premises-data.ts';
import { premisesRoots } from '../generated/premises-roots.ts';
import type { FieldDefinition } from '../source.ts';

/** PREMISES_ENTRIES is how many entries the bundled register of premises has. */
export const PREMISES_ENTRIES = 1_000_000;

const define = (
  id: (typeof PREMISES_FIELDS)[number],
  datatype: string,
  title: string,
  text: string,
  register?: string,
): FieldDefinition => ({
  id,
  datatype,
  cardinality: '1',
  title,
  text,
  ...(register === undefined ? {} : { register }),
});

const DEFINITIONS: readonly FieldDefinition[] = [
  define('premises', 'string', 'Premises', 'A number of eight digits.', 'premises'),
  define('name', 'string', 'Name', 'Number and street.'),
  define('street', 'string', 'Street', 'The street.'),
  define('town', 'string', 'Town', 'The town. All towns here are invented.'),
  define('postcode', 'string', 'Postcode', 'The postcode. All postcodes here are invented.'),
  define('use', 'string', 'Use', 'What it is used for.'),
  define('floors', 'integer', 'Floors', 'How many floors it has.'),
  define('point', 'point', 'Point', 'Longitude and latitude.'),
  define('country', 'string', 'Country', 'The country.', 'country'),
  define('start-date', 'datetime', 'Start date', 'The month it was built.'),
  define('end-date', 'datetime', 'End date', 'The month it was taken down.'),
];

const ABOUT: RegisterAbout = {
  name: 'premises',
  domain: 'registers.example',
  title: 'Premises',
  text: 'Invented premises, reckoned when they are asked for: a register large enough to see what a proof saves.',
  phase: 'alpha',
  registry: 'register-explorer',
  custodian: 'The Register Explorer authors',
  licence: 'MIT',
  startDate: '2016-01',
  fields: PREMISES_FIELDS,
  definitions: DEFINITIONS,
};

/** premises makes the first `entries` entries of the register of premises; for more than PREMISES_ENTRIES the roots of its blocks have to be given. */
export function premises(entries = PREMISES_ENTRIES, roots: BlockRoots = premisesRoots()): Register {
  return createGeneratedRegister(ABOUT, entries, roots);
}
