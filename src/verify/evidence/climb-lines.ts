import type { ProofBundle } from './bundle.ts';
import { hexWord, numberWord } from './shell.ts';

/** upLines defines `up`, which joins the next hash of an audit path as RFC 9162 2.1.3.2 says: its side follows from the entry number and the log size alone, and the shell works it out. */
export function upLines(): string[] {
  return [
    '# up joins the next hash of the audit path, RFC 9162 2.1.3.2. Its side follows from entry number and log size.',
    'up() {',
    '  if [ "$last" -eq 0 ]; then echo "there are more hashes than levels"; wrong=1; return; fi',
    '  if [ $((at % 2)) -eq 1 ] || [ "$at" -eq "$last" ]; then',
    '    hash=$(node "$1" "$hash")',
    '    while [ $((at % 2)) -eq 0 ] && [ "$at" -ne 0 ]; do at=$((at / 2)); last=$((last / 2)); done',
    '  else',
    '    hash=$(node "$hash" "$1")',
    '  fi',
    '  at=$((at / 2)); last=$((last / 2))',
    `  step "Joined with $1" "$hash"`,
    '}',
  ];
}

/** climbLines climbs from a hash, a word of the shell, and compares what it reaches with the root of the checkpoint. */
export function climbLines(
  { entry, checkpoint, auditPath }: Pick<ProofBundle, 'entry' | 'checkpoint' | 'auditPath'>,
  from: string,
): string[] {
  return [
    `at=$((${numberWord(entry.entryNumber)} - 1)); last=$((${numberWord(checkpoint.logSize)} - 1)); hash=${from}`,
    ...auditPath.map((sent) => `up ${hexWord(sent)}`),
    `if [ "$last" -ne 0 ]; then echo 'there are fewer hashes than levels'; wrong=1; fi`,
    `compare 'Root of the log of ${numberWord(checkpoint.logSize)} entries' "$hash" ${hexWord(checkpoint.rootHash)}`,
  ];
}
