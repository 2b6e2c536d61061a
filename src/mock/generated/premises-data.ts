import type { Hash } from '../../core/hash.ts';
import type { Item, Variant } from '../../core/model.ts';

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

/** keyOfEntry is the key of an entry. */
export function keyOfEntry(entryNumber: number): string {
  return keyOfRecord(recordOfEntry(entryNumber).record);
}

/**
 * timestampOf is when an entry was appended: in bursts of a hundred from 2016 on, a little over three hours apart among the first million entries and 37 minutes
 * apart after it, so that ten million end in 2025.
 */
export function timestampOf(entryNumber: number): string {
  const burst = Math.floor((entryNumber - 1) / 100);
  const slow = Math.min(burst, SLOW_BURSTS);
  const seconds = slow * 11_117 + (burst - slow) * 2_250 + ((entryNumber - 1) % 100) * 3;
  const minute = Math.floor(seconds / 60);
  // Writing a date takes longer than hashing it, and neighbours share their minute.
  if (minute !== latestMinute.minute)
    latestMinute = { minute, text: new Date(START_MS + minute * 60_000).toISOString().slice(0, 17) };
  return `${latestMinute.text}${twoDigits(seconds % 60)}Z`;
}

const START_MS = Date.UTC(2016, 0, 4, 8);
const SLOW_BURSTS = 10_000;
let latestMinute = { minute: -1, text: '' };

/** Choices are the numbers that determine the data of an entry. */
interface Choices {
  readonly record: number;
  /** 0 to 3 in an update, which ends the record, gives it another floor, or changes its use; undefined in the entry that created it. */
  readonly change: number | undefined;
}

/** Field is one attribute of the premises. */
interface Field {
  readonly name: string;
  /** text is the value: ASCII without quotes and backslashes; undefined if it is not set. */
  readonly text: (choices: Choices) => string | undefined;
  /** index numbers the values of an attribute that has few; absent if nearly every record has a value of its own. Negative where none is set. */
  readonly index?: (choices: Choices) => number;
}

const roll = ({ record }: Choices, face: number): number => randomNumber(record, face);
const houseOf = (choices: Choices): number => 1 + (roll(choices, 0) % 240);
const streetOf = (choices: Choices): number => roll(choices, 1) % STREETS.length;
const townOf = (choices: Choices): number => roll(choices, 3) % TOWNS.length;
const usageOf = (choices: Choices): number => {
  const change = (choices.change ?? 0) >= 2 ? 1 + (roll(choices, 14) % (USES.length - 1)) : 0;
  return (roll(choices, 8) + change) % USES.length;
};
const floorsOf = (choices: Choices): number => (choices.change === 1 ? 2 : 1) + (roll(choices, 9) % 6);
const startOf = (choices: Choices): number => roll(choices, 12) % (12 * START_YEARS);
const endOf = (choices: Choices): number =>
  choices.change === 0 ? roll(choices, 14) % (12 * END_YEARS) : -1;

/** FIELDS are the attributes in the order of canonical JSON. */
export const FIELDS: readonly Field[] = [
  { name: 'country', index: () => 0, text: () => 'GB' },
  {
    name: 'end-date',
    index: endOf,
    text: (choices) => (choices.change === 0 ? monthText(endOf(choices), 2016, END_YEARS) : undefined),
  },
  { name: 'floors', index: floorsOf, text: (choices) => String(floorsOf(choices)) },
  {
    name: 'name',
    index: (choices) => houseOf(choices) * STREETS.length + streetOf(choices),
    text: (choices) => `${houseOf(choices)} ${STREETS[streetOf(choices)]}`,
  },
  {
    name: 'point',
    text: (choices) =>
      `[${degrees((roll(choices, 10) % 60_000) - 45_000)},${degrees((roll(choices, 11) % 75_000) + 505_000)}]`,
  },
  {
    name: 'postcode',
    text: (choices) =>
      `${TOWN_CODES[townOf(choices)]}${1 + (roll(choices, 4) % 30)} ${roll(choices, 5) % 10}${letter(roll(choices, 6))}${letter(roll(choices, 7))}`,
  },
  { name: 'premises', text: ({ record }) => keyOfRecord(record) },
  {
    name: 'start-date',
    index: startOf,
    text: (choices) => monthText(startOf(choices), 1850, START_YEARS),
  },
  { name: 'street', index: streetOf, text: (choices) => STREETS[streetOf(choices)] },
  { name: 'town', index: townOf, text: (choices) => TOWNS[townOf(choices)] },
  { name: 'use', index: usageOf, text: (choices) => USES[usageOf(choices)] },
];

/** choicesOf are the choices of an entry. */
export function choicesOf(entryNumber: number): Choices {
  const { record, update } = recordOfEntry(entryNumber);
  return { record, change: update ? randomNumber(record, 13) % 4 : undefined };
}

/** dataOf is the data of an entry. */
export function dataOf(entryNumber: number): Item {
  const choices = choicesOf(entryNumber);
  const item = new Map<string, string>();
  for (const { name, text } of FIELDS) {
    const value = text(choices);
    if (value !== undefined) item.set(name, value);
  }
  return item;
}

/** valueOf is one attribute of an entry's data; undefined if it is not set, and for an attribute that the register does not have. */
export function valueOf(entryNumber: number, attribute: string): string | undefined {
  return FIELDS.find(({ name }) => name === attribute)?.text(choicesOf(entryNumber));
}

/** randomNumber looks random and is the same every time: 0 <= number < 2^31. */
function randomNumber(record: number, face: number): number {
  let mixed = Math.imul(record ^ Math.imul(face + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 1;
}

function letter(number: number): string {
  return LETTERS.charAt(number % LETTERS.length);
}

/** The months of `years` years, all Januaries first. */
function monthText(index: number, from: number, years: number): string {
  return `${from + (index % years)}-${twoDigits(1 + Math.floor(index / years))}`;
}

/** Writes ten-thousandths of a degree: on or near Great Britain, longitude first, as the datatype has it. */
function degrees(tenThousandths: number): string {
  const size = Math.abs(tenThousandths);
  const fraction = String(10_000 + (size % 10_000)).slice(1);
  return `${tenThousandths < 0 ? '-' : ''}${Math.floor(size / 10_000)}.${fraction}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

const START_YEARS = 165;
const END_YEARS = 9;
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const USES = `dwelling, shop, office, warehouse, workshop, school, surgery, farm, inn, hall`.split(/,\s/);
const STREETS =
  `High Street, Station Road, Church Lane, Mill Lane, Kiln Close, Orchard Way, Bridge Street, Long Acre,
Quarry Hill, Weavers Row, Harbour Parade, Meadow View, Tannery Yard, Beacon Terrace, Chapel Walk,
Ropewalk`.split(/,\s/);
const TOWNS = `Ashmere, Brackwell, Calderby, Dunholt, Eastlow, Farrowby, Greyford, Hollin Bridge, Inchmoor,
Kelsterton, Lambrook, Marfleet, Northwade, Oxenhope, Penmarsh, Quenby, Ravensholme, Saltwick,
Thornaby Cross, Upwell, Valecombe, Wyverton, Yarrowdale`.split(/,\s/);
const TOWN_CODES = TOWNS.map((town) => town.slice(0, 2).toUpperCase());

/** The beginning of each attribute, and the texts made so far of those that have few values. */
const PARTS = FIELDS.map(({ name, text, index }, at) => ({
  text,
  index,
  start: `${at === 0 ? '' : ','}"${name}":"`,
  known: [] as string[],
}));

/** dataText is an entry's data as canonical JSON, without the braces around it. */
export function dataText(entryNumber: number): string {
  const choices = choicesOf(entryNumber);
  let written = '';
  for (const { text, index, start, known } of PARTS) {
    const place = index?.(choices);
    if (place === undefined) written += `${start}${text(choices)}"`;
    else if (place >= 0) written += known[place] ??= `${start}${text(choices)}"`;
  }
  return written;
}

/** entryText is an entry as the API has it: in the item variant also the text of its leaf. */
export function entryText(variant: Variant, entryNumber: number, dataHash: Hash): string {
  const timestamp = timestampOf(entryNumber);
  const key = keyOfEntry(entryNumber);
  return variant === 'item'
    ? `{"index-entry-number":"${entryNumber}","entry-number":"${entryNumber}","entry-timestamp":"${timestamp}","key":"${key}","item-hash":["sha-256:${dataHash}"]}`
    : `{"entry-number":${entryNumber},"entry-timestamp":"${timestamp}","key":"${key}","blob-hash":"1220${dataHash}"}`;
}

/** RUN_LETTERS is how much text is encoded at once: joining a whole page of strings takes twice as long. */
const RUN_LETTERS = 4_096;

const encoder = new TextEncoder();

/** pageText writes members offset + 1 to offset + count of a list between two braces, as the bytes that are sent. */
export function pageText(
  braces: '[]' | '{}',
  offset: number,
  count: number,
  member: (number: number) => string,
): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(RUN_LETTERS + 400 * Math.max(0, count));
  let length = 0;
  let run = braces.charAt(0);
  const encodeRun = (): void => {
    if (bytes.length < length + run.length) {
      const grown = new Uint8Array(2 * bytes.length + run.length);
      grown.set(bytes);
      bytes = grown;
    }
    length += encoder.encodeInto(run, bytes.subarray(length)).written;
    run = '';
  };
  for (let number = offset + 1; number <= offset + count; number += 1) {
    run += number === offset + 1 ? member(number) : `,${member(number)}`;
    if (run.length >= RUN_LETTERS) encodeRun();
  }
  run += braces.charAt(1);
  encodeRun();
  return bytes.subarray(0, length);
}
