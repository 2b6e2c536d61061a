import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { around, type NamedRect, outside, overlap, overlapping } from '../../testing/rects.ts';
import { layoutPath, type PathLayout } from './layout-path.ts';
import { NARROWEST } from './path-frame.ts';
import { pathModel } from './path-model.ts';
import type { DrawnCheck } from './proof-figure.tsx';
import { sampleCheck, sampleHash, uncheckedSample } from './sample-check.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const WIDTHS = [256, 264, 288, 320, 334, 360, 390, 430, 520, 560, 606, 640, 700, 760, 800, 960, 1200];
const LOGS: readonly (readonly [entryNumber: number, logSize: number])[] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [3, 3],
  [206, 208],
  [10, 200],
  [208, 208],
  [1, 1_000_000],
  [5_000_000, 16_777_216],
  [1, LARGEST],
  [LARGEST, LARGEST],
  [2 ** 52 + 12_345, LARGEST],
];

const cannot: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'unknown leaf rule: tried item-json, item-json-2016; none leads to the published root',
};

function layout(check: DrawnCheck, width: number): PathLayout {
  const { checkpoint, entry, ...found } = check;
  const model = pathModel({ ...found, expectedRoot: checkpoint.rootHash });
  return layoutPath(model, width, `Entry ${entry.entryNumber} · key ${entry.key}`);
}

/** everyLayout is each log at each width with each verdict. */
function* everyLayout(): Generator<readonly [name: string, layout: PathLayout, check: DrawnCheck]> {
  for (const width of WIDTHS) {
    for (const [entryNumber, logSize] of LOGS) {
      const held = sampleCheck(entryNumber, logSize);
      const refuted = sampleCheck(entryNumber, logSize, sampleHash(99));
      for (const check of [held, refuted, { ...held, verdict: cannot }]) {
        yield [`${check.verdict.outcome} ${entryNumber}/${logSize} at ${width}`, layout(check, width), check];
      }
    }
    for (const verdict of [
      cannot,
      { outcome: 'does-not-match', code: 'path-length', reason: 'too long' } as const,
    ]) {
      const check = uncheckedSample(verdict);
      yield [`${verdict.outcome} without steps at ${width}`, layout(check, width), check];
    }
  }
}

function rectsOf({ nodes, notes, caption }: PathLayout): readonly NamedRect[] {
  return [
    ...nodes.map((node) => ({ ...node, name: node.id })),
    ...nodes.flatMap(({ id, label }) => (label === undefined ? [] : [{ ...label, name: `label of ${id}` }])),
    ...notes.map((note) => ({ ...note, name: note.text })),
    { ...caption, name: 'caption' },
  ];
}

const EVERY = [...everyLayout()];
describe('layoutPath', () => {
  it('covers paths of 0 to 53 hashes', () => {
    const lengths = LOGS.map(([entryNumber, logSize]) => sampleCheck(entryNumber, logSize).steps.length);
    expect(Math.min(...lengths)).toBe(0);
    expect(Math.max(...lengths)).toBe(53);
  });

  it('lets no two boxes, labels or words overlap', () => {
    for (const [name, placed] of EVERY) expect([name, overlapping(rectsOf(placed))]).toEqual([name, []]);
  });

  it('keeps everything inside the picture', () => {
    for (const [name, placed] of EVERY) expect([name, outside(rectsOf(placed), placed)]).toEqual([name, []]);
  });

  it('keeps to the width it is given, down to the narrowest', () => {
    for (const width of WIDTHS) expect(layout(sampleCheck(206, 208), width).width).toBe(width);
    expect(layout(sampleCheck(206, 208), 100).width).toBe(NARROWEST);
  });

  it('draws no joining line or step number across a box or a label', () => {
    const found: string[] = [];
    for (const [name, placed] of EVERY) {
      const rects = rectsOf(placed);
      for (const { id, kind, points } of placed.links) {
        const end = points.at(-1);
        const lines = points.slice(1).map((point, index) => around(points[index] ?? point, point, 0));
        const number = kind === 'join' && end !== undefined ? [around(end, end, 9)] : [];
        for (const line of [...lines, ...number]) {
          for (const rect of rects) {
            // The spine begins behind the box from which it rises.
            if (kind !== 'join' && rect.y === points[0]?.[1]) continue;
            if (overlap(line, rect)) found.push(`${name}: ${id} crosses ${rect.name}`);
          }
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('stands each sent hash at the side from which it joins, level with the hash it joins', () => {
    for (const [name, placed, { steps }] of EVERY) {
      const byId = new Map(placed.nodes.map((node) => [node.id, node]));
      const middle = placed.width / 2;
      for (const step of steps) {
        const sent = byId.get(`sent-${step.level}`);
        const running = byId.get(step.level === 1 ? 'leaf' : `computed-${step.level - 1}`);
        const side = (sent?.x ?? 0) < middle ? 'left' : 'right';
        expect({ name, side, hash: sent?.hash, y: sent?.y }).toEqual({
          name,
          side: step.side,
          hash: step[step.side],
          y: running?.y,
        });
      }
    }
  });

  it('climbs from the entry at the bottom to the root at the top', () => {
    for (const [name, placed] of EVERY) {
      const spine = placed.nodes.filter((node) => node.column === 'spine');
      const upwards = spine.toSorted((one, other) => one.row - other.row).map((node) => node.y);
      expect([name, ...upwards]).toEqual([name, ...upwards.toSorted((one, other) => other - one)]);
      expect(spine.find((node) => node.row === 0)?.id).toBe('entry');
    }
  });

  it('joins below the hash that results and above the two that are joined', () => {
    const placed = layout(sampleCheck(206, 208), 760);
    const byId = new Map(placed.nodes.map((node) => [node.id, node]));
    const join = placed.links.find((link) => link.id === 'join-1');
    const [x, y] = join?.points.at(-1) ?? [0, 0];
    const result = byId.get('computed-1');
    expect(x).toBe(380);
    expect(y).toBeLessThan(byId.get('leaf')?.y ?? 0);
    expect(y).toBeGreaterThan((result?.y ?? 0) + (result?.height ?? 0));
  });

  it('puts labels beside the boxes where there is room, under them on a phone', () => {
    expect(layout(sampleCheck(206, 208), 760).frame.labels).toBe('beside');
    expect(layout(sampleCheck(206, 208), 340).frame.labels).toBe('under');
  });

  it('never sets text under 11 px', () => {
    const sizes = EVERY.flatMap(([, { frame }]) => [frame.digitSize, frame.labelSize]);
    expect(Math.min(...sizes)).toBe(11);
  });

  it('writes large ranges with separators, on more lines where they must', () => {
    const placed = layout(sampleCheck(5_000_000, 16_777_216), 340);
    const label = placed.nodes.find((node) => node.id === 'sent-24')?.label;
    expect(label?.lines).toEqual(['entries', '8,388,609–16,777,216']);
  });

  it('shows one root where it holds and two where they differ', () => {
    const kinds = (check: DrawnCheck) => layout(check, 760).nodes.map((node) => node.kind);
    expect(kinds(sampleCheck(206, 208)).filter((kind) => kind === 'root')).toHaveLength(1);
    const refuted = kinds(sampleCheck(206, 208, sampleHash(99)));
    expect(refuted).toContain('computed-root');
    expect(refuted).toContain('published');
    expect(refuted).not.toContain('root');
  });

  it('breaks the spine where nothing leads to the root', () => {
    const links = layout(uncheckedSample(cannot), 760).links;
    expect(links.map((link) => link.kind)).toEqual(['broken']);
  });
});
