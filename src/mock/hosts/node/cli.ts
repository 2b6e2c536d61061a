import { createReadStream } from 'node:fs';
import { ENDPOINTS } from '../../../conformance/endpoints.ts';
import { openApiOf } from '../../../conformance/openapi.ts';
import type { Variant } from '../../../core/model.ts';
import { MOST_ENTRIES, nodePremises } from './premises-tools.ts';
import { type RunningServer, createMockServer, createNodeApp } from './serve.ts';
import { VARIANT_NAMES } from '../../mount.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { fetchRsf, rsfName } from '../../rsf/fetch-rsf.ts';
import { RsfError } from '../../rsf/rsf-error.ts';
import { readRsf } from '../../rsf/read-rsf.ts';
import type { RegisterSource } from '../../source.ts';
import { SWITCHES } from '../../switches/switches.ts';

/**
 * main runs the mock server's command and resolves when it listens, with the server, or when there is nothing to run. Bad arguments set the
 * exit code 2, an RSF file that cannot be read 1, each with one message.
 */
export async function main(argv: readonly string[]): Promise<RunningServer | undefined> {
  try {
    const { help, openApi, port, host, rsfFiles, entries } = parseArguments(argv);
    if (help || openApi) {
      console.log(openApi ? openApiText(openApi, port) : helpText());
      return undefined;
    }
    const files = await readRsfFiles(rsfFiles);
    const registers = allRegisters(files, entries);
    const server = await createMockServer({ app: createNodeApp(registers), port, host });
    if (port !== 0 && server.port !== port) console.log(`Port ${port} is taken; this is ${server.port}.`);
    console.log(addressText(server.address, registers.keys()));
    return server;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof FileError)) throw error;
    console.error(error instanceof UsageError ? `${error.message} See --help.` : error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
    return undefined;
  }
}

/** A file wins over a bundled register of its name. @throws UsageError where premises of a chosen length are asked for beside a file of that name */
function allRegisters(
  files: ReadonlyMap<string, RegisterSource>,
  entries: number | undefined,
): ReturnType<typeof bundledRegisters> {
  if (entries !== undefined && files.has('premises'))
    throw new UsageError(
      '--entries is about the bundled register premises, which one of the files replaces.',
    );
  const registers = bundledRegisters(() => nodePremises(entries));
  for (const [name, source] of files) registers.set(name, () => source);
  return registers;
}

function addressText(address: string, names: Iterable<string>): string {
  const lines = [...names].flatMap((name) =>
    ['v2', 'earlier'].map((variant) => `  ${address}/registers/${encodeURIComponent(name)}/${variant}`),
  );
  return `Registers, and all switches: ${address}/registers\n\n${lines.join('\n')}\n\nStop with Ctrl-C.`;
}

/** openApiText is the OpenAPI document of a variant, for the bundled registers at this port. */
function openApiText(variant: Variant, port: number): string {
  const server = `http://localhost:${port}/registers/{register}/${VARIANT_NAMES[variant]}`;
  return JSON.stringify(openApiOf(variant, { server, registers: [...bundledRegisters().keys()] }), null, 2);
}

/** CliOptions are the arguments of the mock server's command. */
export interface CliOptions {
  readonly help: boolean;
  /** The variant whose OpenAPI document is asked for. */
  readonly openApi: Variant | undefined;
  /** 0 to 65535. */
  readonly port: number;
  readonly host: string;
  readonly rsfFiles: readonly string[];
  /** 1 to MOST_ENTRIES; undefined by default. */
  readonly entries: number | undefined;
}

/** UsageError says what is wrong with the arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** parseArguments reads `--port N --host H --rsf FILE… --entries N --openapi [VARIANT] --help`. @throws UsageError */
export function parseArguments(argv: readonly string[]): CliOptions {
  let [help, port, host] = [false, 4181, 'localhost'];
  const rsfFiles: string[] = [];
  let entries: number | undefined;
  let openApi: Variant | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const name = argv[index] ?? '';
    if (name === '--help' || name === '-h') help = true;
    else if (name === '--port') port = parsePort(valueAfter(argv, (index += 1)));
    else if (name === '--host') host = valueAfter(argv, (index += 1));
    else if (name === '--entries') entries = parseEntries(argv[(index += 1)] ?? '');
    else if (name === '--openapi')
      openApi = parseVariant(isValue(argv[index + 1]) ? (argv[(index += 1)] ?? '') : VARIANT_NAMES.item);
    else if (name === '--rsf') {
      do rsfFiles.push(valueAfter(argv, (index += 1)));
      while (isValue(argv[index + 1]));
    } else throw new UsageError(`${name} is not an argument of this command.`);
  }
  return { help, openApi, port, host, rsfFiles, entries };
}

function valueAfter(argv: readonly string[], index: number): string {
  const value = argv[index];
  if (value !== undefined && isValue(value)) return value;
  throw new UsageError(
    `${argv.slice(0, index).findLast((name) => name.startsWith('--')) ?? ''} needs a value.`,
  );
}

function isValue(text: string | undefined): boolean {
  return text !== undefined && text !== '' && !text.startsWith('-');
}

function parseVariant(text: string): Variant {
  for (const variant of ['item', 'blob'] as const) if (text === VARIANT_NAMES[variant]) return variant;
  throw new UsageError(`--openapi takes ${Object.values(VARIANT_NAMES).join(' or ')}, not ${text}.`);
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port takes a number from 0 to 65535, not ${text}.`);
}

function parseEntries(text: string): number {
  if (/^\d{1,8}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_ENTRIES) return Number(text);
  const most = MOST_ENTRIES.toLocaleString('en');
  throw new UsageError(
    `--entries takes a whole number from 1 to ${most}, in digits, not ${text === '' ? 'nothing' : text}.`,
  );
}

/** helpText describes the command, the addresses, every endpoint and every switch. */
export function helpText(): string {
  return `npm run mock -- [--port N] [--host H] [--rsf FILE…] [--entries N] [--help]
npm run mock -- --openapi [v2|earlier]

Serves registers by the Append-Only Register Read API, in both variants.

  --port N      the port, 4181 unless told; the next free one where it is taken
  --host H      the host name or address to listen at, localhost unless told
  --rsf FILE…   RSF files, or their web addresses (http, https), each served under its own name beside the
                bundled registers
  --entries N   how many entries the register premises has, 1 to 10,000,000; 1,000,000 unless told.
                Entries are generated when they are asked for.
  --openapi     prints the API of a variant, v2 unless told, in OpenAPI 3.1, and serves nothing

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
    const asked = query.length === 0 ? '' : `: ${query.map((one) => `?${one}=`).join(', ')}`;
    return [path, `${title}${asked} (@${name})`] as const;
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

/** FileError says which RSF file cannot be served, and why, with the line where there is one. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** readRsfFiles reads each file under the name that it gives itself, else under the file's. @throws FileError, also for two of one name */
export async function readRsfFiles(files: readonly string[]): Promise<ReadonlyMap<string, RegisterSource>> {
  const sources = new Map<string, RegisterSource>();
  for (const file of files) {
    const source = await readFile(file);
    if (sources.has(source.name))
      throw new FileError(`${file}: another file is already called ${source.name}.`);
    sources.set(source.name, source);
  }
  return sources;
}

async function readFile(file: string): Promise<RegisterSource> {
  try {
    const chunks = /^https?:\/\//i.test(file) ? fetchRsf(file) : createReadStream(file);
    const source = await readRsf(chunks, { name: rsfName(file) });
    for (const odd of source.odd ?? [])
      console.warn(`${file}: ${odd}. This takes nothing from its root hash.`);
    return source;
  } catch (error) {
    if (error instanceof RsfError && error.line > 0)
      throw new FileError(`${file}:${error.line}: ${error.message}`);
    throw new FileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
