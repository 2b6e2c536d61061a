import { useRef, useState, type CSSProperties } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import { formatNumber } from '../format.ts';
import { layoutPath, type PathLayout } from './layout-path.ts';
import type { NodeEntry } from './node-text.ts';
import { PathHands } from './path-hands.tsx';
import { PathLines } from './path-lines.tsx';
import { pathModel, type PathInput, type PathModel } from './path-model.ts';
import { PathNodeButton } from './path-node-button.tsx';
import styles from './path-picture.module.css';
import { inRem, placeStyle } from './place-style.ts';
import { useWidth } from './use-width.ts';
import { OUTCOME_SIGN, pathLabel } from './words.ts';
import { isolated } from '../literal.tsx';

interface PathPictureProps extends PathInput {
  /** The entry at the foot of the path. */
  readonly leafLabel: NodeEntry;
  /** The spelling in which hashes are shown in full and copied; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** The line of the step list that is pointed at: 0 the leaf, k step k, steps + 1 the comparison of the roots. */
  readonly activeLevel?: number | undefined;
  readonly onActiveLevel?: ((level: number | undefined) => void) | undefined;
  /** The width to draw for until the picture has been measured, in px. */
  readonly unmeasuredWidth?: number | undefined;
}

/** The whole path is shown within this time, however long it is. */
const LONGEST_RISE_MS = 700;
const LONGEST_BEAT_MS = 60;

/**
 * PathPicture draws the way from an entry to the root, bottom-up, from the verifier's steps alone: the computed hashes on a spine,
 * each hash that the server sent at its true side. Every box is a button that shows its whole text; the arrow keys move along the path.
 */
export function PathPicture(props: PathPictureProps) {
  const { steps, leafLabel, verdict, activeLevel, onActiveLevel } = props;
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage, props.unmeasuredWidth ?? 760);
  const [currentId, setCurrent] = useState('entry');
  const [openId, setOpen] = useState<string>();
  const model = pathModel(props);
  const layout = layoutPath(
    model,
    width,
    `Entry ${formatNumber(leafLabel.entryNumber)} · key ${isolated(leafLabel.key)}`,
  );
  const current = layout.nodes.find((node) => node.id === currentId) ?? layout.nodes[0];
  return (
    <div className={styles.stage} ref={stage}>
      <figure
        aria-label={pathLabel(leafLabel.entryNumber, steps.length, verdict, props.rootHolds)}
        className={styles.picture}
        style={pictureStyle(layout, model)}
        data-tone={model.tone}
        data-digits={layout.frame.digitSize}
        data-letters={layout.frame.letters || undefined}
      >
        <PathLines layout={layout} activeLevel={activeLevel} />
        <RootWords layout={layout} model={model} />
        {layout.nodes.map((node) => (
          <PathNodeButton
            key={node.id}
            node={node}
            entry={leafLabel}
            comparedWith={model.compared.get(node.id)}
            current={node === current}
            active={activeLevel !== undefined && node.levels.includes(activeLevel)}
            open={node.id === openId}
            onPress={() => setOpen(node.id === openId ? undefined : node.id)}
            onFocus={() => {
              setCurrent(node.id);
              if (node.id !== openId) setOpen(undefined);
            }}
            onPoint={(pointed) => onActiveLevel?.(pointed ? node.levels.at(-1) : undefined)}
          />
        ))}
        <PathHands
          stage={stage}
          layout={layout}
          entry={leafLabel}
          spelling={props.spelling ?? 'item'}
          openId={openId}
          onOpen={setOpen}
        />
      </figure>
    </div>
  );
}

function pictureStyle(layout: PathLayout, model: PathModel): CSSProperties {
  const beat = Math.min(LONGEST_BEAT_MS, LONGEST_RISE_MS / (model.rootRow + 1));
  return {
    inlineSize: inRem(layout.width),
    blockSize: inRem(layout.height),
    '--beat': `${Math.round(beat)}ms`,
  } as CSSProperties;
}

function RootWords({ layout, model }: { layout: PathLayout; model: PathModel }) {
  return (
    <>
      <p
        className={styles.caption}
        data-align={layout.caption.align}
        style={placeStyle(layout.caption, model.rootRow)}
      >
        <span>
          <span aria-hidden="true">{OUTCOME_SIGN[model.outcome]} </span>
          {model.caption}
        </span>
      </p>
      {layout.notes.map((note) => (
        <span
          key={note.text}
          className={styles[note.kind]}
          data-align={note.align}
          style={placeStyle(note, model.rootRow)}
          aria-hidden="true"
        >
          {note.text}
        </span>
      ))}
    </>
  );
}
