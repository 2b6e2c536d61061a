import type { ConsistencyStart, ConsistencyStep } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { EntryRange, Verdict } from '../../core/verdict.ts';
import { capital, countOf, formatNumber } from '../format.ts';
import { finding, rangeText, reasonOf } from './inclusion-check.ts';
import { chain, computedNode, type ProofEdge, type ProofGraph, type ProofNode } from './proof-graph.ts';

/** ConsistencyCheck is the part of the verifier's check that the figure needs. */
export interface ConsistencyCheck {
  readonly verdict: Verdict;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly start?: ConsistencyStart | undefined;
  readonly oldSteps: readonly ConsistencyStep[];
  readonly newSteps: readonly ConsistencyStep[];
  readonly computedOldRoot?: Hash | undefined;
  readonly computedNewRoot?: Hash | undefined;
  readonly computedInMs: number;
}

/** RootNames are the names of the two roots: `old root` and `new root`, or for example `their root`. */
export interface RootNames {
  readonly old: string;
  readonly new: string;
}

/** ladderGraph draws a consistency proof as two ladders, bottom-up, from their common start to the root of each; each sent hash is drawn once. */
export function ladderGraph(check: ConsistencyCheck, names: RootNames, sentName: string): ProofGraph {
  const { from, to, start, oldSteps, newSteps } = check;
  const ladders = [
    { id: 'old', name: names.old, head: from, computed: check.computedOldRoot, steps: oldSteps, column: 0 },
    { id: 'new', name: names.new, head: to, computed: check.computedNewRoot, steps: newSteps, column: 2 },
  ] as const;
  const wrong = ladders.filter(({ computed, head }) => computed !== undefined && computed !== head.rootHash);
  const bottom = start === undefined ? 0 : newSteps.length + (wrong.length > 0 ? 2 : 1);
  const first = start?.sent === false ? 'old-root' : 'start';

  const sent = (
    id: string,
    row: number,
    hash: Hash,
    covers: EntryRange,
    usedFor: ConsistencyStep['usedFor'],
  ): ProofNode => {
    const both = usedFor === 'old and new';
    const column = both ? 1 : 3;
    const range = rangeText(covers);
    return {
      id,
      row,
      columns: [column, column + 1],
      x: column + 0.5,
      shape: 'box',
      source: 'sent',
      letter: both ? 'ON' : 'N',
      hash,
      label: `${range}, ${usedFor}`,
      title: `${capital(sentName)}, for ${both ? 'old and new' : 'the new root only'} · ${range}${id === 'start' ? ', where both ladders start' : ''}`,
      legend: both ? 'sent, for old and new' : 'sent, new only',
    };
  };

  const nodes: ProofNode[] = newSteps.map(({ level, usedFor, sentCovers, side, ...hashes }) =>
    sent(`sent-${level}`, bottom - level, hashes[side], sentCovers, usedFor),
  );
  if (start?.sent === true) nodes.unshift(sent('start', bottom, start.hash, start.covers, 'old and new'));
  const edges: ProofEdge[] = [];
  for (const ladder of ladders) {
    const { id, name, head, computed, steps, column } = ladder;
    const entries = countOf(head.logSize, 'entry');
    const place = { columns: [column, column + 2], x: column + 0.5, align: 'start' } as const;
    const isWrong = wrong.includes(ladder);
    const top = `${id}-${isWrong ? 'computed' : 'root'}`;
    const isStart = id === 'old' && first === 'old-root';
    // The last step gives the root.
    const results = steps.map(({ level }) => (level === steps.at(-1)?.level ? top : `${id}-${level}`));
    for (const { level, result, covers } of steps.slice(0, -1))
      nodes.push({
        ...computedNode(`${id}-${level}`, result, `Computed here, for the ${id} root · ${rangeText(covers)}`),
        columns: [column, column + 1],
        x: place.x,
        row: bottom - level - 1,
      });
    if (isWrong) {
      const title = `Computed here for the ${id} root of ${entries}, does not match the ${name}`;
      nodes.push({
        ...computedNode(top, computed, title),
        ...place,
        row: 1,
        tone: 'bad',
        compareWith: head.rootHash,
      });
      edges.push({ kind: 'none', from: top, to: `${id}-root`, mark: '≠' });
    }
    nodes.push({
      ...place,
      row: isStart ? bottom : 0,
      id: `${id}-root`,
      shape: id === 'old' ? 'double-pill' : 'pill',
      source: 'sent',
      hash: head.rootHash,
      label: `${name} of ${entries}`,
      labelPlace: 'right',
      title: `${capital(name)} of ${entries}${computed === undefined || isWrong ? '' : ', equals what was computed here'}`,
      // Letters for old and new sent hashes.
      legend: name === `${id} root` ? name : `${name} (${id})`,
      ...(isWrong && { tone: 'neutral', compareWith: computed, faint: true }),
    });
    if (start === undefined) continue;
    edges.push(
      ...steps.map(({ level }, index): ProofEdge => ({
        kind: 'join',
        from: `sent-${level}`,
        to: results[index] ?? top,
        mark: formatNumber(level),
      })),
    );
    if (!isStart) edges.push(...chain('path', first, ...(results.length === 0 ? [top] : results)));
  }
  const found = consistencyFinding(
    check,
    names,
    wrong.map(({ name }) => name),
  );
  const roots = `the ${names.old} of ${formatNumber(from.logSize)} and to the ${names.new} of ${countOf(to.logSize, 'entry')}`;
  const count = nodes.filter(({ letter }) => letter?.endsWith('N')).length;
  return {
    ...found,
    columns: [1, 1, 1, 1],
    width: 45,
    nodes,
    edges,
    first: 'new-root',
    name: `Two ladders, to ${roots}, from ${countOf(count, 'hash', 'hashes')} ${sentName}. ${found.caption}`.replaceAll(
      /the (?=your|their)/g,
      '',
    ),
  };
}

/** consistencyFinding returns the result of a consistency proof; `wrong` names the roots that it does not give. */
function consistencyFinding(
  { verdict, from, to }: ConsistencyCheck,
  names: RootNames,
  wrong: readonly string[],
) {
  const isSameSize = from.logSize === to.logSize;
  const said = {
    holds: isSameSize
      ? `The ${names.old} and the ${names.new} are equal`
      : `Gives both roots: the log of ${countOf(from.logSize, 'entry')} begins the log of ${formatNumber(to.logSize)}`,
    'does-not-match':
      'reason' in verdict
        ? `Does not match${reasonOf(verdict)}`
        : isSameSize
          ? `The ${names.old} does not match the ${names.new}, at the same size`
          : `What was computed does not match the ${wrong.join(' and the ')}`,
    'cannot-check': `Cannot be checked${reasonOf(verdict)}`,
    'not-checked': `Not checked${reasonOf(verdict)}`,
  }[verdict.outcome];
  return finding(verdict.outcome, capital(said.replaceAll(/the (?=your |their )/gi, '')));
}
