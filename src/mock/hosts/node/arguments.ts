/** CliOptions are the arguments of the mock server's command. */
export interface CliOptions {
  readonly help: boolean;
  /** 0 to 65535. */
  readonly port: number;
  readonly host: string;
  readonly rsfFiles: readonly string[];
  /** 1 to MOST_ENTRIES; undefined unless told. */
  readonly entries: number | undefined;
}

/** MOST_ENTRIES is how many entries the register of premises may be given: for so many its subtree roots are written down. */
export const MOST_ENTRIES = 10_000_000;

/** UsageError says what is wrong with the arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** parseArguments reads `--port N --host H --rsf FILE… --entries N --help`. @throws UsageError */
export function parseArguments(argv: readonly string[]): CliOptions {
  let [help, port, host] = [false, 4181, 'localhost'];
  const rsfFiles: string[] = [];
  let entries: number | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const name = argv[index] ?? '';
    if (name === '--help' || name === '-h') help = true;
    else if (name === '--port') port = parsePort(valueAfter(argv, (index += 1)));
    else if (name === '--host') host = valueAfter(argv, (index += 1));
    else if (name === '--entries') entries = parseEntries(argv[(index += 1)] ?? '');
    else if (name === '--rsf') {
      do rsfFiles.push(valueAfter(argv, (index += 1)));
      while (isValue(argv[index + 1]));
    } else throw new UsageError(`${name} is not an argument of this command.`);
  }
  return { help, port, host, rsfFiles, entries };
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
