import { CROSS_ORIGIN, titleOf } from '../http/response.ts';
import type { SwitchTable } from './switch.ts';

/** SLOW_MS is how long the switch `slow` waits. */
export const SLOW_MS = 3000;

/** LATE_MS is how long the switch `late` waits: longer than people do, and less than clients. */
export const LATE_MS = 15_000;

/** How long the busy server asks to be left alone, in seconds. */
const RETRY_AFTER_S = 120;

/** How many lists lie in one another in an answer that is too deep. */
const DEEP = 50_000;

/** White space, which JSON may have anywhere. */
const CHUNK = new TextEncoder().encode(' '.repeat(256 * 1024));

/** BOMB_BYTES is the size of the bomb when decompressed. */
export const BOMB_BYTES = 160 * CHUNK.length;

/** The numbers in an answer: the member's name, and digits. */
const NUMBER = /("(?:(?:index-)?entry-number|total-[a-z]+)":)"?(\d+)"?/g;

const TEXT = 'text/plain;charset=UTF-8';

type Respond = (response: Response) => Promise<Response>;
type Bytes = Uint8Array<ArrayBuffer>;

/** changed returns a response with another body and the given headers; null removes one. */
function changed(
  response: Response,
  body: BodyInit | null,
  sent: Readonly<Record<string, string | null>> = {},
  status = response.status,
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(sent))
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  return new Response(body, { status, headers });
}

function html(response: Response, status: number, title: string, heading: string): Response {
  const page = `<!DOCTYPE html><html lang="en"><title>${title}</title><h1>${heading}</h1></html>\n`;
  return changed(response, page, { link: null, 'content-type': 'text/html;charset=UTF-8' }, status);
}

function htmlError(response: Response, status: number): Response {
  return html(response, status, titleOf(status), `${status} ${titleOf(status)}`);
}

/** htmlErrors turns every error into an HTML page, ignoring Accept. */
export const htmlErrors: Respond = async (response) =>
  response.status < 400 ? response : htmlError(response, response.status);

/** linkHidden sends Link but does not let pages of other origins read it. */
export const linkHidden: Respond = async (response) =>
  changed(response, response.body, { 'access-control-expose-headers': null });

/** redirects sends every address without a trailing slash to the one with it. */
export async function redirects({ url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (pathname.endsWith('/')) return undefined;
  return new Response(null, {
    status: 302,
    headers: { ...CROSS_ORIGIN, location: `${pathname}/${search}` },
  });
}

/** Resolves when the caller gives up. */
async function givenUp({ signal }: Request): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Lets that long pass, or until the caller gives up, and lets the register answer. */
function waits(ms: number) {
  return async (request: Request): Promise<undefined> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, ms))), givenUp(request)]);
    clearTimeout(timer);
  };
}

/** Addresses whose next answer is true; forgotten when there are very many. */
const failed = new Set<string>();

async function failsOnce({ url }: Request): Promise<Response | undefined> {
  if (failed.delete(url)) return undefined;
  if (failed.size >= 10_000) failed.clear();
  failed.add(url);
  return refusal(500);
}

function refusal(status: number, retryAfter?: string): Response {
  const headers = {
    ...CROSS_ORIGIN,
    'content-type': TEXT,
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  };
  return new Response(titleOf(status), { status, headers });
}

/** Rewrites JSON; a table has no members. */
function rewritten(rewrite: (text: string) => string): Respond {
  return async (response) => {
    if (response.status !== 200 || response.headers.get('content-type') !== 'application/json')
      return response;
    return changed(response, rewrite(await response.text()));
  };
}

function numbersAs(write: (digits: string) => string): Respond {
  return rewritten((text) => text.replace(NUMBER, (_, name: string, digits: string) => name + write(digits)));
}

function tooDeep(text: string): string {
  const deep = `{"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  return text.replace(/\{(?=(\})?)/, (_, end) => (end ? deep : `${deep},`));
}

/** Sends the first half of a body; `then` is called each time the reader wants more, never ahead of it. */
function halfThen(
  then?: (controller: ReadableStreamDefaultController<Bytes>) => void | Promise<void>,
): Respond {
  return async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    let half: Bytes | undefined = bytes.subarray(0, Math.floor(bytes.length / 2));
    const pull = (controller: ReadableStreamDefaultController<Bytes>): void | Promise<void> => {
      if (!half) return then?.(controller);
      controller.enqueue(half);
      half = undefined;
    };
    return changed(response, new ReadableStream({ pull }));
  };
}

/**
 * Hosts look ahead for some turns of the event loop before they send the status: by then the first half must
 * be on its way, however busy the machine.
 */
const TURNS_AHEAD = 8;

async function breaks(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
  for (let turn = 0; turn < TURNS_AHEAD; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  controller.error(new Error('The connection breaks here on purpose.'));
}

let bomb: Promise<ArrayBuffer> | undefined;

async function gzipBomb(response: Response): Promise<Response> {
  if (response.body === null) return response;
  return changed(response, await (bomb ??= makeBomb()), { 'content-encoding': 'gzip' });
}

function makeBomb(): Promise<ArrayBuffer> {
  const unpacked = new Blob(Array.from({ length: BOMB_BYTES / CHUNK.length }, () => CHUNK));
  return new Response(unpacked.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

async function wrongLength(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  const length = String(bytes.byteLength + 100);
  return changed(response, bytes, { 'content-length': length, connection: 'close' });
}

async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return changed(response, text.slice(0, Math.floor(text.length / 2)));
}

/** WRONG_ANSWERS are integers that are none by the API document, and answers that are none at all. */
export const WRONG_ANSWERS = {
  'numbers-huge': [
    'To every entry number and count 2^53 is added, beyond which doubles leave out numbers.',
    { after: numbersAs((number) => String(2n ** 53n + BigInt(number))) },
  ],
  'numbers-fraction': [
    'Every entry number and count is written like 15.5.',
    { after: numbersAs((number) => `${number}.5`) },
  ],
  'numbers-hex': [
    'Every entry number and count is a text like 0xf.',
    { after: numbersAs((number) => `"0x${Number(number).toString(16)}"`) },
  ],
  'numbers-other-digits': [
    'Every entry number and count is a text in Arabic-Indic digits.',
    { after: numbersAs((number) => `"${number.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(+digit))}"`) },
  ],
  'truncated-json': ['Every body breaks off in the middle.', { after: truncated }],
  // As a server does whose register has no name.
  'wrong-type': [
    'Everything is answered with status 200, text/plain and “Register undefined”.',
    {
      after: async (response) =>
        changed(response, 'Register undefined', { link: null, 'content-type': TEXT }, 200),
    },
  ],
  'not-found-html': [
    'Everything is answered with status 404 and a page of HTML.',
    { after: async (response) => htmlError(response, 404) },
  ],
  // Each host turns a network error into whatever it has that comes nearest.
  dead: ['Every connection breaks before an answer comes.', { before: async () => Response.error() }],
  slow: [`Every answer takes ${SLOW_MS / 1000} seconds.`, { before: waits(SLOW_MS) }],
  late: [`Every answer takes ${LATE_MS / 1000} seconds.`, { before: waits(LATE_MS) }],
} as const satisfies SwitchTable;

/**
 * CORRUPTED_ANSWERS break every answer but the summary, so that a register opens and each view meets the
 * fault; the summary, too, if the address says so.
 */
export const CORRUPTED_ANSWERS = {
  stall: [
    'Nothing but the summary is ever answered, and no connection is closed.',
    { before: (request) => givenUp(request).then(() => Response.error()) },
  ],
  'stall-body': [
    'Every body but the summary’s stops in the middle, and the connection stays open.',
    { after: halfThen() },
  ],
  'broken-off': [
    'In the middle of every body but the summary’s the connection breaks.',
    { after: halfThen(breaks) },
  ],
  'endless-body': [
    'Every body but the summary’s goes on with white space for as long as it is read.',
    { after: halfThen((controller) => controller.enqueue(CHUNK)) },
  ],
  'gzip-bomb': [
    `Every body but the summary’s is small and unpacks to ${BOMB_BYTES / 1024 / 1024} MB (over HTTP only).`,
    { after: gzipBomb },
  ],
  'wrong-length': [
    'Every answer but the summary announces 100 bytes more than come before the connection is closed (over HTTP only).',
    { after: wrongLength },
  ],
  'deep-json': [
    `The first object of every answer but the summary has a member of ${DEEP.toLocaleString('en')} lists in one another.`,
    { after: rewritten(tooDeep) },
  ],
  // As a host does that sends every stranger to its front page.
  'web-page': [
    'Everything but the summary is answered with status 200 and a page of HTML.',
    { after: async (response) => html(response, 200, 'Welcome', 'Welcome') },
  ],
  // In seconds (RFC 6585 section 4, RFC 9110 10.2.3).
  'too-many-requests': [
    `Everything but the summary is answered with status 429 and Retry-After: ${RETRY_AFTER_S}.`,
    { before: async () => refusal(429, String(RETRY_AFTER_S)) },
  ],
  unavailable: [
    'Everything but the summary is answered with status 503, and Retry-After names a date two minutes ahead.',
    { before: async () => refusal(503, new Date(Date.now() + RETRY_AFTER_S * 1000).toUTCString()) },
  ],
  'fails-once': [
    'Every address but the summary’s is answered with status 500 at first, truly when asked again, and so on in turn.',
    { before: failsOnce },
  ],
} as const satisfies SwitchTable;
