import type { Variant } from '../../core/model.ts';
import { cached, type RegisterAbout, type RegisterLog } from '../engine/register-log.ts';
import type { Register } from '../engine/register.ts';
import { keyOfEntry, recordsAmong } from '../generated/premises-data.ts';
import { type PremisesTools, createPremisesLog, showcaseOf } from '../generated/premises-log.ts';
import { notFound } from '../http/response.ts';
import { OURS, readDefinitions } from './table.ts';

/** PREMISES_ENTRIES is how many entries the bundled register of premises has. */
export const PREMISES_ENTRIES = 1_000_000;

const DEFINITIONS = readDefinitions(`
premises|string|1|premises|Premises|A number of eight digits.
name|string|1||Name|Number and street.
street|string|1||Street|The street.
town|string|1||Town|The town. All towns here are invented.
postcode|string|1||Postcode|The postcode. All postcodes here are invented.
use|string|1||Use|What it is used for.
floors|integer|1||Floors|How many floors it has.
point|point|1||Point|Longitude and latitude.
country|string|1|country|Country|The country.
start-date|datetime|1||Start date|The month it was built.
end-date|datetime|1||End date|The month it was taken down.
`);

const { copyright: _, ...COMMON } = OURS;

const ABOUT: RegisterAbout = {
  ...COMMON,
  name: 'premises',
  title: 'Premises',
  text: 'Generated addresses: a register large enough to show what a proof saves.',
  phase: 'alpha',
  startDate: '2016-01',
  fields: DEFINITIONS.map(({ id }) => id),
  definitions: DEFINITIONS,
};

/**
 * premises is the register of the first `entries` entries of the premises. None is kept. Without tools
 * it works everywhere, and its first proof hashes all of it. It has one history: switches that rewrite
 * it are answered with 404.
 */
export function premises(entries = PREMISES_ENTRIES, tools: PremisesTools = {}): Register {
  const logs = new Map<Variant, RegisterLog>();
  const entryNumber = showcaseOf(entries);
  return {
    about: ABOUT,
    totalEntries: entries,
    totalRecords: recordsAmong(entries),
    showcase: { entryNumber, key: keyOfEntry(entryNumber) },
    log: (variant) => cached(logs, variant, () => createPremisesLog(ABOUT, variant, entries, tools)),
    rewritten() {
      throw notFound(
        'This register is too large to be given another history. Try the switch on another one.',
      );
    },
  };
}
