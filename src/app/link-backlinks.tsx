import { Card } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { pathTo } from '../ui/paths.ts';
import { BacklinkSource } from './link-backlink-source.tsx';
import styles from './link-backlinks.module.css';
import { possibleSources } from './link-opened.ts';
import { sameRegister } from './link-target.ts';
import type { LinkWorld } from './link-world.ts';

/** Backlinks says which records of the registers opened in this browser point to a record, register by register, as far as each was looked through. */
export function Backlinks({ world, recordKey }: { world: LinkWorld; recordKey: string }) {
  const sources = possibleSources(world);
  const others = sources.filter(({ register }) => !sameRegister(register, world.register));
  const ordered = [...others, ...sources.filter((source) => !others.includes(source))];
  return (
    <div className={styles['backlinks']}>
      <Card
        title="Which records point here"
        note={
          <>
            to{' '}
            <span className="mono">
              <Literal text={recordKey} />
            </span>
            , as they are now
          </>
        }
      >
        <p className={styles['scope']}>
          A register does not know who links to it. These were opened in this browser and could; no others
          were looked at. {others.length === 0 && <Link to={pathTo({ view: 'start' })}>Open another</Link>}
        </p>
        <ul className={styles['sources']}>
          {ordered.map((source) => (
            <li key={JSON.stringify(source.register)}>
              <BacklinkSource source={source} world={world} recordKey={recordKey} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
