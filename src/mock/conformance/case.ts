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

/** Ask sends a question to one mount of the mock server. */
export type Ask = (question: Question) => Promise<Reply>;

/** ConformanceCase is one thing that the mock server does, wherever it runs. */
export interface ConformanceCase {
  readonly variant: Variant;
  /** As issue and API document list it: `/records/{key}`. */
  readonly endpoint: string;
  /** States the behaviour. */
  readonly title: string;
  /** `odd` is the register of odd keys (odd-register.ts), which not every mount serves; `planet` unless told. */
  readonly register?: 'planet' | 'country' | 'odd';
  /** Switches as they stand in the address: `+link-none`. */
  readonly switches?: string;
  /** Below the base address. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 unless told. */
  readonly status?: number;
  /** The exact content type: application/json with status 200, application/problem+json with others unless told; null: there is none. */
  readonly type?: string | null;
  /** The exact Link header, `{base}` standing for the path of the base address; null: there is none. */
  readonly link?: string | null;
  /** The exact body. */
  readonly text?: string;
  /** The body as parsed. */
  readonly json?: unknown;
  /** Whatever else holds; get asks for another path below the same base. */
  readonly check?: (reply: Reply, get: Get) => void | Promise<void>;
}

/** Get asks for a path below the base address of the case and parses the answer, which must have status 200. */
export type Get = (path: string) => Promise<unknown>;

/** runCase asks and compares. Rejects with an Error that says what differs. */
export async function runCase(testCase: ConformanceCase, ask: Ask, basePath = ''): Promise<void> {
  const base = baseOf(testCase, basePath);
  const { path, method = 'GET', headers = { accept: 'application/json' }, status = 200 } = testCase;
  const reply = await ask({ path: base + path, method, headers });
  same(reply.status, status, `status (${reply.body.slice(0, 200)})`);
  const usual = status === 200 ? 'application/json' : 'application/problem+json';
  const { type = usual } = testCase;
  same(reply.headers['content-type'], type ?? undefined, 'content type');
  if (testCase.link !== undefined)
    same(reply.headers['link'], testCase.link?.replaceAll('{base}', base), 'Link');
  if (testCase.text !== undefined) same(reply.body, testCase.text, 'body');
  if (testCase.json !== undefined) same(JSON.parse(reply.body), testCase.json, 'body');
  await testCase.check?.(reply, async (other) => {
    const answer = await ask({ path: base + other, headers: { accept: 'application/json' } });
    same(answer.status, 200, `status of ${other}`);
    return JSON.parse(answer.body) as unknown;
  });
}

function baseOf({ register = 'planet', variant, switches = '' }: ConformanceCase, basePath: string): string {
  return `${basePath}/registers/${register}/${variant === 'item' ? 'v2' : 'earlier'}${switches}`;
}

/** same compares values as JSON has them, property order included. @throws Error that shows both */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`);
}

/** caseName is the title under which a case is reported. */
export function caseName({ variant, endpoint, title, switches = '' }: ConformanceCase): string {
  return `${variant === 'item' ? 'v2' : 'earlier'}${switches} ${endpoint}: ${title}`;
}
