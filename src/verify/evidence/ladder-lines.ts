import type { Hash } from '../../core/hash.ts';
import { hexWord } from './shell.ts';

/**
 * ladderLines climbs to both roots as RFC 9162 2.1.4.2 says: which hash goes where follows from the two sizes alone, and the shell works it out. The sizes and roots stand in
 * `from_size`, `from_root`, `to_size` and `to_root`, the smaller log first.
 */
export function ladderLines(path: readonly Hash[]): string[] {
  return [
    '# Both ladders of the consistency proof, RFC 9162 2.1.4.2. Which hash goes where follows from the two sizes.',
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
