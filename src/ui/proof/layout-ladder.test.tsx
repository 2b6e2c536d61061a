import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { checkConsistency, consistencyPathLength } from '../../core/consistency.ts';
import { around, type NamedRect, outside, overlap, overlapping } from '../../testing/rects.ts';
import { ConsistencyFigure } from './consistency-figure.tsx';
import { ladderModel, type DrawnGrowth } from './ladder-model.ts';
import { layoutLadders, NARROWEST_LADDERS, type LadderLayout } from './layout-ladder.ts';
import { moveOnLadders } from './move-on-ladders.ts';
import { sampleHash } from './sample-check.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const SIZES: readonly (readonly [from: number, to: number])[] = [
  [1, 2],
  [2, 3],
  [3, 4],
  [7, 15],
  [8, 15],
  [197, 208],
  [200, 208],
  [128, 295],
  [999_999, 1_000_000],
  [524_288, 1_000_000],
  [345_678, 1_000_000],
  [LARGEST - 1, LARGEST],
];
const WIDTHS = [NARROWEST_LADDERS, 288, 332, 360, 430, 559, 560, 720, 1096];

/** growth is a check of a proof that consists of sample hashes; it holds unless other roots are given. */
function growth(from: number, to: number, roots: { old?: Hash; new?: Hash } = {}): DrawnGrowth {
  const path = Array.from({ length: consistencyPathLength(from, to) }, (_, index) => sampleHash(index + 1));
  const climb = (old: Hash, next: Hash) =>
    checkConsistency({ from: { logSize: from, rootHash: old }, to: { logSize: to, rootHash: next }, path });
  const start = sampleHash(77);
  const { computedOldRoot = start } = climb(start, start);
  const { computedNewRoot = start } = climb(computedOldRoot, start);
  const heads = {
    from: { logSize: from, rootHash: roots.old ?? computedOldRoot },
    to: { logSize: to, rootHash: roots.new ?? computedNewRoot },
  };
  return { ...climb(heads.from.rootHash, heads.to.rootHash), ...heads, computedInMs: 0.2 };
}

const WRONG = 'f'.repeat(64) as Hash;

function* everyCheck(): Generator<readonly [name: string, check: DrawnGrowth]> {
  for (const [from, to] of SIZES) {
    yield [`${from}→${to}`, growth(from, to)];
    yield [`${from}→${to}, old root differs`, growth(from, to, { old: WRONG })];
    yield [`${from}→${to}, new root differs`, growth(from, to, { new: WRONG })];
    yield [`${from}→${to}, both differ`, growth(from, to, { old: WRONG, new: WRONG })];
  }
  const { from, to, computedInMs } = growth(197, 208);
  const none = { from, to, computedInMs, oldSteps: [], newSteps: [] };
  yield [
    'wrong length',
    {
      ...none,
      verdict: { outcome: 'does-not-match', code: 'path-length', reason: 'the proof has 3 hashes' },
    },
  ];
  yield [
    'cannot check',
    { ...none, verdict: { outcome: 'cannot-check', code: 'empty-log', reason: 'size 0' } },
  ];
}

const EVERY = [...everyCheck()].flatMap(([name, check]) =>
  WIDTHS.map((width): readonly [string, LadderLayout, DrawnGrowth] => [
    `${name} at ${width}`,
    layoutLadders(ladderModel(check, { old: 'remembered root', new: 'new root' }), width),
    check,
  ]),
);

function rectsOf({ nodes, notes }: LadderLayout): readonly NamedRect[] {
  return [
    ...nodes.map((node) => ({ ...node, name: node.id })),
    ...nodes.flatMap(({ id, label }) => (label === undefined ? [] : [{ ...label, name: `label of ${id}` }])),
    ...notes.map((note) => ({ ...note, name: note.id })),
  ];
}

describe('layoutLadders', () => {
  it('lets no two boxes, labels or words overlap', () => {
    for (const [name, layout] of EVERY) expect([name, overlapping(rectsOf(layout))]).toEqual([name, []]);
  });

  it('keeps everything inside the picture, and the picture inside its width', () => {
    for (const [name, layout] of EVERY) expect([name, outside(rectsOf(layout), layout)]).toEqual([name, []]);
    for (const [, layout] of EVERY) expect(layout.width).toBeLessThanOrEqual(720);
  });

  it('draws no joining line or step number across a box or a label', () => {
    const found: string[] = [];
    for (const [name, { links, numbers, ...layout }] of EVERY) {
      const rects = rectsOf({ links, numbers, ...layout });
      const lines = links
        .filter(({ kind }) => kind === 'join')
        .flatMap(({ id, points }) =>
          points.slice(1).map(([x2, y2], index) => {
            const [x1, y1] = points[index] ?? [x2, y2];
            return Object.assign(around([x1, y1], [x2, y2], 0), { name: id });
          }),
        );
      const circles = numbers.map(({ id, x, y }) => ({
        name: id,
        x: x - 9,
        y: y - 9,
        width: 18,
        height: 18,
      }));
      for (const line of [...lines, ...circles]) {
        for (const rect of rects)
          if (overlap(line, rect)) found.push(`${name}: ${line.name} crosses ${rect.name}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('draws each hash that was sent once, with what it goes into', () => {
    for (const [, { nodes }, { newSteps, start }] of EVERY) {
      const sent = nodes.filter(({ kind }) => kind === 'sent-both' || kind === 'sent-new');
      expect(sent).toHaveLength(newSteps.length + (start?.sent === true ? 1 : 0));
      for (const { kind, usedFor, label } of sent) {
        expect(usedFor).toBe(kind === 'sent-both' ? 'old and new' : 'new only');
        expect(label?.lines.join(' ')).toContain(usedFor);
      }
    }
  });

  it('starts the new ladder at the old root where that is a whole subtree, and draws no old ladder', () => {
    const model = ladderModel(growth(128, 295));
    expect(model.startsAtOldRoot).toBe(true);
    const { nodes, links } = layoutLadders(model, 720);
    expect(links.filter(({ kind }) => kind === 'ladder').map(({ id }) => id)).toEqual(['ladder-new']);
    const lowest = nodes.toSorted((one, other) => other.y - one.y)[0];
    expect(lowest?.kind).toBe('old-root');
  });

  it('reaches every box by the arrow keys', () => {
    for (const [name, { nodes }] of EVERY) {
      const reached = new Set<string>();
      const next = nodes.filter(({ id }) => id === 'new-root');
      for (let from = next.pop(); from !== undefined; from = next.pop()) {
        if (reached.has(from.id)) continue;
        reached.add(from.id);
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
          const to = moveOnLadders(nodes, from, key);
          if (to !== undefined) next.push(to);
        }
      }
      expect([name, reached.size]).toEqual([name, nodes.length]);
    }
  });
});

describe('ConsistencyFigure', () => {
  const draw = (check: DrawnGrowth, oldName?: string, newName?: string) =>
    renderToStaticMarkup(<ConsistencyFigure check={check} oldName={oldName} newName={newName} />);
  const names = (html: string) =>
    [...html.matchAll(/<button[^>]*aria-label="([^"]*)"[^>]*data-|data-node[^>]*aria-label="([^"]*)"/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );

  it('names every box: whose root, sent for which, computed for which', () => {
    const found = names(draw(growth(197, 208), 'remembered root'));
    expect(found).toHaveLength(16);
    expect(found.filter((name) => /Sent by the server, for old and new/.test(name))).toHaveLength(4);
    expect(found.filter((name) => /Sent by the server, for the new root only/.test(name))).toHaveLength(3);
    expect(
      found.some((name) => /Remembered root of 197 entries, equals what was computed here/.test(name)),
    ).toBe(true);
  });

  it('says that both roots are reached only where the check holds, and is never green otherwise', () => {
    expect(draw(growth(197, 208))).toContain(
      'leads to both roots: the log of 197 entries begins the log of 208',
    );
    for (const [name, check] of everyCheck()) {
      if (check.verdict.outcome === 'holds') continue;
      const html = draw(check);
      expect([name, html.includes('leads to both')]).toEqual([name, false]);
      expect([name, html.includes('data-tone="good"')]).toEqual([name, false]);
    }
  });

  it('shows a mismatch at the roots alone, both in eight and eight digits with the first difference marked', () => {
    const html = draw(growth(197, 208, { old: WRONG }), 'remembered root');
    expect(html).toContain('what was computed does not match the remembered root');
    expect(html).not.toContain('match the remembered root and');
    expect(html.match(/data-differs/g)).toHaveLength(2);
    expect(html.match(/<mark/g)).toHaveLength(2);
    expect(html).toContain('ffffffff…ffffffff, Remembered root of 197 entries');
    expect(draw(growth(197, 208, { old: WRONG, new: WRONG })).match(/<mark/g)).toHaveLength(4);
  });

  it('calls both roots by the names given, in caption, picture, legend and table', () => {
    const html = draw(growth(197, 208, { old: WRONG, new: WRONG }), 'their root', 'your root');
    expect(html).toContain('what was computed does not match their root and your root');
    expect(html).toContain('to their root of 197 and to your root of 208 entries');
    expect(html).toContain('>their root so far<');
    expect(html).toContain('>your root so far<');
    expect(html).toContain('their root (old)');
    expect(html).toContain('your root (new)');
    expect(html).not.toMatch(/the (?:their|your) |new root<|new root so far/);
  });

  it('judges the old root by itself where it is where the new ladder starts', () => {
    const check = growth(128, 295, { new: WRONG });
    expect(draw(check)).toContain('what was computed does not match the new root');
    expect(draw(check)).toContain('it is the old root itself, and was not sent');
  });

  it('lists the hashes in a table, start and all', () => {
    const html = draw(growth(197, 208));
    expect(html.match(/<tr>/g)).toHaveLength(8);
    expect(html).toContain('7 hashes instead of 208 entries; 224 bytes, 32 for each hash.');
  });

  it('compares two roots of one size, and draws nothing between them', () => {
    const head = { logSize: 5, rootHash: sampleHash(1) };
    const same = { from: head, to: head, oldSteps: [], newSteps: [], computedInMs: 0 };
    expect(draw({ ...same, verdict: { outcome: 'holds' } })).toContain(
      'the old root and the new root are equal',
    );
    const other = { ...same, to: { logSize: 5, rootHash: WRONG } };
    const verdict = {
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: head.rootHash,
      computed: WRONG,
    } as const;
    expect(draw({ ...other, verdict })).toContain(
      'the old root does not match the new root, at the same size',
    );
  });
});
