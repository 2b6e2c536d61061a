import type { Item } from '../../core/model.ts';

/** FIRST_KEY is the key of the first premises; keys are consecutive numbers of eight digits. */
const FIRST_KEY = 10_000_001;

/** UPDATE_EVERY: each fifth entry is a later version of a record that is there already. */
const UPDATE_EVERY = 5;

/** recordsAmong is the number of different keys among the first `entries` entries. */
export function recordsAmong(entries: number): number {
  return entries - Math.floor(entries / UPDATE_EVERY);
}

/** firstEntryOf is the number of the entry that made the record-th record, 1 <= record. */
export function firstEntryOf(record: number): number {
  return record + Math.floor((record - 1) / (UPDATE_EVERY - 1));
}

/**
 * updateOf is the number of the entry that changes the record-th record; whether the log reaches so
 * far is another question.
 */
export function updateOf(record: number): number {
  return record * UPDATE_EVERY;
}

/** keyOfRecord is the key of the record-th record. */
export function keyOfRecord(record: number): string {
  return String(FIRST_KEY + record - 1);
}

/** recordOfKey is the inverse of keyOfRecord; undefined for text that is not a key of a register of any size. */
export function recordOfKey(key: string): number | undefined {
  if (!/^[1-9]\d{7,8}$/.test(key)) return undefined;
  const record = Number(key) - FIRST_KEY + 1;
  return record >= 1 ? record : undefined;
}

/** recordOfEntry is which record an entry is about, and whether it changes it. */
function recordOfEntry(entryNumber: number): { readonly record: number; readonly update: boolean } {
  const update = entryNumber % UPDATE_EVERY === 0;
  return { update, record: update ? entryNumber / UPDATE_EVERY : recordsAmong(entryNumber) };
}

/** keyOfEntry is the key of an entry. */
export function keyOfEntry(entryNumber: number): string {
  return keyOfRecord(recordOfEntry(entryNumber).record);
}

/**
 * timestampOf is when an entry was appended: in bursts of a hundred from 2016 on, a little over three hours
 * apart.
 */
export function timestampOf(entryNumber: number): string {
  const burst = Math.floor((entryNumber - 1) / 100);
  const seconds = burst * 11_117 + ((entryNumber - 1) % 100) * 3;
  const minute = Math.floor(seconds / 60);
  // Writing a date takes longer than hashing it, and neighbours share their minute.
  if (minute !== latestMinute.minute)
    latestMinute = { minute, text: new Date(START_MS + minute * 60_000).toISOString().slice(0, 17) };
  return `${latestMinute.text}${String(seconds % 60).padStart(2, '0')}Z`;
}

const START_MS = Date.UTC(2016, 0, 4, 8);
let latestMinute = { minute: -1, text: '' };

/** Choices determine the data of an entry. */
interface Choices {
  readonly record: number;
  /**
   * 0 to 3 in an update, which ends the record, gives it another floor, or changes its use; undefined in
   * the entry that created it.
   */
  readonly change: number | undefined;
  /**
   * roll is a number for one of the record's faces: it looks random and is the same every
   * time, 0 <= number < 2^31.
   */
  readonly roll: (face: number) => number;
}

type TextOf = (choices: Choices) => string | undefined;

const streetOf: TextOf = ({ roll }) => STREETS[roll(1) % STREETS.length];
const townOf: TextOf = ({ roll }) => TOWNS[roll(3) % TOWNS.length];

/**
 * FIELDS are the attributes in the order of canonical JSON. A value is ASCII without quotes and backslashes;
 * undefined if it is not set.
 */
export const FIELDS: readonly (readonly [name: string, text: TextOf])[] = Object.entries<TextOf>({
  country: () => 'GB',
  'end-date': ({ change, roll }) => (change === 0 ? monthText(roll(14), 2016, 9) : undefined),
  floors: ({ change, roll }) => String((change === 1 ? 2 : 1) + (roll(9) % 6)),
  name: (choices) => `${1 + (choices.roll(0) % 240)} ${streetOf(choices)}`,
  point: ({ roll }) => `[${degrees((roll(10) % 60_000) - 45_000)},${degrees((roll(11) % 75_000) + 505_000)}]`,
  postcode(choices) {
    const { roll } = choices;
    const letter = (face: number): string => LETTERS.charAt(roll(face) % LETTERS.length);
    const area = townOf(choices)?.slice(0, 2).toUpperCase();
    return `${area}${1 + (roll(4) % 30)} ${roll(5) % 10}${letter(6)}${letter(7)}`;
  },
  premises: ({ record }) => keyOfRecord(record),
  'start-date': ({ roll }) => monthText(roll(12), 1850, 165),
  street: streetOf,
  town: townOf,
  use({ change = 0, roll }) {
    const further = change >= 2 ? 1 + (roll(14) % (USES.length - 1)) : 0;
    return USES[(roll(8) + further) % USES.length];
  },
});

/** choicesOf are the choices of an entry. */
export function choicesOf(entryNumber: number): Choices {
  const { record, update } = recordOfEntry(entryNumber);
  const roll = (face: number): number => {
    let mixed = Math.imul(record ^ Math.imul(face + 1, 0x9e3779b1), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 1;
  };
  return { record, change: update ? roll(13) % 4 : undefined, roll };
}

/** dataOf is the data of an entry. */
export function dataOf(entryNumber: number): Item {
  const choices = choicesOf(entryNumber);
  const values = FIELDS.map(([name, text]) => [name, text(choices)] as const);
  return new Map(values.filter((value): value is [string, string] => value[1] !== undefined));
}

/** dataText is the data of an entry as canonical JSON. */
export function dataText(entryNumber: number): string {
  const choices = choicesOf(entryNumber);
  let members = '';
  for (const [name, text] of FIELDS) {
    const value = text(choices);
    if (value !== undefined) members += `${members && ','}"${name}":"${value}"`;
  }
  return `{${members}}`;
}

/** A month of the `years` years that begin with `from`. */
function monthText(number: number, from: number, years: number): string {
  const month = 1 + Math.floor((number % (12 * years)) / years);
  return `${from + (number % years)}-${String(month).padStart(2, '0')}`;
}

/** Writes ten-thousandths of a degree: on or near Great Britain, longitude first, as the datatype has it. */
function degrees(tenThousandths: number): string {
  return (tenThousandths / 10_000).toFixed(4);
}

const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const USES = `dwelling, shop, office, warehouse, workshop, school, surgery, farm, inn, hall`.split(/,\s/);
const STREETS =
  `High Street, Station Road, Church Lane, Mill Lane, Kiln Close, Orchard Way, Bridge Street, Long Acre,
Quarry Hill, Weavers Row, Harbour Parade, Meadow View, Tannery Yard, Beacon Terrace, Chapel Walk,
Ropewalk`.split(/,\s/);
const TOWNS = `Ashmere, Brackwell, Calderby, Dunholt, Eastlow, Farrowby, Greyford, Hollin Bridge, Inchmoor,
Kelsterton, Lambrook, Marfleet, Northwade, Oxenhope, Penmarsh, Quenby, Ravensholme, Saltwick,
Thornaby Cross, Upwell, Valecombe, Wyverton, Yarrowdale`.split(/,\s/);
