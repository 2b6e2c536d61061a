import { utf8 } from '../../core/utf8.ts';
import { hexOf } from './file-parts.ts';

// What is written here is run by a person's shell, and what it is made of comes from a server that may be hostile. Three kinds of text reach a script, and each
// has one way in: hexadecimal digits (hexWord refuses anything else), quoted printable ASCII, and comments of letters, digits and a few harmless signs.

/** PREAMBLE begins every script: it looks for openssl and says how bytes, hashes and comparisons are made. POSIX shell, printf, sed, cut, sort and openssl only. */
export const PREAMBLE: readonly string[] = [
  'set -eu',
  'LC_ALL=C; export LC_ALL',
  `command -v openssl >/dev/null 2>&1 || { echo 'openssl is not installed: nothing was checked'; exit 2; }`,
  'wrong=0',
  '',
  '# bytes writes hexadecimal digits as the bytes they stand for',
  `bytes() { printf '%b' "$(printf '\\\\0%03o' $(printf '%s' "$1" | sed 's/../ 0x&/g'))"; }`,
  '',
  '# sha256 hashes what is piped into it and writes 64 hexadecimal digits',
  `sha256() { openssl dgst -sha256 -r | cut -c 1-64; }`,
  '',
  '# node joins two hashes of the tree: one byte 01, the left hash, the right hash, RFC 9162 2.1.1',
  'node() { bytes "01$1$2" | sha256; }',
  '',
  '# step prints a hash with what it is; compare prints two hashes and notes a difference',
  `step() { printf '%s\\n    %s\\n' "$1" "$2"; }`,
  'compare() {',
  `  printf '%s\\n    computed %s\\n    expected %s\\n' "$1" "$2" "$3"`,
  `  if [ "$2" = "$3" ]; then echo '    they match'; else echo '    THEY DO NOT MATCH'; wrong=1; fi`,
  '}',
];

/** hexWord passes an even number of hexadecimal digits through, and nothing else: throws RangeError. */
export function hexWord(digits: string): string {
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) throw new RangeError('not hexadecimal digits');
  return digits;
}

/** numberWord writes an entry number or log size. Throws RangeError for anything but a safe integer of at least 0. */
export function numberWord(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${value} is not a whole number from 0`);
  return String(value);
}

/** comment makes a comment of a text: every character but letters, digits, spaces and . , : / _ - becomes one dot, so that it is harmless even where `#` begins no comment. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/[^A-Za-z0-9 .,:/_-]+/g, '.')}`;
}

const PIECE_BYTES = 72;

/**
 * textLines writes the commands that print a text's UTF-8 bytes: printable ASCII in single quotes, everything else as hexadecimal digits. Throws
 * UnhashableError for a lone surrogate.
 */
export function textLines(text: string): string[] {
  const runs = text.match(/[ -~]+|[^ -~]+/g) ?? [];
  return runs.flatMap((run) => (/^[ -~]/.test(run) ? pieces(run).map(quoted) : hexPieces(hexOf(utf8(run)))));
}

function quoted(ascii: string): string {
  return `printf '%s' '${ascii.replaceAll(`'`, String.raw`'\''`)}'`;
}

function hexPieces(digits: string): string[] {
  return (digits.match(new RegExp(`.{1,${PIECE_BYTES}}`, 'g')) ?? []).map(
    (piece) => `bytes ${hexWord(piece)}`,
  );
}

function pieces(ascii: string): string[] {
  return ascii.match(new RegExp(`.{1,${PIECE_BYTES}}`, 'g')) ?? [];
}

/** hashOf writes the commands that set a variable to the hash of what the given commands print. */
export function hashOf(variable: string, commands: readonly string[]): string[] {
  if (commands.length === 0) return hashOf(variable, [':']);
  return [`${variable}=$({`, ...commands.map((command) => `  ${command}`), '} | sha256)'];
}

/** ending ends every script: exit status 0 where all comparisons match, 1 where one does not. */
export function ending(matched: string, unmatched: string): string[] {
  return [`if [ "$wrong" -eq 0 ]; then echo '${matched}'; else echo '${unmatched}'; fi`, 'exit "$wrong"'];
}
