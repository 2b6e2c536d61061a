import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { linkedNameQuery, type Linked } from '../query/link-query.ts';
import type { RegisterSession } from '../query/session.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { canBeAddressed, pathTo, type RegisterId } from '../ui/paths.ts';
import type { LinkProps } from '../ui/values/rich-context.ts';
import { LinkCard } from './link-card.tsx';
import { recentRegisters } from './link-opened.ts';
import { isOpenedHere, targetOf } from './link-target.ts';
import styles from './link-value.module.css';
import { linkSession, type LinkWorld, mayBeNamed } from './link-world.ts';
import { useHover } from './link-hover.ts';

/** LinkValue is a value that points to another register: a link where one is found, with the name of its record, else the text that it is. */
export function LinkValue({ to, text, named, guessed, world }: LinkProps & { world: LinkWorld }) {
  const target = useMemo(() => {
    const recent = recentRegisters();
    const found = targetOf(world, to.prefix, recent);
    return guessed && found !== undefined && !isOpenedHere(found, recent) ? undefined : found;
  }, [world, to.prefix, guessed]);
  const plain = (
    <span className="mono">
      <Literal text={text} />
    </span>
  );
  if (target === undefined || !canBeAddressed(to.key ?? '')) return plain;
  if (to.key === undefined) return <Link to={pathTo({ view: 'overview', register: target })}>{plain}</Link>;
  const session = linkSession(target, world.variant);
  const shown = { text, session, register: target, recordKey: to.key, name: to.prefix };
  return <RecordLink {...shown} named={named && mayBeNamed(target)} />;
}

interface RecordLinkProps {
  readonly register: RegisterId;
  readonly session: RegisterSession;
  /** The name of the register. */
  readonly name: string;
  readonly recordKey: string;
  readonly text: string;
  readonly named: boolean;
}

function RecordLink({ register, session, name, recordKey, text, named }: RecordLinkProps) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, named);
  const { data } = useQuery({ ...linkedNameQuery(session, recordKey), enabled: seen });
  const hover = useHover();
  // Where there is no such register the link would lead nowhere.
  if (data?.state === 'elsewhere')
    return (
      <span className="mono" ref={place}>
        <Literal text={text} />
      </span>
    );
  const anchor = `--link${id.replaceAll(/[^\w-]/g, '')}`;
  return (
    <span ref={place} className={styles['linked']} data-named={named || undefined} {...hover.around}>
      <Link
        to={pathTo({ view: 'record', register, key: recordKey })}
        className={styles['key']}
        style={{ anchorName: anchor }}
        aria-describedby={hover.open ? id : undefined}
        {...hover.on}
      >
        <Literal text={text} />
      </Link>{' '}
      {named && <Beside linked={data} register={name} />}
      {hover.open && (
        <LinkCard {...{ id, anchor, register, session, name, recordKey }} onClose={hover.close} />
      )}
    </span>
  );
}

/** Beside is what is known of the record by now; its place is kept until then. */
function Beside({ linked, register }: { linked: Linked | undefined; register: string }) {
  if (linked?.state === 'absent')
    return <span className={styles['absent']}>no such record in {register}</span>;
  const name = linked?.state === 'found' ? linked.item.get('name') : undefined;
  return (
    <span className={styles['name']} title={typeof name === 'string' ? name : undefined}>
      {typeof name === 'string' ? <Literal text={name} /> : ''}
    </span>
  );
}

/** useSeen tells whether an element has come into sight; nothing is looked at unless it is wanted. */
function useSeen(place: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!wanted || seen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, wanted, seen]);
  return seen;
}
