// Writes the block roots of ten million premises: some twenty minutes. Run it when what an entry holds has changed; the unit tests compare some blocks with core.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, root } from './setup.mjs';

prepare();
const { premises } = await importTypeScript('src/mock/registers/premises.ts');
const register = premises(10_000_000, { sha256: (data) => hash('sha256', data, 'buffer') });
const rootsOf = (variant, rule) => {
  const tree = register.log(variant).nodes(rule);
  return Array.from({ length: Math.floor(tree.size / 2 ** 13) }, (_, block) => tree.node(13, block));
};
const roots = [...rootsOf('item', 'item-json'), ...rootsOf('blob', 'blob-multihash')];
writeFileSync(join(root, 'src/mock/generated/premises-roots.bin'), Buffer.concat(roots));
