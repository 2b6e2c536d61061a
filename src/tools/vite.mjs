import { bin, buildSite, prepare, readOptions, run } from './setup.mjs';

const USAGE = `npm run dev -- [--port N] [--host H] [--base PATH]
npm run build -- [--base PATH] [--outDir FOLDER] [--sourcemap]
npm run build:single -- [--outDir FOLDER]

Serves the site with hot reload, or builds it into dist, by Vite.

  --base PATH      the path below which the site is served: /sub/
  --outDir FOLDER  the folder to build into (default dist)
  --sourcemap      write source maps beside the scripts
  --port N         the port of the server (default 5173, or the next free one)
  --host H         the address to listen at (default localhost); 0.0.0.0 for the whole network`;

const text = { type: 'string' };
const { values, positionals, refuse } = readOptions(
  USAGE,
  { base: text, outDir: text, config: text, port: text, host: text, sourcemap: { type: 'boolean' } },
  true,
);
const [command, ...others] = positionals;
if (others.length > 0 || (command !== undefined && command !== 'build'))
  refuse(`${others[0] ?? command} is not an argument of this command.`);
if (!(values.base ?? '/').startsWith('/'))
  refuse(`--base takes a path that begins with a slash, not ${values.base}.`);
prepare();
const options = Object.entries(values).map(([name, value]) =>
  value === true ? `--${name}` : `--${name}=${String(value)}`,
);
const folder = values.outDir ?? (values.config === undefined ? 'dist' : 'dist-single');
process.exit(await (command === 'build' ? buildSite(options, folder) : run(bin('vite'), options)));
