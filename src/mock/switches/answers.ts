import { titleOf } from '../http/response.ts';

/** SLOW_MS is how long the switch `slow` waits. */
export const SLOW_MS = 3000;

/** LATE_MS is how long the switch `late` waits: longer than people do, and less than clients. */
export const LATE_MS = 15_000;

/** waits lets that long pass, or until the caller gives up, and lets the register answer. */
export function waits(ms: number): (request: Request) => Promise<undefined> {
  return async ({ signal }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return undefined;
  };
}

/** dead answers with a network error, which each host turns into whatever it has that comes nearest. */
export async function dead(): Promise<Response> {
  return Response.error();
}

/** redirects sends every address without a trailing slash to the one with it. */
export async function redirects({ url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (pathname.endsWith('/')) return undefined;
  return new Response(null, { status: 302, headers: { location: `${pathname}/${search}` } });
}

/** RETRY_AFTER_S is how long the busy server asks to be left alone, in seconds. */
export const RETRY_AFTER_S = 120;

/** neverAnswers keeps a request open until the caller gives up. */
export async function neverAnswers({ signal }: Request): Promise<Response> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return Response.error();
}

/** tooManyRequests asks for patience in seconds (RFC 6585 section 4, RFC 9110 10.2.3). */
export async function tooManyRequests(): Promise<Response> {
  return refusal(429, String(RETRY_AFTER_S));
}

/** unavailable asks for patience by a date, as servers under maintenance do. */
export async function unavailable(): Promise<Response> {
  const until = new Date(Date.now() + RETRY_AFTER_S * 1000).toUTCString();
  return refusal(503, until);
}

/** Addresses whose next answer is true; forgotten when there are very many. */
const failed = new Set<string>();
const MOST_FAILED = 10_000;

/** failsOnce answers each address with status 500 at first, truly at the second time, and so on in turn. */
export async function failsOnce({ url }: Request): Promise<Response | undefined> {
  if (failed.delete(url)) return undefined;
  if (failed.size >= MOST_FAILED) failed.clear();
  failed.add(url);
  return refusal(500);
}

function refusal(status: number, retryAfter?: string): Response {
  const headers = new Headers({
    'content-type': 'text/plain;charset=UTF-8',
    // Pages of other origins may read only what is named here.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Link, Retry-After',
  });
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  return new Response(titleOf(status), { status, headers });
}

/** htmlErrors turns every error into a page of HTML, whatever Accept says. */
export async function htmlErrors(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  return html(response, response.status);
}

/** notFoundHtml answers everything with status 404 and a page of HTML. */
export async function notFoundHtml(response: Response): Promise<Response> {
  return html(response, 404);
}

/** wrongType answers everything with status 200 and plain text, as a server does whose register has no name. */
export async function wrongType(response: Response): Promise<Response> {
  return replace(response, 'Register undefined', 200, 'text/plain;charset=UTF-8');
}

/** truncatedJson sends the first half of every body. */
export async function truncatedJson(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), response);
}

/** linkHidden sends Link but does not let pages of other origins read it. */
export async function linkHidden(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('access-control-expose-headers');
  return new Response(response.body, { status: response.status, headers });
}

function html(response: Response, status: number): Response {
  const title = titleOf(status);
  const page = `<!DOCTYPE html><html lang="en"><title>${title}</title><h1>${status} ${title}</h1></html>\n`;
  return replace(response, page, status, 'text/html;charset=UTF-8');
}

function replace(response: Response, body: string, status: number, type: string): Response {
  const headers = new Headers(response.headers);
  headers.delete('link');
  headers.set('content-type', type);
  return new Response(body, { status, headers });
}

type Spoil = (response: Response) => Promise<Response>;

/** stalls sends the first half of a body and then nothing, for as long as somebody waits. */
export const stalls: Spoil = streamed((bytes, controller, pulls) => {
  if (pulls === 0) controller.enqueue(half(bytes));
});

/** Hosts look ahead for some turns of the event loop before they send the status: by then the first half must be on its way, however busy the machine. */
const TURNS_AHEAD = 8;

/** breaksOff sends the first half of a body; then the connection breaks. */
export const breaksOff: Spoil = streamed(async (bytes, controller, pulls) => {
  if (pulls === 0) return controller.enqueue(half(bytes));
  for (let turn = 0; turn < TURNS_AHEAD; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  controller.error(new Error('The connection breaks here on purpose.'));
});

const CHUNK = new TextEncoder().encode(' '.repeat(256 * 1024));

/** neverEnds goes on with white space, which JSON may have anywhere, until nobody reads any more. */
export const neverEnds: Spoil = streamed((bytes, controller, pulls) =>
  controller.enqueue(pulls === 0 ? half(bytes) : CHUNK),
);

/** BOMB_BYTES is what the bomb has when it is unpacked. */
export const BOMB_BYTES = 160 * CHUNK.length;

let bomb: Promise<ArrayBuffer> | undefined;

/** gzipBomb sends a few kilobytes that unpack to BOMB_BYTES. Only a real network unpacks them. */
export async function gzipBomb(response: Response): Promise<Response> {
  if (response.body === null) return response;
  bomb ??= packed();
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  return new Response(await bomb, { status: response.status, headers });
}

async function packed(): Promise<ArrayBuffer> {
  let left = BOMB_BYTES / CHUNK.length;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(CHUNK);
      left -= 1;
    },
  });
  return new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** wrongLength announces more than it sends and closes the connection. Only a real network notices. */
export async function wrongLength(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.byteLength + 100));
  headers.set('connection', 'close');
  return new Response(bytes, { status: response.status, headers });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Nothing is sent ahead of who reads: each call of `send` answers one wish for more. */
function streamed(
  send: (
    bytes: Bytes,
    controller: ReadableStreamDefaultController<Bytes>,
    pulls: number,
  ) => void | Promise<void>,
): Spoil {
  return async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    let pulls = 0;
    const body = new ReadableStream<Bytes>({
      pull: (controller) => send(bytes, controller, pulls++),
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function half(bytes: Bytes): Bytes {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

type SpoilText = (response: Response) => Promise<Response>;

const NUMBER = /("(?:(?:index-)?entry-number|total-[a-z]+)":)"?(\d+)"?/g;

/** beyondSafe writes numbers that a double cannot tell apart: 2^53 is added to each. */
export const beyondSafe = numbersAs((number) => String(2n ** 53n + BigInt(number)));

/** inExponent writes numbers with an exponent, which JSON allows and the API does not: 15e0. */
export const inExponent = numbersAs((number) => `${number}e0`);

/** inHexadecimal writes numbers as texts like 0xf. */
export const inHexadecimal = numbersAs((number) => `"0x${Number(number).toString(16)}"`);

/** inOtherDigits writes numbers as texts in Arabic-Indic digits. */
export const inOtherDigits = numbersAs(
  (number) => `"${number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))}"`,
);

/** DEEP is how many lists lie in one another in an answer that is too deep. */
export const DEEP = 50_000;

/** tooDeep puts a member `deep` into the first object of an answer: a list in a list, DEEP times. */
export async function tooDeep(response: Response): Promise<Response> {
  const deep = `{"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  return rewritten(response, (text) => text.replace(/\{(?=(\})?)/, (_, end) => (end ? deep : `${deep},`)));
}

/** webPage answers with status 200 and a page of HTML, as a host does that sends every stranger to its front page. */
export async function webPage(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('link');
  headers.set('content-type', 'text/html;charset=UTF-8');
  const page = '<!DOCTYPE html><html lang="en"><title>Welcome</title><h1>Welcome</h1></html>\n';
  return new Response(page, { status: 200, headers });
}

function numbersAs(write: (digits: string) => string): SpoilText {
  return (response) =>
    rewritten(response, (text) =>
      text.replace(NUMBER, (_, name: string, digits: string) => name + write(digits)),
    );
}

/** Only JSON is rewritten; a table has no members. */
async function rewritten(response: Response, rewrite: (text: string) => string): Promise<Response> {
  if (response.status !== 200 || response.headers.get('content-type') !== 'application/json') return response;
  return new Response(rewrite(await response.text()), response);
}
