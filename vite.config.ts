import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { classNames } from './src/build/class-names.ts';
import { finishBuild } from './src/build/finish-build.ts';
import { licenses } from './src/build/licenses.ts';
import { mockServer, openApi } from './src/build/mock.ts';
import { pageHead } from './src/build/page-head.ts';
import { definePremisesRoots } from './src/build/premises-roots.ts';
import { onlyUsedComponents } from './src/build/react-router.ts';
import { BUILD } from './src/tools/build-id.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// One folder for each build, and no hash in each name: what a page asks for later is of its own build, or is not there.
const CODE = `assets/${BUILD}/[name].js`;

/** What a link to a record runs. Chromium compiles these files whole, beside the main thread and while they arrive, not function by function as they are called. */
const COMPILED_AT_ONCE = new Set(['frame', 'record']);

// Tests that replace modules or globals run in a process of their own; all others share one, which halves their time.
const ALONE = /vi\.(?:mock|resetModules|stubGlobal)|globalThis|fake-indexeddb|broken-storage/;
const alone = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name) && ALONE.test(readFileSync(`src/${name}`, 'utf8')))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

const shipped = licenses();

export default defineConfig({
  plugins: [
    react(),
    onlyUsedComponents(),
    mockServer(),
    openApi(),
    pageHead(),
    shipped.collect(),
    finishBuild(shipped),
  ],
  define: { __VERSION__: JSON.stringify(version), __SINGLE_FILE__: 'false', ...definePremisesRoots() },
  css: { modules: classNames },
  build: {
    target: 'es2023',
    manifest: true,
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        entryFileNames: CODE,
        chunkFileNames: CODE,
        postBanner: ({ name }) => (COMPILED_AT_ONCE.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        assetFileNames: `assets/${BUILD}/[name][extname]`,
        // A file for the frame with what most views share, and one for each kind of view with all that only it needs: a visit fetches little of other routes.
        codeSplitting: {
          groups: [
            // The libraries in a file of their own: two threads compile this and the frame while they arrive.
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//,
              priority: 7,
            },
            { name: 'first', test: /src\/app\/first\.ts$/, priority: 6 },
            {
              name: 'frame',
              test: /src\/app\/main\.tsx$|src\/views\/shared\/(?:page|check|not|entry)-|src\/ui\/(?:copy-link\.|page-head|open-row|use-width)|src\/core\/(?:words|split)\.|src\/query\/(?:record-queries|data-queries|use-entry-check)\.ts$/,
              priority: 5,
            },
            // What shows a whole register or log, which a record does not.
            {
              name: 'whole-log',
              test: /src\/(?:query\/use-whole-log|ui\/read-whole-log)\.tsx?$/,
              priority: 5,
            },
            { name: 'record', test: /src\/views\/record\/record-view\.tsx$/, priority: 4 },
            { name: 'start', test: /src\/(?:views\/start\/start-view|ui\/earlier-size)\.tsx?$/, priority: 4 },
            { name: 'reader-lists', test: /src\/trust\/reader-lists\.ts$/, priority: 5 },
            { name: 'overview', test: /src\/views\/overview\/overview-view\.tsx$/, priority: 4 },
            // What is also fetched by itself has a file of its own, so that nothing brings a page's tools with it.
            {
              name: 'hashing',
              test: /@noble\/hashes\/sha2|src\/core\/(?:merkle|leaf-rules|inclusion|consistency|compact-range|data-hash)\.ts$/,
              priority: 3,
            },
            { name: 'time-travel', test: /src\/app\/time\//, priority: 3 },
            // What a visit may need once it goes on, and that needs nothing but the frame.
            {
              name: 'later',
              test: /src\/(?:app\/(?:live|old-addresses|links\/linking-records|removed-storage|update-line)|api\/entry-list|query\/(?:later-entry|find-latest)|ui\/(?:explanation|copy-link-choices|values\/attribute-card)|views\/help\/keys|views\/shared\/site-file)\.tsx?$/,
              priority: 3,
            },
            { name: 'changes', test: /src\/ui\/diff\//, priority: 3 },
            { name: 'box', test: /src\/app\/one-box\//, priority: 3 },
            { name: 'files', test: /src\/app\/files\//, priority: 3 },
            {
              name: 'record-more',
              test: /src\/(?:views\/record\/(?:other-versions|no-version|tamper-card)|ui\/proof\/(?:tree|steps)-figure)\.tsx$/,
              priority: 3,
            },
            {
              name: 'help',
              test: /src\/views\/(?:help|not-found)\//,
              priority: 2,
            },
            {
              name: 'evidence',
              test: /src\/query\/save-proof\.ts$|src\/views\/shared\/save-bundle\.tsx$/,
              priority: 2,
            },
            { name: 'log-tools', test: /src\/query\/(?:log-tools|read-copy|export-file)\.ts$/, priority: 2 },
            {
              name: 'lists',
              test: /src\/views\/(?:records|entries|items|entry|item)\//,
              priority: 2,
            },
            { name: 'alarms', test: /src\/app\/alarms\//, priority: 2 },
            {
              name: 'tools',
              test: /src\/views\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  experimental: {
    // The folder's name is not known while its files are written: they find each other from where they are.
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  worker: {
    format: 'es',
    plugins: () => [shipped.collect()],
    // Whole in one file each: two of them may have parts of the same name.
    rolldownOptions: { output: { entryFileNames: CODE, codeSplitting: false } },
  },
  // Known from the start, so that the dev server does not find them one by one and reload the page.
  optimizeDeps: {
    include: [
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'diff',
      'hash-wasm',
      'idb-keyval',
      'valibot',
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.{ts,tsx}'], exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    environment: 'node',
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // One processor for each; unless told, one of two is left idle.
    maxWorkers: '100%',
  },
});
