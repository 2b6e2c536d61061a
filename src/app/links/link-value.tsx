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
import { type LinkAnswer, linkedNameQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { useAt } from '../../ui/register-paths.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { canBeAddressed, fileAddress, formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { LinkProps } from '../../ui/values/rich-context.ts';
import { isOpenedHere, mayRequest, targetOf } from './link-target.ts';
import { linkSession, type LinkContext } from './linked-session.ts';
import styles from './links.module.css';

// Shown only on demand, so fetched then.
const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));

/** LinkedRecord is a record that a value links to, by the names in the data. */
export interface LinkedRecord {
  readonly register: RegisterId;
  readonly name: string;
  readonly recordKey: string;
  readonly session: RegisterSession;
  /** Whether the link is on a page about an earlier size. */
  readonly isPast: boolean;
}

type WithContext<Props> = Props & { readonly context: LinkContext };

/**
 * useTarget finds the register that a value refers to, if an address can carry the key; and its record, if
 * that register may be asked about it. A register shown at an earlier size is not asked for its present.
 */
function useTarget({ to, context }: WithContext<Pick<LinkProps, 'to'>>) {
  const isPast = useAt() !== undefined;
  const { prefix: name, key: recordKey } = to;
  const register = canBeAddressed(recordKey ?? '') ? targetOf(context, name) : undefined;
  if (register === undefined) return {};
  const isHere = formatRegisterId(register) === formatRegisterId(context.register);
  if (recordKey === undefined || (isPast && isHere) || !mayRequest(register)) return { register };
  const session = linkSession(register, context.variant);
  const record: LinkedRecord = { register, name, recordKey, session, isPast };
  return { register, record };
}

/**
 * LinkValue is a value that points to another register: a link with the name of its record if a target
 * is found, else plain text.
 */
export function LinkValue({ to, text, named, guessed, context }: WithContext<LinkProps>) {
  const { register, record } = useTarget({ to, context });
  const plain = <Mono text={text} most={20_000} />;
  if (register === undefined || (guessed && !isOpenedHere(register))) return plain;
  if (record !== undefined) return <RecordLink text={text} named={named} {...record} />;
  const { key } = to;
  return (
    <Link
      to={pathTo(key === undefined ? { view: 'overview', register } : { view: 'record', register, key })}
      // There may be no file of that name next to a file on the web.
      state={isOpenedHere(register) ? undefined : { beside: fileAddress(context.register) }}
    >
      {plain}
    </Link>
  );
}

/** LinkName is the current name of the record that a value links to. */
export function LinkName(props: WithContext<Pick<LinkProps, 'to'>>) {
  const { record } = useTarget(props);
  return record ? <NameNow {...record} /> : null;
}

function NameNow({ session, recordKey }: LinkedRecord) {
  const [place, linked] = useLinked(session, recordKey, true);
  return (
    <span ref={place} className="quiet">
      <Literal text={nameOf(linked) ?? ''} />
    </span>
  );
}

/** RecordLink is a link to a record, with its current name, and a card on hover or focus. */
function RecordLink({ text, named, ...record }: LinkedRecord & { text: string; named: boolean }) {
  const { register, name, recordKey, session } = record;
  const id = useId();
  const hover = useHover();
  const [place, linked] = useLinked(session, recordKey, named);
  // There is no such register, so a link would lead nowhere.
  if (linked === 'elsewhere') return <Mono text={text} most={20_000} />;
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
      {named &&
        (linked === 'absent' ? (
          <span className={styles.absent}>no such record in {isolated(name)}</span>
        ) : (
          <span className={styles.name} title={called && isolated(called)}>
            <Literal text={called} most={300} />
          </span>
        ))}
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
  const name = typeof linked === 'object' ? linked[0]?.get('name') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
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

/**
 * PAUSE_MS is how long the pointer rests on a link before its card opens, and may be away before it closes:
 * time enough to move onto the card (WCAG 1.4.13).
 */
const PAUSE_MS = 300;

/**
 * useHover opens something while the pointer rests on a link or on what it opened, or while the link has
 * the focus of the keyboard.
 */
function useHover() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: boolean, afterMs = PAUSE_MS): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen,
    close: () => later(false, 0),
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
