import type { ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { openApiOf } from '../conformance/openapi.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';

/** mockServer answers `/registers/…` from the bundled mock in the dev server. */
export function mockServer(): Plugin {
  type Host = { bundledListener(): (request: Connect.IncomingMessage, response: ServerResponse) => void };
  return {
    name: 'register-explorer:mock',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^[^?]*\/registers(?:[/.?]|$)/.test(request.url ?? '')) return next();
        server
          .ssrLoadModule('/src/mock/hosts/node/serve.ts')
          .then((host) => (host as Host).bundledListener()(request, response))
          .catch(next);
      });
    },
  };
}

/**
 * openApi writes the OpenAPI documents of both variants where the mock server serves them, for hosts of
 * files: the mock in the browser has none.
 */
export function openApi(): Plugin {
  const registers = [...bundledRegisters().keys()];
  return {
    name: 'register-explorer:openapi',
    apply: 'build',
    generateBundle() {
      for (const [variant, name] of [['item', 'v2'] as const, ['blob', 'earlier'] as const])
        this.emitFile({
          type: 'asset',
          fileName: `registers/openapi-${name}.json`,
          source: JSON.stringify(openApiOf(variant, { server: `./{register}/${name}`, registers })),
        });
    },
  };
}
