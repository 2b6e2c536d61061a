import { cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedIdOf } from '../../src/tools/build-id.mjs';

/** NEXT_ID is the id of the build that nextBuild makes. */
export const NEXT_ID = 'feedfacefeedfacefeedfacefeedface';

/** nextBuild copies a built site as the next build would be: of another id, its page and its mock with one word changed. The caller removes the folder. */
export async function nextBuild(
  dist: string,
  [from, to]: readonly [from: string, to: string],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  await cp(dist, folder, { recursive: true });
  const id = namedIdOf(dist);
  await rename(join(folder, 'assets', id), join(folder, 'assets', NEXT_ID));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.woff2?$/.test(path)) continue;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(id, NEXT_ID).replaceAll(from, to));
  }
  return folder;
}
