import type { AttributeValue, Item } from '../../core/model.ts';

/** FIRST_KEY is the key of the first premises; keys are consecutive numbers of eight digits. */
const FIRST_KEY = 10_000_001;

/** UPDATE_EVERY: each fifth entry is a later version of a record that is there already. */
const UPDATE_EVERY = 5;

/** PREMISES_FIELDS are the attributes, the key's first. */
export const PREMISES_FIELDS = [
  'premises',
  'name',
  'street',
  'town',
  'postcode',
  'use',
  'floors',
  'point',
  'country',
  'start-date',
  'end-date',
] as const;

/** recordsAmong is the number of different keys among the first `entries` entries. */
export function recordsAmong(entries: number): number {
  return entries - Math.floor(entries / UPDATE_EVERY);
}

/** firstEntryOf is the number of the entry that made the record-th record, 1 <= record. */
export function firstEntryOf(record: number): number {
  return record + Math.floor((record - 1) / (UPDATE_EVERY - 1));
}

/** updateOf is the number of the entry that changes the record-th record; whether the log reaches so far is another question. */
export function updateOf(record: number): number {
  return record * UPDATE_EVERY;
}

/** keyOfRecord is the key of the record-th record. */
export function keyOfRecord(record: number): string {
  return String(FIRST_KEY + record - 1);
}

/** recordOfKey is the inverse of keyOfRecord; undefined for text that is no key of a register of any size. */
export function recordOfKey(key: string): number | undefined {
  if (!/^[1-9]\d{7,8}$/.test(key)) return undefined;
  const record = Number(key) - FIRST_KEY + 1;
  return record >= 1 ? record : undefined;
}

/** recordOfEntry is which record an entry is about, and whether it changes it. */
export function recordOfEntry(entryNumber: number): { readonly record: number; readonly update: boolean } {
  const update = entryNumber % UPDATE_EVERY === 0;
  return { update, record: update ? entryNumber / UPDATE_EVERY : recordsAmong(entryNumber) };
}

/** timestampOf is when an entry was appended: in bursts of a hundred from 2016 on, a little over three hours apart among the first million, 37 minutes apart after it, so that ten million end in 2025. */
export function timestampOf(entryNumber: number): string {
  const burst = Math.floor((entryNumber - 1) / 100);
  const slow = Math.min(burst, SLOW_BURSTS);
  const seconds = slow * 11_117 + (burst - slow) * 2_250 + ((entryNumber - 1) % 100) * 3;
  return new Date(START_MS + seconds * 1000).toISOString().replace('.000Z', 'Z');
}

const START_MS = Date.UTC(2016, 0, 4, 8);
const SLOW_BURSTS = 10_000;

type Field = (typeof PREMISES_FIELDS)[number];

/** What each attribute is as the record was made; undefined for what only an update sets. */
const MADE: Readonly<Record<Field, (record: number, roll: Dice) => string | undefined>> = {
  premises: keyOfRecord,
  name: (_, roll) => `${1 + (roll(0) % 240)} ${pick(STREETS, roll(1))}`,
  street: (_, roll) => pick(STREETS, roll(1)),
  town: (_, roll) => pick(TOWNS, roll(3)),
  postcode: (_, roll) =>
    `${pick(TOWNS, roll(3)).slice(0, 2).toUpperCase()}${1 + (roll(4) % 30)} ${roll(5) % 10}${letter(roll(6))}${letter(roll(7))}`,
  use: (_, roll) => pick(USES, roll(8)),
  floors: (_, roll) => String(1 + (roll(9) % 6)),
  point: (_, roll) => pointOf(roll(10), roll(11)),
  country: () => 'GB',
  'start-date': (_, roll) => dateOf(roll(12), 1850, 165),
  'end-date': () => undefined,
};

/** What an update does depends on the record alone: it ends, was built higher, or changes its use. */
function updated(roll: Dice): 'end-date' | 'floors' | 'use' {
  const kind = roll(13) % 4;
  return kind === 0 ? 'end-date' : kind === 1 ? 'floors' : 'use';
}

const UPDATED: Readonly<Record<ReturnType<typeof updated>, (roll: Dice) => string>> = {
  'end-date': (roll) => dateOf(roll(14), 2016, 9),
  floors: (roll) => String(2 + (roll(9) % 6)),
  use: (roll) => pick(USES, roll(8) + 1 + (roll(14) % (USES.length - 1))),
};

/** dataOf is the data of an entry: the record as it was made, or with what its update changed. */
export function dataOf(entryNumber: number): Item {
  const item = new Map<string, AttributeValue>();
  for (const field of PREMISES_FIELDS) {
    const value = valueOf(entryNumber, field);
    if (value !== undefined) item.set(field, value);
  }
  return item;
}

/** valueOf is one attribute of the data of an entry, without making the rest; undefined where it is not set, and for an attribute that the register does not have. */
export function valueOf(entryNumber: number, attribute: string): string | undefined {
  if (!isField(attribute)) return undefined;
  const { record, update } = recordOfEntry(entryNumber);
  const roll = dice(record);
  const changes = update ? updated(roll) : undefined;
  return changes === attribute ? UPDATED[changes](roll) : MADE[attribute](record, roll);
}

function isField(attribute: string): attribute is Field {
  return Object.hasOwn(MADE, attribute);
}

type Dice = (face: number) => number;

/** dice gives numbers that look random and are the same at every asking: 0 <= number < 2^31. */
function dice(record: number): Dice {
  return (face) => {
    let mixed = Math.imul(record ^ Math.imul(face + 1, 0x9e3779b1), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 1;
  };
}

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '';
}

function letter(number: number): string {
  return LETTERS.charAt(number % LETTERS.length);
}

function dateOf(number: number, from: number, years: number): string {
  const year = from + (number % years);
  const month = 1 + (Math.floor(number / years) % 12);
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** A place on or near Great Britain, longitude first, as the data type has it. */
function pointOf(east: number, north: number): string {
  return `[${(-4.5 + (east % 60_000) / 10_000).toFixed(4)},${(50.5 + (north % 75_000) / 10_000).toFixed(4)}]`;
}

const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const USES = [
  'dwelling',
  'shop',
  'office',
  'warehouse',
  'workshop',
  'school',
  'surgery',
  'farm',
  'inn',
  'hall',
];
const STREETS = [
  'High Street',
  'Station Road',
  'Church Lane',
  'Mill Lane',
  'Kiln Close',
  'Orchard Way',
  'Bridge Street',
  'Long Acre',
  'Quarry Hill',
  'Weavers Row',
  'Harbour Parade',
  'Meadow View',
  'Tannery Yard',
  'Beacon Terrace',
  'Chapel Walk',
  'Ropewalk',
];
const TOWNS = [
  'Ashmere',
  'Brackwell',
  'Calderby',
  'Dunholt',
  'Eastlow',
  'Farrowby',
  'Greyford',
  'Hollin Bridge',
  'Inchmoor',
  'Kelsterton',
  'Lambrook',
  'Marfleet',
  'Northwade',
  'Oxenhope',
  'Penmarsh',
  'Quenby',
  'Ravensholme',
  'Saltwick',
  'Thornaby Cross',
  'Upwell',
  'Valecombe',
  'Wyverton',
  'Yarrowdale',
];
