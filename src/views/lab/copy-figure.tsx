import { Card } from '../../ui/card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { pathGraph } from '../../ui/proof/path-graph.ts';
import { pathData } from '../../ui/proof/inclusion-check.ts';
import type { Content, ProofGraph } from '../../ui/proof/proof-graph.ts';
import { ProofPicture } from '../../ui/proof/proof-picture.tsx';
import type { CopyChecks } from './lab-model.ts';
import styles from './lab.module.css';

/** CopyFigure draws the way from the data of the copy to its root, with a mark on every node that differs from the proof that was sent. */
export function CopyFigure({ checks, sent }: { checks: CopyChecks; sent: CopyChecks }) {
  const { graph, changed } = copyGraph(checks, sent);
  const note =
    checks.entry.steps.length === 0 && sent.entry.steps.length > 0
      ? 'no hash was combined with another'
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
  { entry: check, data }: CopyChecks,
  { entry: sent, data: sentData }: CopyChecks,
): { readonly graph: ProofGraph; readonly changed: ReadonlySet<string> } {
  const words = { rootName: 'root of the copy', sentName: 'hash of the proof' };
  const shown = pathData(data, check.entry.itemHashes);
  const graph = pathGraph(check, { ...words, data: shown });
  const sentGraph = pathGraph(sent, { ...words, data: pathData(sentData, sent.entry.itemHashes) });
  const before = new Map<string, string | undefined>(
    sentGraph.nodes.map((node) => [node.id, contentOf(node)]),
  );
  // A hash or a root is found again whether it stands alone or beside another.
  before.set(
    'entry-hash',
    sent.entry.itemHashes.find((hash) => hash === shown?.recorded),
  );
  before.set('published', sent.checkpoint.rootHash);
  const computedRoot = sent.computedRoot ?? before.get('root') ?? before.get('computed-root');
  before.set('root', computedRoot).set('computed-root', computedRoot);
  const changed = graph.nodes.filter((node) => before.get(node.id) !== contentOf(node));
  const name = `Path from entry ${formatNumber(check.entry.entryNumber)} of the copy; ${graph.caption}`;
  return { graph: { ...graph, name }, changed: new Set(changed.map(({ id }) => id)) };
}

function contentOf({ hash, text, whole }: Content): string {
  return hash ?? JSON.stringify([text, whole]);
}
