import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { Literal } from '../literal.tsx';
import { OUTCOME_SIGN } from './inclusion-check.ts';
import type { NodeContent, ProofGraph, ProofLine, ProofNode } from './proof-graph.ts';
import { looksOf, NodeInside, NodeLabel, nodeName, TONES } from './proof-node.tsx';
import styles from './proof-picture.module.css';

interface ProofPictureProps {
  readonly graph: ProofGraph;
  /** The spelling in which hashes are shown in full and copied. */
  readonly spelling: HashSpelling;
  /** The box that scrolls, where the picture is wide. */
  readonly scroller?: RefObject<HTMLDivElement | null> | undefined;
  readonly onPress?: ((id: string) => void) | undefined;
  /** The nodes that differ from what the server sent. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** A value whose way to the root is played, box by box from the bottom; another object plays it again. */
  readonly played?: Played | undefined;
}

/** Played is a value of the data that a reader pressed. */
export interface Played {
  readonly name: string;
  /** How it is written among the bytes that were hashed. */
  readonly bytes: string;
  readonly times: number;
}

/**
 * ProofPicture draws a proof: labels in the cells of a grid over one drawing of lines. It is one stop for Tab; the arrow keys walk from node to node, and the node
 * chosen last is shown in full under the picture, to read and to copy.
 */
export function ProofPicture({ graph, spelling, scroller, onPress, changed, played }: ProofPictureProps) {
  const figure = useRef<HTMLElement>(null);
  const [currentId, setCurrent] = useState<string>();
  const [shown, setShown] = useState<Played>();
  if (played !== shown) {
    setShown(played);
    if (played) setCurrent('data');
  }
  useEffect(() => {
    if (played) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [played]);
  const { columns, width, isWide, rows, nodes, marks } = graph;
  const total = columns.reduce((sum, column) => sum + column, 0);
  const current = nodes.find(({ id }) => id === currentId) ?? nodes.find(({ id }) => id === graph.first);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = graph.next(event.currentTarget.dataset['node'] ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    figure.current?.querySelector<HTMLElement>(`[data-node="${next}"]`)?.focus();
  };
  return (
    <figure
      ref={figure}
      className={`${styles.figure} ${TONES}`}
      aria-label={graph.name}
      data-tone={graph.tone}
    >
      <Caption found={graph} />
      <div
        className={styles.scroller}
        ref={scroller}
        {...(isWide && { role: 'region', 'aria-label': 'The tree, which may be wider than this page' })}
      >
        <div
          key={played?.times}
          className={styles.grid}
          data-played={played && ''}
          style={{
            gridTemplateColumns: columns.map((column) => `minmax(0, ${column}fr)`).join(' '),
            gridTemplateRows: `repeat(${rows}, 1fr)`,
            ['--rows' as string]: rows,
            [isWide ? 'inlineSize' : 'maxInlineSize']: `${width}rem`,
          }}
          data-columns={isWide ? 'many' : columns.length}
        >
          <Lines lines={graph.lines} width={total} rows={rows} />
          {marks.map(({ kind, text, x, y }) => (
            <span
              key={`${x} ${y}`}
              className={styles.mark}
              data-kind={kind}
              style={{ insetInlineStart: percent(x / total), insetBlockStart: percent(y / rows) }}
              aria-hidden="true"
            >
              {text}
            </span>
          ))}
          {nodes.map((node) => (
            <div
              key={node.id}
              className={styles.cell}
              data-align={node.align}
              data-label={node.labelPlace}
              style={cellStyle(node, total)}
            >
              <button
                type="button"
                {...looksOf(node)}
                data-node={node.id}
                data-faint={node.faint || undefined}
                data-current={node === current || undefined}
                data-changed={changed?.has(node.id) || undefined}
                tabIndex={node === current ? 0 : -1}
                aria-label={`${changed?.has(node.id) ? 'Changed: ' : ''}${nodeName(node)}`}
                aria-expanded={node.expanded}
                onClick={() => {
                  setCurrent(node.id);
                  onPress?.(node.id);
                }}
                onKeyDown={onKeyDown}
                onFocus={() => setCurrent(node.id)}
              >
                <NodeInside node={node} changed={changed?.has(node.id) === true} />
              </button>
              {node.labelPlace !== 'inside' && node.labelPlace !== 'under' && <NodeLabel node={node} />}
            </div>
          ))}
          {nodes.map(
            (node) =>
              node.labelPlace === 'under' && (
                <div key={`${node.id} label`} className={styles.under} style={underStyle(node, total)}>
                  <NodeLabel node={node} />
                </div>
              ),
          )}
        </div>
      </div>
      {currentId !== undefined && current && <Chosen node={current} spelling={spelling} played={played} />}
    </figure>
  );
}

/** Caption says in a sentence what was found, in the tone of what it stands in. */
export function Caption({ found }: { found: Pick<ProofGraph, 'outcome' | 'caption'> }) {
  return (
    <p className={styles.caption}>
      <span aria-hidden="true">{OUTCOME_SIGN[found.outcome]} </span>
      {found.caption}
    </p>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 1e6) / 1e4}%`;
}

function cellStyle({ row, columns: [from, to], x }: ProofNode, total: number) {
  return {
    gridRow: row + 1,
    gridColumn: `${from + 1} / ${to + 1}`,
    '--x': percent(x / total),
    '--row': row,
  } as CSSProperties;
}

/** underStyle is the place of a label under its box: in the middle, or as near to it as the edges of the picture allow. */
function underStyle({ row, x, labelWidth = 0 }: ProofNode, total: number) {
  return { gridRow: row + 1, '--x': percent(x / total), '--width': `${labelWidth}rem` } as CSSProperties;
}

const LINE_ORDER: Record<ProofLine['kind'], number> = { faint: 0, join: 1, broken: 2, path: 3 };

/** Lines are drawn in units of columns and rows and stretched over the grid, whose rows are of equal height. */
function Lines({ lines, width, rows }: { lines: readonly ProofLine[]; width: number; rows: number }) {
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 ${width} ${rows}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lines
        .toSorted((one, other) => LINE_ORDER[one.kind] - LINE_ORDER[other.kind])
        .map(({ kind, points }) => (
          <polyline
            key={points.join(' ')}
            data-kind={kind}
            points={points.join(' ')}
            vectorEffect="non-scaling-stroke"
          />
        ))}
    </svg>
  );
}

/** Chosen shows the whole text of the node that was chosen, to read and to copy; it stays in sight while the picture is scrolled. */
function Chosen({
  node,
  spelling,
  played,
}: {
  node: NodeContent;
  spelling: HashSpelling;
  played: Played | undefined;
}) {
  const { id, title, text, hash } = node;
  const whole = hash === undefined ? (node.whole ?? text) : formatHash(hash, spelling);
  const from = id === 'data' && played ? (whole?.indexOf(played.bytes) ?? -1) : -1;
  const to = from + (played?.bytes.length ?? 0);
  return (
    <div className={styles.chosen}>
      <p className={styles.title}>{title}</p>
      {whole !== undefined && (
        <p className={styles.whole}>
          {from < 0 ? (
            <Literal text={whole} />
          ) : (
            <span>
              <Literal text={whole.slice(0, from)} />
              <mark>
                <Literal text={whole.slice(from, to)} />
              </mark>
              <Literal text={whole.slice(to)} />
            </span>
          )}
          <CopyButton
            text={whole}
            label={`Copy the ${hash !== undefined ? 'hash' : id === 'entry' ? 'key' : 'text'}`}
          />
        </p>
      )}
    </div>
  );
}
