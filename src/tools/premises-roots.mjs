// Writes the block roots of ten million premises: some twenty minutes. Run it when what an entry holds has
// changed; the unit tests compare some blocks with core.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, root } from './setup.mjs';

prepare();
const { premises } = await importTypeScript('src/mock/registers/premises.ts');
/** As src/mock/hosts/node/premises-tools.ts reads them. */
const ROOT_FILE = [
  { level: 8, entries: 1_000_000 },
  { level: 13, entries: 10_000_000 },
];
const register = premises(10_000_000, { sha256: (data) => hash('sha256', data) });
const rootsOf = (tree, { level, entries }) =>
  Array.from({ length: Math.floor(entries / 2 ** level) }, (_, block) => tree.node(level, block));
const trees = [register.log('item').nodes('item-json'), register.log('blob').nodes('blob-multihash')];
const roots = ROOT_FILE.flatMap((part) => trees.flatMap((tree) => rootsOf(tree, part)));
writeFileSync(join(root, 'src/mock/generated/premises-roots.bin'), Buffer.concat(roots));
