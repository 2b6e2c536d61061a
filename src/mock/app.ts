import type { Variant } from '../core/model.ts';
import type { Answer, Call } from './call.ts';
import { type LoadSource, type Register, createRegisterCache } from './engine/register.ts';
import { type Format, MEDIA_TYPES, chooseFormat, splitSuffix } from './http/request.ts';
import {
  NotYet,
  Problem,
  allowOrigins,
  badRequest,
  csvText,
  jsonText,
  notFound,
  preflight,
  problemResponse,
  quoted,
} from './http/response.ts';
import { describeOne, describeRegisters } from './listing.ts';
import { type Mode, VARIANT_NAMES, openView, parseMode } from './mount.ts';
import { linkHeader } from './paging.ts';
import { findRoute, pathsOf } from './routes.ts';
import { createShape } from './shape.ts';

/** AppOptions are the registers to serve. They are looked up at each request, so that some may be added later. */
export interface AppOptions {
  /** From the name in the address to the function that loads the register, called on first use. */
  readonly registers: ReadonlyMap<string, LoadSource>;
  /** The path before `/registers`, without a slash at its end; empty by default. */
  readonly basePath?: string;
  /** describe is the OpenAPI document of a variant, which not every host has: registers are named, and served at the address with `{register}` in it. */
  readonly describe?: Describe;
}

/** Describe makes an OpenAPI document. */
export type Describe = (
  variant: Variant,
  place: { readonly server: string; readonly registers: readonly string[] },
) => object;

/** App is the mock server: one function, wherever it runs. */
export interface App {
  /** fetch answers any request; it never rejects. A response of type `error` represents a broken connection. */
  fetch(request: Request): Promise<Response>;
}

/** createApp makes the mock server for `<basePath>/registers/<name>/<variant>[+<switch>[@<endpoint>]…]/…`. */
export function createApp({ registers, basePath = '', describe }: AppOptions): App {
  const context: Context = { registers, basePath, describe, open: createRegisterCache() };
  return {
    async fetch(request) {
      const response = await answerRequest(request, context).catch(problemResponse);
      const shared = allowOrigins(response);
      return request.method === 'HEAD' && response.type !== 'error' ? withoutBody(shared) : shared;
    },
  };
}

interface Context extends Required<Omit<AppOptions, 'describe'>> {
  readonly describe: Describe | undefined;
  readonly open: (load: LoadSource) => Promise<Register>;
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
  const described = mode === '' ? openApi(name, root, context) : undefined;
  if (described) return described;
  const load = registers.get(decodeURIComponent(name));
  if (!load) throw unknownRegister(name, registers);
  const register = await open(load);
  if (mode === '') return plain(describeOne(name, register, basePath), request, undefined);
  const base = [root, name, mode].join('/');
  const asked: ParsedRequest = { url, base, path: ['', ...rest].join('/') };
  return answerMounted(request, asked, parseMode(decodeURIComponent(mode), asked.path), register);
}

/** openApi answers /registers/openapi-v2.json and /registers/openapi-earlier.json; undefined for any other name. */
function openApi(name: string, root: string, { registers, describe }: Context): Response | undefined {
  for (const variant of ['item', 'blob'] as const)
    if (describe && name === `openapi-${VARIANT_NAMES[variant]}.json`)
      return Response.json(
        describe(variant, {
          server: `${root}/{register}/${VARIANT_NAMES[variant]}`,
          registers: [...registers.keys()],
        }),
      );
  return undefined;
}

interface ParsedRequest {
  readonly url: URL;
  readonly base: string;
  /** The path below the base, percent-encoded. */
  readonly path: string;
}

/** Switches that replace the register's answer run first; those that change it run last. */
async function answerMounted(
  request: Request,
  { url, base, path: askedPath }: ParsedRequest,
  mode: Mode,
  register: Register,
): Promise<Response> {
  for (const { before } of mode.switches) {
    const instead = await before?.(request);
    if (instead) return instead;
  }
  const { behaviour, switches } = mode;
  const view = openView(register, mode);
  const { path, format = chooseFormat(request.headers.get('accept')) } = splitSuffix(askedPath, view.log);
  const shape = createShape(view.log, behaviour);
  const call: Call = {
    ...view,
    behaviour,
    shape,
    base,
    askedPath,
    path,
    format,
    origin: url.origin,
    query: url.searchParams,
  };
  let response = allowOrigins(await respond(call).catch(problemResponse));
  for (const { after } of switches) response = (await after?.(response)) ?? response;
  return response;
}

/** respond answers a call; the request's own address is not looked at. @throws Problem */
async function respond(call: Call): Promise<Response> {
  const { variant } = call.log;
  const route = findRoute(variant, call.path);
  if (!route)
    throw new Problem(404, `${VARIANT_NAMES[variant]} has no resource ${quoted(call.path)}.`, {
      paths: pathsOf(variant),
    });
  const answer = await inTime(() => route.answer(call));
  const { body, type } = writeBody(answer, call.format);
  const link = linkHeader(answer.links ?? [], call);
  const headers = { 'content-type': type, vary: 'Accept', ...(link !== undefined && { link }) };
  return new Response(body, { headers });
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

/** writeBody writes an answer in one of its forms, with its exact content type. @throws Problem 406 if there is none to choose */
function writeBody(
  { json, table, jsonBytes }: Answer,
  format: Format | undefined,
): { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } {
  if (!format) throw new Problem(406, 'This resource can be had as application/json and as text/csv.');
  return {
    body: format === 'csv' ? csvText(table()) : (jsonBytes?.() ?? jsonText(json())),
    type: MEDIA_TYPES[format],
  };
}

/** WAIT_MS is how long a request is held for an answer that is being worked out: well within the time that clients wait. */
const WAIT_MS = 8_000;

async function inTime(answer: () => Answer): Promise<Answer> {
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof NotYet) || Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
