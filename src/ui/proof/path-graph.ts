import type { Checkpoint } from '../../core/model.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { capital, countOf, formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';
import { dataState, findingOf, type PathData, type PathOptions } from './finding.ts';
import {
  computedRootOf,
  givenRootTitle,
  leafHashOf,
  rangeText,
  rootSentence,
  type InclusionCheck,
} from './inclusion-check.ts';
import {
  computedNode,
  entryNode,
  joinLine,
  nextByPlace,
  type NodeContent,
  type ProofGraph,
  type ProofLine,
  type ProofMark,
  type ProofNode,
} from './proof-graph.ts';

/** The columns of a node, and where lines meet it: the sides from which sent hashes join, whose labels stand outside of them; the hashes between; two that are compared. */
const COLUMNS = [1, 1, 0.9, 0.2, 0.9, 1, 1];
const AT = {
  left: { columns: [0, 2], x: 1.33 },
  spine: { columns: [2, 5], x: 3 },
  right: { columns: [5, 7], x: 4.67 },
  one: { columns: [0, 3], x: 2 },
  other: { columns: [4, 7], x: 4 },
  all: { columns: [0, 7], x: 3 },
} as const;
const MIDDLE = AT.spine.x;
/** Where lines end behind the boxes of a row. */
const BEHIND = 0.4;

/**
 * pathGraph draws a check bottom-up from the verifier's steps alone: the data and its hash where they are given, the entry, the computed hashes in the middle, each
 * sent hash at its true side, and on top the root or the roots that differ. Where it breaks, red marks what was computed: nobody can tell here whether the
 * published or the remembered root is at fault.
 */
export function pathGraph(check: InclusionCheck, options: PathOptions = {}): ProofGraph {
  const { steps, verdict, entry } = check;
  const { data, remembered } = options;
  const { sentName } = { ...SOURCE_WORDS.server, ...options };
  const number = formatNumber(entry.entryNumber);
  const leafHash = leafHashOf(check);
  const roots = rootNodes(check, options).toReversed();
  const rootRow = roots.length - 1;
  const entryRow = rootRow + (leafHash === undefined ? 1 : Math.max(steps.length, 1) + 1);
  const sent = steps.map((step) => sentNode(step, entryRow - step.level, sentName));
  // What the last step gives is the root.
  const computed = steps.slice(0, -1).map(({ level, result, covers }) => {
    const node = computedNode(`computed-${level}`, result, `Computed here · ${rangeText(covers)}`);
    return placed(node, 'spine', entryRow - 1 - level);
  });
  const leaf = leafHash && computedNode('leaf', leafHash, `Computed here · leaf hash of entry ${number}`);
  const nodes: readonly ProofNode[] = [
    ...dataNodes(data, number, entryRow, sentName),
    placed(entryNode(entry), 'all', entryRow),
    ...(leaf === undefined ? [] : [placed(leaf, 'spine', entryRow - 1)]),
    ...computed,
    ...sent,
    ...roots.map((root, row) => placed(root, 'all', row)),
  ];
  const state = dataState(data);
  const { besides, ...found } = findingOf(check, options);
  const reached = verdict.outcome === 'holds' || computedRootOf(check) !== undefined;
  const end = roots[0]?.id ?? 'entry';
  return {
    columns: COLUMNS,
    width: 36,
    rows: entryRow + (data === undefined ? 1 : 3),
    nodes,
    lines: [
      ...dataLines(data, entryRow),
      { kind: reached ? 'path' : 'broken', points: [MIDDLE, entryRow + BEHIND, MIDDLE, rootRow + BEHIND] },
      ...sent.map((node) => joinLine(node, MIDDLE)),
    ],
    marks: [
      ...(state === 'differs' ? [sign('≠', entryRow + 1 + BEHIND)] : []),
      ...steps.map(({ level }): ProofMark => ({
        kind: 'step',
        text: formatNumber(level),
        x: MIDDLE,
        y: entryRow - level,
      })),
      ...roots.slice(0, -1).map(({ id }, row) => sign(signUnder(id, check, remembered), row + 1)),
    ],
    first: state === 'matches' ? end : 'item-hash',
    next: nextByPlace(nodes, nodes[0]?.id ?? 'entry', end),
    ...found,
    name: `Path from entry ${number} up to the root; ${
      steps.length === 0
        ? 'no hash is combined with it'
        : `${countOf(steps.length, 'hash', 'hashes')} ${sentName} ${steps.length === 1 ? 'combines' : 'combine'} with it`
    }; ${[rootSentence(check, options), besides ?? []].flat().join('; ')}`,
  };
}

function placed(node: NodeContent, where: keyof typeof AT, row: number): ProofNode {
  return { ...node, ...AT[where], row };
}

function sentNode({ level, side, sentCovers, ...hashes }: ProofStep, row: number, name: string): ProofNode {
  const range = rangeText(sentCovers);
  const node: NodeContent = {
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    letter: 'S',
    hash: hashes[side],
    label: range.split(' '),
    labelPlace: side,
    title: `${capital(name)} · ${range}, combines from the ${side}`,
    legend: name,
  };
  return placed(node, side, row);
}

/** dataNodes are the data and its hash; where the entry names another hash, both stand side by side. */
function dataNodes(
  data: PathData | undefined,
  entry: string,
  entryRow: number,
  sentName: string,
): readonly ProofNode[] {
  if (data === undefined) return [];
  const { text, whole, computed, recorded, surplus } = data;
  const row = entryRow + 1;
  const shown: NodeContent = {
    id: 'data',
    shape: 'square',
    source: 'register',
    text,
    whole: whole === '' ? undefined : whole,
    title: 'Data shown on this page',
  };
  const hash = dataHashNode(data, entry);
  if (dataState(data) !== 'differs') return [placed(shown, 'all', row + 1), placed(hash, 'spine', row)];
  const found: NodeContent = {
    ...hash,
    tone: 'bad',
    compareWith: computed === undefined ? undefined : recorded,
    label: [surplus === undefined ? 'hash of the data' : 'data'],
    labelPlace: 'left',
  };
  const stated: NodeContent = {
    id: 'entry-hash',
    shape: 'box',
    source: 'sent',
    letter: 'S',
    title: `Recorded by entry ${entry} · hash of its data`,
    ...(recorded === undefined ? only('no hash') : { hash: recorded }),
    compareWith: computed,
    label: [`entry ${entry} records`],
    labelPlace: 'right',
    legend: sentName,
  };
  return [placed(shown, 'all', row + 1), placed(found, 'one', row), placed(stated, 'other', row)];
}

function dataHashNode({ computed, recorded, surplus }: PathData, entry: string): NodeContent {
  const node = { id: 'item-hash', shape: 'box' } as const;
  if (surplus !== undefined)
    return { ...node, source: 'computed', ...only(surplus === 'item' ? 'one item more' : 'no item') };
  if (computed !== undefined) {
    const title = 'Computed here · hash of the data';
    return computedNode(
      node.id,
      computed,
      computed === recorded ? `${title}, which entry ${entry} records` : title,
    );
  }
  return {
    ...node,
    source: 'unknown',
    title: 'Hash of the data · not known: the data could not be hashed',
    legend: 'not known',
  };
}

/** only is what a box shows and is called by. */
function only(text: string): Pick<NodeContent, 'text' | 'title'> {
  return { text, title: text };
}

function dataLines(data: PathData | undefined, entryRow: number): readonly ProofLine[] {
  if (data === undefined) return [];
  const bottom = entryRow + 2;
  const points = [MIDDLE, bottom + BEHIND, MIDDLE, entryRow + BEHIND];
  const state = dataState(data);
  if (state !== 'differs') return [{ kind: state === 'matches' ? 'path' : 'broken', points }];
  const [one, other] = [AT.one.x, AT.other.x];
  const y = entryRow + 1 + BEHIND;
  return [
    { kind: 'path', points: [MIDDLE, bottom + BEHIND, MIDDLE, bottom, one, bottom, one, y] },
    { kind: 'broken', points: [one, y, other, y] },
    { kind: 'path', points: [other, y, other, y - BEHIND, MIDDLE, y - BEHIND, MIDDLE, entryRow + BEHIND] },
  ];
}

/** rootNodes are the roots on top of a path, from the computed one upwards: one where computed and given root agree. */
export function rootNodes(check: InclusionCheck, options: PathOptions): readonly NodeContent[] {
  const { checkpoint, verdict } = check;
  const { rootHolds, remembered } = options;
  const { rootName } = { ...SOURCE_WORDS.server, ...options };
  const computed = computedRootOf(check);
  const hash = checkpoint.rootHash;
  const legend = rootHolds === undefined ? rootName : 'root';
  // Two roots that agree are one, also where something else is the matter with it.
  const agree = verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === hash);
  const apart = verdict.outcome === 'does-not-match' && computed !== undefined;
  const beside = (name: string) => ({ label: [name], labelPlace: 'beside' }) as const;
  const roots: NodeContent[] = [];
  if (agree) {
    const title = `Root · computed here, ${rootHolds ?? `equals the ${rootName}`}`;
    roots.push({ id: 'root', shape: 'pill', source: 'computed', hash, title, legend });
  } else {
    if (computed !== undefined)
      roots.push({
        ...computedNode('computed-root', computed, 'Root computed here'),
        ...beside('computed here'),
        ...(apart ? { tone: 'bad', compareWith: hash } : {}),
      });
    roots.push({
      id: 'published',
      shape: 'pill',
      source: 'sent',
      tone: 'neutral',
      hash,
      title: givenRootTitle(rootName),
      legend,
      ...beside(rootName),
      compareWith: apart ? computed : undefined,
    });
  }
  if (remembered !== undefined) {
    const isSameSize = remembered.logSize === checkpoint.logSize;
    const entries = countOf(remembered.logSize, 'entry');
    roots.push({
      id: 'remembered',
      shape: 'double-pill',
      source: 'sent',
      tone: 'neutral',
      hash: remembered.rootHash,
      title: `Remembered root of ${entries} · ${
        isSameSize ? `differs from the ${rootName} of the same size` : 'not shown to begin the published log'
      }`,
      legend: 'remembered root',
      ...beside(`remembered root, ${entries}`),
      // Roots of different sizes differ in any case: only those of one size are compared digit by digit.
      compareWith: isSameSize ? hash : undefined,
    });
  }
  return roots;
}

/** signUnder is the sign between a root and the one below it. */
export function signUnder(
  id: string,
  { verdict, checkpoint }: InclusionCheck,
  remembered?: Checkpoint,
): string {
  if (id === 'remembered') return remembered?.logSize === checkpoint.logSize ? '≠' : '✕';
  return verdict.outcome === 'does-not-match' ? '≠' : '?';
}

function sign(text: string, y: number): ProofMark {
  return { kind: 'sign', text, x: MIDDLE, y };
}
