import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AttributeValue, Item } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { type LinkedCheck, linkedCheckQuery } from '../../query/link-check.ts';
import { linkedQuery } from '../../query/link-query.ts';
import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { sentenceOf } from '../../ui/check-text.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal, Mono } from '../../ui/literal.tsx';
import { EndedMark } from '../../ui/time.tsx';
import { isRedacted, isUnset } from '../../ui/values/value.tsx';
import styles from './links.module.css';
import { isOpenedHere, whereWords } from './link-target.ts';
import { type LinkedRecord, nameOf } from './link-value.tsx';

/** The most values of a record to show, and the most characters of each. */
const VALUES = 4;
const LETTERS = 90;

/**
 * LinkCard shows the target of a link as its server sends it now; `anchor` is the name of the element it is
 * placed at. Its values are plain text, so that links are not followed any further.
 */
export function LinkCard({
  id,
  anchor,
  onClose,
  session,
  register,
  name,
  recordKey,
  isPast,
}: LinkedRecord & { readonly id: string; readonly anchor: string; readonly onClose: () => void }) {
  const { data: linked, error } = useQuery(linkedQuery(session, recordKey));
  const card = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // React may run this twice while it is developed.
    if (card.current?.matches(':popover-open') === false) card.current.showPopover();
  }, []);
  // Request no proofs from a register that the reader never opened.
  const isProvable = register.kind !== 'remote' || isOpenedHere(register);
  const isFound = typeof linked === 'object';
  const check = useQuery({ ...linkedCheckQuery(session, recordKey), enabled: isProvable && isFound });
  const items = check.data?.record.items ?? (isFound ? linked : []);
  const [item] = items;
  const unread = error === null ? 'Reading …' : `It could not be read: ${describeFailure(error).message}`;
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
      <span className="line">
        <span className={styles.title}>
          <Literal text={nameOf(items) ?? recordKey} most={300} />
        </span>
        <EndedMark item={item} />
      </span>
      {item ? (
        <Values item={item} recordKey={recordKey} />
      ) : (
        <span className="quiet">
          {linked ? <Literal text={`No such record in ${name}, or it has no data.`} /> : unread}
        </span>
      )}
      {items.length > 1 && <span className={styles.rest}>The first of {countOf(items.length, 'item')}.</span>}
      {linked && (
        <span className={styles.proof}>
          {isProvable && isFound ? <CheckLine {...check} /> : 'Not checked.'}
        </span>
      )}
      <span className="fine">
        Record <Mono text={recordKey} /> of <Literal text={name} />, {whereWords(register)}.{' '}
        {isPast && 'As it is now.'}
      </span>
    </span>
  );
}

function Values({ item, recordKey }: { item: Item; recordKey: string }) {
  const shown = [...item].filter(
    ([attribute, value]) => value !== recordKey && !isUnset(value) && attribute !== 'name',
  );
  const more = shown.length - VALUES;
  return (
    <span className={styles.values}>
      {shown.slice(0, VALUES).map(([attribute, value]) => (
        <span key={attribute} className={styles.row}>
          <span className={styles.attribute}>
            <Literal text={attribute} most={LETTERS} />
          </span>
          <span>
            <Literal text={textOf(value)} most={LETTERS} />
          </span>
        </span>
      ))}
      {more > 0 && <span className={styles.rest}>and {countOf(more, 'more attribute')}</span>}
    </span>
  );
}

function textOf(value: AttributeValue): string {
  // No more members than letters are visible.
  const text = typeof value === 'string' ? value : (value ?? []).slice(0, LETTERS).join(', ');
  return isRedacted(text) ? 'redacted' : text;
}

/**
 * CheckLine shows whether the card's record was verified here: its data hashed, and its entry proved against
 * the published root of its register.
 */
function CheckLine({ data, error }: { data: LinkedCheck | undefined; error: Error | null }) {
  const state = error === null ? (data?.verdict.outcome ?? 'checking') : 'cannot-check';
  return (
    <span className={styles.check} data-state={state}>
      <CheckBadge state={state} size={16} label="" />
      <span>
        {stateInWords(state)}
        {error === null ? data && checkWords(data) : `: ${describeFailure(error).message}`}
      </span>
    </span>
  );
}

function checkWords({ verdict, entryNumber, logSize }: LinkedCheck): string {
  const entry = `entry ${formatNumber(entryNumber)} in its log of ${countOf(logSize, 'entry')}`;
  return verdict.outcome === 'holds'
    ? `: this is the data of ${entry}. That none is newer is not checked.`
    : `: the data, or ${entry}. ${sentenceOf({ verdict })}`;
}
