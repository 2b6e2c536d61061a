import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import { Literal } from '../literal.tsx';
import { NAME } from '../show-more.tsx';
import styles from './charts.module.css';

/** Share is one line of a list of bars that lie. */
export interface Share {
  /** Text of a register. */
  readonly name: string;
  readonly value: number;
  /** What is written behind the bar. */
  readonly figure: ReactNode;
  /** What a screen reader says of it. */
  readonly words: string;
  readonly to: string | undefined;
}

/** ShareList draws named values as bars that lie, on a scale from 0 to `full`. Each line is a link where it leads somewhere. */
export function ShareList({
  label,
  shares,
  full,
}: {
  label: string;
  shares: readonly Share[];
  full: number;
}) {
  return (
    <ul className={styles['shares']} aria-label={label}>
      {shares.map((share) => {
        const line = <ShareLine share={share} full={full} />;
        return (
          <li key={share.name}>
            {share.to === undefined ? (
              <span className={styles['share']}>{line}</span>
            ) : (
              <Link className={styles['share']} to={share.to} aria-label={share.words}>
                {line}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ShareLine({ share: { name, value, figure }, full }: { share: Share; full: number }) {
  const width = full === 0 ? 0 : (100 * value) / full;
  return (
    <>
      <span className={styles['name']}>
        <Literal text={name} most={NAME} />
      </span>
      <svg className={styles['lying']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles['whole']} width={100} height={10} />
        <rect className={styles['filled']} width={value > 0 ? Math.max(0.8, width) : 0} height={10} />
      </svg>
      <span className={styles['value']}>{figure}</span>
    </>
  );
}
