import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AttributeValue, Item } from '../../core/model.ts';
import { isRealMoment } from '../../core/moment.ts';
import { shapeOf } from '../../core/definition.ts';
import { describeFailure } from '../../query/failure.ts';
import { type LinkedCheck, linkedCheckQuery } from '../../query/link-check.ts';
import { type Linked, linkedQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { countOf, formatNumber, formatPartialDate } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { isUnset, redactionOf } from '../../ui/values/value.tsx';
import { EndedMark } from './ended-mark.tsx';
import styles from './link-card.module.css';
import { isOpenedHere, whereWords } from './link-target.ts';
import { type CardPlace, type LinkedName, useLinkedAt } from './record-link.tsx';

/** How many values of a record are shown, and how much of each. */
const VALUES = 4;
const LETTERS = 90;

/** LinkCard says what a link leads to, as the server of that register says. On a page about an earlier size, `past`, it says that this is the present. */
export function LinkCard({
  session,
  past = false,
  ...shown
}: CardPlace & LinkedName & { readonly session: RegisterSession; readonly past?: boolean }) {
  const { data, error } = useQuery(linkedQuery(session, shown.recordKey));
  // A register that the reader never opened is asked for no proofs.
  const provable = shown.register.kind !== 'remote' || isOpenedHere(shown.register);
  return (
    <CardAbout
      {...shown}
      linked={data}
      error={error}
      check={
        provable && data?.state === 'found' ? (
          <LinkCheckLine session={session} recordKey={shown.recordKey} linked={data} />
        ) : (
          data !== undefined && 'Not checked.'
        )
      }
    >
      {past && 'As it is now.'}
    </CardAbout>
  );
}

/** PastCard says what a link led to at the size `at` of the register on view. */
export function PastCard({ at, ...where }: CardPlace & LinkedName & { readonly at: number }) {
  const { linked, copy } = useLinkedAt(where, at, true);
  const size = formatNumber(at);
  return (
    <CardAbout
      {...where}
      linked={linked}
      nothing={`Not known here at size ${size}. Follow the link to read it.`}
      check={
        copy !== undefined &&
        linked !== undefined && (
          <span className={styles['check']}>
            <CheckBadge state={copy.verdict.outcome} size={16} label="" />
            <span>
              As it was at size {size}, in a copy of the register that{' '}
              {copy.verdict.outcome === 'holds' ? 'is verified' : 'is not verified'}.
            </span>
          </span>
        )
      }
    >
      {null}
    </CardAbout>
  );
}

/** CardAbout is the card; `check` says whether it is proved, `children` of when it is. Its values are text alone, so that registers that link to each other are not followed any further. */
function CardAbout({
  id,
  anchor,
  register,
  name,
  recordKey,
  linked: data,
  error = null,
  nothing = 'Reading …',
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
        <EndedMark item={item} />
      </span>
      {item && <Lifetime item={item} />}
      {error !== null && (
        <span className={styles['note']}>It could not be read: {describeFailure(error).message}</span>
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

/** LinkCheckLine says whether what a card shows of a record was proved here: its data hashed, and its entry led to the published root of its register. */
function LinkCheckLine({
  session,
  recordKey,
  linked,
}: {
  session: RegisterSession;
  recordKey: string;
  linked: Extract<Linked, { state: 'found' }>;
}) {
  const { data, error } = useQuery(linkedCheckQuery(session, recordKey, linked));
  const state: CheckState = data?.verdict.outcome ?? (error === null ? 'checking' : 'cannot-check');
  return (
    <span className={styles['check']} data-state={state}>
      <CheckBadge state={state} size={16} label="" />
      <span>{checkLineWords(state, data, error)}</span>
    </span>
  );
}

/** checkLineWords are the words beside the sign of such a check. */
function checkLineWords(state: CheckState, check: LinkedCheck | undefined, error: Error | null): string {
  if (error !== null) return `Could not check: ${describeFailure(error).message}`;
  if (check === undefined) return 'Checking …';
  const { verdict, entryNumber, logSize } = check;
  const entry = `entry ${formatNumber(entryNumber)}`;
  const log = `its log of ${countOf(logSize, 'entry', 'entries')}`;
  const reason = 'reason' in verdict ? verdict.reason : '';
  switch (state) {
    case 'holds':
      return `Verified: this is the data of ${entry}, which is in ${log}. That none is newer is not checked.`;
    case 'does-not-match':
      return `Does not match: the data or ${entry} does not connect to the root hash of ${log}. ${reason}`.trim();
    case 'cannot-check':
    case 'not-checked':
    case 'checking':
      return `Could not check: ${reason}`;
  }
}
