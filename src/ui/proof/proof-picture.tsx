import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { Literal } from '../literal.tsx';
import type { Finding } from './inclusion-check.ts';
import { corners, nextNode, type Content, type ProofGraph, type ProofNode } from './proof-graph.ts';
import { ChangedSign, Digits, looksOf, nodeName, Ticks, TONES, Triangle } from './proof-node.tsx';
import styles from './proof-picture.module.css';

/** PlayedValue is a value of the data whose path to the root is played; a new object plays it again. */
export interface PlayedValue {
  readonly name: string;
  /** Its text in the hashed bytes. */
  readonly bytes: string;
  readonly times: number;
}

interface ProofPictureProps {
  readonly graph: ProofGraph;
  /** The spelling in which hashes are shown in full and copied. */
  readonly spelling: HashSpelling;
  /** The box that scrolls, where the picture is wide. */
  readonly scroller?: RefObject<HTMLDivElement | null> | undefined;
  readonly onPress?: ((id: string) => void) | undefined;
  /** The nodes that differ from what the server sent. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** A value whose path to the root is played, box by box from the bottom. */
  readonly played?: PlayedValue | undefined;
}

/**
 * ProofPicture draws a proof: labels in the cells of a grid over one drawing of lines. It is one stop for Tab; the arrow keys walk from node to node, and the last chosen
 * node is shown in full under the picture, to read and to copy.
 */
export function ProofPicture({ graph, spelling, scroller, onPress, changed, played }: ProofPictureProps) {
  const figure = useRef<HTMLElement>(null);
  const [currentId, setCurrent] = useState<string>();
  const [shown, setShown] = useState<PlayedValue>();
  if (played !== shown) {
    setShown(played);
    if (played) setCurrent('data');
  }
  useEffect(() => {
    if (played) figure.current?.querySelector('[data-played]')?.scrollIntoView({ block: 'nearest' });
  }, [played]);
  const { columns, width, isWide, nodes, edges, tone } = graph;
  const total = columns.reduce((sum, column) => sum + column, 0);
  const rows = Math.max(...nodes.map(({ row }) => row)) + 1;
  const fold = nodes.find(({ folded }) => folded);
  const folded = (fold?.folded?.length ?? 1) - 1;
  /** The turn at which a row is played, from the bottom, folded ones included. */
  const turnOf = (row: number): number => rows - 1 - row + (fold && row < fold.row ? folded : 0);
  const current = nodes.find(({ id }) => id === currentId) ?? nodes.find(({ id }) => id === graph.first);
  const percent = (part: number): string => `${Math.round(part * 1e6) / 1e4}%`;
  const cell = ({ row, columns: [from, to], x, align, compareWith, text, label }: ProofNode) =>
    ({
      gridRow: row + 1,
      gridColumn: align === 'at-x' ? '1 / -1' : `${from + 1} / ${to + 1}`,
      '--x': percent(x / total),
      // Enough for a letter and the digits, or for the text.
      '--width': `${(compareWith ? 21 : Math.max(8, (text ?? label ?? '').length)) * 0.42 + 1.6}rem`,
      '--turn': turnOf(row),
    }) as CSSProperties;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextNode(graph, event.currentTarget.dataset['node'] ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    figure.current?.querySelector<HTMLElement>(`[data-node="${next}"]`)?.focus();
  };
  return (
    <figure ref={figure} className={`${styles.figure} ${TONES}`} aria-label={graph.name} data-tone={tone}>
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
          data-columns={isWide ? 'many' : columns.length}
          style={{
            gridTemplateColumns: columns.map((column) => `minmax(0, ${column}fr)`).join(' '),
            gridTemplateRows: `repeat(${rows}, 1fr)`,
            ['--turns' as string]: rows + folded,
            [isWide ? 'inlineSize' : 'maxInlineSize']: `${width}rem`,
          }}
        >
          <svg
            className={styles.lines}
            viewBox={`0 0 ${total} ${rows}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {['faint', 'join', 'broken', 'path'].flatMap((drawn) =>
              edges.map((edge) => {
                if (edge.kind !== drawn) return null;
                const turns = corners(graph, edge);
                const points = turns.join(' ');
                return (
                  <polyline
                    key={points}
                    style={{ ['--turn' as string]: turnOf(Math.floor(turns[0]?.[1] ?? 0)) }}
                    data-kind={drawn}
                    data-faint={nodes.find(({ id }) => id === edge.from)?.faint || undefined}
                    points={points}
                    vectorEffect="non-scaling-stroke"
                  />
                );
              }),
            )}
          </svg>
          {edges.map((edge) => {
            if (edge.mark === undefined) return null;
            const turns = corners(graph, edge);
            const [[fromX, fromY] = [0, 0], [x, y] = [0, 0]] =
              turns.length > 2 ? [turns[2], turns[2]] : turns;
            return (
              <span
                key={`${edge.from} ${edge.to}`}
                className={styles.mark}
                data-kind={edge.kind}
                style={{
                  insetInlineStart: percent((fromX + x) / 2 / total),
                  insetBlockStart: percent((fromY + y) / 2 / rows),
                }}
                aria-hidden="true"
              >
                {edge.mark}
              </span>
            );
          })}
          {nodes.map((node) => {
            const { id, labelPlace, align } = node;
            const isChanged = changed?.has(id);
            return (
              <div
                key={id}
                className={styles.cell}
                data-align={align}
                data-label={labelPlace}
                style={cell(node)}
              >
                <button
                  type="button"
                  {...looksOf(node)}
                  data-node={id}
                  data-faint={node.faint || undefined}
                  data-current={node === current || undefined}
                  data-changed={isChanged || undefined}
                  data-folded={node.folded && ''}
                  tabIndex={node === current ? 0 : -1}
                  aria-label={`${isChanged ? 'Changed: ' : ''}${nodeName(node)}`}
                  aria-expanded={node.expanded}
                  onClick={() => {
                    setCurrent(id);
                    onPress?.(id);
                  }}
                  onKeyDown={onKeyDown}
                  onFocus={() => setCurrent(id)}
                >
                  <Triangle shape={node.shape} />
                  {align !== 'fill' && <Digits node={node} />}
                  {played && node.folded && <Ticks nodes={node.folded} turn={turnOf(node.row)} />}
                  {isChanged && <ChangedSign />}
                </button>
                {labelPlace !== 'over' && <Label node={node} />}
              </div>
            );
          })}
          {nodes.map(
            (node) =>
              node.labelPlace === 'over' && (
                <div
                  key={`${node.id} label`}
                  className={styles.cell}
                  data-align="at-x"
                  data-label="over"
                  style={cell({ ...node, align: 'at-x' })}
                >
                  <Label node={node} />
                </div>
              ),
          )}
        </div>
      </div>
      {currentId !== undefined && current && <Chosen node={current} spelling={spelling} played={played} />}
    </figure>
  );
}

const SIGNS = { holds: '✓', 'does-not-match': '✕', 'cannot-check': '?', 'not-checked': '–' } as const;

/** Caption shows the result in a sentence. */
export function Caption({ found }: { found: Finding }) {
  return (
    <p className={styles.caption}>
      <span aria-hidden="true">{SIGNS[found.outcome]} </span>
      {found.caption}
    </p>
  );
}

/** Label is the text next to a box, with the hash if the box has no room for it; the node's accessible name has the same content. */
function Label({ node }: { node: ProofNode }) {
  if (node.label === undefined) return null;
  return (
    <span className={styles.label} aria-hidden="true">
      {node.align === 'fill' && <Digits node={node} />}
      <span>{node.label}</span>
    </span>
  );
}

/** ProofLegend explains the shapes of a picture, and its mark for changes. */
export function ProofLegend({ graph, changed }: Pick<ProofPictureProps, 'graph' | 'changed'>) {
  const byMeaning = new Map(graph.nodes.map((node) => [node.legend, node]));
  return (
    <ul className={`${styles.legend} ${TONES}`} data-tone={graph.tone} aria-label="Legend">
      {[...byMeaning].map(([meaning, node]) => {
        if (meaning === undefined) return null;
        const { shape, tone, letter, source } = node;
        return (
          <li key={meaning}>
            <span
              {...looksOf({ ...node, tone: tone === 'bad' ? undefined : tone })}
              data-swatch=""
              aria-hidden="true"
            >
              <Triangle shape={shape} />
              {!shape.endsWith('triangle') && (letter ?? (source === 'unknown' && '?'))}
            </span>
            {meaning}
          </li>
        );
      })}
      {changed && (
        <li>
          <ChangedSign />
          changed in your copy
        </li>
      )}
    </ul>
  );
}

interface ChosenProps extends Pick<ProofPictureProps, 'spelling' | 'played'> {
  readonly node: Content;
}

/** Chosen shows the whole text of the chosen node, to read and to copy; it stays on view while the picture scrolls. */
function Chosen({ node, spelling, played }: ChosenProps) {
  const { id, title, hash, folded } = node;
  const { whole = folded ? undefined : node.text } = node;
  const shown = hash === undefined ? whole : formatHash(hash, spelling);
  const [before = '', ...after] = id === 'data' && played ? (shown?.split(played.bytes) ?? []) : [shown];
  return (
    <div className={styles.chosen}>
      <p className="fine-quiet">{title}</p>
      {shown !== undefined && (
        <p className={styles.whole}>
          <span>
            <Literal text={before} />
            {after.length > 0 && (
              <>
                <mark>
                  <Literal text={played?.bytes ?? ''} />
                </mark>
                <Literal text={after.join(played?.bytes)} />
              </>
            )}
          </span>
          <CopyButton
            text={shown}
            label={`Copy the ${hash !== undefined ? 'hash' : id === 'entry' ? 'key' : 'text'}`}
          />
        </p>
      )}
    </div>
  );
}
