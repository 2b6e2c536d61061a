import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { namedIdOf } from './build-id.mjs';
import { bin, prepare, run } from './setup.mjs';

prepare();
const { outDir } = parseArgs({ options: { outDir: { type: 'string', default: 'dist-single' } } }).values;
const status = await run(bin('vite'), [
  'build',
  '--config=src/build/single-file.config.ts',
  `--outDir=${outDir}`,
  '--emptyOutDir',
  '--logLevel=warn',
]);
if (status === 0) {
  const file = `${outDir}/register-explorer.html`;
  const megabytes = (statSync(file).size / 1e6).toFixed(2);
  console.log(`${file}: ${megabytes} MB, build ${namedIdOf(file)}. It opens in a browser without a server.`);
}
process.exit(status);
