import type { ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';

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
  return {
    name: 'register-explorer:mock',
    configureServer: (server) =>
      mount(
        server.middlewares,
        () => server.ssrLoadModule('/src/mock/hosts/node/serve.ts') as Promise<MockHost>,
      ),
    configurePreviewServer: (server) =>
      mount(server.middlewares, async () => {
        const { runnerImport } = await import('vite');
        return (await runnerImport<MockHost>('/src/mock/hosts/node/serve.ts')).module;
      }),
  };
}
