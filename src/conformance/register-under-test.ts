import { decodeEscapes } from '../core/escapes.ts';
import { type Hash, parseHash } from '../core/hash.ts';
import { linkTarget } from '../core/http.ts';
import type { Checkpoint, Entry, Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { type Answer, AnswerReader, integerOf, type Json } from './answer-reader.ts';
import {
  addressOf,
  type Endpoint,
  ENDPOINTS,
  type EndpointId,
  type ParameterValues,
  PROOF_IDENTIFIER,
} from './endpoints.ts';
import { type Exchange, fail, Finding, findingOf, notApplicable, shown } from './finding.ts';
import type { Prober } from './prober.ts';
import { formProblemOf, isReadable } from './schemas.ts';

/**
 * List is the pages of a list, by its next links. `end`: the last page has no next link. `limit`: there are
 * more pages than are followed.
 */
export interface List {
  readonly pages: readonly Answer[];
  readonly stop: 'end' | 'limit';
}

/** Log is the part of the log that was read. */
export interface Log {
  readonly entries: ReadonlyMap<number, Entry>;
  /** The entry numbers of each key, ascending. */
  readonly keys: ReadonlyMap<string, readonly number[]>;
  /** The greatest entry number that was read; 0 in an empty log. */
  readonly last: number;
  /** The list ends at `last`. */
  readonly isAtEnd: boolean;
  /** It does, and every entry from 1 on was read. */
  readonly isWhole: boolean;
  /** The last answer. */
  readonly end: Exchange;
}

/** How many pages of a list are read. */
const MOST_PAGES = 12;

/** A list of which this much was read is not followed to its next page: to hash every item takes long. */
const MOST_CHARACTERS = 3_000_000;

/**
 * RegisterUnderTest reads one register, checks the form of every answer, and provides examples for requests.
 */
export class RegisterUnderTest extends AnswerReader {
  readonly prober: Prober;
  /**
   * What was wrong with the first answer of an endpoint that had another status or type (`entries/answers`),
   * or another form (`entries/form`), than the document says.
   */
  readonly faults = new Map<string, Finding>();
  readonly #present = new Set<EndpointId>();
  readonly #works = new Map<string, Promise<unknown>>();

  constructor(variant: Variant, prober: Prober) {
    super(variant);
    this.prober = prober;
  }

  /** The path of an endpoint with its query, below the base address. */
  address(id: EndpointId, values: ParameterValues = {}): string {
    return addressOf(this.#endpoint(id), { 'proof-identifier': PROOF_IDENTIFIER, ...values });
  }

  /** Does a piece of work once for the whole report. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#works.get(name) ?? work();
    this.#works.set(name, known);
    return known as Promise<T>;
  }

  /**
   * Reads an address of an endpoint, with `again` past what was read before. Throws could-not-run where the
   * answer is wrong, and not-applicable where the server need not have it.
   */
  async requestAt(id: EndpointId, at: string, again = false): Promise<Answer> {
    return this.#read(id, await this.prober.probe(at, { again }));
  }

  /** Reads an endpoint with these parameters, as requestAt does. */
  request(id: EndpointId, values?: ParameterValues, again?: boolean): Promise<Answer> {
    return this.requestAt(id, this.address(id, values), again);
  }

  /**
   * Reads a list page by page, once. Throws a fail where a next link leads to another site, or to a
   * page that was read before.
   */
  list(id: EndpointId, values?: ParameterValues): Promise<List> {
    const first = this.address(id, values);
    return this.once(`list ${first}`, async () => {
      const pages: Answer[] = [];
      const seen = new Set<string>();
      let length = 0;
      let next = this.prober.base + first;
      while (pages.length < MOST_PAGES && length < MOST_CHARACTERS) {
        seen.add(next);
        const page = await this.requestAt(id, next);
        pages.push(page);
        length += page.exchange.text.length;
        const link = linkOf(page.exchange, 'next');
        if (link === null) return { pages, stop: 'end' };
        if (seen.has(link))
          fail(page.exchange, `The next link points to a page that was read before: ${link}.`);
        next = link;
      }
      return { pages, stop: 'limit' };
    });
  }

  /** The log. Throws not-applicable where it is empty. */
  async log(): Promise<Log> {
    const found = await this.once('log', () => this.#readLog());
    return found.last > 0 ? found : notApplicable('The log has no entries.');
  }

  /** Asks for one entry by its number. */
  async entryAt(entryNumber: number): Promise<{ entry: Entry; exchange: Exchange }> {
    const answer = await this.request('entry', { 'entry-number': entryNumber });
    return { entry: this.entryOf(answer.list[0] ?? {}), exchange: answer.exchange };
  }

  /** One entry of the log, from the list if that was read so far. */
  async entry(entryNumber: number): Promise<Entry> {
    return (await this.log()).entries.get(entryNumber) ?? (await this.entryAt(entryNumber)).entry;
  }

  /** Some keys whose records can be requested. Throws not-applicable if there are none. */
  async keys(): Promise<readonly string[]> {
    return sampleKeys(await this.log());
  }

  /** What the register proof states; with `again`, now. */
  async headNow(again = false): Promise<Checkpoint & Answer> {
    const answer = await this.request('register-proof', {}, again);
    const { 'total-entries': size, 'root-hash': root } = answer.json;
    return { ...answer, logSize: integerOf(size), rootHash: parseHash(String(root), this.variant) as Hash };
  }

  /** A head at least as new as the log read, if the server has one. */
  head(): Promise<Checkpoint & Answer> {
    return this.once('head', async () => {
      const { last } = await this.log();
      const head = await this.headNow();
      return head.logSize < last ? this.headNow(true) : head;
    });
  }

  /** Expects a link to the trail of a key. The key in it may be encoded or not. */
  requireHistoryLink(exchange: Exchange, key: string): void {
    const link = linkOf(exchange, 'version-history');
    if (link === null) fail(exchange, 'There is no such link.');
    const path = new URL(link).pathname;
    const isTrail = [`/records/${key}/entries`, this.address('trail', { key })].some(
      (end) => path.endsWith(end) || decodeEscapes(path)?.endsWith(end),
    );
    if (!isTrail) fail(exchange, `The link points to ${shown(path)}.`);
  }

  #endpoint(id: EndpointId): Endpoint {
    return (
      ENDPOINTS[this.variant].find((one) => one.id === id) ??
      notApplicable('This variant has no such endpoint.')
    );
  }

  #read(id: EndpointId, exchange: Exchange): Answer {
    const endpoint = this.#endpoint(id);
    const note = (kind: 'answers' | 'form', message: string): string => {
      const name = `${id}/${kind}`;
      if (!this.faults.has(name)) this.faults.set(name, new Finding('fail', message, exchange));
      return message;
    };
    // The cases `answers` and `form` of the endpoint report it.
    const refuse = (kind: 'answers' | 'form', message: string): never => {
      const why = `This needs an answer that did not come as described. ${note(kind, message)}`;
      throw new Finding('could-not-run', why, exchange);
    };
    const { status, mediaType } = exchange;
    const mayLack = endpoint.optional || endpoint.section.includes('experimental');
    if (status === 404 && mayLack && !this.#present.has(id))
      notApplicable('The server does not have this endpoint, which is experimental or optional.');
    if (status !== 200) refuse('answers', `The status is ${status}.`);
    this.#present.add(id);
    if (mediaType !== 'application/json')
      note('answers', `The Content-Type is ${mediaType === '' ? 'missing' : shown(mediaType)}.`);
    const body = parseJson(exchange.text);
    if (!body.ok) return refuse('form', 'The body is not JSON, or is nested deeper than 64 levels.');
    const problem = formProblemOf(this.variant, endpoint.resource, body.value);
    if (problem !== undefined) {
      note('form', problem);
      if (!isReadable(this.variant, endpoint.resource, body.value)) refuse('form', problem);
    }
    const json = body.value as Json;
    return { exchange, json, list: [json].flat() };
  }

  /** Reads the log by `start`, from its beginning, and its newest entry. */
  async #readLog(): Promise<Log> {
    const entries = new Map<number, Entry>();
    let [last, total] = [0, Number.NaN];
    await findingOf(this.headNow().then(({ logSize }) => (total = logSize)));
    const first = await this.request('entries');
    let end = first.exchange;
    /** Says whether a page has entries beyond those that were read. */
    const take = (page: Answer): boolean => {
      const before = last;
      for (const entry of page.list.map(this.entryOf)) {
        if (Number.isNaN(entry.entryNumber)) continue;
        entries.set(entry.entryNumber, entry);
        last = Math.max(last, entry.entryNumber);
      }
      end = page.exchange;
      return last > before;
    };
    const takeFrom = async (start: number): Promise<boolean> => {
      const at = this.address('entries', { start });
      // The document does not say how a server answers past the end.
      return (await this.prober.probe(at)).status === 200 && take(await this.requestAt('entries', at));
    };
    let isAtEnd = !take(first) || last === total;
    for (let pages = 1; pages < MOST_PAGES && !isAtEnd; pages += 1)
      isAtEnd = !(await takeFrom(last + 1)) || last === total;
    if (!isAtEnd && total > last) await takeFrom(total);
    const keys = new Map<string, number[]>();
    for (const [entryNumber, { key }] of [...entries].sort(([a], [b]) => a - b))
      keys.set(key, [...(keys.get(key) ?? []), entryNumber]);
    return { entries, keys, last, isAtEnd, isWhole: isAtEnd && entries.size === last, end };
  }
}

/**
 * requireAll throws a fail with this message if something is missing from a list that was read to its end. What
 * is missing from one whose end is not known may still come.
 */
export function requireAll({ pages, stop }: List, isThere: boolean, message: string): void {
  const { exchange } = pages.at(-1) as Answer;
  if (isThere || stop === 'limit') return;
  fail(exchange, message);
}

/**
 * linkOf returns the target of a link; null if there is none. The pages of a list differ in their query only: a
 * link may leave out the path of the base address. Throws a fail for a Link header that is none, or leads to
 * another site.
 */
export function linkOf(exchange: Exchange, relation: 'next' | 'previous' | 'version-history'): string | null {
  const { link } = exchange;
  if (link === null) return null;
  const target = linkTarget(link, relation);
  if (target === null) return null;
  if (target === undefined) fail(exchange, `The Link header cannot be read: ${shown(link)}.`);
  const from = new URL(exchange.answeredBy);
  if (!URL.canParse(target, from)) fail(exchange, `The ${relation} link is no address: ${shown(target)}.`);
  const url = new URL(target, from);
  // Servers behind a TLS proxy write links with http.
  if (url.host === from.host) url.protocol = from.protocol;
  if (url.origin !== from.origin)
    fail(exchange, `The ${relation} link points to another site: ${url.origin}.`);
  if (relation !== 'version-history' && url.search !== '') url.pathname = from.pathname;
  return url.href;
}

/** Keys of this length and more are left out: servers limit the length of addresses. */
const LONG_KEY = 1000;

/** The key with most entries, the first, the last, one that must be encoded, and one from the middle. */
function sampleKeys({ keys }: Log): readonly string[] {
  // Half of a surrogate pair cannot be encoded, and URL parsers take `.` and `..` for folders.
  const known = [...keys.keys()].filter((key) => key.length < LONG_KEY && !/^\.{0,2}$|\p{Cs}/u.test(key));
  const [first = notApplicable('No key of the log can be put in an address.')] = known;
  const countOf = (key: string): number => keys.get(key)?.length ?? 0;
  const most = known.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
  const encoded = known.find((key) => encodeURIComponent(key) !== key) ?? first;
  const [last = first, middle = first] = [known.at(-1), known[Math.floor(known.length / 2)]];
  return [...new Set([most, first, last, encoded, middle])];
}

/**
 * sampleNumbers returns some entry numbers from 1 to a size: both ends, the middle, both sides of the largest subtree, and the
 * newest entry of the key with most.
 */
export function sampleNumbers({ keys }: Log, size: number): readonly number[] {
  const most = [...keys.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const subtree = 2 ** Math.floor(Math.log2(Math.max(1, size - 1)));
  const wanted = [1, size, most.at(-1) ?? 1, Math.ceil(size / 2), subtree, subtree + 1, Math.ceil(size / 3)];
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= size);
}
