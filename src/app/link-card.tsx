import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AttributeValue, Item } from '../core/model.ts';
import { shapeOf } from '../core/value-shape.ts';
import { describeFailure } from '../query/failure.ts';
import { linkedQuery, type Linked } from '../query/link-query.ts';
import type { RegisterSession } from '../query/session.ts';
import { formatPartialDate } from '../ui/format.ts';
import { Literal } from '../ui/literal.tsx';
import type { RegisterId } from '../ui/paths.ts';
import { isUnset } from '../ui/value.tsx';
import { isRealMoment } from '../ui/values/real-moment.ts';
import styles from './link-card.module.css';
import { hasEnded } from './link-ended.ts';
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
  return (
    <CardAbout {...shown} linked={data} error={error}>
      As its server says{past && ' now'}, not checked here.
    </CardAbout>
  );
}

/** CardAbout is the card; `children` say whose word it is. Its values are text alone, so that registers that link to each other are not followed any further. */
export function CardAbout({
  id,
  anchor,
  register,
  name,
  recordKey,
  linked: data,
  error = null,
  nothing = 'Asking …',
  onClose,
  children,
}: CardPlace &
  LinkedName & {
    readonly linked: Linked | undefined;
    readonly error?: Error | null;
    /** What is said while there is nothing to show. */
    readonly nothing?: string;
    readonly children: ReactNode;
  }) {
  const card = useRef<HTMLSpanElement>(null);
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
          <Literal text={nameOf(data) ?? recordKey} />
        </span>
        <Ended linked={data} />
      </span>
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
      {data?.state === 'found' && <Values item={data.item} recordKey={recordKey} />}
      {data === undefined && error === null && <span className={styles['note']}>{nothing}</span>}
      <span className={styles['from']}>
        Record{' '}
        <span className="mono">
          <Literal text={recordKey} />
        </span>{' '}
        of <Literal text={name} />, {whereWords(register)}. {children}
      </span>
    </span>
  );
}

function nameOf(linked: Linked | undefined): string | undefined {
  const name = linked?.state === 'found' ? linked.item.get('name') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function Ended({ linked }: { linked: Linked | undefined }) {
  const end = linked?.state === 'found' ? linked.item.get('end-date') : undefined;
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return <span className={styles['ended']}>ended {formatPartialDate(end)}</span>;
}

function Values({ item, recordKey }: { item: Item; recordKey: string }) {
  const shown = [...item].filter(
    ([attribute, value]) => attribute !== 'name' && value !== recordKey && !isUnset(value),
  );
  return (
    <span className={styles['values']}>
      {shown.slice(0, VALUES).map(([attribute, value]) => (
        <span key={attribute} className={styles['row']}>
          <span className={styles['attribute']}>
            <Literal text={attribute} />
          </span>
          <span>
            <Literal text={textOf(attribute, value)} />
          </span>
        </span>
      ))}
    </span>
  );
}

function textOf(attribute: string, value: AttributeValue): string {
  const text = typeof value === 'string' ? value : (value ?? []).join(', ');
  if (isRealMoment(text) && shapeOf(attribute, [text]) === 'datetime') return formatPartialDate(text);
  return text.length > LETTERS ? `${text.slice(0, LETTERS).replace(/[\uD800-\uDBFF]$/, '')} …` : text;
}
