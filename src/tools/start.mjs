import { spawnSync } from 'node:child_process';
import { bin, fail, importTypeScript, prepare } from './setup.mjs';

prepare();
const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
};
if (args.includes('--help')) {
  console.log(
    'npm start [-- --port N] [--host H] [--no-build]\n\nBuilds the site and serves it together with the mock server from one address.',
  );
  process.exit(0);
}
const port = Number(option('--port') ?? process.env.PORT ?? 4180);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`--port takes a number from 0 to 65535, not ${option('--port')}.`);

if (!args.includes('--no-build')) {
  console.log('Building the site …');
  const built = spawnSync(process.execPath, [bin('vite'), 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  if (built.status !== 0) fail('The build failed; see the message above.');
}
const { serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
const { address } = await serveSite({ distFolder: 'dist', port, host: option('--host') ?? 'localhost' });
console.log(`
Register Explorer  ${address}/
Mock server        ${address}/registers

Stop with Ctrl-C.`);
