import type { Checkpoint } from '../../core/model.ts';
import { countOf } from '../format.ts';
import { computedRootOf, type InclusionCheck, type RootWords } from './inclusion-check.ts';
import type { PlacedNode, ProofMark } from './proof-graph.ts';

/** RootOptions say what the roots on top of a path are called, and which other one stands over them. */
export interface RootOptions extends RootWords {
  /** The root that this browser remembers, where it contradicts the published one. */
  readonly remembered?: Checkpoint | undefined;
}

/** PathNode is a node of a path before its row is counted from the top: `up` counts from the bottom. */
export type PathNode = Omit<PlacedNode, 'row' | 'columns' | 'x'> & {
  readonly up: number;
  readonly column: 'left' | 'spine' | 'right' | 'all';
};

/** MIDDLE is where the computed hashes stand, in units of the columns. */
export const MIDDLE = 1.5;

/** rootNodes are the roots on top of a path, from the computed one upwards: one where computed and given root agree. */
export function rootNodes(check: InclusionCheck, options: RootOptions, up: number): readonly PathNode[] {
  const { steps, checkpoint, verdict } = check;
  const { rootHolds, rootName = 'published root', remembered } = options;
  const computed = computedRootOf(check);
  const hash = checkpoint.rootHash;
  const comparison = steps.length + 1;
  const shared = { column: 'all', levels: [steps.length, comparison] } as const;
  const name = rootHolds === undefined ? rootName : 'root';
  // Two roots that agree are one, also where something else is the matter with it.
  const agree = verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === hash);
  const apart = verdict.outcome === 'does-not-match' && computed !== undefined;
  const roots: PathNode[] = [];
  if (agree) {
    const title =
      rootHolds === undefined
        ? `Root · computed here, equals the ${rootName}`
        : `Root · computed here, ${rootHolds}`;
    roots.push({ ...shared, id: 'root', shape: 'pill', source: 'computed', up, hash, title, legend: name });
  } else {
    if (computed !== undefined)
      roots.push({
        ...shared,
        id: 'computed-root',
        shape: 'box',
        source: 'computed',
        letter: 'C',
        up,
        hash: computed,
        title: 'Root computed here',
        label: ['computed here'],
        ...(apart ? { tone: 'bad' as const, compareWith: hash } : {}),
      });
    roots.push({
      ...shared,
      id: 'published',
      shape: 'pill',
      source: 'sent',
      // Red marks what was computed: nobody can tell here whether the published root is at fault.
      tone: 'neutral',
      up: up + roots.length,
      hash,
      title: rootName === 'published root' ? 'Published root · sent by the server' : capital(rootName),
      label: [rootName],
      labelPlace: 'above',
      legend: name,
      levels: [comparison],
      ...(apart ? { compareWith: computed } : {}),
    });
  }
  if (remembered !== undefined)
    roots.push(rememberedNode(remembered, checkpoint, shared.column, up + roots.length));
  return roots;
}

function rememberedNode(head: Checkpoint, published: Checkpoint, column: 'all', up: number): PathNode {
  const sameSize = head.logSize === published.logSize;
  const entries = countOf(head.logSize, 'entry', 'entries');
  return {
    id: 'remembered',
    shape: 'double-pill',
    source: 'sent',
    tone: 'neutral',
    column,
    up,
    hash: head.rootHash,
    title: `Remembered root of ${entries} · ${
      sameSize ? 'differs from the published root of the same size' : 'not shown to begin the published log'
    }`,
    label: [`remembered root, ${entries}`],
    labelPlace: 'above',
    legend: 'remembered root',
    // Roots of different sizes differ in any case: only those of one size are compared digit by digit.
    ...(sameSize ? { compareWith: published.rootHash } : {}),
  };
}

/** rootSigns stand between two roots: that they differ, or that they were not compared. */
export function rootSigns(
  roots: readonly PathNode[],
  { verdict, checkpoint }: InclusionCheck,
  remembered: Checkpoint | undefined,
  top: number,
): readonly ProofMark[] {
  return roots.slice(1).map(({ id, up }) => {
    const differ =
      id === 'remembered'
        ? remembered?.logSize === checkpoint.logSize
          ? '≠'
          : '✕'
        : verdict.outcome === 'does-not-match'
          ? '≠'
          : '?';
    return { id: `sign-${id}`, kind: 'sign', text: differ, x: MIDDLE, y: top - up + 1 };
  });
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
