import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './left-out.module.css';

/** Unread names the records that no search finds, because their data was not sent, or hashes to something else; nothing where there are none. */
export function Unread({
  register,
  unread,
}: {
  register: RegisterId;
  unread: { readonly count: number; readonly keys: readonly string[] } | undefined;
}) {
  if (unread === undefined || unread.count === 0) return null;
  const more = unread.count - unread.keys.length;
  return (
    <p className={styles['note']}>
      {`The data of ${countOf(unread.count, 'record')} is not here or does not hash to its name, so that no search finds it: `}
      {unread.keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <Link to={pathTo({ view: 'record', register, key })}>
            <Literal text={key} />
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${formatNumber(more)} more`}.
    </p>
  );
}
