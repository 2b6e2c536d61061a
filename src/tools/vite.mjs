import { bin, prepare, run } from './setup.mjs';

prepare();
process.exit(await run(bin('vite'), process.argv.slice(2)));
