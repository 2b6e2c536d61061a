import type { Variant } from '../../core/model.ts';
import type { RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import type { Register } from '../engine/register.ts';
import { PREMISES_FIELDS, keyOfEntry, recordsAmong } from '../generated/premises-data.ts';
import { portableSha256 } from '../generated/premises-hash.ts';
import { type PremisesTools, createPremisesLog, showcaseOf } from '../generated/premises-log.ts';
import { bundledRoots } from '../generated/premises-roots.ts';
import { notFound } from '../http/response.ts';
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
  text: 'Generated addresses: a register large enough to show what a proof saves.',
  phase: 'alpha',
  registry: 'register-explorer',
  custodian: 'The Register Explorer authors',
  licence: 'MIT',
  startDate: '2016-01',
  fields: PREMISES_FIELDS,
  definitions: DEFINITIONS,
};

/** PORTABLE_TOOLS work everywhere, with the block roots of PREMISES_ENTRIES. */
export const PORTABLE_TOOLS: PremisesTools = {
  sha256: portableSha256,
  get roots() {
    return bundledRoots();
  },
};

/**
 * premises is the register of the first `entries` entries of the premises, for which the tools have roots. None is kept. It has one history: switches that rewrite it
 * are answered with 404.
 */
export function premises(entries = PREMISES_ENTRIES, tools: PremisesTools = PORTABLE_TOOLS): Register {
  const logs = new Map<Variant, RegisterLog>();
  const entryNumber = showcaseOf(entries);
  return {
    about: ABOUT,
    totalEntries: entries,
    totalRecords: recordsAmong(entries),
    showcase: { entryNumber, key: keyOfEntry(entryNumber) },
    log(variant) {
      const log = logs.get(variant) ?? createPremisesLog(ABOUT, variant, entries, tools);
      logs.set(variant, log);
      return log;
    },
    rewritten() {
      throw notFound(
        'This register is too large to be given another history. Try the switch on another one.',
      );
    },
  };
}
