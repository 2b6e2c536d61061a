import { bin, buildSite, prepare, run } from './setup.mjs';

prepare();
const [command, ...args] = process.argv.slice(2);
const isSite = command === 'build' && !args.some((arg) => /^(?:-c|--config|--outDir)\b/.test(arg));
process.exit(await (isSite ? buildSite(args) : run(bin('vite'), process.argv.slice(2))));
