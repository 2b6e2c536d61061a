import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { describeBundles } from './src/build/bundle-schema.ts';
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

/**
 * The files of code, each with the modules that it holds; what they import goes with them. A module that fits
 * several rows goes into the first. A visit fetches the libraries, the frame with what most views share, and
 * the file of its view.
 */
const FILES: readonly (readonly [name: string, holds: RegExp])[] = [
  ['libraries', /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//],
  ['first', /src\/app\/first\.ts$/],
  [
    'frame',
    /src\/app\/main\.tsx$|src\/views\/shared\/(?:page|check|not|entry|site)-|src\/ui\/(?:copy-link\.|page-head|open-row|read-whole-log|use-width)|src\/core\/(?:words|split)\.|src\/query\/(?:record-queries|data-queries|use-entry-check)\.ts$/,
  ],
  ['record', /src\/views\/record\/record-view\.tsx$/],
  // What a record with several versions, an earlier size or an alarm shares with the start page or the overview.
  [
    'shared',
    /src\/ui\/(?:table|facts|text-form|earlier-size|save-file)\.tsx?$|src\/query\/tamper-query|src\/views\/shared\/earlier-version/,
  ],
  ['start', /src\/views\/start\//],
  ['overview', /src\/views\/overview\//],
  ['later', /src\/(?:app\/(?:live|old-addresses|update-line|links\/linking)|views\/help\/keys)/],
  ['time-travel', /src\/app\/time\//],
  ['help', /src\/views\/(?:help|not-found)\//],
  ['hashing', /@noble\/hashes|src\/core\/(?:merkle|leaf-rules|inclusion|consistency|data-hash)/],
  ['record-more', /src\/views\/record\/|src\/ui\/proof\//],
  ['box', /src\/app\/one-box\//],
  ['files', /src\/app\/files\//],
  ['log-tools', /src\/(?:query\/(?:log-tools|read-copy|export-file)|views\/shared\/audit)/],
  ['evidence', /src\/(?:query\/save-proof|views\/shared\/save-bundle|verify\/evidence\/)/],
  ['alarms', /src\/app\/(?:alarms\/|sender-alarm)/],
  ['lists', /src\/views\/(?:records|entries|items|entry|item)\//],
  ['tools', /src\/views\//],
  ['rest', /src\//],
];

const shipped = licenses();

export default defineConfig({
  plugins: [
    react(),
    onlyUsedComponents(),
    mockServer(),
    openApi(),
    describeBundles(),
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
          groups: FILES.map(([name, test], place) => ({ name, test, priority: FILES.length - place })),
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
