import { CheckBadge } from '../../ui/check-badge.tsx';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { NAME } from '../../ui/show-more.tsx';
import { isUnset } from '../../ui/value.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import styles from './items.module.css';

/** ItemRow is one item in a list: its hash, its first values read back out of the hashed bytes, and whether it matches. */
export function ItemRow({ register, check }: { register: RegisterId; check: ItemCheck }) {
  const values = [...check.item].filter(([, value]) => !isUnset(value)).slice(0, 4);
  const title =
    check.verdict.outcome === 'holds'
      ? 'matches its hash'
      : check.verdict.outcome === 'does-not-match'
        ? 'does not match its hash'
        : 'could not be checked';
  return (
    <li className={styles['row']}>
      <Link className={styles['hash']} to={pathTo({ view: 'item', register, hash: check.expected })}>
        {abbreviate(check.expected)}
      </Link>
      <span className={styles['values']}>
        {values.map(([name, value]) => (
          <span key={name}>
            <span className={styles['name']}>
              <Literal text={name} most={NAME} />:
            </span>{' '}
            <Literal text={typeof value === 'string' ? value : (value?.join(', ') ?? '')} most={300} />
          </span>
        ))}
      </span>
      <CheckBadge state={check.verdict.outcome} label={title} />
    </li>
  );
}
