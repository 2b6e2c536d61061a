import type { FocusEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Linked } from '../../query/link-query.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-desk.ts';
import { useCopy, useCopyAnswer } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import styles from './links.module.css';

/** LinkedName is a record of a register, by the names that stand in the data. */
export interface LinkedName {
  readonly register: RegisterId;
  readonly name: string;
  readonly recordKey: string;
}

/** CardPlace is the record that a card is about, where it stands, and how it is closed. */
export interface CardPlace extends LinkedName {
  readonly id: string;
  /** The name of the anchor beside which it stands. */
  readonly anchor: string;
  readonly onClose: () => void;
}

/** RecordLinkProps is a link to a record, whose key stands in the data as `text`. */
export interface RecordLinkProps extends LinkedName {
  readonly text: string;
  /** Whether the name of the record stands beside it. */
  readonly named: boolean;
}

/** RecordLink is such a link, with what is known of its record. `renderCard` is what is shown while the reader rests on it. */
export function RecordLink({
  text,
  named,
  place,
  linked,
  renderCard,
  ...to
}: RecordLinkProps & {
  readonly place: RefObject<HTMLSpanElement | null>;
  readonly linked: Linked | undefined;
  readonly renderCard: (where: CardPlace) => ReactNode;
}) {
  const id = useId();
  const hover = useHover();
  // Where there is no such register the link would lead nowhere.
  if (linked?.state === 'elsewhere')
    return (
      <span ref={place}>
        <Mono text={text} most={20_000} />
      </span>
    );
  const anchor = `--link${id.replaceAll(/[^\w-]/g, '')}`;
  return (
    <span ref={place} className={styles.linked} data-named={named || undefined} {...hover.around}>
      <Link
        to={pathTo({ view: 'record', register: to.register, key: to.recordKey })}
        className={styles.key}
        style={{ anchorName: anchor }}
        aria-describedby={hover.open ? id : undefined}
        {...hover.on}
      >
        <Literal text={text} most={600} />
      </Link>{' '}
      {named && <Beside linked={linked} register={to.name} />}
      {hover.open && <Suspense>{renderCard({ id, anchor, ...to, onClose: hover.close })}</Suspense>}
    </span>
  );
}

/** Beside is what is known of the record by now; its place is kept until then. */
function Beside({ linked, register }: { linked: Linked | undefined; register: string }) {
  if (linked?.state === 'absent') return <span className={styles.absent}>no such record in {register}</span>;
  const name = nameOf(linked) ?? '';
  return (
    <span className={styles.name} title={name && isolated(name)}>
      <Literal text={name} most={300} />
    </span>
  );
}

/** nameOf is what a linked record is called, by its first item; undefined if that does not say. */
export function nameOf(linked: Linked | undefined): string | undefined {
  const name = linked?.state === 'found' ? linked.items[0]?.get('name') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The pointer rests this long before a card opens, and may be away this long before it closes: time enough to move onto the card (WCAG 1.4.13). */
const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 250;

/** useHover opens something while the pointer rests on a link or on what it opened, or while the link has the focus of the keyboard. */
function useHover() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: boolean, ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    open,
    close: () => {
      clearTimeout(timer.current);
      setOpen(false);
    },
    /** For the element around the link and what it opens. */
    around: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') later(true, open ? 0 : OPEN_AFTER_MS);
      },
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        if (currentTarget.querySelector('a:focus-visible') === null) later(false, CLOSE_AFTER_MS);
        else clearTimeout(timer.current);
      },
    },
    /** For the link. */
    on: {
      onFocus: ({ currentTarget }: FocusEvent) => {
        if (currentTarget.matches(':focus-visible')) later(true, OPEN_AFTER_MS);
      },
      onBlur: () => later(false, 0),
    },
  };
}

/** Other records may hold that value, too; beyond so many the one of that key is not looked for. */
const MOST = 20;

/** useLinkedAt asks the copy of the register on view, where there is one, for a record as it was. The attribute that is called like the register repeats the key. */
export function useLinkedAt(
  { name, recordKey }: LinkedName,
  at: number,
  wanted: boolean,
): { readonly linked: Linked | undefined; readonly copy: RegisterCopy | undefined } {
  const session = useSession();
  const reading = useCopy(session, false, at);
  const copy = copyIn(reading);
  const where = [{ attribute: name, values: [recordKey] }];
  // Whether it has ended is not asked.
  const ask = { at, where, today: '', from: 0, count: MOST };
  const { data } = useCopyAnswer(session, copy, 'records', ask, wanted);
  const { items = [], entryNumber } = data?.rows.find(({ key }) => key === recordKey) ?? {};
  return { linked: items.length === 0 ? undefined : { state: 'found', items, entryNumber }, copy };
}
