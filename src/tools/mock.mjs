import { importTypeScript, prepare } from './setup.mjs';

const startedIn = process.cwd();
prepare();
const { main } = await importTypeScript('src/mock/hosts/node/cli.ts');
process.chdir(process.env.INIT_CWD ?? startedIn);
await main(process.argv.slice(2));
