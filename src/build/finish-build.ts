import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { BUILD, buildIdOf, filesBelow } from '../tools/build-id.mjs';
import type { Licenses } from './licenses.ts';
import { headersFile } from './page-head.ts';
import { definePremisesRoots } from './premises-roots.ts';
import { partialFolder, takePlace } from './take-place.ts';

const SERVICE_WORKER = 'src/mock/hosts/browser/service-worker.ts';

/** Files not cached for offline use: maps, files for tools and hosts, and pictures that the page does not show. */
const NOT_KEPT = /\.map$|^\.vite\/|^404\.html$|^_headers$|^registers\/|\.(?:png|ico)$/;

/**
 * Files cached only when requested: fonts of rare characters and of hashes, for which the system has one; the
 * mock in the page, which the service worker includes; the manifest, which is read on installing; files to
 * save.
 */
const RARE =
  /\/(?:ibm-plex-|register-mono-)[^/]*\.woff2$|\/direct-worker\.js$|^(?:check-bundle\.mjs|manifest\.webmanifest|proof-bundle\.schema\.json)$/;

/**
 * finishBuild completes what the bundler wrote: 404.html, the copy of index.html that static hosts serve for
 * a deep link; build.txt, by which a page finds out the build of its host; in first.js the files of each
 * view; the service worker, a classic script that runs the mock and caches the site. Then it computes the id
 * of the build and writes it for each `__BUILD__`, also into the name of the folder of all code: a page never
 * gets a file of another build. It adds the licences, the headers for hosts, and a compressed copy of each
 * text. All this happens in a folder beside the one asked for, whose place it takes last: a build that is
 * stopped changes nothing.
 */
export function finishBuild(shipped: Licenses): Plugin {
  let config: ResolvedConfig;
  let place = '';
  let written = false;
  return {
    name: 'register-explorer:finish-build',
    apply: 'build',
    config({ root = '.', build: { outDir = 'dist' } = {} }) {
      place = resolve(root, outDir);
      return { build: { outDir: partialFolder(place), emptyOutDir: true } };
    },
    configResolved: (resolved) => void (config = resolved),
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: firstAtOnce(html),
        tags: [{ tag: 'meta', attrs: { name: 'build', content: BUILD } }],
      }),
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const chunk of chunks)
        if (chunk.name === 'first')
          chunk.code = chunk.code.replace('__VIEW_FILES__', JSON.stringify(filesOfViews(chunks)));
    },
    writeBundle: () => void (written = true),
    async closeBundle() {
      // A failed build has written nothing; show its own error.
      if (!written) return;
      const out = config.build.outDir;
      await copyFile(join(out, 'index.html'), join(out, '404.html'));
      await writeFile(join(out, 'build.txt'), `${BUILD}\n`);
      await writeFile(join(out, '_headers'), headersFile(config.base));
      await buildServiceWorker(config, shipped.collect());
      await writeFile(join(out, 'licenses.md'), shipped.write());
      const id = buildIdOf(out);
      await nameBuild(out, id);
      await compress(out);
      takePlace(out, place);
      config.logger.info(`Build ${id}`);
    },
  };
}

/**
 * filesOfViews returns for each view the files of its code with their imports, except
 * those that every page loads.
 */
function filesOfViews(chunks: readonly Rolldown.OutputChunk[]): Record<string, string[]> {
  const views: Record<string, Set<Rolldown.OutputChunk>> = {};
  for (const chunk of chunks)
    for (const id of chunk.moduleIds) {
      const view = /\/([a-z]+)-(?:view|page)\.tsx$/.exec(id)?.[1];
      if (view !== undefined) (views[view] ??= new Set()).add(chunk);
    }
  const withImports = (files: Set<Rolldown.OutputChunk>): string[] => {
    for (const { imports } of files)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) files.add(chunk);
    return [...files].map(({ name }) => name);
  };
  const everywhere = withImports(new Set(chunks.filter(({ name }) => name === 'frame')));
  return Object.fromEntries(
    Object.entries(views).map(([view, files]) => [
      view,
      withImports(files).filter((name) => !everywhere.includes(name)),
    ]),
  );
}

/**
 * firstAtOnce makes the first script (src/app/first.ts) run as soon as it is loaded, and loads it before the
 * others, which the browser would else compile first: it needs neither them nor the styles.
 */
function firstAtOnce(html: string): string {
  const first = /\s*<script type="module"(?=[^>]*\/first\.js")([^>]*)><\/script>/.exec(html);
  if (first === null) throw new Error('The page has no script first.js.');
  const others = html.replace(first[0], '');
  const scripts = others.indexOf('<script type="module"');
  const script = `<script type="module" async fetchpriority="high"${first[1]}></script>\n    `;
  return others.slice(0, scripts) + script + others.slice(scripts);
}

async function buildServiceWorker(
  { build: { outDir, sourcemap } }: ResolvedConfig,
  collect: Plugin,
): Promise<void> {
  const cachedFiles = filesBelow(outDir).filter((file) => !NOT_KEPT.test(file));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [collect],
    define: {
      __PRECACHE__: JSON.stringify(cachedFiles.filter((file) => !RARE.test(file))),
      __RARE_FILES__: JSON.stringify(cachedFiles.filter((file) => RARE.test(file))),
      __BUILD_ID__: JSON.stringify(BUILD),
      ...definePremisesRoots(),
    },
    build: {
      outDir,
      emptyOutDir: false,
      sourcemap,
      target: 'es2023',
      rolldownOptions: {
        input: SERVICE_WORKER,
        output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
      },
    },
  });
}

const COMPRESSED = /\.(?:js|mjs|css|html|svg|json|webmanifest|txt|md)$/;

/** compress writes every text of the build as `.br` and `.gz` beside it. */
async function compress(out: string): Promise<void> {
  await Promise.all(
    filesBelow(out)
      .filter((file) => COMPRESSED.test(file))
      .map(async (file) => {
        const path = join(out, file);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
  );
}

async function nameBuild(out: string, id: string): Promise<void> {
  for (const file of filesBelow(out)) {
    const bytes = await readFile(join(out, file));
    if (bytes.includes(BUILD))
      await writeFile(join(out, file), bytes.toString('latin1').replaceAll(BUILD, id), 'latin1');
  }
  const assets = join(out, 'assets');
  if ((await readdir(assets)).includes(BUILD)) await rename(join(assets, BUILD), join(assets, id));
}
