import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { CopyButton, abbreviate } from '../hash.tsx';
import { Literal } from '../literal.tsx';
import type { Finding } from './inclusion-check.ts';
import { lineOf, nextNode, nodeName, type Content, type ProofGraph, type ProofNode } from './proof-graph.ts';
import { CHANGED_SIGN, Digits, looksOf, TONES, Triangle } from './proof-node.tsx';
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
 * ProofPicture draws a proof: labels in the cells of a grid over one drawing of lines. It is one stop for
 * Tab; the arrow keys walk from node to node, and the last chosen node is shown in full under the
 * picture, to read and to copy.
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
  const { columns, width, isWide, nodes, edges, outcome } = graph;
  const total = columns.reduce((sum, column) => sum + column, 0);
  const rows = Math.max(...nodes.map(({ row }) => row)) + 1;
  const current = nodes.find(({ id }) => id === currentId) ?? nodes.find(({ id }) => id === graph.first);
  const dataHash = nodes.find(({ id }) => id === 'item-hash')?.hash;
  const lines = edges.flatMap((edge) => lineOf(graph, edge) ?? []);
  const percent = (part: number): string => `${Math.round(part * 1e6) / 1e4}%`;
  const cell = ({ row, columns: [from, to], x, align, compareWith, text, label }: ProofNode) =>
    ({
      gridRow: row + 1,
      gridColumn: align === 'at-x' ? '1 / -1' : `${from + 1} / ${to + 1}`,
      '--x': percent(x / total),
      // Enough for a letter and the digits, or for the text.
      '--width': `${(compareWith ? 21 : Math.max(8, (text ?? label ?? '').length)) * 0.42 + 1.6}rem`,
      '--turn': rows - 1 - row,
    }) as CSSProperties;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextNode(graph, event.currentTarget.dataset['node'] ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    figure.current?.querySelector<HTMLElement>(`[data-node="${next}"]`)?.focus();
  };
  return (
    <figure ref={figure} className={`${styles.figure} ${TONES}`} aria-label={graph.name} data-tone={outcome}>
      {outcome !== 'holds' && <Caption found={graph} />}
      <div
        className={styles.scroller}
        ref={scroller}
        {...(isWide && { role: 'region', 'aria-label': 'The tree, which may be wider than this page' })}
      >
        <div
          key={played?.times}
          className={styles.grid}
          data-played={played && ''}
          data-announce={
            played &&
            dataHash &&
            `${played.name} is part of the data, whose hash is ${abbreviate(dataHash)}. ${graph.caption}`
          }
          data-columns={isWide ? 'many' : columns.length}
          data-long={(isWide && rows > LONG) || undefined}
          role={isWide ? 'tree' : 'toolbar'}
          aria-orientation={isWide ? 'horizontal' : 'vertical'}
          aria-label="Arrow keys go from box to box"
          style={{
            gridTemplateColumns: columns.map((column) => `minmax(0, ${column}fr)`).join(' '),
            gridTemplateRows: `repeat(${rows}, 1fr)`,
            ['--turns' as string]: rows,
            [isWide ? 'inlineSize' : 'maxInlineSize']: `${width}rem`,
          }}
        >
          <svg
            className={styles.lines}
            viewBox={`0 0 ${total} ${rows}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {DRAWN.flatMap((kind) => lines.filter((line) => line.kind === kind)).map(
              ({ key, kind, low, points }) => (
                <polyline
                  key={key}
                  style={{ ['--turn' as string]: rows - 1 - low.row }}
                  data-kind={kind}
                  data-faint={low.faint || undefined}
                  points={points.join(' ')}
                  vectorEffect="non-scaling-stroke"
                />
              ),
            )}
          </svg>
          {lines.map(
            ({ key, mark, markAt: [x, y] }) =>
              mark !== undefined && (
                <span
                  key={key}
                  className={styles.mark}
                  style={{ insetInlineStart: percent(x / total), insetBlockStart: percent(y / rows) }}
                  aria-hidden="true"
                >
                  {mark}
                </span>
              ),
          )}
          {nodes.map((node) => {
            const { id, labelPlace, align, labelRoom } = node;
            const isChanged = changed?.has(id);
            return (
              <Fragment key={id}>
                <div className={styles.cell} data-align={align} data-label={labelPlace} style={cell(node)}>
                  <button
                    type="button"
                    {...looksOf(node)}
                    data-node={id}
                    data-faint={node.faint || undefined}
                    data-current={node === current || undefined}
                    data-changed={isChanged || undefined}
                    data-folded={node.isFold && ''}
                    tabIndex={node === current ? 0 : -1}
                    {...(isWide && { role: 'treeitem', 'aria-level': node.row + 1 })}
                    aria-label={nodeName(graph, node, isChanged)}
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
                    {isChanged && CHANGED_SIGN}
                  </button>
                  {!labelRoom && <Label node={node} />}
                </div>
                {labelRoom && (
                  <div
                    className={styles.besides}
                    data-side={labelRoom.side}
                    style={{
                      gridRow: node.row + 1,
                      marginInlineStart: percent(labelRoom.from / total),
                      marginInlineEnd: percent(1 - labelRoom.to / total),
                    }}
                  >
                    <Label node={node} />
                  </div>
                )}
              </Fragment>
            );
          })}
        </div>
      </div>
      {currentId !== undefined && current && <Chosen node={current} spelling={spelling} played={played} />}
    </figure>
  );
}

/** LONG is the most rows of a tree that have more room between them. */
const LONG = 16;

/** The kinds of lines that are drawn, the lowest first. */
const DRAWN = ['faint', 'join', 'broken', 'path'] as const;

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

/**
 * Label is the text next to a box, with the hash if the box has no room for it; the node's accessible
 * name has the same content.
 */
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
  const byMeaning = new Map<string | undefined, ProofNode>();
  // What is drawn both ways is shown as it is below a break.
  for (const node of graph.nodes)
    if (!node.faint || !byMeaning.has(node.legend)) byMeaning.set(node.legend, node);
  return (
    <ul className={`${styles.legend} ${TONES}`} data-tone={graph.outcome} aria-label="Legend">
      {[...byMeaning].map(([meaning, node]) => {
        if (meaning === undefined) return null;
        const { shape, tone, letter, source } = node;
        return (
          <li key={meaning}>
            <span
              {...looksOf({ ...node, tone: tone === 'does-not-match' ? undefined : tone })}
              data-swatch=""
              data-faint={node.faint || undefined}
              aria-hidden="true"
            >
              <Triangle shape={shape} />
              {letter ?? (source === 'unknown' && !shape.endsWith('triangle') && '?')}
            </span>
            {meaning}
          </li>
        );
      })}
      {changed && (
        <li>
          {CHANGED_SIGN}
          changed in your copy
        </li>
      )}
    </ul>
  );
}

/**
 * Chosen shows the whole text of the chosen node, to read and to copy; it stays on view
 * while the picture scrolls.
 */
function Chosen({
  node: { id, title, hash, isFold, text, whole = isFold ? undefined : text },
  spelling,
  played,
}: Pick<ProofPictureProps, 'spelling' | 'played'> & { node: Content }) {
  const shown = hash === undefined ? whole : formatHash(hash, spelling);
  const { bytes } = (id === 'data' && played) || { bytes: '' };
  const at = bytes === '' ? -1 : (shown?.indexOf(bytes) ?? -1);
  return (
    <div className={styles.chosen}>
      <p className="faint">{title}</p>
      {shown !== undefined && (
        <p className={styles.whole}>
          <span>
            <Literal text={at < 0 ? shown : shown.slice(0, at)} />
            {at >= 0 && (
              <>
                <mark>
                  <Literal text={bytes} />
                </mark>
                <Literal text={shown.slice(at + bytes.length)} />
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
