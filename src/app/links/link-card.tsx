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
import { Literal, Mono } from '../../ui/literal.tsx';
import { isUnset, redactionOf } from '../../ui/values/value.tsx';
import { EndedMark } from './ended-mark.tsx';
import styles from './link-card.module.css';
import { isOpenedHere, whereWords } from './link-target.ts';
import { type CardPlace, nameOf, useLinkedAt } from './record-link.tsx';

/** How many values of a record are shown, and how much of each. */
const VALUES = 4;
const LETTERS = 90;

/** LinkCard says what a link leads to, as the server of that register says. On a page about an earlier size, `past`, it says that this is the present. */
export function LinkCard({
  session,
  past = false,
  ...where
}: CardPlace & { readonly session: RegisterSession; readonly past?: boolean }) {
  const { data, error } = useQuery(linkedQuery(session, where.recordKey));
  // A register that the reader never opened is asked for no proofs.
  const isProvable = where.register.kind !== 'remote' || isOpenedHere(where.register);
  const check =
    isProvable && data?.state === 'found' ? (
      <LinkCheckLine session={session} recordKey={where.recordKey} linked={data} />
    ) : (
      data && 'Not checked.'
    );
  const unread = error === null ? 'Reading …' : `It could not be read: ${describeFailure(error).message}`;
  return <Card {...where} linked={data} unread={unread} check={check} when={past && 'As it is now.'} />;
}

/** PastCard says what a link led to at the size `at` of the register on view. */
export function PastCard({ at, ...where }: CardPlace & { readonly at: number }) {
  const { linked, copy } = useLinkedAt(where, at, true);
  const size = formatNumber(at);
  const outcome = copy?.verdict.outcome;
  const check = linked && outcome && (
    <Checked state={outcome}>
      As it was at size {size}, in a copy of the register that{' '}
      {outcome === 'holds' ? 'is verified' : 'is not verified'}.
    </Checked>
  );
  const unread = `Not known here at size ${size}. Follow the link to read it.`;
  return <Card {...where} linked={linked} unread={unread} check={check} />;
}

/** Card is the card itself. Its values are text alone, so that registers that link to each other are not followed any further. */
function Card({
  id,
  anchor,
  register,
  name,
  recordKey,
  onClose,
  linked,
  unread,
  check,
  when,
}: CardPlace & {
  readonly linked: Linked | undefined;
  /** What is said while nothing was read. */
  readonly unread: string;
  /** Whether it is proved. */
  readonly check: ReactNode;
  /** Of when it is. */
  readonly when?: ReactNode;
}) {
  const card = useRef<HTMLSpanElement>(null);
  const items = linked?.state === 'found' ? linked.items : [];
  const [item] = items;
  const notes = [item && lifetimeWords(item), noteOf(linked, name, unread)];
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
      className={styles.card}
      style={{ positionAnchor: anchor }}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      <span className={styles.head}>
        <span className={styles.title}>
          <Literal text={nameOf(linked) ?? recordKey} most={300} />
        </span>
        <EndedMark item={item} />
      </span>
      {notes.map(
        (note, index) =>
          note && (
            <span key={index} className={styles.note}>
              {note}
            </span>
          ),
      )}
      {item && <Values item={item} recordKey={recordKey} />}
      {items.length > 1 && <span className={styles.rest}>The first of {countOf(items.length, 'item')}.</span>}
      {check && <span className={styles.proof}>{check}</span>}
      <span className={styles.from}>
        Record <Mono text={recordKey} /> of <Literal text={name} />, {whereWords(register)}. {when}
      </span>
    </span>
  );
}

function noteOf(linked: Linked | undefined, name: string, unread: string): ReactNode {
  switch (linked?.state) {
    case undefined:
      return unread;
    case 'absent':
      return (
        <>
          There is no such record in <Literal text={name} />.
        </>
      );
    case 'elsewhere':
      return (
        <>
          There is no register <Literal text={name} /> at that address.
        </>
      );
    case 'found':
      return linked.items.length === 0 && 'The record has no data.';
    case 'not-asked':
      return null;
  }
}

/** lifetimeWords say when the thing began and ended, by its own data; empty if that says neither. */
function lifetimeWords(item: Item): string {
  const words = [
    ['from', item.get('start-date')],
    ['until', item.get('end-date')],
  ].flatMap(([word, value]) => (isMoment(value) ? [`${String(word)} ${formatPartialDate(value)}`] : []));
  return words.join(' ');
}

function isMoment(value: AttributeValue | undefined): value is string {
  return typeof value === 'string' && isRealMoment(value);
}

/** isTold reports whether the card says a value in another place. */
function isTold(attribute: string, value: AttributeValue): boolean {
  if (attribute === 'name') return typeof value === 'string';
  return (attribute === 'start-date' || attribute === 'end-date') && isMoment(value);
}

function Values({ item, recordKey }: { item: Item; recordKey: string }) {
  const shown = [...item].filter(
    ([attribute, value]) => value !== recordKey && !isUnset(value) && !isTold(attribute, value),
  );
  if (shown.length === 0) return null;
  const more = shown.length - VALUES;
  return (
    <span className={styles.values}>
      {shown.slice(0, VALUES).map(([attribute, value]) => (
        <span key={attribute} className={styles.row}>
          <span className={styles.attribute}>
            <Literal text={attribute} most={LETTERS} />
          </span>
          <span>
            <Literal text={textOf(attribute, value)} most={LETTERS} />
          </span>
        </span>
      ))}
      {more > 0 && <span className={styles.rest}>and {countOf(more, 'more attribute')}</span>}
    </span>
  );
}

function textOf(attribute: string, value: AttributeValue): string {
  // More members than letters are never in sight.
  const text = typeof value === 'string' ? value : (value ?? []).slice(0, LETTERS).join(', ');
  if (redactionOf(text) !== undefined) return 'redacted';
  const isDate = isRealMoment(text) && shapeOf(attribute, [text]) === 'datetime';
  return isDate ? formatPartialDate(text) : text;
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
  if (error !== null)
    return <Checked state="cannot-check">Could not check: {describeFailure(error).message}</Checked>;
  return (
    <Checked state={data?.verdict.outcome ?? 'checking'}>{data ? checkWords(data) : 'Checking …'}</Checked>
  );
}

function Checked({ state, children }: { state: CheckState; children: ReactNode }) {
  return (
    <span className={styles.check} data-state={state}>
      <CheckBadge state={state} size={16} label="" />
      <span>{children}</span>
    </span>
  );
}

function checkWords({ verdict, entryNumber, logSize }: LinkedCheck): string {
  const entry = `entry ${formatNumber(entryNumber)}`;
  const log = `its log of ${countOf(logSize, 'entry', 'entries')}`;
  if (verdict.outcome === 'holds')
    return `Verified: this is the data of ${entry}, which is in ${log}. That none is newer is not checked.`;
  const reason = 'reason' in verdict ? verdict.reason : '';
  return verdict.outcome === 'does-not-match'
    ? `Does not match: the data or ${entry} does not connect to the root hash of ${log}. ${reason}`.trim()
    : `Could not check: ${reason}`;
}
