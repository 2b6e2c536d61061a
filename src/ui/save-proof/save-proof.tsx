import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../button.tsx';
import styles from './save-proof.module.css';
import type { SaveProofProps } from './save-ways.tsx';

// Fetched when the button is pointed at or focused, so that the list is there when it opens.
const SaveWays = lazy(async () => ({ default: (await import('./save-ways.tsx')).SaveWays }));

/** SaveProof opens a list of the ways in which a proof can be kept. */
export function SaveProof(proof: SaveProofProps) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [closed, setClosed] = useState(0);
  const want = () => setWanted(true);
  const anchor = `--${id}`;
  return (
    <>
      <Button
        popoverTarget={id}
        style={{ anchorName: anchor }}
        onFocus={want}
        onPointerEnter={want}
        onClick={want}
      >
        Save proof
      </Button>
      <div
        id={id}
        popover="auto"
        className={styles.menu}
        style={{ positionAnchor: anchor }}
        role="group"
        aria-label="Save proof"
        onToggle={({ newState }) => newState === 'closed' && setClosed(closed + 1)}
      >
        <Suspense>{isWanted && <SaveWays key={closed} {...proof} />}</Suspense>
      </div>
    </>
  );
}
