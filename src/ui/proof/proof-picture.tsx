import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { abbreviate, HashText } from '../hash/hash-text.tsx';
import { CopyButton } from '../hash/copy-button.tsx';
import { Literal } from '../literal.tsx';
import { OUTCOME_SIGN } from './inclusion-check.ts';
import type { ProofGraph, ProofLink, ProofNode } from './proof-graph.ts';
import styles from './proof-picture.module.css';

interface ProofPictureProps {
  readonly graph: ProofGraph;
  /** The spelling in which hashes are shown in full and copied. */
  readonly spelling: HashSpelling;
  /** The least width of the picture in rem, where it scrolls in its own box. */
  readonly width?: number | undefined;
  /** The box that scrolls. */
  readonly scroller?: RefObject<HTMLDivElement | null> | undefined;
  readonly onPress?: ((node: ProofNode) => void) | undefined;
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
export function ProofPicture({
  graph,
  spelling,
  width,
  scroller,
  onPress,
  changed,
  played,
}: ProofPictureProps) {
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
  const nodes = graph.nodes;
  const current =
    nodes.find(({ id }) => id === currentId) ?? nodes.find(({ id }) => id === graph.first) ?? nodes[0];
  const move = (event: KeyboardEvent, from: ProofNode) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = (from.neighbours as Partial<Record<string, string>>)[event.key];
    if (next === undefined) return;
    event.preventDefault();
    figure.current?.querySelector<HTMLElement>(`[data-node="${next}"]`)?.focus();
  };
  return (
    <figure ref={figure} className={styles.figure} aria-label={graph.name} data-tone={graph.tone}>
      <p className={styles.caption}>
        <span aria-hidden="true">{OUTCOME_SIGN[graph.outcome]} </span>
        {graph.caption}
      </p>
      <div
        className={styles.scroller}
        ref={scroller}
        {...(width === undefined
          ? {}
          : { role: 'region', 'aria-label': 'The tree, which may be wider than this page' })}
      >
        <div
          key={played?.times}
          className={styles.grid}
          data-played={played && ''}
          style={gridStyle(graph, width)}
          data-columns={width === undefined ? graph.columns.length : 'many'}
        >
          <Lines graph={graph} />
          {nodes.map((node) => (
            <NodeCell
              key={node.id}
              node={node}
              total={totalOf(graph.columns)}
              current={node === current}
              changed={changed?.has(node.id) === true}
              onKeyDown={(event) => move(event, node)}
              onFocus={() => setCurrent(node.id)}
              onPress={() => {
                setCurrent(node.id);
                onPress?.(node);
              }}
            />
          ))}
        </div>
      </div>
      {currentId !== undefined && current && <Chosen node={current} spelling={spelling} played={played} />}
    </figure>
  );
}

function totalOf(columns: readonly number[]): number {
  return columns.reduce((sum, column) => sum + column, 0);
}

function gridStyle({ columns, rows }: ProofGraph, width: number | undefined): CSSProperties {
  return {
    gridTemplateColumns: columns.map((column) => `minmax(0, ${column}fr)`).join(' '),
    gridTemplateRows: `repeat(${rows}, 1fr)`,
    '--rows': rows,
    ...(width === undefined ? {} : { inlineSize: `${width}rem` }),
  } as CSSProperties;
}

const LINK_ORDER: Record<ProofLink['kind'], number> = { faint: 0, join: 1, broken: 2, path: 3 };

/** Lines are drawn in units of columns and rows and stretched over the grid, whose rows are of equal height. */
function Lines({ graph }: { graph: ProofGraph }) {
  const { columns, rows, links, marks } = graph;
  const total = totalOf(columns);
  return (
    <>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${total} ${rows}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {links
          .toSorted((one, other) => LINK_ORDER[one.kind] - LINK_ORDER[other.kind])
          .map(({ id, kind, points }) => (
            <polyline
              key={id}
              data-kind={kind}
              points={points.map((point) => point.join(' ')).join(' ')}
              vectorEffect="non-scaling-stroke"
            />
          ))}
      </svg>
      {marks.map(({ id, kind, text, x, y }) => (
        <span
          key={id}
          className={styles.mark}
          data-kind={kind}
          style={{ insetInlineStart: percent(x / total), insetBlockStart: percent(y / rows) }}
          aria-hidden="true"
        >
          {text}
        </span>
      ))}
    </>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 1e6) / 1e4}%`;
}

function NodeCell({
  node,
  total,
  current,
  changed,
  onKeyDown,
  onFocus,
  onPress,
}: {
  node: ProofNode;
  /** The width of all columns. */
  total: number;
  /** Whether Tab reaches it. */
  current: boolean;
  changed: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onPress: () => void;
}) {
  const { label = [], labelPlace, shape } = node;
  const lines = label.map((line) => <span key={line}>{line}</span>);
  return (
    <div
      className={styles.cell}
      data-align={node.align}
      data-label={labelPlace}
      style={
        {
          gridRow: node.row + 1,
          gridColumn: `${node.columns[0] + 1} / ${node.columns[1] + 1}`,
          '--x': percent(node.x / total),
          '--row': node.row,
        } as CSSProperties
      }
    >
      <button
        type="button"
        className={styles.node}
        data-node={node.id}
        data-shape={shape}
        data-source={node.source}
        data-letter={node.letter}
        data-tone={node.tone}
        data-faint={node.faint}
        data-current={current || undefined}
        data-changed={changed || undefined}
        tabIndex={current ? 0 : -1}
        aria-label={nodeName(node, changed)}
        aria-expanded={node.expanded}
        onClick={onPress}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {(shape === 'triangle' || shape === 'cut-triangle') && <Triangle cut={shape === 'cut-triangle'} />}
        <Digits node={node} />
        {labelPlace === 'inside' && <span className={styles.inside}>{lines}</span>}
        {changed && <span className={styles.changed}>Δ</span>}
      </button>
      {label.length > 0 && labelPlace !== 'inside' && (
        <span className={styles.label} aria-hidden="true">
          {lines}
        </span>
      )}
    </div>
  );
}

/** nodeName is the name of a node for a screen reader; it begins with what the box shows. */
function nodeName({ hash, text, compareWith, title, note = '' }: ProofNode, changed: boolean): string {
  const shown =
    hash === undefined ? '' : `${abbreviate(hash, compareWith === undefined ? 'short' : 'long')}, `;
  const said = text ?? title;
  return `${changed ? 'Changed: ' : ''}${shown}${said}${note === '' ? '' : `, ${note}`}`;
}

function Digits({ node: { letter, hash, text, compareWith, source } }: { node: ProofNode }) {
  if (text !== undefined)
    return (
      <span className={styles.text}>
        <Literal text={text} most={300} />
      </span>
    );
  return (
    <span className={styles.digits}>
      {letter !== undefined && (
        <span className={styles.letter} aria-hidden="true">
          {letter}
        </span>
      )}
      {hash === undefined ? (
        source === 'unknown' && '?'
      ) : compareWith === undefined ? (
        // Where there is no room for its end, the first six digits stand for it.
        <span title={hash}>
          {hash.slice(0, 6)}
          <span className={styles.tail}>…{hash.slice(-4)}</span>
        </span>
      ) : (
        <HashText hash={hash} compareWith={compareWith} />
      )}
    </span>
  );
}

/** Triangle is the outline of a folded subtree; one that is not full has its right corner cut off. */
function Triangle({ cut }: { cut: boolean }) {
  return (
    <svg className={styles.triangle} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={cut ? '50,1 88,76 88,99 1,99' : '50,1 99,99 1,99'} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Chosen shows the whole text of the node that was chosen, to read and to copy; it stays in sight while the picture is scrolled. */
function Chosen({
  node,
  spelling,
  played,
}: {
  node: ProofNode;
  spelling: HashSpelling;
  played: Played | undefined;
}) {
  const { id, title, text, hash } = node;
  const whole = hash === undefined ? (node.whole ?? text) : formatHash(hash, spelling);
  const marked = id === 'data' && played ? (whole?.indexOf(played.bytes) ?? -1) : -1;
  const end = marked + (played?.bytes.length ?? 0);
  return (
    <div className={styles.chosen}>
      <p className={styles.title}>{title}</p>
      {whole !== undefined && (
        <p className={styles.whole}>
          {marked < 0 ? (
            <Literal text={whole} />
          ) : (
            <span>
              <Literal text={whole.slice(0, marked)} />
              <mark>
                <Literal text={whole.slice(marked, end)} />
              </mark>
              <Literal text={whole.slice(end)} />
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

/** ProofLegend says what the shapes of a picture mean: those that are in it. */
export function ProofLegend({ graph }: { graph: ProofGraph }) {
  const byMeaning = new Map(
    graph.nodes.flatMap((node) => (node.legend === undefined ? [] : [[node.legend, node] as const])),
  );
  return (
    <ul className={styles.legend} data-tone={graph.tone} aria-label="Legend">
      {[...byMeaning].map(([meaning, { shape, source, letter, tone }]) => (
        <li key={meaning}>
          <span
            className={styles.node}
            data-swatch=""
            data-shape={shape}
            data-source={source}
            data-letter={letter}
            data-tone={tone === 'bad' ? undefined : tone}
            aria-hidden="true"
          >
            {shape === 'triangle' || shape === 'cut-triangle' ? (
              <Triangle cut={shape === 'cut-triangle'} />
            ) : (
              (letter ?? (source === 'unknown' && '?'))
            )}
          </span>
          {meaning}
        </li>
      ))}
    </ul>
  );
}
