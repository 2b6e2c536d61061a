import type { ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { openApiOf } from '../conformance/openapi.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';

interface MockHost {
  bundledListener(): (request: Connect.IncomingMessage, response: ServerResponse) => void;
}

/** mockServer answers `/registers/…` from the bundled mock in the dev and preview servers. */
export function mockServer(): Plugin {
  const mount = (middlewares: Connect.Server, load: () => Promise<MockHost>): void => {
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (!/\/registers(\/|\.|$)/.test(path)) return next();
      load()
        .then((host) => host.bundledListener()(request, response))
        .catch(next);
    });
  };
  const host = '/src/mock/hosts/node/serve.ts';
  return {
    name: 'register-explorer:mock',
    configureServer: (server) =>
      mount(server.middlewares, () => server.ssrLoadModule(host) as Promise<MockHost>),
    configurePreviewServer: (server) =>
      mount(
        server.middlewares,
        async () => (await (await import('vite')).runnerImport<MockHost>(host)).module,
      ),
  };
}

/** openApi writes the OpenAPI documents of both variants where the mock server serves them, for hosts of files: the mock in the browser has none. */
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
