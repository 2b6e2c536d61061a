import { Hono } from 'hono/tiny';
import type { Variant } from '../core/model.ts';
import type { Answer, Call } from './call.ts';
import { type Format, MEDIA_TYPES } from './http/accept.ts';
import { csvText } from './http/csv.ts';
import { jsonText } from './http/json.ts';
import { linkHeader } from './http/link-header.ts';
import { NotYet } from './http/not-yet.ts';
import { Problem, problemResponse, quoted } from './http/problem.ts';
import { VARIANT_NAMES } from './mount.ts';
import { ENDPOINTS } from './routes/endpoints.ts';

/** Router is one variant's endpoints below a base address; the request's own address is not looked at, only the call's. */
export type Router = Hono<{ Bindings: Call }>;

/**
 * createRouter routes on the percent-encoded path, so that `%2F` stays within its segment. The caller has seen to it that the path can be
 * decoded.
 */
export function createRouter(variant: Variant): Router {
  const router: Router = new Hono<{ Bindings: Call }>({
    getPath: (_request, options) => options?.env?.path ?? '',
  });
  for (const { path, answer } of ENDPOINTS[variant])
    router.get(path, async ({ env: call, req }) =>
      respond(await inTime(() => answer(call, ...Object.values<string>(req.param()))), call),
    );
  router.notFound(({ env: call }) => problemResponse(noSuchResource(call.path, variant)));
  router.onError((error) => problemResponse(error));
  return router;
}

/** writeBody writes an answer in one of its forms, with its exact content type. @throws Problem 406 where there is none to choose */
export function writeBody(
  { json, table }: Answer,
  format: Format | undefined,
): { readonly body: string; readonly type: string } {
  if (!format) throw new Problem(406, 'This resource can be had as application/json and as text/csv.');
  return { body: format === 'csv' ? csvText(table()) : jsonText(json()), type: MEDIA_TYPES[format] };
}

/** WAIT_MS is how long a request is held for an answer that is being worked out: well within the time that clients wait. */
const WAIT_MS = 8_000;

async function inTime(answer: () => Answer): Promise<Answer> {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
    await Promise.race([error.until, enough]);
    clearTimeout(timer);
    return answer();
  }
}

function respond(answer: Answer, call: Call): Response {
  const { body, type } = writeBody(answer, call.format);
  const headers: Record<string, string> = { 'content-type': type, vary: 'Accept' };
  const link = linkHeader(answer.links ?? [], call);
  if (link !== undefined) headers['link'] = link;
  return new Response(body, { headers });
}

function noSuchResource(path: string, variant: Variant): Problem {
  const paths = ENDPOINTS[variant].map((endpoint) => endpoint.path);
  return new Problem(404, `${VARIANT_NAMES[variant]} has no resource ${quoted(path)}.`, { paths });
}
