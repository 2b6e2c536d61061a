import { pathModel, type PathModel, type PathNode } from '../../ui/proof/path-model.ts';
import { rangeText } from '../../ui/proof/words.ts';
import type { EntryCheck } from '../../verify/protocol.ts';

/** DrawnCopy is the path of a copy as it is drawn: the model, and which nodes are other than in the proof that was sent. */
export interface DrawnCopy {
  readonly model: PathModel;
  readonly changed: ReadonlySet<string>;
}

/** drawnCopy compares the path of the copy, node by node, with the path of what was sent. Its root is the copy's own, and is called so. */
export function drawnCopy(check: EntryCheck, sent: EntryCheck): DrawnCopy {
  const model = { ...modelOf(check), caption: caption(check) };
  const before = new Map(modelOf(sent).nodes.map((node) => [node.id, node.hash]));
  const entryChanged =
    check.entry.key !== sent.entry.key || check.entry.entryNumber !== sent.entry.entryNumber;
  const changed = model.nodes.filter((node) =>
    node.kind === 'entry' ? entryChanged : hashBefore(node, sent, before.get(node.id)) !== node.hash,
  );
  return { model, changed: new Set(changed.map((node) => node.id)) };
}

/** nodeWords says in a line what a node of the copy is. */
export function nodeWords(node: PathNode, check: EntryCheck): string {
  const under = node.covers === undefined ? '' : ` for ${rangeText(node.covers)}`;
  switch (node.kind) {
    case 'entry':
      return `Entry ${check.entry.entryNumber}, key ${check.entry.key}`;
    case 'leaf':
      return 'Leaf hash, computed here';
    case 'computed':
      return `Computed here${under}`;
    case 'sent':
      return `Hash of the proof${under}, joins from the ${node.column}`;
    case 'root':
      return 'Root of the copy, computed here';
    case 'computed-root':
      return 'Root computed here';
    case 'published':
      return 'Root of the copy';
  }
}

function modelOf({ steps, leafHash, computedRoot, verdict, checkpoint }: EntryCheck): PathModel {
  return pathModel({ steps, leafHash, computedRoot, verdict, expectedRoot: checkpoint.rootHash });
}

function caption({ verdict }: EntryCheck): string {
  if (verdict.outcome === 'holds') return 'equals the root of the copy';
  if (verdict.outcome !== 'does-not-match') return 'cannot be checked';
  return verdict.code === 'hash-differs'
    ? 'is not the root of the copy'
    : 'does not lead to the root of the copy';
}

/** hashBefore is what stood in a node's place in the proof that was sent; a root is found again whether it stands alone or beside another. */
function hashBefore(node: PathNode, sent: EntryCheck, before: PathNode['hash']): PathNode['hash'] {
  if (node.kind === 'published') return sent.checkpoint.rootHash;
  if (node.kind === 'root' || node.kind === 'computed-root') return sent.computedRoot ?? before;
  return before;
}
