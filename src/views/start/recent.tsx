import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../ui/icon.tsx';
import { useState } from 'react';
import { Link } from '../../ui/link.tsx';
import { rememberedQuery, useSite } from '../../query/site.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { parseRegisterId, pathTo } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import styles from './start.module.css';
import { isolated, Literal } from '../../ui/literal.tsx';

/** Recent lists the registers this browser opened before. */
export function Recent() {
  const site = useSite();
  const { data: remembered } = useQuery(rememberedQuery(site));
  const [recent, setRecent] = useState(() => site.recent());
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles['heading']}>
        Opened before
      </h2>
      <ul className={styles['recent']}>
        {recent.map((register) => {
          const id = parseRegisterId(register.id);
          const root = remembered?.get(register.id);
          return (
            id !== undefined && (
              <li key={register.id}>
                <Link to={pathTo({ view: 'overview', register: id })}>
                  <Literal text={register.title} />
                </Link>
                <span className={styles['where']}>
                  <Literal text={register.id} />
                </span>
                {root !== undefined && (
                  <span className={styles['small']}>
                    {countOf(root.logSize, 'entry', 'entries')}, root <HashText hash={root.rootHash} />
                  </span>
                )}
                <span className={styles['small']}>
                  <Time at={new Date(register.openedAt).toISOString()} />
                </span>
                <Button
                  kind="quiet"
                  aria-label={`Forget ${isolated(register.title)} (${isolated(register.id)})`}
                  onClick={() => {
                    site.forget(register.id);
                    setRecent(site.recent());
                  }}
                >
                  <Icon name="close" size={15} />
                </Button>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
