import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AttributeValue, Item } from '../core/model.ts';
import { shapeOf } from '../core/value-shape.ts';
import { describeFailure } from '../query/failure.ts';
import { linkedQuery, type Linked } from '../query/link-query.ts';
import type { RegisterSession } from '../query/session.ts';
import { countOf, formatPartialDate } from '../ui/format.ts';
import { Literal } from '../ui/literal.tsx';
import type { RegisterId } from '../ui/paths.ts';
import { isUnset } from '../ui/value.tsx';
import { redactionOf } from '../ui/values/redaction.ts';
import { isRealMoment } from '../core/moment.ts';
import styles from './link-card.module.css';
import { LinkCheckLine } from './link-check-line.tsx';
import { hasEnded } from './link-ended.ts';
import { recentRegisters } from './link-opened.ts';
import { isOpenedHere } from './link-target.ts';
import { whereWords } from './link-world.ts';

/** How many values of a record are shown, and how much of each. */
const VALUES = 4;
const LETTERS = 90;

/** CardPlace is where a card stands, and how it is closed. */
export interface CardPlace {
  readonly id: string;
  /** The name of the anchor beside which it stands. */
  readonly anchor: string;
  readonly onClose: () => void;
}

/** LinkedName is a record of a register, by the names that stand in the data. */
export interface LinkedName {
  readonly register: RegisterId;
  readonly name: string;
  readonly recordKey: string;
}

/** LinkCard says what a link leads to, as the server of that register says. On a page about an earlier size, `past`, it says that this is the present. */
export function LinkCard({
  session,
  past = false,
  ...shown
}: CardPlace & LinkedName & { readonly session: RegisterSession; readonly past?: boolean }) {
  const { data, error } = useQuery(linkedQuery(session, shown.recordKey));
  // A register that the reader never opened is asked for no proofs.
  const provable = shown.register.kind !== 'remote' || isOpenedHere(shown.register, recentRegisters());
  return (
    <CardAbout
      {...shown}
      linked={data}
      error={error}
      check={
        provable && data?.state === 'found' ? (
          <LinkCheckLine session={session} recordKey={shown.recordKey} linked={data} />
        ) : (
          data !== undefined && 'As its server says, not checked here.'
        )
      }
    >
      {past && 'Told as it is now.'}
    </CardAbout>
  );
}

/** CardAbout is the card; `check` says whether it is proved, `children` of when it is. Its values are text alone, so that registers that link to each other are not followed any further. */
export function CardAbout({
  id,
  anchor,
  register,
  name,
  recordKey,
  linked: data,
  error = null,
  nothing = 'Asking …',
  check,
  onClose,
  children,
}: CardPlace &
  LinkedName & {
    readonly linked: Linked | undefined;
    readonly error?: Error | null;
    /** What is said while there is nothing to show. */
    readonly nothing?: string;
    readonly check: ReactNode;
    readonly children: ReactNode;
  }) {
  const card = useRef<HTMLSpanElement>(null);
  const items = data?.state === 'found' ? data.items : [];
  const [item] = items;
  useEffect(() => {
    // React may run this twice while it is developed.
    if (card.current?.matches(':popover-open') === false) card.current.showPopover();
  }, []);
  return (
    <span
      ref={card}
      id={id}
      role="tooltip"
      popover="auto"
      className={styles['card']}
      style={{ positionAnchor: anchor }}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      <span className={styles['head']}>
        <span className={styles['title']}>
          <Literal text={nameOf(item) ?? recordKey} most={300} />
        </span>
        <Ended item={item} />
      </span>
      {item && <Lifetime item={item} />}
      {error !== null && (
        <span className={styles['note']}>It could not be asked for: {describeFailure(error).message}</span>
      )}
      {data?.state === 'absent' && (
        <span className={styles['note']}>
          There is no such record in <Literal text={name} />.
        </span>
      )}
      {data?.state === 'elsewhere' && (
        <span className={styles['note']}>
          There is no register <Literal text={name} /> at that address.
        </span>
      )}
      {item && <Values item={item} recordKey={recordKey} />}
      {items.length > 1 && (
        <span className={styles['rest']}>The first of {countOf(items.length, 'item')}.</span>
      )}
      {data?.state === 'found' && !item && <span className={styles['note']}>The record has no data.</span>}
      {data === undefined && error === null && <span className={styles['note']}>{nothing}</span>}
      {check !== false && check !== null && <span className={styles['proof']}>{check}</span>}
      <span className={styles['from']}>
        Record{' '}
        <span className="mono">
          <Literal text={recordKey} most={300} />
        </span>{' '}
        of <Literal text={name} />, {whereWords(register)}. {children}
      </span>
    </span>
  );
}

function nameOf(item: Item | undefined): string | undefined {
  const name = item?.get('name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function Ended({ item }: { item: Item | undefined }) {
  const end = item?.get('end-date');
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return <span className={styles['ended']}>ended {formatPartialDate(end)}</span>;
}

/** Lifetime is when the thing began and ended, by its own data; nothing where that says neither. */
function Lifetime({ item }: { item: Item }) {
  const [from, to] = ['start-date', 'end-date'].map((attribute) => {
    const value = item.get(attribute);
    return typeof value === 'string' && isRealMoment(value) ? formatPartialDate(value) : undefined;
  });
  if (from === undefined && to === undefined) return null;
  const words = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `until ${to}`];
  return <span className={styles['note']}>{words.filter((part) => part !== '').join(' ')}</span>;
}

/** Attributes that the card tells in other places. */
const TOLD: ReadonlySet<string> = new Set(['name', 'start-date', 'end-date']);

function Values({ item, recordKey }: { item: Item; recordKey: string }) {
  const shown = [...item].filter(
    ([attribute, value]) =>
      value !== recordKey &&
      !isUnset(value) &&
      !(TOLD.has(attribute) && typeof value === 'string' && (attribute === 'name' || isRealMoment(value))),
  );
  if (shown.length === 0) return null;
  const more = shown.length - VALUES;
  return (
    <span className={styles['values']}>
      {shown.slice(0, VALUES).map(([attribute, value]) => (
        <span key={attribute} className={styles['row']}>
          <span className={styles['attribute']}>
            <Literal text={attribute} most={LETTERS} />
          </span>
          <span>
            <Literal text={textOf(attribute, value)} />
          </span>
        </span>
      ))}
      {more > 0 && <span className={styles['rest']}>and {countOf(more, 'more attribute')}</span>}
    </span>
  );
}

function textOf(attribute: string, value: AttributeValue): string {
  // More members than letters are never in sight.
  const text = typeof value === 'string' ? value : (value ?? []).slice(0, LETTERS).join(', ');
  if (redactionOf(text) !== undefined) return 'redacted';
  if (isRealMoment(text) && shapeOf(attribute, [text]) === 'datetime') return formatPartialDate(text);
  return text.length > LETTERS ? `${text.slice(0, LETTERS).replace(/[\uD800-\uDBFF]$/, '')} …` : text;
}
