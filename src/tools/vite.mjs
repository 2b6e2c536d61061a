import { bin, prepare, run } from './setup.mjs';

const words = process.argv.slice(2);
prepare({ live: words[0] !== 'build' });
process.exit(await run(bin('vite'), words));
