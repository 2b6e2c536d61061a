import type { ProofStep } from '../../core/verdict.ts';
import { capital, countOf, formatNumber } from '../format.ts';
import { isolated } from '../literal.tsx';
import {
  computedRootOf,
  dataFinding,
  findingOf,
  leafHashOf,
  rangeText,
  type InclusionCheck,
  type PathOptions,
} from './inclusion-check.ts';
import {
  chain,
  computedNode,
  type Content,
  type Place,
  type ProofEdge,
  type ProofGraph,
  type ProofNode,
} from './proof-graph.ts';

/** The columns of a node, and where lines meet it: at the sides sent hashes, with labels outside; between them the computed hashes; two compared ones. */
const COLUMNS = [1, 1, 0.75, 0.2, 0.75, 1, 1];
const AT = {
  left: { columns: [0, 2], x: 1.33 },
  spine: { columns: [2, 5], x: 2.85 },
  right: { columns: [5, 7], x: 4.37 },
  one: { columns: [0, 3], x: 1.9 },
  other: { columns: [4, 7], x: 3.8 },
  all: { columns: [0, 7], x: 2.85 },
} as const satisfies Record<string, Place>;

/** Part is a part of a picture. */
type Part = Pick<ProofGraph, 'nodes' | 'edges'>;

/**
 * pathGraph draws a check bottom-up from the verifier's steps alone: the data and its hash if given, the entry, the computed hashes in the middle, each
 * sent hash at its true side, and on top the root or the roots that differ. At a break, red marks computed hashes: the
 * published or the remembered root may be at fault. The middle of a long path is folded on request.
 */
export function pathGraph(check: InclusionCheck, options: PathOptions, isFolded = false): ProofGraph {
  const { steps, entry } = check;
  const number = formatNumber(entry.entryNumber);
  const leafHash = leafHashOf(check);
  const top = rootsPart(check, options, AT.all);
  const entryRow = top.nodes.length + Math.max(steps.length, 1);
  const origin = originPart(check, options, entryRow, {
    middle: AT.all,
    one: { ...AT.one, labelPlace: 'left' },
    other: { ...AT.other, labelPlace: 'right' },
  });
  const isWhole = isDataWhole(check, options);
  // The last step gives the root.
  const spine = [
    leafHash === undefined
      ? unknownNode('leaf', `Leaf hash of entry ${number} · not known`)
      : computedNode('leaf', leafHash, `Computed here · leaf hash of entry ${number}`),
    ...steps
      .slice(0, -1)
      .map(({ level, result, covers }) =>
        computedNode(`computed-${level}`, result, `Computed here · ${rangeText(covers)}`),
      ),
  ].map((node, index): ProofNode =>
    Object.assign({}, node, AT.spine, { row: entryRow - 1 - index, faint: !isWhole }),
  );
  const root = top.nodes[0]?.id ?? 'entry';
  const end = spine.at(-1)?.id ?? 'entry';
  const found = findingOf(check, options);
  const graph: ProofGraph = {
    ...found,
    columns: COLUMNS,
    width: 36,
    nodes: [
      ...origin.nodes,
      ...spine,
      ...steps.map((step) => ({
        ...sentNode(step, entryRow - step.level, options.sentName),
        faint: !isWhole,
      })),
      ...top.nodes,
    ],
    edges: [
      ...origin.edges,
      ...chain(
        leafHash === undefined ? 'broken' : isWhole ? 'path' : 'faint',
        'entry',
        ...spine.map(({ id }) => id),
      ),
      ...chain(computedRootOf(check) === undefined ? 'broken' : isWhole ? 'path' : 'faint', end, root),
      ...steps.map(({ level }): ProofEdge => ({
        kind: 'join',
        from: `sent-${level}`,
        to: spine[level]?.id ?? root,
        mark: formatNumber(level),
      })),
      ...top.edges,
    ],
    first: isWhole ? (top.nodes.at(-1)?.id ?? 'entry') : 'item-hash',
    name: `Path from entry ${number} up to the root, with ${countOf(steps.length, 'hash', 'hashes')} ${options.sentName}. ${found.caption}`,
  };
  return isFolded && spine.length > UNFOLDED ? foldSteps(graph, spine.slice(2, -1)) : graph;
}

/** UNFOLDED is the most steps of a path drawn whole: data and root then fit on a common screen. */
const UNFOLDED = 5;

/** foldSteps replaces consecutive steps by one node, in the place of the lowest of them and with its id. The steps must not be ones at which the path may break, which are at its ends. */
function foldSteps(graph: ProofGraph, steps: readonly ProofNode[]): ProofGraph {
  const [lowest, highest] = [steps[0], steps.at(-1)];
  if (lowest === undefined || highest === undefined) return graph;
  const isHidden = ({ row }: ProofNode) => row >= highest.row && row <= lowest.row;
  const hidden = new Set(graph.nodes.filter(isHidden).map(({ id }) => id));
  const text = countOf(steps.length, 'more step');
  return {
    ...graph,
    nodes: graph.nodes.flatMap((node): ProofNode | readonly ProofNode[] => {
      if (!isHidden(node))
        return node.row < lowest.row ? node : { ...node, row: node.row - steps.length + 1 };
      const { legend: _, letter: __, hash: ___, ...place } = node;
      return node === lowest
        ? { ...place, row: highest.row, text, title: `${text} of the path`, expanded: false, isFold: true }
        : [];
    }),
    edges: graph.edges.flatMap((edge) =>
      edge.from === highest.id ? { ...edge, from: lowest.id } : hidden.has(edge.from) ? [] : edge,
    ),
  };
}

function sentNode({ level, side, sentCovers, ...hashes }: ProofStep, row: number, name: string): ProofNode {
  const range = rangeText(sentCovers);
  return {
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    letter: 'S',
    hash: hashes[side],
    // A range of large numbers has no room for the word.
    label: range.replace(/^entries (?=.*,)/, ''),
    labelPlace: side,
    title: `${capital(name)} · ${range}, combines from the ${side}`,
    legend: name,
    row,
    ...AT[side],
  };
}

function unknownNode(id: string, title: string): Content {
  return { id, shape: 'box', source: 'unknown', title, legend: 'not known' };
}

/** originPart returns the foot of a picture: the entry, and under it the hash of the data and the data; next to another hash if the entry names one. */
export function originPart(
  { entry }: InclusionCheck,
  { data, sentName }: PathOptions,
  row: number,
  at: Record<'middle', Place> & Record<'one' | 'other', Place & Pick<Content, 'labelPlace'>>,
): Part {
  const number = formatNumber(entry.entryNumber);
  const title = `Entry ${number} · key`;
  const text = `${title} ${isolated(entry.key)}`;
  const square = { shape: 'square', source: 'register', ...at.middle } as const;
  const nodes: ProofNode[] = [{ ...square, id: 'entry', text, whole: entry.key, title, row }];
  if (data === undefined) return { nodes, edges: [] };
  const { computed, recorded, isOtherNumber } = data;
  const { outcome } = dataFinding(data, entry.entryNumber);
  const isBad = outcome === 'does-not-match';
  const hash: ProofNode = {
    ...(computed === undefined && !isBad
      ? unknownNode('item-hash', 'Hash of the data · not known: the data could not be hashed')
      : computedNode('item-hash', computed, 'Computed here · hash of the data')),
    ...at.middle,
    row: row + 1,
    ...(isOtherNumber && { text: 'another number of items' }),
    ...(isBad && { tone: 'bad' }),
  };
  nodes.push({
    ...square,
    id: 'data',
    text: data.text,
    whole: data.whole,
    title: 'Data shown on this page',
    row: row + 2,
  });
  if (!isBad || isOtherNumber) {
    nodes.push(hash);
    return {
      nodes,
      edges: [
        ...chain(computed || isOtherNumber ? 'path' : 'broken', 'data', 'item-hash'),
        ...chain(outcome === 'holds' ? 'path' : isBad ? 'broken' : 'faint', 'item-hash', 'entry'),
      ],
    };
  }
  nodes.push(
    { ...hash, ...at.one, compareWith: recorded, label: 'hash of the data' },
    {
      id: 'entry-hash',
      shape: 'box',
      source: 'sent',
      letter: 'S',
      title: `Recorded by entry ${number} · hash of its data`,
      hash: recorded,
      compareWith: computed,
      label: `entry ${number} records`,
      legend: sentName,
      ...at.other,
      row: row + 1,
    },
  );
  const apart: ProofEdge = { kind: 'none', from: 'item-hash', to: 'entry-hash', mark: '≠' };
  return {
    nodes,
    edges: [...chain('path', 'data', 'item-hash'), apart, ...chain('path', 'entry-hash', 'entry')],
  };
}

/** isDataWhole reports whether nothing breaks below the entry; parts above a break are grey. */
export function isDataWhole({ entry }: InclusionCheck, { data }: PathOptions): boolean {
  return dataFinding(data, entry.entryNumber).outcome === 'holds';
}

/** rootsPart returns the top of a picture, from the computed root upwards: one root if computed and given root agree. */
export function rootsPart(check: InclusionCheck, options: PathOptions, place: Place): Part {
  const { checkpoint, verdict } = check;
  const { rootHolds, above, rootName } = options;
  const computed = computedRootOf(check);
  const { logSize, rootHash: hash } = checkpoint;
  // Two roots that agree are one, even if something else is wrong.
  const agree = verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === hash);
  const apart = verdict.outcome === 'does-not-match' && computed !== undefined;
  const pill = { shape: 'pill', legend: rootHolds === undefined ? rootName : 'root', hash } as const;
  const beside = { labelPlace: 'beside', source: 'sent', tone: 'neutral' } as const;
  const nodes: Content[] = [
    agree
      ? {
          ...pill,
          id: 'root',
          source: 'computed',
          title: `Root computed here, ${rootHolds ?? `equals the ${rootName}`}`,
        }
      : {
          ...pill,
          ...beside,
          id: 'published',
          label: rootName,
          title: capital(rootName),
          compareWith: apart ? computed : undefined,
        },
  ];
  if (!agree && computed !== undefined)
    nodes.unshift({
      ...computedNode('computed-root', computed, 'Root computed here'),
      label: 'computed here',
      labelPlace: 'beside',
      ...(apart && { tone: 'bad', compareWith: hash }),
    });
  const signs: string[] = nodes.slice(1).map(() => (apart ? '≠' : '?'));
  if (above !== undefined) {
    const isSameSize = above.logSize === logSize;
    const legend = above.isRemembered ? 'remembered root' : rootName;
    const label = `${legend}, ${countOf(above.logSize, 'entry')}`;
    signs.push(isSameSize ? '≠' : '✕');
    nodes.push({
      ...beside,
      id: 'above',
      shape: above.isRemembered ? 'double-pill' : 'pill',
      hash: above.rootHash,
      label,
      title: `${capital(label)} · ${isSameSize ? 'differs from' : 'no proof connects it to'} the root below`,
      legend,
      // Roots of different sizes differ in any case: only those of one size are compared digit by digit.
      compareWith: isSameSize ? hash : undefined,
    });
  }
  return {
    nodes: nodes.map((node, index) => ({
      ...node,
      ...place,
      row: nodes.length - 1 - index,
      // Parts above a break are grey, also roots that differ.
      faint: !isDataWhole(check, options) || signs.slice(0, index).some((sign) => sign !== '?'),
    })),
    edges: chain('none', ...nodes.map(({ id }) => id)).map((edge, index) =>
      Object.assign({}, edge, { mark: signs[index] }),
    ),
  };
}
