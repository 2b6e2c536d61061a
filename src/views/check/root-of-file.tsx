import { useId, useState } from 'react';
import { type Hash, parseHash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { RememberedHead } from '../../query/remembered-query.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './check.module.css';

const entries = (count: number): string => countOf(count, 'entry', 'entries');

/** rootCheck words whether the root hash in a file is the register's: the file's word, unless the register showed this browser that root hash at that very size. */
export function rootCheck(inFile: Checkpoint, remembered: RememberedHead | null | undefined): NamedCheck {
  const id = 'root';
  if (!remembered || remembered.logSize !== inFile.logSize) {
    if (remembered?.rootHash === inFile.rootHash)
      return {
        id,
        state: 'does-not-match',
        title: 'This browser remembers this root hash for another log size',
        detail: `It remembers it for ${entries(remembered.logSize)}; the file says ${entries(inFile.logSize)}. A root hash belongs to one size: one of the two numbers is wrong.`,
      };
    const remembers =
      remembered &&
      ` This browser remembers a root hash of this register, of ${entries(remembered.logSize)}. Only the register can show whether both belong to one log.`;
    return {
      id,
      state: 'not-checked',
      title: 'The root hash is only stated by this file',
      detail: `Compare it with one that you trust: one that you or somebody else saw.${remembers ?? ''}`,
    };
  }
  const { importedAtMs, lastSeenMs } = remembered;
  const imported = importedAtMs !== undefined;
  const day = formatDay(new Date(importedAtMs ?? lastSeenMs).toISOString());
  const same = remembered.rootHash === inFile.rootHash;
  // Whoever made two files can make them agree, so that a root hash out of another file never makes this one hold.
  if (same && imported)
    return {
      id,
      state: 'not-checked',
      title: 'The root hash is the one imported from another file',
      detail: `This browser remembers the same root hash for ${entries(inFile.logSize)}, imported from a file on ${day}. Two files agree; the register has not shown it to this browser. Open the register to compare.`,
    };
  if (same)
    return {
      id,
      state: 'holds',
      title: 'This browser remembers the same root hash',
      detail: `The register showed it to this browser on ${day}, for ${entries(inFile.logSize)}. What other people are shown is not in the file.`,
    };
  return {
    id,
    state: 'does-not-match',
    title: imported
      ? 'The root hash is not the one imported from another file'
      : 'The root hash is not the one this browser remembers',
    detail: (
      <>
        {imported ? `Imported from a file on ${day}: ` : `Shown to this browser on ${day}: `}
        <HashText hash={remembered.rootHash} compareWith={inFile.rootHash} />. In this file:{' '}
        <HashText hash={inFile.rootHash} compareWith={remembered.rootHash} />. A log has one root hash at each
        size{imported ? ', so one of the two files is not of this log' : ''}.
      </>
    ),
  };
}

/** CompareRoot does what a file alone cannot: compares its root hash with one that was got elsewhere, or leads to asking the register. */
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
    <Card title="Compare the root hash" note={`of ${entries(logSize)}`}>
      <p className={styles['quiet']}>
        Type or paste the root hash that you or somebody else saw at this size.
      </p>
      <label className={styles['field']} htmlFor={id}>
        Root hash from elsewhere
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
          'This is not a root hash: it has 64 hexadecimal digits, with or without its prefix.'}
        {other !== undefined && <Compared root={root} other={other} />}
      </div>
      {register !== undefined && (
        <p>
          <Link to={comparePath(register, { logSize, rootHash: root })}>Compare with the register now</Link>
        </p>
      )}
    </Card>
  );
}

/** comparePath is the page on which a head is compared with the register as it is now. */
export function comparePath(register: RegisterId, { logSize, rootHash }: Checkpoint): string {
  return `${pathTo({ view: 'compare', register })}?size=${logSize}&root=${rootHash}`;
}

function Compared({ root, other }: { root: Hash; other: Hash }) {
  const same = root === other;
  return (
    <>
      <p className={styles['verdict']}>
        <CheckBadge state={same ? 'holds' : 'does-not-match'} />
        {same ? 'The two root hashes are equal.' : 'The two root hashes are different.'}
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
