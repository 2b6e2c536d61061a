import type { Hash, HashSpelling } from '../../core/hash.ts';
import { CopyHash } from '../hash/copy-hash.tsx';
import styles from './step-row.module.css';

/** NamedHash is a hash of a step with what it is: `left, sent by the server`. */
export interface NamedHash {
  readonly name: string;
  readonly hash: Hash;
}

/** StepHashes are the hashes of an opened row of the step list, in full; before them how the leaf bytes are written. */
export function StepHashes({
  hashes,
  leafBytes,
  spelling,
}: {
  hashes: readonly NamedHash[];
  leafBytes: string | undefined;
  spelling: HashSpelling;
}) {
  return (
    <dl className={styles.hashes}>
      {leafBytes === undefined ? null : (
        <div>
          <dt>leaf bytes</dt>
          <dd>{leafBytes}</dd>
        </div>
      )}
      {hashes.map(({ name, hash }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.full}>
            <CopyHash hash={hash} spelling={spelling} digits="full" what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
