import { type ComponentProps, lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { SaveWays as Ways } from './save-ways.tsx';
import styles from './save-proof.module.css';

// Fetched when the button is pointed at or focused, so that the list is there when it opens.
const SaveWays = lazy(async () => ({ default: (await import('./save-ways.tsx')).SaveWays }));

type Checks = ComponentProps<typeof Ways>;

/** SaveProof opens a list of the ways in which the proof of an entry can be kept with its data; disabled until both checks are made. */
export function SaveProof({ entry, data }: { [Part in keyof Checks]: Checks[Part] | undefined }) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [closed, setClosed] = useState(0);
  const want = () => setWanted(true);
  const anchor = `--${id}`;
  const isThere = entry !== undefined && data !== undefined;
  return (
    <>
      <Button
        disabled={!isThere}
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
        <Suspense>{isWanted && isThere && <SaveWays key={closed} entry={entry} data={data} />}</Suspense>
      </div>
    </>
  );
}
