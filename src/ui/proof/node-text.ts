import { abbreviate } from '../hash/abbreviate.ts';
import { formatNumber } from '../format.ts';
import type { PathNode, PathNodeKind } from './path-model.ts';
import { rangeText } from './words.ts';
import { isolated } from '../literal.tsx';

/** NodeEntry is the entry at the foot of a path. */
export interface NodeEntry {
  readonly entryNumber: number;
  readonly key: string;
}

/** nodeTitle says in a line what a node is: `Sent by the server · entries 1–128`. */
export function nodeTitle(node: PathNode, entry: NodeEntry): string {
  const under = node.covers === undefined ? '' : ` · ${rangeText(node.covers)}`;
  const titles: Record<PathNodeKind, string> = {
    entry: `Entry ${formatNumber(entry.entryNumber)} · key`,
    leaf: `Computed here · leaf hash of entry ${formatNumber(entry.entryNumber)}`,
    computed: `Computed here${under}`,
    sent: `Sent by the server${under}`,
    root: 'Root · computed here, equals the published one',
    'computed-root': 'Root computed here',
    published: 'Published root · sent by the server',
  };
  return titles[node.kind];
}

/** nodeName is the name of a node for a screen reader; it begins with what the box shows. */
export function nodeName(node: PathNode, entry: NodeEntry, compared: boolean): string {
  if (node.hash === undefined) return `Entry ${formatNumber(entry.entryNumber)} · key ${isolated(entry.key)}`;
  const side = node.kind === 'sent' ? `, joins from the ${node.column}` : '';
  return `${abbreviate(node.hash, compared ? 'long' : 'short')}, ${nodeTitle(node, entry)}${side}`;
}
