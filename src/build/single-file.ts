import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { BUILD, fileIdOf } from '../tools/build-id.mjs';
import { BUNDLE_SCHEMA, bundleSchemaText } from './bundle-schema.ts';
import type { Licenses } from './licenses.ts';
import { PAGE_POLICY, policyText } from './page-head.ts';

const SINGLE_FILE = 'register-explorer.html';

const START = readFileSync(new URL('single-file-start.js', import.meta.url), 'utf8');

/**
 * classicWorkers starts workers as classic scripts: a browser runs no module of a page from disk, which
 * has no origin, as a worker.
 */
export function classicWorkers(): Plugin {
  return {
    name: 'register-explorer:classic-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('new Worker(new URL(')) return undefined;
      return { code: code.replaceAll("type: 'module'", "type: 'classic'"), map: null };
    },
  };
}

/**
 * singleFile puts the page, its styles, its workers and what it offers to save into one HTML file that
 * opens from disk. Its policy names each script and the styles by their hashes; workers are started
 * from texts inside the file.
 */
export function singleFile(shipped: Licenses): Plugin {
  return {
    name: 'register-explorer:single-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After all parts are known, whose licences go into the file too.
      order: 'post',
      handler(_options, bundle) {
        const page = writePage(bundle, shipped.write());
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({
          type: 'asset',
          fileName: SINGLE_FILE,
          source: page.replaceAll(BUILD, fileIdOf(page)),
        });
      },
    },
  };
}

function sourceOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file === undefined) throw new Error('The build lacks a part of the edition in one file.');
  return file.type === 'chunk' ? file.code : String(file.source);
}

function writePage(bundle: Rolldown.OutputBundle, licences: string): string {
  const built = Object.values(bundle);
  const script = built.find((file) => file.type === 'chunk' && file.isEntry);
  const styles = built.find((file) => file.fileName.endsWith('.css'));
  const files = built
    .filter((file) => file !== script && file !== styles && file.fileName !== 'index.html')
    .map((file) => ({ name: file.fileName, text: sourceOf(file) }));
  files.push({ name: 'licenses.md', text: licences });
  // What the page offers to save.
  files.push({ name: 'check-bundle.mjs', text: readFileSync('public/check-bundle.mjs', 'utf8') });
  files.push({ name: BUNDLE_SCHEMA, text: bundleSchemaText() });
  const main = inElement(sourceOf(script));
  const style = sourceOf(styles);
  const policy = {
    ...PAGE_POLICY,
    'script-src': `${hashOf(START)} ${hashOf(main)} 'wasm-unsafe-eval'`,
    'style-src': hashOf(style),
    'font-src': 'data:',
    'img-src': 'data:',
    'connect-src': 'http: https:',
    'worker-src': 'blob:',
  };
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policyText(policy)}">`,
    `<meta name="build" content="${BUILD}">`,
    `<style>${style}</style>`,
  ];
  const body = [
    ...files.map(
      ({ name, text }) => `<script type="text/plain" data-file="${name}">${inElement(text)}</script>`,
    ),
    `<script>${START}</script>`,
    `<script type="module">${main}</script>`,
  ];
  const put = (text: string, before: string, parts: readonly string[]): string => {
    const [start, end, ...more] = text.split(before);
    if (start === undefined || end === undefined || more.length > 0)
      throw new Error(`The page has not exactly one ${before}.`);
    return `${start}${parts.join('\n')}\n${before}${end}`;
  };
  const icon = encodeURIComponent(readFileSync('public/icon.svg', 'utf8'));
  const bare = sourceOf(bundle['index.html'])
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace(/(<link rel="icon" href=")[^"]*/, (_all, start: string) => `${start}data:image/svg+xml,${icon}`);
  return put(put(bare, '<title>', head), '</body>', body);
}

/**
 * The text of a script element. Sequences that would end the element or begin a comment
 * occur only within strings.
 */
function inElement(text: string): string {
  return text.replaceAll(/<(?=\/script|!--)/gi, '\\x3C');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
