import { decodeEscapes } from '../core/escapes.ts';
import type { Variant } from '../core/model.ts';
import type { Call } from './call.ts';
import { type LoadSource, type Register, createRegisterCache } from './engine/register.ts';
import { VARIANT_NAMES, chooseFormat, splitSuffix, variantNamed } from './http/request.ts';
import {
  CROSS_ORIGIN,
  Problem,
  answerResponse,
  badRequest,
  notFound,
  preflight,
  problemResponse,
  quoted,
} from './http/response.ts';
import { describeOne, describeRegisters } from './listing.ts';
import { type Mode, openLog, parseMode } from './mount.ts';
import { linkHeader } from './paging.ts';
import { answerTo } from './routes.ts';
import { createShape } from './shape.ts';

/**
 * AppOptions are the registers to serve. They are looked up at each request, so that some may be added later.
 */
interface AppOptions {
  /** From the name in the address to the function that loads the register, called on first use. */
  readonly registers: ReadonlyMap<string, LoadSource>;
  /** The path before `/registers`, without a slash at its end; empty by default. */
  readonly basePath?: string;
  /**
   * describe is the OpenAPI document of a variant, which not every host has: registers are named, and served
   * at the address with `{register}` in it.
   */
  readonly describe?: OpenApiWriter;
}

/** OpenApiWriter makes an OpenAPI document. */
type OpenApiWriter = (
  variant: Variant,
  place: { readonly server: string; readonly registers: readonly string[] },
) => object;

/** App is the mock server: one function, wherever it runs. */
export interface App {
  /**
   * fetch answers any request; it never rejects. A response of type `error` represents a broken connection.
   */
  fetch(request: Request): Promise<Response>;
}

/** createApp makes the mock server for `<basePath>/registers/<name>/<variant>[+<switch>[@<endpoint>]…]/…`. */
export function createApp({ registers, basePath = '', describe }: AppOptions): App {
  const open = createRegisterCache();
  const root = `${basePath}/registers`;

  async function answer(request: Request): Promise<Response> {
    const { method, headers } = request;
    if (method === 'OPTIONS') return preflight(request);
    if (method !== 'GET' && method !== 'HEAD')
      throw new Problem(405, 'Nothing can be changed here, only read.');
    const url = new URL(request.url);
    if (decodeEscapes(url.pathname + url.search) === undefined)
      throw badRequest('The address holds a percent sign that does not begin an encoded UTF-8 character.');
    const below = url.pathname.slice(root.length);
    const [before, name = '', segment = '', ...rest] = below.split('/');
    const { path, format } = splitSuffix(below);
    const accepted = chooseFormat(headers.get('accept'));
    if (!url.pathname.startsWith(root) || (before !== '' && path !== ''))
      throw notFound(`There is nothing at ${quoted(url.pathname)}; the registers are at ${root}.`);
    if (path === '') {
      const loaded = [...registers].map(([one, load]) => [one, open(load)] as const);
      return answerResponse(describeRegisters(loaded, basePath), format ?? accepted);
    }
    const names = [...registers.keys()];
    const described = variantNamed(/^openapi-(.+)\.json$/.exec(name)?.[1]);
    if (describe && described && segment === '') {
      const server = `${root}/{register}/${VARIANT_NAMES[described]}`;
      return Response.json(describe(described, { server, registers: names }), { headers: CROSS_ORIGIN });
    }
    const load = registers.get(decodeURIComponent(name));
    if (!load)
      throw notFound(`No register is called ${quoted(decodeURIComponent(name))} here.`, { registers: names });
    const register = open(load);
    if (segment === '')
      return answerResponse(describeOne(decodeURIComponent(name), register, basePath), accepted);
    const fullPath = ['', ...rest].join('/');
    const mode = parseMode(decodeURIComponent(segment), fullPath);
    return answerMounted(request, register, mode, `${root}/${name}/${segment}`, fullPath);
  }

  return {
    async fetch(request) {
      const response = await answer(request).catch(problemResponse);
      const { status, headers, type } = response;
      const isBodiless = request.method === 'HEAD' && type !== 'error';
      return isBodiless ? new Response(null, { status, headers }) : response;
    },
  };
}

/**
 * Answers below the base address of a register. Switches that replace the register's answer run first; those
 * that change it run last.
 */
async function answerMounted(
  request: Request,
  register: Register,
  mode: Mode,
  base: string,
  fullPath: string,
): Promise<Response> {
  for (const { before } of mode.switches) {
    const instead = await before?.(request);
    if (instead) return instead;
  }
  const log = openLog(register, mode);
  const { path, format = chooseFormat(request.headers.get('accept')) } = splitSuffix(fullPath, log);
  const { origin, searchParams: query } = new URL(request.url);
  const shape = createShape(log, mode.has);
  const call: Call = { has: mode.has, log, shape, origin, base, fullPath, path, query };
  let response = await inTime(() => answerTo(call))
    .then((answer) => answerResponse(answer, format, linkHeader(answer.links ?? [], call)))
    .catch(problemResponse);
  for (const { after } of mode.switches) response = (await after?.(response)) ?? response;
  return response;
}

/**
 * WAIT_MS is how long a request is held for an answer that is being worked out: well within
 * the time that clients wait.
 */
const WAIT_MS = 8_000;

async function inTime<T>(answer: () => T): Promise<T> {
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof Problem && error.status === 503) || Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
