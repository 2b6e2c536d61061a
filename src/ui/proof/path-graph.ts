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
  type GridCells,
  type ProofGraph,
  type ProofNode,
  type ChainNode,
  stack,
} from './proof-graph.ts';

/**
 * The columns of a node, and where lines meet it: at the sides sent hashes, with labels outside; between them
 * the computed hashes; two compared ones.
 */
const COLUMNS = [1, 1, 0.75, 0.2, 0.75, 1, 1];
const AT = {
  left: { columns: [0, 2], x: 1.33 },
  spine: { columns: [2, 5], x: 2.85 },
  right: { columns: [5, 7], x: 4.37 },
  one: { columns: [0, 3], x: 1.9, labelPlace: 'left' },
  other: { columns: [4, 7], x: 3.8, labelPlace: 'right' },
  all: { columns: [0, 7], x: 2.85 },
} as const satisfies Record<string, GridCells & Pick<Content, 'labelPlace'>>;

/** The most steps of a path drawn whole: data and root then fit on a common screen. */
const UNFOLDED = 5;

/**
 * pathGraph draws a check bottom-up from the verifier's steps alone: the chain in the middle, and each sent
 * hash at its true side. The middle of a long path, where nothing can break, is one node on request, with the
 * id of the lowest it stands for.
 */
export function pathGraph(check: InclusionCheck, options: PathOptions, isFolded = false): ProofGraph {
  const all = proofChain(check, options);
  const spine = all.filter(({ at }) => at === 'spine');
  const hidden = isFolded && spine.length > UNFOLDED ? spine.slice(2, -1) : [];
  const more = countOf(hidden.length, 'more step');
  const rungs = all.flatMap((rung): ChainNode | [] => {
    if (!hidden.includes(rung)) return rung;
    const { legend: _, hash: __, ...place } = rung;
    const fold = { text: more, title: `${more} of the path`, expanded: false, isFold: true };
    return rung === hidden[0] ? { ...place, ...fold } : [];
  });
  const nodes = [...stack(rungs, 0, AT)];
  const edges = [...chain(rungs)];
  const root = all[all.findLastIndex(({ at }) => at === 'spine') + 1];
  for (const step of check.steps) {
    const from = spine[step.level - 1];
    const beside = nodes.find(({ id }) => id === from?.id);
    if (beside === undefined || (from && hidden.includes(from))) continue;
    nodes.push({
      ...sentNode(step, options),
      row: beside.row,
      faint: beside.faint === true,
    });
    const to = (spine[step.level] ?? root)?.id ?? '';
    edges.push({ kind: 'join', from: `sent-${step.level}`, to });
  }
  const found = findingOf(check, options);
  return {
    ...found,
    columns: COLUMNS,
    width: 36,
    // In the order of the proof: what combines with a hash comes after it.
    nodes: nodes.toSorted((one, other) => other.row - one.row),
    edges,
    first: (spine[0]?.faint ? 'item-hash' : all.at(-1)?.id) ?? '',
    name: `Path from entry ${formatNumber(check.entry.entryNumber)} up to the root, with ${countOf(check.steps.length, 'hash', 'hashes')} ${options.sentName}. ${found.caption}`,
  };
}

function sentNode(
  { level, side, sentCovers, ...hashes }: ProofStep,
  { sentName: name }: PathOptions,
): Omit<ProofNode, 'row'> {
  const range = rangeText(sentCovers);
  return {
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    hash: hashes[side],
    // A range of large numbers has no room for the word.
    label: range.replace(/^entries (?=.*,)/, ''),
    labelPlace: side,
    title: `${capital(name)} · ${range}, combines from the ${side}`,
    legend: name,
    ...AT[side],
  };
}

/**
 * proofChain returns the consecutive nodes of a check, bottom-up: the data and its hash if given, next to
 * another hash if the entry records one; the entry, its leaf hash and the computed hashes; and the root, or
 * the roots that differ. Nodes above a break are faint. Red marks computed hashes: the published or the
 * remembered root may be at fault.
 */
export function proofChain(check: InclusionCheck, options: PathOptions): readonly ChainNode[] {
  const { entry, steps } = check;
  const number = formatNumber(entry.entryNumber);
  const leafHash = leafHashOf(check);
  const faint = dataFinding(options.data, entry.entryNumber).outcome !== 'holds';
  return [
    ...dataRungs(check, options),
    {
      id: 'entry',
      at: 'all',
      shape: 'square',
      source: 'register',
      title: `Entry ${number} · key`,
      text: `Entry ${number} · ${isolated(entry.key)}`,
      whole: entry.key,
      up: leafHash === undefined ? 'broken' : faint ? 'faint' : 'path',
    },
    {
      ...computedNode('leaf', leafHash, `leaf hash of entry ${number}`),
      at: 'spine',
      up: computedRootOf(check) === undefined ? 'broken' : 'path',
      faint,
    },
    // The last step gives the root.
    ...steps.slice(0, -1).map(({ level, result, covers }): ChainNode =>
      Object.assign(computedNode(`computed-${level}`, result, rangeText(covers)), {
        at: 'spine',
        faint,
      } as const),
    ),
    ...rootRungs(check, options, faint),
  ];
}

function dataRungs({ entry }: InclusionCheck, { data, givenName }: PathOptions): readonly ChainNode[] {
  if (data === undefined) return [];
  const { text, whole, computed, recorded } = data;
  const { outcome } = dataFinding(data, entry.entryNumber);
  const rungs: ChainNode[] = [
    {
      id: 'data',
      at: 'all',
      shape: 'square',
      source: 'register',
      text,
      whole,
      title: 'Data shown on this page',
      up: computed === undefined ? 'broken' : 'path',
    },
  ];
  const tone = outcome === 'does-not-match' ? outcome : undefined;
  const hash = { ...computedNode('item-hash', computed, 'hash of the data'), tone };
  if (tone === undefined || data.isOtherNumber)
    return rungs.concat({
      ...hash,
      ...(data.isOtherNumber && { text: 'another number of items' }),
      at: 'all',
      up: outcome === 'holds' ? 'path' : 'broken',
    });
  const number = formatNumber(entry.entryNumber);
  return rungs.concat(
    { ...hash, at: 'one', compareWith: recorded, label: 'hash of the data', up: 'none', sign: '≠' },
    {
      id: 'entry-hash',
      at: 'other',
      shape: 'box',
      source: 'sent',
      title: `Recorded by entry ${number} · hash of its data`,
      hash: recorded,
      compareWith: computed,
      label: `entry ${number} records`,
      legend: givenName,
    },
  );
}

/** rootRungs returns the roots, from the computed one upwards: one if computed and given root agree. */
function rootRungs(check: InclusionCheck, options: PathOptions, faint: boolean): readonly ChainNode[] {
  const { verdict, checkpoint } = check;
  const { rootHolds, above, rootName } = options;
  const { logSize, rootHash: hash } = checkpoint;
  const computed = computedRootOf(check);
  const isApart = verdict.outcome === 'does-not-match' && computed !== undefined;
  const isSameSize = above?.logSize === logSize;
  const compareWith = isSameSize ? above?.rootHash : undefined;
  const next = above && ({ up: 'none', sign: isSameSize ? '≠' : '✕' } as const);
  const pill = { shape: 'pill', at: 'all', faint } as const;
  const given = { ...pill, source: 'sent', tone: 'not-checked', labelPlace: 'beside' } as const;
  const legend = rootHolds === undefined ? rootName : 'root';
  const rungs: ChainNode[] = [];
  // Two roots that agree are one, even if something else is wrong.
  if (verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === hash)) {
    const title = `Root computed here, ${rootHolds ?? `equals the ${rootName}`}`;
    const beside = { label: rootHolds ? 'root' : rootName, labelPlace: 'beside' } as const;
    rungs.push({ ...pill, ...next, ...beside, id: 'root', source: 'computed', title, hash, compareWith });
  } else {
    if (computed !== undefined)
      rungs.push({
        ...computedNode('computed-root', computed, 'root'),
        title: 'Root computed here',
        label: 'computed here',
        labelPlace: 'beside',
        at: 'all',
        up: 'none',
        sign: isApart ? '≠' : '?',
        faint,
        ...(isApart && { tone: verdict.outcome, compareWith: hash }),
      });
    rungs.push({
      ...given,
      ...next,
      id: 'published',
      label: rootName,
      title: capital(rootName),
      legend,
      hash,
      compareWith: isApart ? computed : compareWith,
      faint: faint || isApart,
    });
  }
  if (above !== undefined) {
    const name = above.isRemembered ? 'remembered root' : rootName;
    const label = `${name}, ${countOf(above.logSize, 'entry')}`;
    rungs.push({
      ...given,
      id: 'above',
      label,
      legend: name,
      hash: above.rootHash,
      faint: true,
      shape: above.isRemembered ? 'double-pill' : 'pill',
      title: `${capital(label)} · ${isSameSize ? 'differs from' : 'no proof connects it to'} the root below`,
      // Roots of different sizes differ in any case: only those of one size are compared digit by digit.
      compareWith: isSameSize ? hash : undefined,
    });
  }
  return rungs;
}
