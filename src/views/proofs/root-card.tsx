import type { Checkpoint } from '../../core/model.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './proofs.module.css';

/** RootCard shows the register proof: the head of the log as the server publishes it now. */
export function RootCard({ register, head }: { register: RegisterId; head: Checkpoint }) {
  return (
    <Card title="Register proof" note="what the server publishes now">
      <p className={styles['root']}>
        <HashText hash={head.rootHash} digits="full" />
      </p>
      <p className={styles['explanation']}>
        The root hash of a log of {countOf(head.logSize, 'entry', 'entries')}. It is the server’s word until
        an entry, or a root you remember, leads to it.
      </p>
      <p className={styles['rootActions']}>
        <CopyButton text={head.rootHash} label="Copy the root hash">
          Copy root
        </CopyButton>
        <Link to={pathTo({ view: 'compare', register })}>Compare with another person</Link>
      </p>
    </Card>
  );
}
