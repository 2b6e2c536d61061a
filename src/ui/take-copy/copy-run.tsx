import { Button } from '../button.tsx';
import { formatBytes, formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import type { CopyChoice, CopyDone, CopyWriting } from './copy-desk.ts';
import { counted } from './copy-words.ts';
import styles from './take-copy.module.css';

/** CopyProgress follows the writing of a file. */
export function CopyProgress({ run: { rows, of, bytes }, onStop }: { run: CopyWriting; onStop: () => void }) {
  return (
    <div className={styles['run']}>
      <progress max={Math.max(1, of)} value={rows} aria-label="Writing the file" />
      <p>
        {formatNumber(rows)} of {formatNumber(of)}, {formatBytes(bytes)}
      </p>
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

/** CopyWritten says what was saved, and offers its manifest. */
export function CopyWritten({
  run: { name, rows, bytes, sha256 },
  what,
  saved,
  onManifest,
  onAnother,
}: {
  run: CopyDone;
  what: CopyChoice['what'];
  /** The manifest was saved with it. */
  saved: boolean;
  onManifest: () => void;
  onAnother: () => void;
}) {
  return (
    <div className={styles['done']}>
      <p role="status">
        Saved {name}: {counted(what, rows)}, {formatBytes(bytes)}.
        {saved ? ' Its manifest was saved with it.' : ''}
      </p>
      <p>
        SHA-256 <HashText hash={sha256} digits="full" />
      </p>
      <p className={styles['actions']}>
        <Button kind={saved ? 'plain' : 'strong'} onClick={onManifest}>
          {saved ? 'Save the manifest again' : 'Save its manifest'}
        </Button>
        <Button onClick={onAnother}>Take another</Button>
      </p>
      <p className={styles['worth']}>
        The manifest tells the register’s address, log size, root, what was verified, when, and this hash.
      </p>
    </div>
  );
}
