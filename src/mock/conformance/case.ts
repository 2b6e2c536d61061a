import type { Variant } from '../../core/model.ts';

/** Reply is an answer as a case sees it. Header names are in lower case. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Question is a request; `path` is all of it after the origin. Redirects are not followed. */
export interface Question {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ask sends a question to one server. */
export type Ask = (question: Question) => Promise<Reply>;

/** Get asks for a path below the base address of the case and parses the answer, which must have status 200. */
export type Get = (path: string) => Promise<unknown>;

/** Expectation is what a request is answered with, and what else is sent with it. What is absent is not looked at, unless it says otherwise. */
interface Expectation {
  /** `odd` is the register of odd keys (request-cases.ts), which not every server has; `planet` unless told. */
  readonly register?: 'planet' | 'country' | 'odd';
  readonly method?: string;
  /** Accept: application/json unless told. */
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 unless told. */
  readonly status?: number;
  /** The exact content type: application/json with status 200, application/problem+json with others unless told; null: there is none. */
  readonly type?: string | null;
  /** The exact Link header, `{base}` standing for the path of the base address; null: there is none. */
  readonly link?: string | null;
  /** Other headers: the exact value, null where there is none, or a pattern. */
  readonly sent?: Readonly<Record<string, string | null | RegExp>>;
  /** The exact body. */
  readonly text?: string | RegExp;
  /** What the body contains somewhere, and what it contains nowhere. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Members of the JSON body by their path, `0.entry-number`; '' is the whole. Null: there is none. */
  readonly at?: Readonly<Record<string, unknown>>;
  /** The property names of the JSON body, in order. */
  readonly names?: readonly string[];
  /** How many members the JSON body has. */
  readonly count?: number;
  /** The entry numbers in the body, in order; keys likewise, which the earlier variant calls _id. */
  readonly numbers?: readonly number[];
  readonly keys?: readonly string[];
  /** A path below the same base whose JSON is the same. */
  readonly sameAs?: string;
  /** Whatever else holds. */
  readonly check?: (reply: Reply, get: Get) => void | Promise<void>;
}

/** ConformanceCase is one request to a register server and what is expected of the answer. */
export interface ConformanceCase extends Expectation {
  readonly variant: Variant;
  /** States the behaviour. */
  readonly title: string;
  /** What follows the base address; switches come first: `+link-none/entries`. */
  readonly path: string;
}

/** Row is one behaviour, the paths that show it with white space between them, and what they are answered with. */
export type Row = readonly [title: string, paths: string, expectation?: Expectation];

/** BOTH are the variants, for rows that hold in either. */
export const BOTH: readonly Variant[] = ['item', 'blob'];

/** casesOf makes a case of every path of every row, in each of the variants. */
export function casesOf(variants: readonly Variant[], rows: readonly Row[]): ConformanceCase[] {
  return variants.flatMap((variant) =>
    rows.flatMap(([title, paths, expectation]) =>
      paths.split(/\s+/).map((path) => Object.assign({ variant, title, path }, expectation)),
    ),
  );
}

/** under puts a beginning and an end to each of the words between white space. */
export function under(start: string, words: string, end = ''): string {
  return words.replaceAll(/\S+/g, (word) => start + word + end);
}

/** runCase asks and compares. Rejects with an Error that says what differs. */
export async function runCase(testCase: ConformanceCase, ask: Ask, basePath = ''): Promise<void> {
  const { variant, register = 'planet', path, method = 'GET', status = 200, link } = testCase;
  const { type = status === 200 ? 'application/json' : 'application/problem+json' } = testCase;
  const [, switches = '', below = ''] = /^([^/]*)(.*)$/.exec(path) ?? [];
  const base = `${basePath}/registers/${register}/${VARIANT_NAMES[variant]}${switches}`;
  const json = { accept: 'application/json' };
  const reply = await ask({ path: base + below, method, headers: testCase.headers ?? json });
  const get: Get = async (other) => {
    const answer = await ask({ path: base + other, headers: json });
    same(answer.status, 200, `status of ${other}`);
    return JSON.parse(answer.body) as unknown;
  };
  const { headers, body } = reply;
  same(reply.status, status, `status (${body.slice(0, 200)})`);
  same(headers['content-type'] ?? null, type, 'content type');
  same(headers['link'] ?? null, link?.replaceAll('{base}', base) ?? link, 'Link');
  for (const [name, value] of Object.entries(testCase.sent ?? {})) same(headers[name] ?? null, value, name);
  same(body, testCase.text, 'body');
  for (const part of testCase.has ?? []) same(body.includes(part), true, `${part} in ${body}`);
  for (const part of testCase.lacks ?? []) same(body.includes(part), false, `${part} in ${body}`);
  const found = (pattern: RegExp): string[] => [...body.matchAll(pattern)].map((match) => match[1] ?? '');
  same(found(/"entry-number":"?(\d+)/g).map(Number), testCase.numbers, 'entry numbers');
  same(found(/"(?:key|_id)":"([^"]*)"/g), testCase.keys, 'keys');
  const { at = {}, names, count, sameAs } = testCase;
  for (const [member, value] of Object.entries(at))
    same(memberOf(JSON.parse(body), member) ?? null, value, member);
  if (names) same(Object.keys(JSON.parse(body) as object), names, 'names');
  if (count !== undefined) same(Object.keys(JSON.parse(body) as object).length, count, 'members');
  if (sameAs !== undefined) same(JSON.parse(body), await get(sameAs), `the same as ${sameAs}`);
  await testCase.check?.(reply, get);
}

/** same compares values as JSON has them, property order included, or a text with a pattern; undefined expects nothing. @throws Error that shows both */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (expected === undefined) return;
  if (expected instanceof RegExp)
    return same(expected.test(String(actual)), true, `${what} ${String(actual)}`);
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`);
}

/** memberOf is what stands at a path of names in JSON: `schema.2.id`. */
export function memberOf(json: unknown, path: string): unknown {
  const names = path === '' ? [] : path.split('.');
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], json);
}

const VARIANT_NAMES: Readonly<Record<Variant, string>> = { item: 'v2', blob: 'earlier' };

/** caseName is the title under which a case is reported. */
export function caseName({ variant, path, title, method = '' }: ConformanceCase): string {
  return `${method} ${VARIANT_NAMES[variant]}${path.slice(0, 60)}: ${title}`.trimStart();
}

/** The endpoints of the API document; where two fit a path the first counts. */
const ENDPOINTS: Readonly<Record<Variant, string>> = {
  item: `/records/{key} /records /records/{key}/entries /records/{attribute}/{value}
     /entries/{entry-number} /entries /items/{item-hash} /items /register
     /proof/register/{id} /proof/consistency/{small}/{large}/{id} /proof/entries/{n}/{size}/{id}`,
  blob: `/records?name&value /records/{key} /records /records/{key}/entries /context
     /entries/{entry-number} /entries /blobs/{id} /blobs /snapshots/{size}
     /proofs/register /proofs/consistency/{small}/{large} /proofs/entries/{n}/{size}
     /snapshots/{size}/{key}`,
};

/** endpointNames lists them. */
export function endpointNames(variant: Variant): string[] {
  return ENDPOINTS[variant].split(/\s+/);
}

/** endpointOf is the endpoint of the API document that a case asks; undefined where its path is none. */
export function endpointOf({ variant, path }: ConformanceCase): string | undefined {
  const asked = path.replace(/^[^/]*/, '');
  return endpointNames(variant).find((endpoint) => {
    const pattern = endpoint.replace('?name&value', String.raw`\?name=.*&value=.*`);
    return new RegExp(`^${pattern.replaceAll(/\{.*?\}/g, '[^/?]+')}(\\?.*)?$`).test(asked);
  });
}
