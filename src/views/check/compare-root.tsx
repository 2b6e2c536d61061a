import { useId, useState } from 'react';
import { type Hash, parseHash } from '../../core/hash.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { countOf } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './check.module.css';

/** CompareRoot does what a file alone cannot: holds its root against one that was got elsewhere, or leads to asking the register. */
export function CompareRoot({
  root,
  logSize,
  register,
}: {
  root: Hash;
  logSize: number;
  register: RegisterId | undefined;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const other = parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  return (
    <Card title="Compare the root" note={`of ${countOf(logSize, 'entry', 'entries')}`}>
      <p className={styles['quiet']}>
        The file cannot show that its root is the one other people are shown. Type or paste the root at this
        size that you or somebody else saw.
      </p>
      <label className={styles['field']} htmlFor={id}>
        A root from elsewhere
      </label>
      <input
        id={id}
        className={styles['input']}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        placeholder="64 hexadecimal digits"
      />
      <div role="status" className={styles['compared']}>
        {text !== '' &&
          other === undefined &&
          'This is not a root: it has 64 hexadecimal digits, with or without its prefix.'}
        {other !== undefined && <Compared root={root} other={other} />}
      </div>
      {register !== undefined && (
        <p>
          <Link to={`${pathTo({ view: 'compare', register })}?size=${logSize}&root=${root}`}>
            Hold this root against the register as it is now
          </Link>
        </p>
      )}
    </Card>
  );
}

function Compared({ root, other }: { root: Hash; other: Hash }) {
  const same = root === other;
  return (
    <>
      <p className={styles['verdict']}>
        <CheckBadge state={same ? 'holds' : 'does-not-match'} />
        {same ? 'The two roots are equal.' : 'The two roots are different.'}
      </p>
      {!same && (
        <p className={styles['both']}>
          <span>in the file</span> <HashText hash={root} compareWith={other} />
          <span>elsewhere</span> <HashText hash={other} compareWith={root} />
        </p>
      )}
    </>
  );
}
