import { useQuery } from '@tanstack/react-query';
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { hasBegun } from '../../core/moment.ts';
import type { Item } from '../../core/model.ts';
import { type LinkAnswer, linkedNameQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { canBeAddressed, fileAddress, formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import { PartialDate } from '../../ui/time.tsx';
import type { LinkProps } from '../../ui/values/rich-context.ts';
import { isAtHand, isOpenedHere, targetOf } from './link-target.ts';
import { linkSession, type LinkContext, mayBeNamed } from './linked-session.ts';
import styles from './links.module.css';

// Shown only on demand, so fetched then.
const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));

interface ValueProps extends LinkProps {
  readonly world: LinkContext;
}

/** LinkValue is a value that points to another register: a link with the name of its record if a target is found, else plain text. */
export function LinkValue({ to, text, named, guessed, world }: ValueProps) {
  const target = targetFor(to, world);
  const isPast = useAt() !== undefined;
  const plain = <Mono text={text} most={20_000} />;
  if (target === undefined || (guessed && !isOpenedHere(target))) return plain;
  const { key } = to;
  if (key !== undefined && isAsked(target, world, isPast))
    return (
      <RecordLink
        {...{ text, named: named && mayBeNamed(target), register: target, name: to.prefix, recordKey: key }}
        session={linkSession(target, world.variant)}
        isPast={isPast}
      />
    );
  // There may be no file of that name next to a file on the web.
  const state = isOpenedHere(target) ? undefined : { beside: fileAddress(world.register) };
  return (
    <Link
      to={pathTo(
        key === undefined
          ? { view: 'overview', register: target }
          : { view: 'record', register: target, key },
      )}
      state={state}
    >
      {plain}
    </Link>
  );
}

/** isAsked reports whether to make requests to a linked register: not for a file on the web that would be read whole, nor for the register on view at an earlier size. */
function isAsked(target: RegisterId, { register }: LinkContext, isPast: boolean): boolean {
  if (isPast && formatRegisterId(target) === formatRegisterId(register)) return false;
  return isAtHand(target);
}

/** targetFor returns the register that a value refers to; undefined if none is found, or no address can carry the key. */
function targetFor(to: LinkProps['to'], world: LinkContext): RegisterId | undefined {
  return canBeAddressed(to.key ?? '') ? targetOf(world, to.prefix) : undefined;
}

/** LinkName is the current name of the record that a value links to. */
export function LinkName({ to, world }: Pick<ValueProps, 'to' | 'world'>) {
  const target = targetFor(to, world);
  const isPast = useAt() !== undefined;
  if (!target || to.key === undefined || !isAsked(target, world, isPast) || !mayBeNamed(target)) return null;
  return <NameNow session={linkSession(target, world.variant)} recordKey={to.key} />;
}

function NameNow({ session, recordKey }: { session: RegisterSession; recordKey: string }) {
  const [place, linked] = useLinked(session, recordKey, true);
  return (
    <span ref={place} className="quiet">
      <Literal text={nameOf(linked) ?? ''} />
    </span>
  );
}

/** LinkedRecord is a record that a value links to, by the names in the data. */
export interface LinkedRecord {
  readonly register: RegisterId;
  readonly name: string;
  readonly recordKey: string;
  readonly session: RegisterSession;
  /** Whether the link is on a page about an earlier size. */
  readonly isPast: boolean;
}

/** RecordLink is a link to a record, with its current name, and a card on hover or focus. */
function RecordLink({ text, named, ...record }: LinkedRecord & { text: string; named: boolean }) {
  const { register, name, recordKey, session } = record;
  const id = useId();
  const hover = useHover();
  const [place, linked] = useLinked(session, recordKey, named);
  // There is no such register, so a link would lead nowhere.
  if (linked?.state === 'elsewhere') return <Mono text={text} most={20_000} />;
  const anchor = `--link${id.replaceAll(/[^\w-]/g, '')}`;
  const called = nameOf(linked) ?? '';
  return (
    <span ref={place} className={styles.linked} data-named={named || undefined} {...hover.around}>
      <Link
        to={pathTo({ view: 'record', register, key: recordKey })}
        className={styles.key}
        style={{ anchorName: anchor }}
        aria-describedby={hover.isOpen ? id : undefined}
        {...hover.on}
      >
        <Literal text={text} most={600} />
      </Link>{' '}
      {named && linked?.state === 'absent' && (
        <span className={styles.absent}>no such record in {isolated(name)}</span>
      )}
      {named && linked?.state !== 'absent' && (
        <span className={styles.name} title={called && isolated(called)}>
          <Literal text={called} most={300} />
        </span>
      )}
      {hover.isOpen && (
        <Suspense>
          <LinkCard {...{ id, anchor, ...record }} onClose={hover.close} />
        </Suspense>
      )}
    </span>
  );
}

/** nameOf returns the name of a linked record in its first item; undefined if it has none. */
export function nameOf(linked: LinkAnswer | undefined): string | undefined {
  const name = linked?.state === 'found' ? linked.items[0]?.get('name') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** hasEnded reports whether an end-date has begun by now. */
export function hasEnded(endDate: string): boolean {
  return hasBegun(endDate, new Date().toISOString());
}

/** EndedMark shows when a record has ended, if its end-date has begun. */
export function EndedMark({ item }: { item: Item | undefined }) {
  const end = item?.get('end-date');
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return (
    <span className={styles.ended}>
      ended <PartialDate value={end} />
    </span>
  );
}

/** useLinked requests a record once its name is on view, if wanted. */
function useLinked(
  session: RegisterSession,
  recordKey: string,
  wanted: boolean,
): readonly [place: RefObject<HTMLSpanElement | null>, linked: LinkAnswer | undefined] {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!wanted || isSeen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [wanted, isSeen]);
  const { data } = useQuery({ ...linkedNameQuery(session, recordKey), enabled: isSeen });
  return [place, data];
}

/** PAUSE_MS is how long the pointer rests on a link before its card opens, and may be away before it closes: time enough to move onto the card (WCAG 1.4.13). */
const PAUSE_MS = 300;

/** useHover opens something while the pointer rests on a link or on what it opened, or while the link has the focus of the keyboard. */
function useHover() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: boolean): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), PAUSE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen,
    close: () => {
      clearTimeout(timer.current);
      setOpen(false);
    },
    /** For the element around the link and what it opens. */
    around: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') later(true);
      },
      onPointerLeave: ({ currentTarget }: PointerEvent) =>
        later(currentTarget.querySelector('a:focus-visible') !== null),
    },
    /** For the link. */
    on: {
      onFocus: ({ currentTarget }: FocusEvent) => {
        if (currentTarget.matches(':focus-visible')) later(true);
      },
      onBlur: () => later(false),
    },
  };
}
