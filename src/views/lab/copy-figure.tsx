import { Card } from '../../ui/card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { pathGraph } from '../../ui/proof/path-graph.ts';
import type { ProofGraph } from '../../ui/proof/proof-graph.ts';
import { ProofPicture } from '../../ui/proof/proof-picture.tsx';
import type { EntryCheck } from '../../verify/protocol.ts';
import styles from './lab.module.css';

/** CopyFigure draws the way from the entry of the copy to its root, with a mark on every node that differs from the proof that was sent. */
export function CopyFigure({ check, sent }: { check: EntryCheck; sent: EntryCheck }) {
  const { graph, changed } = copyGraph(check, sent);
  const note =
    check.steps.length === 0 && sent.steps.length > 0
      ? 'no hash was joined to another'
      : changed.size === 0
        ? 'as it was sent'
        : 'Δ marks what differs from the proof that was sent';
  return (
    <Card title="The proof of the copy, drawn" note={note}>
      <div className={styles.stage}>
        <ProofPicture graph={graph} changed={changed} spelling="item" />
      </div>
    </Card>
  );
}

/** copyGraph is the path of the copy, and which of its nodes differ from the path of what was sent. Its root is the copy's own, and is called so. */
export function copyGraph(
  check: EntryCheck,
  sent: EntryCheck,
): { readonly graph: ProofGraph; readonly changed: ReadonlySet<string> } {
  const words = { rootName: 'root of the copy', sentName: 'hash of the proof' };
  const graph = pathGraph(check, words);
  const before = new Map(pathGraph(sent, words).nodes.map(({ id, hash, text }) => [id, hash ?? text]));
  // A root is found again whether it stands alone or beside another.
  before.set('published', sent.checkpoint.rootHash);
  const computedRoot = sent.computedRoot ?? before.get('root') ?? before.get('computed-root');
  before.set('root', computedRoot).set('computed-root', computedRoot);
  const changed = graph.nodes.filter(({ id, hash, text }) => before.get(id) !== (hash ?? text));
  const name = `Path from entry ${formatNumber(check.entry.entryNumber)} of the copy; ${graph.caption}`;
  return { graph: { ...graph, name }, changed: new Set(changed.map(({ id }) => id)) };
}
