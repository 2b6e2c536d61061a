// Writes the block roots of the premises: some two minutes. Run it when what an entry holds has changed; the
// unit tests compare some blocks with core.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, readOptions, root } from './setup.mjs';

readOptions('node src/tools/premises-roots.mjs\n\nWrites src/mock/generated/premises-roots.bin.', {});
prepare();
const { premises, PREMISES_ENTRIES } = await importTypeScript('src/mock/registers/premises.ts');
/** As src/mock/hosts/node/premises-tools.ts reads them. */
const LEVEL = 11;
const register = premises(PREMISES_ENTRIES, { sha256: (data) => hash('sha256', data) });
const trees = [register.log('item').nodes('item-json'), register.log('blob').nodes('blob-multihash')];
const blocks = Array.from({ length: Math.floor(PREMISES_ENTRIES / 2 ** LEVEL) }, (_, block) => block);
const roots = trees.flatMap((tree) => blocks.map((block) => tree.node(LEVEL, block)));
writeFileSync(join(root, 'src/mock/generated/premises-roots.bin'), Buffer.concat(roots));
