import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useRef } from 'react';
import { linkedNameQuery } from '../query/link-query.ts';
import type { RegisterSession } from '../query/session.ts';
import { useAt } from '../ui/at.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { canBeAddressed, formatRegisterId, pathTo } from '../ui/paths.ts';
import type { LinkProps } from '../ui/values/rich-context.ts';
import { recentRegisters } from './link-opened.ts';
import { PastLink } from './link-past.tsx';
import { RecordLink, type RecordLinkProps } from './link-record.tsx';
import { useSeen } from './link-seen.ts';
import { isOpenedHere, targetOf } from './link-target.ts';
import { linkSession, type LinkWorld, mayBeNamed } from './link-world.ts';

// What is shown only while a reader rests on a link is fetched then.
const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));

/** LinkValue is a value that points to another register: a link where one is found, with the name of its record, else the text that it is. */
export function LinkValue({ to, text, named, guessed, world }: LinkProps & { world: LinkWorld }) {
  const at = useAt();
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
