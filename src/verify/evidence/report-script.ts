import type { Checkpoint } from '../../core/model.ts';
import type { Hash } from '../../core/hash.ts';
import { ladderLines } from './ladder-lines.ts';
import type { MisbehaviourKind } from './misbehaviour.ts';
import { KIND_WORDS } from './misbehaviour-words.ts';
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
    comment(`that says: ${KIND_WORDS[kind]}.`),
    '# It sends nothing and reads nothing: all it needs is openssl and what is written here.',
    ...PREAMBLE,
    '',
    `old_size=${numberWord(old.logSize)}; old_root=${hexWord(old.rootHash)}`,
    `new_size=${numberWord(input.new.logSize)}; new_root=${hexWord(input.new.rootHash)}`,
    `step "Root at first, of $old_size entries" "$old_root"`,
    `step "Root later, of $new_size entries" "$new_root"`,
    'shown=no',
    ...(old.logSize === input.new.logSize || path === undefined
      ? []
      : ['', ...smallerFirst(input), ...ladderLines(path)]),
    '',
    ...shownLines(kind, path !== undefined),
    `if [ "$shown" = yes ]; then echo 'The report shows what it says, if both heads were published: they are unsigned.'; exit 0; fi`,
    `echo 'The report does not show what it says.'; exit 1`,
  ];
}

function shownLines(kind: MisbehaviourKind, hasPath: boolean): string[] {
  switch (kind) {
    case 'another-root':
      return [
        '# A log has one root at each size.',
        'if [ "$old_size" -eq "$new_size" ] && [ "$old_root" != "$new_root" ]; then shown=yes; fi',
      ];
    case 'shorter-log':
      return ['# A log only grows.', 'if [ "$new_size" -lt "$old_size" ]; then shown=yes; fi'];
    case 'not-a-continuation':
      return hasPath
        ? [
            '# A proof of growth leads to both roots.',
            'if [ "$old_size" -lt "$new_size" ] && [ "$wrong" -ne 0 ]; then shown=yes; fi',
          ]
        : [`echo 'The report holds no consistency proof: there is nothing to compute.'`];
  }
}

/** smallerFirst says which of the two heads is that of the smaller log. */
function smallerFirst({ old, new: later }: ReportScriptInput): string[] {
  const [from, to] = old.logSize < later.logSize ? ['old', 'new'] : ['new', 'old'];
  return [`from_size=$${from}_size; from_root=$${from}_root; to_size=$${to}_size; to_root=$${to}_root`];
}
