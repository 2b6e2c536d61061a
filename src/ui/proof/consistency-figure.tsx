import type { ConsistencyStart } from '../../core/consistency.ts';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { EntryRange, ProofStep, Verdict } from '../../core/verdict.ts';
import { capital, countOf, formatNumber, listWords } from '../format.ts';
import { abbreviate, HashText } from '../hash.tsx';
import { SOURCE_WORDS, useSource } from '../source.ts';
import { ChartTable } from '../table.tsx';
import { rangeText, reasonOf } from './inclusion-check.ts';
import styles from './proof-figure.module.css';
import { chain, computedNode, type ProofEdge, type ProofGraph, type ProofNode } from './proof-graph.ts';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';

/** ConsistencyCheck is the part of the verifier's check that the figure needs. */
export interface ConsistencyCheck {
  readonly verdict: Verdict;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly start?: ConsistencyStart | undefined;
  readonly oldSteps: readonly ProofStep[];
  readonly newSteps: readonly ProofStep[];
  readonly computedOldRoot?: Hash | undefined;
  readonly computedNewRoot?: Hash | undefined;
  readonly computedInMs: number;
}

/**
 * ConsistencyFigure draws one consistency proof as two ladders, with each hash once, and lists their hashes
 * as a table. It has no card.
 */
export function ConsistencyFigure({
  check,
  oldName = 'old root',
  newName = 'new root',
  spelling = 'item',
}: {
  readonly check: ConsistencyCheck;
  /** The names of the two roots: `remembered root` for one that this browser remembers. */
  readonly oldName?: string | undefined;
  readonly newName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text. */
  readonly spelling?: HashSpelling | undefined;
}) {
  const graph = ladderGraph(check, { old: oldName, new: newName }, SOURCE_WORDS[useSource()].sentName);
  return (
    <div className={styles.consistency}>
      <ProofPicture graph={graph} spelling={spelling} />
      <ProofLegend graph={graph} />
      <ChartTable
        label="The hashes of this proof"
        columns={['What it is', 'Hash', 'Combines']}
        rows={graph.nodes.map(({ id, title, hash }) => ({
          key: id,
          cells: [
            title,
            hash && <HashText key={id} hash={hash} digits="full" />,
            <span key="parts" translate="no">
              {partsOf(graph, id)}
            </span>,
          ],
        }))}
      />
    </div>
  );
}

/** partsOf names the hashes that are combined to a node; empty if none are. */
function partsOf({ nodes, edges }: ProofGraph, id: string): string {
  const parts = edges.filter(({ to, kind }) => to === id && kind !== 'none');
  return listWords(
    parts
      .flatMap(({ from }) => nodes.find((node) => node.id === from)?.hash ?? [])
      .map((hash) => abbreviate(hash)),
  );
}

/**
 * ladderGraph draws a consistency proof as two ladders, bottom-up, from their common start to
 * the root of each; each sent hash is drawn once. `names` are those of the roots: `old root`, or
 * for example `their root`.
 */
export function ladderGraph(
  check: ConsistencyCheck,
  names: Readonly<Record<'old' | 'new', string>>,
  sentName: string,
): ProofGraph {
  const { from, to, start, oldSteps, newSteps } = check;
  const ladders = [
    { id: 'old', name: names.old, head: from, computed: check.computedOldRoot, steps: oldSteps, column: 0 },
    { id: 'new', name: names.new, head: to, computed: check.computedNewRoot, steps: newSteps, column: 2 },
  ] as const;
  const wrong = ladders.filter(({ computed, head }) => computed !== undefined && computed !== head.rootHash);
  const bottom = start === undefined ? 0 : newSteps.length + (wrong.length > 0 ? 2 : 1);
  const first = start?.sent === false ? 'old-root' : 'start';
  const cell = (column: number, row: number) =>
    ({ columns: [column, column + 1], x: column + 0.5, row }) as const;
  const nodes: ProofNode[] = [];
  const edges: ProofEdge[] = [];
  const send = (id: string, row: number, hash: Hash, covers: EntryRange, side?: 'left' | 'right'): void => {
    // What stands to the left of an entry that is new is in both logs.
    const isForBoth = side !== 'right';
    const use = isForBoth ? 'old and new' : 'new only';
    const range = rangeText(covers);
    nodes.push({
      id,
      ...cell(isForBoth ? 1 : 3, row),
      shape: 'box',
      source: 'sent',
      letter: isForBoth ? 'ON' : 'N',
      hash,
      label: range,
      title: `${capital(sentName)}, for ${use} · ${range}${side === undefined ? '' : `, combines from the ${side}`}`,
      legend: `${sentName}, for ${use}`,
    });
  };
  if (start?.sent === true) send('start', bottom, start.hash, start.covers);
  for (const step of newSteps)
    send(`sent-${step.level}`, bottom - step.level, step[step.side], step.sentCovers, step.side);
  const sent = nodes.length;
  for (const ladder of ladders) {
    const { id, name, head, computed, steps, column } = ladder;
    const entries = countOf(head.logSize, 'entry');
    const isWrong = wrong.includes(ladder);
    const isStart = id === 'old' && first === 'old-root';
    const [root, top] = [`${id}-root`, `${id}-${isWrong ? 'computed' : 'root'}`];
    const place = (row: number) =>
      ({ ...cell(column, row), columns: [column, column + 2], align: 'start' }) as const;
    // The last step gives the root.
    const between = steps.slice(0, -1);
    for (const { level, result, covers } of between)
      nodes.push({
        ...computedNode(`${id}-${level}`, result, `for the ${id} root · ${rangeText(covers)}`),
        ...cell(column, bottom - level - 1),
      });
    if (isWrong) {
      nodes.push({
        ...computedNode(top, computed, `for the ${id} root of ${entries}, does not match the ${name}`),
        ...place(1),
        tone: 'does-not-match',
        compareWith: head.rootHash,
      });
      edges.push({ kind: 'none', from: top, to: root, mark: '≠' });
    }
    nodes.push({
      ...place(isStart ? bottom : 0),
      id: root,
      shape: id === 'old' ? 'double-pill' : 'pill',
      source: 'sent',
      hash: head.rootHash,
      label: `${name} of ${entries}`,
      labelPlace: 'right',
      title: `${capital(name)} of ${entries}${computed === undefined || isWrong ? '' : ', equals what was computed here'}`,
      legend: name,
      ...(isWrong && { tone: 'not-checked', compareWith: computed, faint: true }),
    });
    if (start === undefined) continue;
    const results = [...between.map(({ level }) => `${id}-${level}`), top];
    for (const [index, { level }] of steps.entries()) {
      const joined = results[index] ?? top;
      edges.push({ kind: 'join', from: `sent-${level}`, to: joined, mark: formatNumber(level) });
    }
    if (!isStart) edges.push(...chain([first, ...results].map((one) => ({ id: one }))));
  }
  const { outcome } = check.verdict;
  const isSameSize = from.logSize === to.logSize;
  const reason = reasonOf(check.verdict);
  const roots = `The ${names.old} and the ${names.new}`;
  const caption = {
    holds: isSameSize
      ? `${roots} are equal`
      : `Gives both roots: the log of ${countOf(from.logSize, 'entry')} begins the log of ${formatNumber(to.logSize)}`,
    'does-not-match':
      reason || isSameSize
        ? `${roots} do not match${reason}`
        : `What was computed does not match the ${wrong.map(({ name }) => name).join(' and the ')}`,
    'cannot-check': `Cannot be checked${reason}`,
    'not-checked': `Not checked${reason}`,
  }[outcome];
  const found = { outcome, caption: capital(caption.replaceAll(/the (?=your |their )/gi, '')) };
  return {
    ...found,
    columns: [1, 1, 1, 1],
    width: 45,
    // In the order of the proof, what is computed before what joins it.
    nodes: nodes.toSorted(
      (one, other) => other.row - one.row || (one.columns[0] % 2) - (other.columns[0] % 2),
    ),
    edges,
    first: 'new-root',
    name: `Two ladders, to ${names.old} of ${formatNumber(from.logSize)} and ${names.new} of ${countOf(to.logSize, 'entry')}, from ${countOf(sent, 'hash', 'hashes')} ${sentName}. ${found.caption}`,
  };
}
