import { useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { linkedNameQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Link } from '../../ui/link.tsx';
import { Literal, Mono } from '../../ui/literal.tsx';
import { canBeAddressed, fileAddress, formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { LinkProps } from '../../ui/values/rich-context.ts';
import { isOpenedHere, isOpenNow, targetOf } from './link-target.ts';
import { linkSession, type LinkWorld, mayBeNamed } from './linked-session.ts';
import styles from './links.module.css';
import { nameOf, RecordLink, type RecordLinkProps, useLinkedAt } from './record-link.tsx';

// What is shown only while a reader rests on a link is fetched then.
const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));
const PastCard = lazy(async () => ({ default: (await import('./link-card.tsx')).PastCard }));

/** LinkValue is a value that points to another register: a link where one is found, with the name of its record, else the text that it is. */
export function LinkValue({ to, text, named, guessed, world }: LinkProps & { world: LinkWorld }) {
  const target = useTarget(to, world);
  const { at, isOwn } = useMoment(target, world);
  const isUnopened = useMemo(
    () => guessed && target !== undefined && !isOpenedHere(target),
    [guessed, target],
  );
  const plain = <Mono text={text} most={20_000} />;
  if (target === undefined || isUnopened) return plain;
  if (to.key === undefined) return <Link to={pathTo({ view: 'overview', register: target })}>{plain}</Link>;
  // No card, for which a file on the web would be read whole.
  if (fileAddress(target) !== undefined && !isOpenNow(target))
    return <Link to={pathTo({ view: 'record', register: target, key: to.key })}>{plain}</Link>;
  const link = { text, register: target, recordKey: to.key, name: to.prefix };
  // The register on view is shown as it was: what its server says now of its records does not belong there.
  if (isOwn) return <PastLink {...link} named={named} at={at ?? 0} />;
  const session = linkSession(target, world.variant);
  return (
    <PresentLink {...link} named={named && mayBeNamed(target)} session={session} past={at !== undefined} />
  );
}

/** useTarget is the register that a value leads to; undefined if none is found, or no address can carry the key. */
function useTarget(to: LinkProps['to'], world: LinkWorld): RegisterId | undefined {
  const target = useMemo(() => targetOf(world, to.prefix), [world, to.prefix]);
  return canBeAddressed(to.key ?? '') ? target : undefined;
}

/** useMoment is the size on view, and whether a link stays within the register that is shown at it. */
function useMoment(target: RegisterId | undefined, { register }: LinkWorld) {
  const at = useAt();
  const isWithin = target !== undefined && formatRegisterId(target) === formatRegisterId(register);
  return { at, isOwn: at !== undefined && isWithin };
}

/** PresentLink is a link whose record is told as its server tells it now; `past` is whether it stands on a page about an earlier size. */
function PresentLink({
  session,
  past,
  ...link
}: RecordLinkProps & { readonly session: RegisterSession; readonly past: boolean }) {
  const [place, seen] = useSeen(link.named);
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
  const [place, seen] = useSeen(link.named);
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
  const target = useTarget(to, world);
  const { isOwn } = useMoment(target, world);
  if (target === undefined || to.key === undefined || isOwn || !mayBeNamed(target)) return null;
  return <NameNow session={linkSession(target, world.variant)} recordKey={to.key} />;
}

function NameNow({ session, recordKey }: { session: RegisterSession; recordKey: string }) {
  const [place, seen] = useSeen(true);
  const { data } = useQuery({ ...linkedNameQuery(session, recordKey), enabled: seen });
  return (
    <span ref={place} className={styles.told}>
      <Literal text={nameOf(data) ?? ''} />
    </span>
  );
}

/** useSeen reports whether an element has come into sight; nothing is looked at unless it is wanted. */
function useSeen(wanted: boolean): readonly [place: RefObject<HTMLSpanElement | null>, seen: boolean] {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!wanted || seen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [wanted, seen]);
  return [place, seen];
}
