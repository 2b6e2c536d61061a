import type { Checkpoint } from '../../core/model.ts';
import type { Hash } from '../../core/hash.ts';
import type { MisbehaviourKind } from './misbehaviour.ts';
import { comment, hexWord, numberWord, PREAMBLE } from './shell.ts';

/** ReportScriptInput is what the script of a report is made of. */
export interface ReportScriptInput {
  readonly kind: MisbehaviourKind;
  readonly address: string;
  readonly old: Checkpoint;
  readonly new: Checkpoint;
  /** From the smaller to the larger size. */
  readonly path: readonly Hash[] | undefined;
}

/**
 * reportScript writes the lines of a POSIX shell script that works out what a report shows, with openssl and from the hashes themselves. It exits with 0 where
 * the report shows what it says, 1 where it does not, 2 where openssl is missing.
 */
export function reportScript(input: ReportScriptInput): string[] {
  const { kind, address, old, path } = input;
  return [
    '#!/bin/sh',
    comment(`Checks a report about the register at ${address}`),
    comment(`that says: ${kind}.`),
    '# It sends nothing and reads nothing: all it needs is openssl and what is written here.',
    ...PREAMBLE,
    '',
    `old_size=${numberWord(old.logSize)}; old_root=${hexWord(old.rootHash)}`,
    `new_size=${numberWord(input.new.logSize)}; new_root=${hexWord(input.new.rootHash)}`,
    `step "Root at first, of $old_size entries" "$old_root"`,
    `step "Root later, of $new_size entries" "$new_root"`,
    'shown=no',
    ...(old.logSize === input.new.logSize || path === undefined ? [] : ['', ...ladderLines(input, path)]),
    '',
    ...shownLines(kind, path !== undefined),
    `if [ "$shown" = yes ]; then echo 'The report shows what it says, if both heads were published: they are unsigned.'; exit 0; fi`,
    `echo 'The report does not show what it says.'; exit 1`,
  ];
}

function shownLines(kind: MisbehaviourKind, hasPath: boolean): string[] {
  switch (kind) {
    case 'another root for the same size':
      return [
        '# A log has one root at each size.',
        'if [ "$old_size" -eq "$new_size" ] && [ "$old_root" != "$new_root" ]; then shown=yes; fi',
      ];
    case 'the log is shorter than it was':
      return ['# A log only grows.', 'if [ "$new_size" -lt "$old_size" ]; then shown=yes; fi'];
    case 'the new log does not begin with the old one':
      return hasPath
        ? [
            '# A proof of growth leads to both roots.',
            'if [ "$old_size" -lt "$new_size" ] && [ "$wrong" -ne 0 ]; then shown=yes; fi',
          ]
        : [`echo 'The report holds no consistency proof: there is nothing to compute.'`];
  }
}

/** ladderLines climbs to both roots as RFC 9162 2.1.4.2 says: which hash goes where follows from the two sizes alone, and the shell works it out. */
function ladderLines(input: ReportScriptInput, path: readonly Hash[]): string[] {
  const [from, to] = input.old.logSize < input.new.logSize ? ['old', 'new'] : ['new', 'old'];
  return [
    '# Both ladders of the consistency proof, RFC 9162 2.1.4.2. Which hash goes where follows from the two sizes.',
    `from_size=$${from}_size; from_root=$${from}_root; to_size=$${to}_size; to_root=$${to}_root`,
    `set -- ${path.map(hexWord).join(' ')}`.trim(),
    'power=1; while [ "$power" -lt "$from_size" ]; do power=$((power * 2)); done',
    '# A smaller log of 2, 4, 8 and so on entries is a whole subtree: its root itself is where both ladders start.',
    'if [ "$power" -eq "$from_size" ]; then set -- "$from_root" "$@"; fi',
    'at=$((from_size - 1)); last=$((to_size - 1))',
    'while [ $((at % 2)) -eq 1 ]; do at=$((at / 2)); last=$((last / 2)); done',
    `if [ "$#" -eq 0 ]; then echo 'there are fewer hashes than levels'; wrong=1; from_hash=; to_hash=; else from_hash=$1; to_hash=$1; shift; fi`,
    'for sent in "$@"; do',
    `  if [ "$last" -eq 0 ]; then echo 'there are more hashes than levels'; wrong=1; break; fi`,
    '  if [ $((at % 2)) -eq 1 ] || [ "$at" -eq "$last" ]; then',
    '    from_hash=$(node "$sent" "$from_hash"); to_hash=$(node "$sent" "$to_hash")',
    '    while [ $((at % 2)) -eq 0 ] && [ "$at" -ne 0 ]; do at=$((at / 2)); last=$((last / 2)); done',
    '    step "$sent goes into both roots; smaller log so far" "$from_hash"',
    '  else',
    '    to_hash=$(node "$to_hash" "$sent")',
    '    step "$sent goes into the larger log only; larger log so far" "$to_hash"',
    '  fi',
    '  at=$((at / 2)); last=$((last / 2))',
    'done',
    `if [ "$last" -ne 0 ]; then echo 'there are fewer hashes than levels'; wrong=1; fi`,
    'compare "Root of the smaller log, $from_size entries" "$from_hash" "$from_root"',
    'compare "Root of the larger log, $to_size entries" "$to_hash" "$to_root"',
  ];
}
