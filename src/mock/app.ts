import type { Variant } from '../core/model.ts';
import type { Answer } from './call.ts';
import { createShelf, type LoadSource, type Register } from './engine/register.ts';
import { chooseFormat, type Format } from './http/accept.ts';
import { allowOrigins, preflight } from './http/cors.ts';
import { badRequest, notFound, Problem, problemResponse, quoted } from './http/problem.ts';
import { splitSuffix } from './http/suffix.ts';
import { describeOne, describeRegisters } from './listing.ts';
import { type Mode, openView, parseMode } from './mount.ts';
import { createRouter, type Router, writeBody } from './router.ts';
import { blobShape } from './shape/blob-shape.ts';
import { itemShape } from './shape/item-shape.ts';
import type { Shape } from './shape/shape.ts';

/** AppOptions say what is served. The registers are looked up at each request, so that some may be added later. */
export interface AppOptions {
  /** Name in the address to what loads the register; it is called when the register is first asked for. */
  readonly registers: ReadonlyMap<string, LoadSource>;
  /** The path before `/registers`, without a slash at its end; empty unless told. */
  readonly basePath?: string;
}

/** App is the mock server: one function, wherever it runs. */
export interface App {
  /** fetch answers any request; it never rejects. A response of type `error` stands for a connection that breaks. */
  fetch(request: Request): Promise<Response>;
}

const SHAPES: Readonly<Record<Variant, Shape>> = { item: itemShape, blob: blobShape };

/** createApp makes the mock server for `<basePath>/registers/<name>/<variant>[+<switch>[@<endpoint>]…]/…`. */
export function createApp({ registers, basePath = '' }: AppOptions): App {
  const context: Context = {
    registers,
    basePath,
    open: createShelf(),
    routers: { item: createRouter('item'), blob: createRouter('blob') },
  };
  return {
    async fetch(request) {
      const response = await answerRequest(request, context).catch(problemResponse);
      const shared = allowOrigins(response);
      return request.method === 'HEAD' && response.type !== 'error' ? withoutBody(shared) : shared;
    },
  };
}

interface Context extends Required<AppOptions> {
  readonly open: (load: LoadSource) => Promise<Register>;
  readonly routers: Readonly<Record<Variant, Router>>;
}

async function answerRequest(request: Request, context: Context): Promise<Response> {
  const { registers, basePath, open } = context;
  if (request.method === 'OPTIONS') return preflight(request);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Problem(405, 'Nothing can be changed here, only read.');
  const url = new URL(request.url);
  if (decode(url.pathname + url.search) === undefined)
    throw badRequest('The address holds a percent sign that does not begin an encoded UTF-8 character.');
  const root = `${basePath}/registers`;
  const below = url.pathname.slice(root.length);
  const [before, name = '', mode = '', ...rest] = below.split('/');
  const { path, format } = splitSuffix(below);
  if (!url.pathname.startsWith(root) || (before !== '' && path !== ''))
    throw notFound(`There is nothing at ${quoted(url.pathname)}; the registers are at ${root}.`);
  if (path === '') {
    const loaded = [...registers].map(async ([name, load]) => [name, await open(load)] as const);
    return plain(describeRegisters(await Promise.all(loaded), basePath), request, format);
  }
  const load = registers.get(decodeURIComponent(name));
  if (!load) throw unknownRegister(name, registers);
  const register = await open(load);
  if (mode === '') return plain(describeOne(name, register, basePath), request, undefined);
  const base = [root, name, mode].join('/');
  const asked: Asked = { url, base, path: ['', ...rest].join('/') };
  return answerMounted(request, asked, parseMode(decodeURIComponent(mode), asked.path), register, context);
}

interface Asked {
  readonly url: URL;
  readonly base: string;
  /** The path below the base, percent-encoded. */
  readonly path: string;
}

/** What the switches put before the register's answer comes first; what they change in it comes last. */
async function answerMounted(
  request: Request,
  { url, base, path: askedPath }: Asked,
  mode: Mode,
  register: Register,
  { routers }: Context,
): Promise<Response> {
  for (const { before } of mode.switches) {
    const instead = await before?.(request);
    if (instead) return instead;
  }
  const { variant, manner, switches } = mode;
  const view = openView(register, mode);
  const { path, format = chooseFormat(request.headers.get('accept')) } = splitSuffix(askedPath, view.log);
  let response = await routers[variant].fetch(request, {
    ...view,
    manner,
    shape: SHAPES[variant],
    origin: url.origin,
    base,
    askedPath,
    path,
    query: url.searchParams,
    format,
  });
  allowOrigins(response);
  for (const { after } of switches) response = (await after?.(response)) ?? response;
  return response;
}

function plain(answer: Answer, request: Request, asked: Format | undefined): Response {
  const { body, type } = writeBody(answer, asked ?? chooseFormat(request.headers.get('accept')));
  return new Response(body, { headers: { 'content-type': type, vary: 'Accept' } });
}

function unknownRegister(name: string, registers: AppOptions['registers']): Problem {
  return new Problem(404, `No register is called ${quoted(decodeURIComponent(name))} here.`, {
    registers: [...registers.keys()],
  });
}

/** Its result is used: a minifier takes a bare decodeURIComponent for a call without effect, and drops it. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function withoutBody(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers });
}
