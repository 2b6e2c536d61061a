import { bin, prepare, run } from './setup.mjs';

prepare({ live: true });
process.exit(await run(bin('vite'), process.argv.slice(2)));
