import type { RegisterSource } from '../../source.ts';
import { createApp } from '../../app.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { helpText } from './help.ts';
import type { RunningServer } from './listen.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { premises } from '../../registers/premises.ts';
import { FileError, readRsfFiles } from './read-files.ts';
import { rootsFor } from './premises-roots-file.ts';
import { createMockServer } from './serve.ts';

/**
 * main runs the mock server's command and resolves when it listens, with the server, or when there is nothing to run. Bad arguments set the
 * exit code 2, an RSF file that cannot be read 1, each with one message.
 */
export async function main(argv: readonly string[]): Promise<RunningServer | undefined> {
  try {
    const { help, port, host, rsfFiles, entries } = parseArguments(argv);
    if (help) {
      console.log(helpText());
      return undefined;
    }
    const files = await readRsfFiles(rsfFiles);
    const registers = allRegisters(files, entries);
    const server = await createMockServer({ app: createApp({ registers }), port, host });
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
  const registers = bundledRegisters();
  if (entries !== undefined) registers.set('premises', () => premises(entries, rootsFor(entries)));
  for (const [name, source] of files) registers.set(name, () => source);
  return registers;
}

function addressText(address: string, names: Iterable<string>): string {
  const lines = [...names].flatMap((name) =>
    ['v2', 'earlier'].map((variant) => `  ${address}/registers/${encodeURIComponent(name)}/${variant}`),
  );
  return `Registers, and all switches: ${address}/registers\n\n${lines.join('\n')}\n\nStop with Ctrl-C.`;
}
