import { ALLOWED_METHODS } from './problem.ts';

/** allowOrigins lets pages of any origin read an answer, its Link header included. What says so already, and a response of type `error`, is passed on as it is. */
export function allowOrigins(response: Response): Response {
  if (response.type === 'error' || response.headers.has('access-control-allow-origin')) return response;
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Link');
  return response;
}

/** preflight answers OPTIONS: anything may be asked that only reads. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: ALLOWED_METHODS,
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
}
