import { useQueryClient } from '@tanstack/react-query';
import { type Definitions, ownDefinitionsQuery } from '../query/definitions-query.ts';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { pathTo } from '../ui/paths.ts';
import { BacklinkSource } from './link-backlink-source.tsx';
import styles from './link-backlinks.module.css';
import { type OpenedRegister, possibleSources } from './link-opened.ts';
import { sameRegister } from './link-target.ts';
import type { LinkWorld } from './link-world.ts';
import { sessionFor } from './sessions.ts';

/** Backlinks says which records of the registers opened in this browser point to a record, register by register, as far as each was looked through. */
export function Backlinks({ world, recordKey }: { world: LinkWorld; recordKey: string }) {
  const queries = useQueryClient();
  const sources = possibleSources(world).filter(({ register, name }) => {
    const key = ownDefinitionsQuery(sessionFor(register), {}).queryKey;
    return mayLink(queries.getQueryData(key), name, world.name);
  });
  const isHere = ({ register }: OpenedRegister): boolean => sameRegister(register, world.register);
  const ordered = [...sources.filter((source) => !isHere(source)), ...sources.filter(isHere)];
  return (
    <div className={styles['backlinks']}>
      <Card
        title="Which records point here"
        note={
          <>
            to{' '}
            <span className="mono">
              <Literal text={recordKey} most={60} />
            </span>
            , as they are now
          </>
        }
      >
        <p className={styles['scope']}>
          {ordered.length > 0 ? (
            'A register does not know who links to it. These were opened in this browser and may; no others were looked at.'
          ) : (
            <>
              A register does not know who links to it, and none that may was opened in this browser.{' '}
              <Link to={pathTo({ view: 'start' })}>Open one</Link>
            </>
          )}
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

/** mayLink tells whether some attribute of a register may hold keys of the one called `to`; yes where its definitions are not known. The attribute that repeats its own key does not count. */
function mayLink(
  definitions: Definitions | undefined,
  own: string | undefined,
  to: string | undefined,
): boolean {
  if (definitions === undefined) return true;
  const known = [...definitions].filter(([attribute]) => attribute !== own || own !== to);
  return known.some(
    ([, { datatype, register }]) => datatype === undefined || datatype.is === 'curie' || register?.is === to,
  );
}
