import { bin, prepare, run } from './setup.mjs';

prepare();
process.exit(await run(bin('vite'), ['build', ...process.argv.slice(2)]));
