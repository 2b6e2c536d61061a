import * as v from 'valibot';
import { parseHash } from '../core/hash.ts';
import type { AttributeValue, Checkpoint, Entry, Item, Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { type Endpoint, ENDPOINTS, type EndpointId } from './endpoints.ts';
import { type Exchange, expect, Finding, notApplicable, shown } from './model.ts';
import { addressOf, type ParameterValues, PROOF_IDENTIFIER } from './parameters.ts';
import type { Prober } from './prober.ts';
import { SCHEMAS } from './schemas.ts';

/** Json is an object of an answer whose form was checked. */
export type Json = Readonly<Record<string, unknown>>;

/** Answer is an exchange whose body has the form that the document describes. */
export interface Answer<T = unknown> {
  readonly exchange: Exchange;
  readonly json: T;
}

/** LogSample is what was read of the log. */
export interface LogSample {
  readonly entries: ReadonlyMap<number, Entry>;
  /** The entry numbers of each key, ascending. */
  readonly keys: ReadonlyMap<string, readonly number[]>;
  /** The greatest entry number that was read; 0 in an empty log. */
  readonly last: number;
  /** Every entry from 1 to `last` was read, and the list ends there. */
  readonly isWhole: boolean;
  /** The last answer. */
  readonly end: Exchange;
}

/** Values are what parameters are given. */
type Values = Readonly<Partial<Record<keyof ParameterValues, string | number>>>;

/** How many pages of the log are read from its beginning. */
const LOG_PAGES = 12;

/** RegisterUnderTest asks one register, checks the form of every answer, and knows what to ask about. */
export interface RegisterUnderTest {
  readonly variant: Variant;
  readonly prober: Prober;
  readonly endpoints: readonly Endpoint[];
  /** What was wrong with the first answer of an endpoint that had another status or type (`answers`), or another form (`form`), than the document says. */
  readonly faults: ReadonlyMap<string, Finding>;
  /** address writes the path of an endpoint below the base address. */
  address(endpoint: EndpointId, values?: Values): string;
  /**
   * ask asks an endpoint and checks the form of the answer. Throws a BasicFinding where that is wrong, and not-applicable where the server has no such endpoint and need
   * not have it.
   */
  ask<T = Json>(endpoint: EndpointId, values?: Values, again?: boolean): Promise<Answer<T>>;
  /** askAt does the same for a page of an endpoint's list. */
  askAt<T = Json>(endpoint: EndpointId, address: string, again?: boolean): Promise<Answer<T>>;
  /** once does a piece of work once for the whole report. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** head is what the register proof states; with `again`, now. */
  head(again?: boolean): Promise<Checkpoint & Answer>;
  log(): Promise<LogSample>;
  /** entry is one entry of the log, as it is in the list where that was read so far. */
  entry(entryNumber: number): Promise<Entry>;
  /** keys are some keys whose records can be asked for. Throws not-applicable if there are none. */
  keys(): Promise<readonly string[]>;
}

/** BasicFinding says that an answer has not the status, type or form that the document describes. The cases `answers` and `form` of its endpoint report it; others could not run. */
export class BasicFinding extends Finding {
  readonly kind: 'answers' | 'form';

  constructor(kind: BasicFinding['kind'], message: string, exchange: Exchange) {
    super('fail', message, exchange);
    this.kind = kind;
  }
}

/** createRegisterUnderTest makes one. */
export function createRegisterUnderTest(variant: Variant, prober: Prober): RegisterUnderTest {
  const endpoints = ENDPOINTS[variant];
  const faults = new Map<string, Finding>();
  const present = new Set<EndpointId>();
  const works = new Map<string, Promise<unknown>>();

  const endpointOf = (id: EndpointId): Endpoint => {
    const found = endpoints.find((one) => one.id === id);
    if (!found) throw notApplicable('This variant of the API has no such endpoint.');
    return found;
  };

  function address(id: EndpointId, values: Values = {}): string {
    const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
    const given: ParameterValues = { 'proof-identifier': PROOF_IDENTIFIER, ...Object.fromEntries(texts) };
    return addressOf(endpointOf(id), given);
  }

  function read<T>(id: EndpointId, exchange: Exchange): Answer<T> {
    const endpoint = endpointOf(id);
    const fault = (kind: BasicFinding['kind'], message: string): BasicFinding => {
      const finding = new BasicFinding(kind, message, exchange);
      if (!faults.has(`${id}/${kind}`)) faults.set(`${id}/${kind}`, finding);
      return finding;
    };
    const mayLack = endpoint.optional || endpoint.section.includes('experimental');
    if (exchange.status === 404 && mayLack && !present.has(id))
      throw notApplicable('The server does not have this endpoint, which is experimental or optional.');
    if (exchange.status !== 200) throw fault('answers', `The status is ${exchange.status}.`);
    present.add(id);
    if (exchange.mediaType !== 'application/json')
      fault(
        'answers',
        `The Content-Type is ${exchange.mediaType === '' ? 'missing' : shown(exchange.mediaType)}.`,
      );
    const json = parseJson(exchange.text);
    if (!json.ok) throw fault('form', 'The body is not JSON, or is nested deeper than 64 levels.');
    const problem = problemOf(SCHEMAS[variant].answers[endpoint.resource], json.value);
    if (problem !== undefined) throw fault('form', problem);
    return { exchange, json: json.value as T };
  }

  const register: RegisterUnderTest = {
    variant,
    prober,
    endpoints,
    faults,
    address,
    ask: (id, values, again) => register.askAt(id, address(id, values), again),
    askAt: async (id, at, again = false) => read(id, await prober.ask(at, { again })),
    once<T>(name: string, work: () => Promise<T>): Promise<T> {
      const known = works.get(name) ?? work();
      works.set(name, known);
      return known as Promise<T>;
    },
    async head(again = false) {
      const answer = await register.ask('register-proof', {}, again);
      return {
        ...answer,
        logSize: integerOf(answer.json['total-entries']),
        rootHash: hashIn(answer, 'root-hash', variant),
      };
    },
    log: () => register.once('log', () => readLog(register)),
    async entry(entryNumber) {
      const { entries } = await register.log();
      return entries.get(entryNumber) ?? (await oneEntry(register, entryNumber)).entry;
    },
    keys: () => register.once('keys', async () => sampleKeys(await register.log())),
  };
  return register;
}

/** problemOf says what is wrong with the form of an answer; undefined: nothing. Integers may be digits everywhere: "A client must accept both." */
function problemOf(schema: v.GenericSchema, json: unknown): string | undefined {
  const issue = v.safeParse(schema, json).issues?.find(
    ({ type, expected, input }) =>
      // The case record/key counts properties: valibot leaves out one called __proto__.
      type !== 'entries' &&
      (expected !== 'number' || typeof input !== 'string' || !/^(?:0|[1-9]\d{0,15})$/.test(input)),
  );
  if (issue !== undefined) {
    const place = v.getDotPath(issue);
    return `${place === null ? 'The body' : `The member ${shown(place)}`} is not as described. ${issue.message}.`;
  }
  return hasUnsafeInteger(json)
    ? 'A number is beyond 2^53-1, so that JSON readers lose its last digits.'
    : undefined;
}

function hasUnsafeInteger(json: unknown): boolean {
  if (typeof json === 'number') return !Number.isSafeInteger(json);
  return typeof json === 'object' && json !== null && Object.values(json).some(hasUnsafeInteger);
}

/** integerOf is an integer of an answer, written as a number or as digits; NaN where it is beyond 2^53-1. */
export function integerOf(value: unknown): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** hashIn is the hash in a member of an answer. */
export function hashIn(
  { json, exchange }: Answer<Json>,
  name: string,
  variant: Variant,
): Checkpoint['rootHash'] {
  const hash = parseHash(String(json[name]), variant);
  expect(hash !== undefined, `${name} is no hash: ${shown(json[name])}.`, exchange);
  return hash;
}

/** entryOf reads an entry whose form was checked. */
export function entryOf(json: Json, variant: Variant): Entry {
  const hashes = [json[variant === 'item' ? 'item-hash' : 'blob-hash']].flat();
  const entryNumber = integerOf(json['entry-number']);
  return {
    entryNumber,
    indexEntryNumber: integerOf(json['index-entry-number'] ?? entryNumber),
    timestamp: String(json['entry-timestamp']),
    key: String(json['key']),
    itemHashes: hashes.flatMap((hash) => parseHash(String(hash), variant) ?? []),
  };
}

/** itemOf reads an item, or a blob or flat record without its `_id`. */
export function itemOf(json: Json, variant: Variant): Item {
  const pairs = Object.entries(json) as [string, AttributeValue][];
  return new Map(variant === 'item' ? pairs : pairs.filter(([name]) => name !== '_id'));
}

/** oneEntry asks for one entry by its number. */
export async function oneEntry(
  register: RegisterUnderTest,
  entryNumber: number,
): Promise<Answer & { readonly entry: Entry }> {
  const answer = await register.ask<Json | Json[]>('entry', { 'entry-number': entryNumber });
  return { ...answer, entry: entryOf([answer.json].flat()[0] ?? {}, register.variant) };
}

/** totalOf is how many entries the register says it has; undefined if it does not. */
async function totalOf(register: RegisterUnderTest): Promise<number | undefined> {
  try {
    return (await register.head()).logSize;
  } catch (error) {
    if (error instanceof Finding) return undefined;
    throw error;
  }
}

async function readLog(register: RegisterUnderTest): Promise<LogSample> {
  const { variant, prober } = register;
  const total = await totalOf(register);
  const entries = new Map<number, Entry>();
  let last = 0;
  const take = ({ json }: Answer<Json[]>): boolean => {
    const before = last;
    for (const one of json) {
      const entry = entryOf(one, variant);
      if (Number.isNaN(entry.entryNumber)) continue;
      entries.set(entry.entryNumber, entry);
      last = Math.max(last, entry.entryNumber);
    }
    return last > before;
  };
  const page = async (start: number): Promise<Answer<Json[]> | undefined> => {
    const at = register.address('entries', { start });
    const exchange = await prober.ask(at);
    // The document does not say how a server answers past the end.
    return exchange.status === 200 ? register.askAt<Json[]>('entries', at) : undefined;
  };
  let answer: Answer<Json[]> | undefined = await register.ask<Json[]>('entries');
  let end = answer.exchange;
  let isAtEnd = !take(answer);
  for (let pages = 1; pages < LOG_PAGES; pages += 1) {
    isAtEnd ||= last === total;
    if (isAtEnd) break;
    answer = await page(last + 1);
    isAtEnd = answer === undefined || !take(answer);
    end = answer?.exchange ?? end;
  }
  isAtEnd ||= last === total;
  if (!isAtEnd && total !== undefined && total > last) {
    const newest = await page(total);
    if (newest) take(newest);
  }
  const keys = new Map<string, number[]>();
  for (const entryNumber of [...entries.keys()].sort((a, b) => a - b)) {
    const { key = '' } = entries.get(entryNumber) ?? {};
    keys.set(key, [...(keys.get(key) ?? []), entryNumber]);
  }
  return { entries, keys, last, isWhole: isAtEnd && entries.size === last, end };
}

/** Keys of this length and more are left out: servers limit the length of addresses. */
const LONG_KEY = 1000;
const SAMPLES = 5;

/** The key with most entries, the first, the last, one that must be encoded, and one from the middle. */
function sampleKeys({ keys }: LogSample): readonly string[] {
  // Half of a surrogate pair cannot be encoded, and URL parsers take `.` and `..` for folders.
  const known = [...keys.keys()].filter((key) => key.length < LONG_KEY && !/^\.{0,2}$|\p{Cs}/u.test(key));
  const entriesOf = (key: string): number => keys.get(key)?.length ?? 0;
  const most = known.reduce((a, b) => (entriesOf(b) > entriesOf(a) ? b : a), known[0] ?? '');
  const encoded = known.find((key) => encodeURIComponent(key) !== key);
  const wanted = [most, known[0], known.at(-1), encoded, known[Math.floor(known.length / 2)]];
  if (known.length === 0) throw notApplicable('The log has no entry whose key can be asked for.');
  return [...new Set(wanted.filter((key) => key !== undefined))].slice(0, SAMPLES);
}

/** sampleNumbers are some entry numbers from 1 to a size: both ends, the middle, both sides of the largest subtree, and the newest entry of the key with most. */
export function sampleNumbers({ keys }: LogSample, size: number): readonly number[] {
  const most = [...keys.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const subtree = 2 ** Math.floor(Math.log2(Math.max(1, size - 1)));
  const wanted = [1, size, most.at(-1) ?? 1, Math.ceil(size / 2), subtree, subtree + 1, Math.ceil(size / 3)];
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= size);
}

/** firstOf is the first value of a list that is never empty. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw notApplicable('There is nothing to ask about.');
  return first;
}
