import type { CSSProperties } from 'react';
import { CopyButton } from '../hash/copy-button.tsx';
import styles from './node-popover.module.css';
import { inRem } from './place-style.ts';
import type { Rect } from './placed.ts';
import { Literal } from '../literal.tsx';

interface NodePopoverProps {
  /** The box beside which it stands. */
  readonly node: Rect;
  readonly title: string;
  /** Shown in full, and copied. */
  readonly text: string;
  readonly copyLabel: string;
  /** The picture in which it stands. */
  readonly within: { readonly width: number; readonly height: number };
}

const WIDEST = 330;
const ROOM = 120;
const AWAY = 8;

/** NodePopover shows the whole text of a node beside it, to read and to copy. */
export function NodePopover({ node, title, text, copyLabel, within }: NodePopoverProps) {
  return (
    <div className={styles.popover} style={placeNear(node, within)} data-opened="">
      <p className={styles.title}>
        {title}
        <CopyButton text={text} label={copyLabel} />
      </p>
      <p className={styles.text}>
        <Literal text={text} />
      </p>
    </div>
  );
}

/** placeNear puts the popover under its node, or over it at the foot of the picture, and never beyond the sides. */
function placeNear(node: Rect, within: NodePopoverProps['within']): CSSProperties {
  const width = Math.min(WIDEST, within.width);
  const left = Math.max(0, Math.min(within.width - width, node.x + (node.width - width) / 2));
  const under = node.y + node.height + AWAY;
  const place: CSSProperties = { insetInlineStart: inRem(left), inlineSize: inRem(width) };
  return under + ROOM <= within.height
    ? { ...place, insetBlockStart: inRem(under) }
    : { ...place, insetBlockEnd: inRem(within.height - node.y + AWAY) };
}
