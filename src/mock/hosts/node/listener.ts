import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type App, createApp } from '../../app.ts';
import { allowOrigins } from '../../http/cors.ts';
import { badRequest, problemResponse } from '../../http/problem.ts';
import { bundledRegisters } from '../../registers/bundled.ts';

/** createListener lets a Node server answer with the app. A request that makes no address gets status 400. */
export function createListener(app: App): RequestListener {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      const response = await app.fetch(request);
      if (response.type !== 'error') return response;
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    {
      hostname: 'localhost',
      overrideGlobalObjects: false,
      errorHandler: () => allowOrigins(problemResponse(badRequest('The request line makes no address.'))),
    },
  );
  return (request, response) => void listener(request, response);
}

/** bundledListener serves the bundled registers, for the dev and preview servers. */
export function bundledListener(): RequestListener {
  return (shared ??= createListener(createApp({ registers: bundledRegisters() })));
}

let shared: RequestListener | undefined;
