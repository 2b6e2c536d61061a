import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Connect, type Plugin, type ResolvedConfig } from 'vite';
import { defineConfig } from 'vitest/config';

const SERVICE_WORKER = 'src/mock/hosts/browser/service-worker.ts';
const root = fileURLToPath(new URL('.', import.meta.url));
const version = (
  JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** mockServer answers `/registers/…` from the bundled mock in the dev and preview servers. */
function mockServer(): Plugin {
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
        () => server.ssrLoadModule('/src/mock/hosts/node/listener.ts') as Promise<MockHost>,
      ),
    configurePreviewServer: (server) =>
      mount(server.middlewares, async () => {
        const { runnerImport } = await import('vite');
        return (await runnerImport<MockHost>('/src/mock/hosts/node/listener.ts')).module;
      }),
  };
}
interface MockHost {
  bundledListener(): (request: Connect.IncomingMessage, response: import('node:http').ServerResponse) => void;
}

/**
 * serviceWorker builds the mock's service worker as a classic script beside the site, with the list of files to keep for offline use,
 * and writes 404.html, the copy of index.html that static hosts serve for a deep link.
 */
function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  let written = false;
  return {
    name: 'register-explorer:service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    writeBundle: () => void (written = true),
    async closeBundle() {
      // A build that failed has written nothing, and its own error is the one to show.
      if (!written) return;
      const out = config.build.outDir;
      const files = await filesBelow(out);
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(await readFile(join(out, file)));
      const buildId = hash.digest('hex').slice(0, 16);
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __PRECACHE__: JSON.stringify(files.filter((file) => !/\.(map|woff)$/.test(file))),
          __BUILD_ID__: JSON.stringify(buildId),
        },
        build: {
          outDir: out,
          emptyOutDir: false,
          target: 'es2023',
          rolldownOptions: {
            input: SERVICE_WORKER,
            output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
          },
        },
      });
      await copyFile(join(out, 'index.html'), join(out, '404.html'));
    },
  };
}

/**
 * leanRouter marks what react-router makes while it is loaded as free of side effects, so that the parts this site does not use (forms, prefetching, server
 * components) are left out of the bundle: 7.7 KB gzipped.
 */
function leanRouter(): Plugin {
  return {
    name: 'register-explorer:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('react-router/dist')) return undefined;
      return {
        code: code
          .replace(/= (React\d*)\.(forwardRef|createContext|memo)\(/g, '= /* @__PURE__ */ $1.$2(')
          .replace(/^[\w$]+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      };
    },
  };
}

/**
 * leanQuery leaves mutations out of the query library, whose client brings their cache along: nothing here changes data. 0.9 KB gzipped. `useMutation` would
 * fail at once.
 */
function leanQuery(): Plugin {
  const cache =
    'export class MutationCache { clear() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }';
  return {
    name: 'register-explorer:lean-query',
    apply: 'build',
    load: (id) =>
      /query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/.test(id)
        ? { code: cache, map: null }
        : undefined,
  };
}

/** The modules that the entry imports at once, directly or not. */
const atOnce = new Set<string>();

/** Parts of the query library that only views fetched later use; the entry imports the library through one index, which would bring them along. */
const LATER =
  /[\\/](?:queriesObserver|mutationObserver|infiniteQueryObserver|useQueries|useMutation|useInfiniteQuery)\.js$/;

/**
 * oneFirstFile notes what the entry imports at once, so that all of it is put into one file: shared pieces would otherwise become small files of their own,
 * which compress worse (2 KB gzipped in all) and are asked for one after another.
 */
function oneFirstFile(): Plugin {
  return {
    name: 'register-explorer:one-first-file',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        if (atOnce.has(id) || LATER.test(id)) return;
        atOnce.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) add(id);
    },
  };
}

/** layerOrder puts the order of the cascade layers before all styles: files of components may come before the one that states it. */
function layerOrder(): Plugin {
  return {
    name: 'register-explorer:layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `@layer reset,tokens,ui,views;${String(file.source)}`;
      }
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter(
      (entry) => entry.isFile() && !['service-worker.js', '404.html', 'manifest.json'].includes(entry.name),
    )
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** scopedName makes the class names of CSS modules short, and the same in every build. */
function scopedName(name: string, filename: string): string {
  const path = relative(root, filename.split('?')[0] ?? filename)
    .split(sep)
    .join('/');
  const whole = createHash('sha256').update(`${path} ${name}`).digest('base64url').replaceAll(/[-_]/g, '');
  let length = 4;
  while ((named.get(whole.slice(0, length)) ?? whole) !== whole) length += 1;
  named.set(whole.slice(0, length), whole);
  return `c${whole.slice(0, length)}`;
}
const named = new Map<string, string>();

export default defineConfig({
  plugins: [react(), leanRouter(), leanQuery(), layerOrder(), oneFirstFile(), mockServer(), serviceWorker()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2023',
    manifest: true,
    license: { fileName: 'licenses.md' },
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', test: (id) => atOnce.has(id) }] } },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  worker: { format: 'es' },
  // Known from the start, so that the dev server does not find them one by one and reload the page.
  optimizeDeps: {
    include: [
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'comlink',
      'diff',
      'hash-wasm',
      'idb-keyval',
      'minisearch/SearchableMap',
    ],
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 60_000,
    // One processor for each; unless told, one of two is left idle.
    maxWorkers: '100%',
  },
});
