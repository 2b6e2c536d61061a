import { useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { linkedNameQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { canBeAddressed, formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { LinkProps } from '../../ui/values/rich-context.ts';
import { isOpenedHere, targetOf } from './link-target.ts';
import { linkSession, type LinkWorld, mayBeNamed } from './linked-session.ts';
import styles from './links.module.css';
import { RecordLink, type RecordLinkProps, useLinkedAt } from './record-link.tsx';

// What is shown only while a reader rests on a link is fetched then.
const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));
const PastCard = lazy(async () => ({ default: (await import('./link-card.tsx')).PastCard }));

/** LinkValue is a value that points to another register: a link where one is found, with the name of its record, else the text that it is. */
export function LinkValue({ to, text, named, guessed, world }: LinkProps & { world: LinkWorld }) {
  const at = useAt();
  const target = useMemo(() => {
    const found = targetOf(world, to.prefix);
    return guessed && found !== undefined && !isOpenedHere(found) ? undefined : found;
  }, [world, to.prefix, guessed]);
  const plain = (
    <span className="mono">
      <Literal text={text} />
    </span>
  );
  if (target === undefined || !canBeAddressed(to.key ?? '')) return plain;
  if (to.key === undefined) return <Link to={pathTo({ view: 'overview', register: target })}>{plain}</Link>;
  const link = { text, register: target, recordKey: to.key, name: to.prefix };
  // The register on view is shown as it was: what its server says now of its records does not belong there.
  if (at !== undefined && formatRegisterId(target) === formatRegisterId(world.register))
    return <PastLink {...link} named={named} at={at} />;
  const session = linkSession(target, world.variant);
  return (
    <PresentLink {...link} named={named && mayBeNamed(target)} session={session} past={at !== undefined} />
  );
}

/** PresentLink is a link whose record is told as its server tells it now; `past` is whether it stands on a page about an earlier size. */
function PresentLink({
  session,
  past,
  ...link
}: RecordLinkProps & { readonly session: RegisterSession; readonly past: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, link.named);
  const { data } = useQuery({ ...linkedNameQuery(session, link.recordKey), enabled: seen });
  return (
    <RecordLink
      {...link}
      place={place}
      linked={data}
      renderCard={(where) => <LinkCard {...where} session={session} past={past} />}
    />
  );
}

/** PastLink is a link within a register that is shown as it was at the size `at`: its record, too, is told as of then, out of a copy of the register, or not at all. */
function PastLink({ at, ...link }: RecordLinkProps & { readonly at: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, link.named);
  const { linked } = useLinkedAt(link, at, seen);
  return (
    <RecordLink
      {...link}
      place={place}
      linked={linked}
      renderCard={(where) => <PastCard {...where} at={at} />}
    />
  );
}

/** LinkName is the name of the record that a value leads to, as its server tells it now. A register shown as it was is not asked for names of its own. */
export function LinkName({ to, world }: Pick<LinkProps, 'to'> & { world: LinkWorld }) {
  const at = useAt();
  const target = useMemo(() => targetOf(world, to.prefix), [world, to.prefix]);
  if (target === undefined || to.key === undefined || !canBeAddressed(to.key) || !mayBeNamed(target))
    return null;
  if (at !== undefined && formatRegisterId(target) === formatRegisterId(world.register)) return null;
  return <NameNow target={target} recordKey={to.key} world={world} />;
}

function NameNow({ target, recordKey, world }: { target: RegisterId; recordKey: string; world: LinkWorld }) {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, true);
  const { data } = useQuery({
    ...linkedNameQuery(linkSession(target, world.variant), recordKey),
    enabled: seen,
  });
  const name = data?.state === 'found' ? data.items[0]?.get('name') : undefined;
  return (
    <span ref={place} className={styles['told']}>
      {typeof name === 'string' && <Literal text={name} />}
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
