import { useEffect, type RefObject } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import type { PathLayout } from './layout-path.ts';
import { moveAlong } from './move-along.ts';
import { NodePopover } from './node-popover.tsx';
import { nodeTitle, type NodeEntry } from './node-text.ts';
import { RememberedRoot } from './remembered-root.tsx';
import { focusNode, useLeaving } from './use-open-node.ts';

interface PathHandsProps {
  /** The element around the picture. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly layout: PathLayout;
  readonly entry: NodeEntry;
  readonly spelling: HashSpelling;
  readonly openId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

/** PathHands is what a drawn path does when it is touched: the arrow keys walk along it, and an opened box shows its whole text. Under an alarm it shows the remembered root. */
export function PathHands({ stage, layout, entry, spelling, openId, onOpen }: PathHandsProps) {
  const { nodes } = layout;
  useLeaving(stage, openId, onOpen);
  useEffect(() => {
    const picture = stage.current;
    const move = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const id = event.target instanceof HTMLElement ? event.target.dataset['node'] : undefined;
      const from = nodes.find((node) => node.id === id);
      const next = from && moveAlong(nodes, from, event.key);
      if (next === undefined) return;
      event.preventDefault();
      focusNode(picture, next.id);
    };
    picture?.addEventListener('keydown', move);
    return () => picture?.removeEventListener('keydown', move);
  }, [stage, nodes]);
  const open = nodes.find((node) => node.id === openId);
  const root = nodes.find(({ kind }) => kind === 'published' || kind === 'root')?.hash;
  return (
    <>
      {root !== undefined && <RememberedRoot published={root} narrow={layout.frame.labels === 'under'} />}
      {open !== undefined && (
        <NodePopover
          node={open}
          title={nodeTitle(open, entry)}
          text={open.hash === undefined ? entry.key : formatHash(open.hash, spelling)}
          copyLabel={open.hash === undefined ? 'Copy the key' : 'Copy the hash'}
          within={layout}
        />
      )}
    </>
  );
}
