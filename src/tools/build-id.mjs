import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** BUILD stands for the build's id wherever a file or a path of the build names it, until the id is known. */
export const BUILD = '__BUILD__';

/**
 * filesBelow lists the files of a folder by their paths in it, with slashes, in the order of their UTF-16
 * units; compressed copies are left out.
 */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/\.(?:br|gz)$/.test(path))
    .sort();
}

/**
 * buildIdOf is the first 32 hexadecimal digits of the SHA-256 over one line `<sha-256 of the file>
 * <path>` for each file of the build, sorted by path. The id itself, where a path or a file names
 * it, counts as `__BUILD__`.
 */
export function buildIdOf(folder, id = BUILD) {
  const named = (text) => text.replaceAll(id, BUILD);
  const lines = filesBelow(folder)
    .map((path) => ({ path, name: named(path) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ path, name }) => {
      const bytes = readFileSync(join(folder, path));
      // One sign for each byte, so that bytes which are not text come through unchanged.
      const counted = Buffer.from(named(bytes.toString('latin1')), 'latin1');
      return `${createHash('sha256').update(counted).digest('hex')}  ${name}\n`;
    });
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 32);
}

/**
 * fileIdOf is the id of the edition in one file: the first 32 digits of the SHA-256 of its text, where the id
 * itself counts as `__BUILD__`.
 */
export function fileIdOf(text, id = BUILD) {
  return createHash('sha256').update(text.replaceAll(id, BUILD)).digest('hex').slice(0, 32);
}

/**
 * namedIdOf is the id that a page names: of a build in a folder, or of the edition in one file.
 * Throws if it names none.
 */
export function namedIdOf(place) {
  const page = statSync(place).isDirectory() ? join(place, 'index.html') : place;
  const id = /<meta name="build" content="([\da-f]{32})"/.exec(readFileSync(page, 'utf8'))?.[1];
  if (id === undefined) throw new Error(`The page at ${place} names no build.`);
  return id;
}

/**
 * isReplaceable tells whether a build may take the place of a folder: one that is not there, is empty, or has an
 * earlier build, or the edition in one file.
 */
export function isReplaceable(folder) {
  if (!existsSync(folder)) return true;
  if (!statSync(folder).isDirectory()) return false;
  const names = readdirSync(folder);
  return names.length === 0 || ['build.txt', 'register-explorer.html'].some((name) => names.includes(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const place = process.argv[2] ?? 'dist';
  try {
    const named = namedIdOf(place);
    const computed = statSync(place).isDirectory()
      ? buildIdOf(place, named)
      : fileIdOf(readFileSync(place, 'utf8'), named);
    console.log(`${named}  named by the page at ${place}\n${computed}  computed from what is there`);
    if (named !== computed) process.exitCode = 1;
  } catch (error) {
    console.error(`No build can be read at ${place}: ${error.message}`);
    process.exitCode = 2;
  }
}
