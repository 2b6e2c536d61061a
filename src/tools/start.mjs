import { buildSite, fail, importTypeScript, prepare, readOptions } from './setup.mjs';

const USAGE = `npm start -- [--port N] [--host H] [--no-build]

Builds the site and serves it together with the mock server from one address.

  --port N     the port (default 4180), or the next free one
  --host H     the host name or address to listen at (default localhost); 0.0.0.0 for the whole network
  --no-build   serve the site as last built`;

const { values: options, refuse } = readOptions(USAGE, {
  // An empty PORT is as good as none.
  port: { type: 'string', default: process.env.PORT || '4180' },
  host: { type: 'string', default: 'localhost' },
  'no-build': { type: 'boolean' },
});
const port = Number(options.port);
if (!/^\d{1,5}$/.test(options.port) || port > 65_535)
  refuse(`The port (--port, or PORT) is a number from 0 to 65535, not ${JSON.stringify(options.port)}.`);
if (options.host.trim() === '') refuse('--host has no value.');

prepare();
if (!options['no-build']) {
  console.log('Building the site …');
  if ((await buildSite()) !== 0) fail('The build failed; see the message above.');
}
const { listenError, otherPortNote, serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
const site = await serveSite({ distFolder: 'dist', port, host: options.host }).catch((error) =>
  error.syscall === undefined ? fail(error.message) : refuse(listenError(options.host, error)),
);
const note = otherPortNote(port, site);
if (note !== '') console.log(`\n${note}`);
console.log(`
Register Explorer  ${site.address}/
Mock server        ${site.address}/registers

Stop with Ctrl-C.`);
