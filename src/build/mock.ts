import type { ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { openApiOf } from '../conformance/openapi.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';

/**
 * mockServer answers `/registers/…` from the bundled mock in the dev server, and tells the page so in
 * Server-Timing, as npm start does: the first answer of a cold server comes too late for a question.
 */
export function mockServer(): Plugin {
  type Host = { bundledListener(): (request: Connect.IncomingMessage, response: ServerResponse) => void };
  return {
    name: 'register-explorer:mock',
    configureServer(server) {
      const { base } = server.config;
      server.middlewares.use((request, response, next) => {
        response.setHeader('server-timing', 'registers');
        const { url = '/' } = request;
        // The modules of src/mock/registers are the dev server's own.
        if (!url.startsWith(base) || !/^registers(?:[/.?]|$)/.test(url.slice(base.length))) return next();
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
