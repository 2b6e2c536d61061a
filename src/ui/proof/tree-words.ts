import { abbreviate } from '../hash/abbreviate.ts';
import { formatNumber } from '../format.ts';
import type { NodeEntry } from './node-text.ts';
import type { TreeNode } from './tree-model.ts';
import { rangeText } from './words.ts';
import { isolated } from '../literal.tsx';

/** treeNodeTitle says in a line what a node of the tree is: `Sent by the server · entries 1–128`. */
export function treeNodeTitle(node: TreeNode, entry: NodeEntry): string {
  const under = rangeText(node.covers);
  switch (node.kind) {
    case 'entry':
      return `Entry ${formatNumber(entry.entryNumber)} · key`;
    case 'root':
      return `Root${node.known === undefined ? ', not computed' : ' computed here'} · ${under}`;
    case 'leaf':
      return `${sourceOf(node)} · leaf hash of ${under}`;
    case 'node':
    case 'subtree':
      return `${sourceOf(node)} · ${under}`;
  }
}

/** treeNodeName is the name of a node for a screen reader; it begins with what its box shows. */
export function treeNodeName(node: TreeNode, entry: NodeEntry, compared: boolean): string {
  if (node.kind === 'entry') return `Entry ${formatNumber(entry.entryNumber)} · key ${isolated(entry.key)}`;
  const shown = node.known === undefined ? [] : [abbreviate(node.known.hash, compared ? 'long' : 'short')];
  const place =
    node.onPath && node.kind !== 'root' ? [`on the path of entry ${formatNumber(entry.entryNumber)}`] : [];
  const form = node.kind !== 'subtree' || node.perfect ? [] : ['not a full subtree'];
  return [...shown, treeNodeTitle(node, entry), ...place, ...form].join(', ');
}

function sourceOf({ known }: TreeNode): string {
  if (known === undefined) return 'Not asked for yet';
  return known.source === 'sent' ? 'Sent by the server' : 'Computed here';
}
