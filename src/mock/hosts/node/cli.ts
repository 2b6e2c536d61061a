import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENDPOINTS } from '../../../conformance/endpoints.ts';
import { openApiOf } from '../../../conformance/openapi.ts';
import type { Variant } from '../../../core/model.ts';
import { nodePremises } from './premises-tools.ts';
import {
  type RunningServer,
  createListener,
  createNodeApp,
  listen,
  listenError,
  otherPortNote,
} from './serve.ts';
import { VARIANT_NAMES, variantNamed } from '../../http/request.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { PREMISES_ENTRIES } from '../../registers/premises.ts';
import { fetchRsf, rsfName, unpack } from '../../../rsf/fetch-rsf.ts';
import { RsfError, unstatedWords } from '../../../rsf/rsf-error.ts';
import { readRsf } from '../../../rsf/read-rsf.ts';
import type { RegisterSource } from '../../../rsf/register-source.ts';
import { SWITCHES } from '../../switches/switches.ts';

/**
 * main runs the mock server's command and resolves when it listens, with the server, or when there is nothing
 * to run. Bad arguments set the exit code 2, an RSF file that cannot be read 1, each with one message.
 */
export async function main(argv: readonly string[]): Promise<RunningServer | undefined> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
    return undefined;
  }
}

/**
 * CommandError says in a message why the command ends with this exit code: 1 for a file that cannot be
 * served, 2 for wrong arguments.
 */
class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(exitCode === 2 ? `${message} See --help.` : message);
    this.exitCode = exitCode;
  }
}

async function run(argv: readonly string[]): Promise<RunningServer | undefined> {
  const { values, positionals } = readArguments(argv);
  const { help, openapi, host = 'localhost', rsf = [], entries } = values;
  const port = wholeNumber('--port', values.port ?? '4181', 0, 65_535);
  const count = entries === undefined ? undefined : wholeNumber('--entries', entries, 1, PREMISES_ENTRIES);
  // A bare argument belongs to the option that takes any number.
  if (positionals.length > 0 && !openapi && rsf.length === 0)
    throw new CommandError(`${positionals[0]} is not an argument of this command.`);
  if (host.trim() === '') throw new CommandError('--host has no value.');
  if (help || openapi) {
    console.log(help ? helpText() : openApiText(positionals, port));
    return undefined;
  }
  const registers = bundledRegisters(() => nodePremises(count));
  const files = await readRsfFiles([...rsf, ...positionals]);
  if (count !== undefined && files.has('premises'))
    throw new CommandError(
      '--entries is for the bundled register premises, which one of the files replaces.',
    );
  // A file wins over a bundled register of its name.
  for (const [name, source] of files) registers.set(name, () => source);
  const server = await listen(createListener(createNodeApp(registers)), { port, host }).catch(
    (error: Error) => {
      throw new CommandError(listenError(host, error));
    },
  );
  const note = otherPortNote(port, server);
  if (note !== '') console.log(note);
  const lines = [...registers.keys()].flatMap((name) =>
    Object.values(VARIANT_NAMES).map(
      (variant) => `  ${server.address}/registers/${encodeURIComponent(name)}/${variant}\n`,
    ),
  );
  console.log(
    `Registers, and all switches: ${server.address}/registers\n\n${lines.join('')}\nStop with Ctrl-C.`,
  );
  return server;
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        port: { type: 'string' },
        host: { type: 'string' },
        rsf: { type: 'string', multiple: true },
        entries: { type: 'string' },
        openapi: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${(error as Error).message.replace(/[.\n].*/s, '')}.`);
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  if (/^\d{1,8}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new CommandError(`${name} takes a whole number from ${least} to ${most.toLocaleString('en')}.`);
}

/**
 * openApiText is the OpenAPI document of a variant, v2 by default, for the bundled registers at this port.
 */
function openApiText([name = VARIANT_NAMES.item, ...others]: readonly string[], port: number): string {
  const variant = variantNamed(name);
  if (!variant || others.length > 0)
    throw new CommandError(`--openapi takes ${Object.values(VARIANT_NAMES).join(' or ')}.`);
  const server = `http://localhost:${port}/registers/{register}/${name}`;
  return JSON.stringify(openApiOf(variant, { server, registers: [...bundledRegisters().keys()] }), null, 2);
}

/** helpText describes the command, the addresses, every endpoint and every switch. */
function helpText(): string {
  return `npm run mock -- [--port N] [--host H] [--rsf FILE…] [--entries N] [--help]
npm run mock -- --openapi [v2|earlier]

Serves registers by the Append-Only Register Read API, in both variants.

  --port N      the port (default 4181), or the next free one
  --host H      the host name or address to listen at (default localhost)
  --rsf FILE…   RSF files, or their web addresses (http, https), each served under its own name beside the
                bundled registers
  --entries N   how many entries the register premises has, 1 to 1,000,000 (the default)
  --openapi     prints the API of a variant (default v2) in OpenAPI 3.1, and serves nothing

Addresses
  /registers                                 what is served, with all switches (JSON)
  /registers/openapi-v2.json                 the items API in OpenAPI 3.1
  /registers/openapi-earlier.json            the blobs API in OpenAPI 3.1
  /registers/<name>/v2[+<switch>…]/…         items
  /registers/<name>/earlier[+<switch>…]/…    blobs
  A switch can be limited to one endpoint by the endpoint's name: v2+late@register-proof+dead@item
  A path that ends in .json or .csv asks for that form, whatever the Accept header says.
${endpointsOf('item')}${endpointsOf('blob')}
${switchesOf('behaviour', 'Behaviours: what honest servers do')}
${switchesOf('fault', 'Faults')}`;
}

function endpointsOf(variant: Variant): string {
  const rows = ENDPOINTS[variant].map(({ name, path, query, title }) => {
    const filters = query.length === 0 ? '' : `: ${query.map((one) => `?${one}=`).join(', ')}`;
    return [path, `${title}${filters} (@${name})`] as const;
  });
  return `\nBelow …/${VARIANT_NAMES[variant]}\n${table(rows)}`;
}

function switchesOf(kind: 'behaviour' | 'fault', heading: string): string {
  const rows = SWITCHES.filter((entry) => entry.kind === kind).map(
    ({ id, description, variant }) =>
      [`+${id}`, description + (variant ? ` (${VARIANT_NAMES[variant]} only)` : '')] as const,
  );
  return `${heading}\n${table(rows)}`;
}

function table(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
}

/**
 * readRsfFiles reads each file under the name that it gives itself, else under the file's. @throws
 * CommandError, with the line where there is one, also for two of one name
 */
export async function readRsfFiles(files: readonly string[]): Promise<ReadonlyMap<string, RegisterSource>> {
  const sources = new Map<string, RegisterSource>();
  for (const file of files) {
    const chunks = /^https?:\/\//i.test(file) ? fetchRsf(file) : createReadStream(file);
    const source = await readRsf(unpack(chunks), { name: rsfName(file) }).catch((error: Error) => {
      const line = error instanceof RsfError && error.line > 0 ? `:${error.line}` : '';
      const isMissing = 'code' in error && error.code === 'ENOENT';
      throw new CommandError(`${file}${line}: ${isMissing ? 'there is no such file.' : error.message}`, 1);
    });
    const { unstated, entries } = source;
    if (unstated !== undefined) console.warn(`${file}: ${unstatedWords(unstated, entries.length)}.`);
    for (const odd of source.odd ?? []) console.warn(`${file}: ${odd}. This does not affect its root hash.`);
    if (sources.has(source.name))
      throw new CommandError(`${file}: another file is already called ${source.name}.`, 1);
    sources.set(source.name, source);
  }
  return sources;
}
