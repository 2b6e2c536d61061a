import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classNames } from './class-names.ts';
import { licenses } from './licenses.ts';
import { definePremisesRoots } from './premises-roots.ts';
import { classicWorkers, singleFile } from './single-file.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const shipped = licenses();

/** The build of the edition in one file (`npm run build:single`). */
export default defineConfig({
  plugins: [react(), classicWorkers(), shipped.collect(), singleFile(shipped)],
  publicDir: false,
  define: { __VERSION__: JSON.stringify(version), __SINGLE_FILE__: 'true', ...definePremisesRoots() },
  css: { modules: classNames },
  build: {
    outDir: 'dist-single',
    emptyOutDir: true,
    target: 'es2023',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
  },
  experimental: {
    renderBuiltUrl: (name, { hostType }) =>
      hostType === 'js' ? { runtime: `inlineFile(${JSON.stringify(name)})` } : undefined,
  },
  worker: {
    format: 'iife',
    plugins: () => [shipped.collect()],
    rolldownOptions: { output: { entryFileNames: '[name].js', codeSplitting: false } },
  },
});
