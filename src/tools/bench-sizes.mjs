import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { kilobytes } from './bench-row.mjs';

const SINGLE = 'dist-single';

/** fileOf is the path, below the build, of the script of that name; the build may put a hash into names or a folder. Throws unless there is just one. */
export function fileOf(dist, name) {
  const found = readdirSync(join(dist, 'assets'), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => new RegExp(`(?:^|/)${name}(?:-[\\w-]+)?\\.js$`).test(file));
  if (found.length !== 1) throw new Error(`expected one ${name} in the build, found ${found.length}`);
  return `assets/${found[0]}`;
}

/** sizeRows are the sizes of the built site: the first file, the workers, each view that is fetched later, and the single file. */
export function sizeRows({ dist }) {
  const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  const worker = (name) => kilobytes(size(fileOf(dist, name)));
  return [
    ['First file / verifying worker, gzipped', `${worker('index')} / ${worker('worker')}`],
    ['Service worker with the bundled registers, gzipped', kilobytes(size('service-worker.js'))],
    ['Worker of an audit / of a replica', `${worker('audit-worker')} / ${worker('replica-worker')}`],
    ['Views fetched later, gzipped, with what each brings along'],
    ...viewRows(dist, size),
    ...singleRows(),
  ];
}

/** A view is a script that is imported when it is opened, and lies in the folder of a view. */
function viewRows(dist, size) {
  const first = new Set([fileOf(dist, 'index')]);
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const whole = (chunk, seen = new Set()) => {
    if (first.has(chunk.file) || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const name of chunk.imports ?? []) whole(manifest[name], seen);
    return seen;
  };
  return Object.entries(manifest)
    .filter(([name, chunk]) => chunk.isDynamicEntry && /(?:-view|-page|one-box)\.tsx$/.test(name))
    .map(([name, chunk]) => ({
      name: basename(name, '.tsx'),
      bytes: [...whole(chunk)].reduce((sum, file) => sum + size(file), 0),
    }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => [`  ${name}`, kilobytes(bytes)]);
}

function singleRows() {
  if (!existsSync(SINGLE)) return [['Single file: not built (npm run build:single)']];
  const file = readdirSync(SINGLE).find((name) => name.endsWith('.html'));
  if (file === undefined) return [['Single file: none in dist-single']];
  const path = join(SINGLE, file);
  return [
    [
      'Single file, as it is / gzipped',
      `${kilobytes(statSync(path).size)} / ${kilobytes(gzipSync(readFileSync(path), { level: 9 }).length)}`,
    ],
  ];
}
