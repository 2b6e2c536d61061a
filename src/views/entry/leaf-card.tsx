import type { EntryCheck } from '../../verify/protocol.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { hexOf, leafText } from '../../ui/proof/leaf-bytes.ts';
import styles from './entry.module.css';
import { Literal } from '../../ui/literal.tsx';

/** LeafCard shows the very bytes that stand for this entry in the tree, and their hash. */
export function LeafCard({ check }: { check: EntryCheck }) {
  const { leafBytes, leafHash } = check;
  if (leafBytes === undefined || leafHash === undefined) return null;
  const text = leafText(leafBytes);
  return (
    <div className={styles['leaf']}>
      <Card title="Leaf" note={`${countOf(leafBytes.length, 'byte')} hashed as H(00 ‖ leaf bytes)`}>
        <p className={styles['rule']}>Leaf rule: {check.leafRuleTitle}.</p>
        <pre
          className={styles['bytes']}
          tabIndex={0}
          aria-label={text === undefined ? 'Leaf bytes in hexadecimal' : 'Leaf bytes as text'}
        >
          {text === undefined ? hexOf(leafBytes) : <Literal text={text} />}
        </pre>
        <p className={styles['hash']}>
          Leaf hash <HashText hash={leafHash} digits="full" />
          <CopyButton text={leafHash} label="Copy the leaf hash" />
        </p>
      </Card>
    </div>
  );
}
