import { countOf, formatNumber } from '../../ui/format.ts';
import type { FillingTree, TreePart } from './filling-tree.ts';

/** RootState is what is known of the root at the top of the tree: not yet computed, computed, compared with the published one, or impossible to compute. */
export type RootState = 'waiting' | 'computed' | 'equal' | 'different' | 'unknown';

/** treeWords tells in words what the picture of the tree shows. */
export function treeWords(tree: FillingTree, logSize: number, entriesDone: number, root: RootState): string {
  const log = `The log as a tree of ${countOf(logSize, 'entry', 'entries')}`;
  const folded =
    tree.partSize === 1
      ? ''
      : `, drawn as ${formatNumber(tree.parts.length)} parts of ${formatNumber(tree.partSize)}`;
  const bad = tree.parts.filter((part) => part.bad);
  const where = bad
    .slice(0, 5)
    .map(({ first, last }) =>
      first === last ? formatNumber(first) : `${formatNumber(first)} to ${formatNumber(last)}`,
    );
  const badWords = bad.length === 0 ? '' : ` What does not match is in ${where.join(', ')}.`;
  return `${log}${folded}. ${readWords(logSize, entriesDone)} ${ROOT_WORDS[root]}${badWords}`;
}

function readWords(logSize: number, entriesDone: number): string {
  if (entriesDone <= 0) return 'None has been read.';
  if (entriesDone >= logSize) return 'All have been read and hashed.';
  return `The first ${formatNumber(entriesDone)} have been read and hashed.`;
}

const ROOT_WORDS: Record<RootState, string> = {
  waiting: 'The root has not been computed yet.',
  computed: 'The root has been computed.',
  equal: 'The root computed from them equals the published root.',
  different: 'The root computed from them does not match the published root.',
  unknown: 'The root could not be computed.',
};

/** footWords says how many entries a shape at the foot of the picture stands for. */
export function footWords({ partSize, parts }: FillingTree): string {
  if (partSize === 1) return 'an entry';
  const [last] = parts.slice(-1);
  const size = last === undefined ? partSize : last.last - last.first + 1;
  const rest = size === partSize ? '' : ` (the last: ${formatNumber(size)})`;
  return `${countOf(partSize, 'entry', 'entries')}${rest}`;
}

/** partWords says how far one part of the log has been read. */
export function partWords({ first, last, filled, bad }: TreePart): string {
  if (filled === 0) return 'not read';
  if (filled < 1) return `${formatNumber(Math.round(filled * (last - first + 1)))} read`;
  return bad ? 'read; something in it does not match' : 'read';
}
