import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { abbreviate } from '../hash/abbreviate.ts';
import { HashText } from '../hash/hash-text.tsx';
import type { LadderModel } from './ladder-model.ts';
import styles from './ladder-picture.module.css';
import { layoutLadders, type LadderLayout, type PlacedLadderNode } from './layout-ladder.ts';
import { moveOnLadders } from './move-on-ladders.ts';
import { NodePopover } from './node-popover.tsx';
import { inRem, placeStyle } from './place-style.ts';
import { focusNode, useOpenNode } from './use-open-node.ts';
import { useWidth } from './use-width.ts';

/** LadderPicture draws a consistency proof as two ladders. Every box is a button that shows its whole hash; the arrow keys move among them. */
export function LadderPicture({
  model,
  spelling,
  label,
  unmeasuredWidth = 720,
}: {
  model: LadderModel;
  spelling: HashSpelling;
  /** The name of the picture for a screen reader. */
  label: string;
  /** The width to draw for until the picture has been measured, in px. */
  unmeasuredWidth?: number | undefined;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage, unmeasuredWidth);
  const [currentId, setCurrent] = useState('new-root');
  const [openId, setOpen] = useOpenNode(stage);
  const layout = layoutLadders(model, width);
  const current = layout.nodes.find(({ id }) => id === currentId) ?? layout.nodes[0];
  const open = layout.nodes.find(({ id }) => id === openId);
  const move = (event: KeyboardEvent, from: PlacedLadderNode) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = moveOnLadders(layout.nodes, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    focusNode(stage.current, next.id);
  };
  return (
    <div className={styles.stage} ref={stage}>
      <figure
        className={styles.picture}
        aria-label={label}
        style={pictureStyle(layout)}
        data-tone={model.tone}
        data-letters={layout.letters || undefined}
      >
        <Lines layout={layout} />
        {layout.notes.map((note) => (
          <span key={note.id} className={styles[note.kind]} style={placeStyle(note)} aria-hidden="true">
            {note.lines.map((line, index) => (
              <span key={index}>{line}</span>
            ))}
          </span>
        ))}
        {layout.nodes.map((node) => (
          <LadderNodeButton
            key={node.id}
            node={node}
            digits={layout.digits}
            current={node === current}
            open={node === open}
            onPress={() => setOpen(node === open ? undefined : node.id)}
            onKeyDown={(event) => move(event, node)}
            onFocus={() => {
              setCurrent(node.id);
              if (node !== open) setOpen(undefined);
            }}
          />
        ))}
        {open === undefined ? null : (
          <NodePopover
            node={open}
            title={open.title}
            text={formatHash(open.hash, spelling)}
            copyLabel="Copy the hash"
            within={layout}
          />
        )}
      </figure>
    </div>
  );
}

function pictureStyle({ width, height, digitSize, labelSize }: LadderLayout): CSSProperties {
  return {
    inlineSize: inRem(width),
    blockSize: inRem(height),
    '--digits': inRem(digitSize),
    '--label': inRem(labelSize),
  } as CSSProperties;
}

function Lines({ layout }: { layout: LadderLayout }) {
  return (
    <svg className={styles.lines} viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
      {layout.links.map((link) => (
        <polyline
          key={link.id}
          className={styles[link.kind]}
          points={link.points.map((point) => point.join(' ')).join(' ')}
        />
      ))}
      {layout.numbers.map(({ id, level, x, y }) => (
        <g key={id} className={styles.number} transform={`translate(${x} ${y})`}>
          <circle r={8.5} />
          <text dy="0.36em">{level}</text>
        </g>
      ))}
    </svg>
  );
}

const LETTERS: Partial<Record<PlacedLadderNode['kind'], string>> = {
  'sent-both': 'ON',
  'sent-new': 'N',
  computed: 'C',
};

function LadderNodeButton({
  node,
  digits,
  current,
  open,
  onPress,
  onKeyDown,
  onFocus,
}: {
  node: PlacedLadderNode;
  digits: LadderLayout['digits'];
  current: boolean;
  open: boolean;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
}) {
  const { hash, compareWith, label, kind } = node;
  const letter = LETTERS[kind];
  const whole = digits === 'short' || letter === undefined;
  return (
    <>
      <button
        type="button"
        className={styles.node}
        style={placeStyle(node)}
        data-node={node.id}
        data-kind={kind}
        data-differs={compareWith !== undefined || undefined}
        tabIndex={current ? 0 : -1}
        aria-label={`${abbreviate(hash, compareWith === undefined ? 'short' : 'long')}, ${node.title}`}
        aria-expanded={open}
        onClick={onPress}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {letter !== undefined && (
          <span className={styles.letter} aria-hidden="true">
            {letter}
          </span>
        )}
        {whole ? (
          <HashText hash={hash} {...(compareWith === undefined ? {} : { compareWith })} />
        ) : (
          <span title={hash}>{hash.slice(0, 6)}</span>
        )}
      </button>
      {label === undefined ? null : (
        <span className={styles.label} style={placeStyle(label)} aria-hidden="true">
          {label.lines.map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </span>
      )}
    </>
  );
}
