import { useQuery } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { type LinkAnswer, type LinkedRegister, linkedQuery } from './link-queries.ts';
import { useAt, Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { canBeAddressed, fileAddress, formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { LinkProps } from '../../ui/values/definition-context.ts';
import { nameOf } from '../../ui/values/value.tsx';
import { LinkContext, linkedRegister } from './link-context.ts';
import { isOpenedHere, mayRequest, targetOf } from './link-target.ts';
import styles from './links.module.css';

/** LinkedRecord is a record that a value links to, whose register may be asked for its name. */
interface LinkedRecord {
  readonly register: RegisterId;
  readonly linked: LinkedRegister;
  readonly recordKey: string;
}

/**
 * useTarget finds the register that a value refers to, if an address can carry the key; and its record, if
 * that register may be asked about it. A register shown at an earlier size is not asked for its present.
 */
function useTarget({ prefix, key }: LinkProps['to']) {
  const isPast = useAt() !== undefined;
  const from = use(LinkContext);
  const register = from && canBeAddressed(key ?? '') ? targetOf(from, prefix) : undefined;
  if (from === undefined || register === undefined) return undefined;
  const isHere = formatRegisterId(register) === formatRegisterId(from.register);
  if (key === undefined || (isPast && isHere) || !mayRequest(register, from.register))
    return { from, register };
  const record: LinkedRecord = { register, linked: linkedRegister(register, from), recordKey: key };
  return { from, register, record };
}

/**
 * LinkValue is a value that points to another register: a link with the name of its record if a target
 * is found, else plain text.
 */
export function LinkValue({ to, text, named, guessed }: LinkProps) {
  const target = useTarget(to);
  const plain = <Mono text={text} most={20_000} />;
  if (target === undefined || (guessed && !isOpenedHere(target.register))) return plain;
  const { from, register, record } = target;
  if (record !== undefined) return <RecordLink {...record} text={text} name={to.prefix} named={named} />;
  const { key } = to;
  return (
    <Link
      to={pathTo(key === undefined ? { view: 'overview', register } : { view: 'record', register, key })}
      // There may be no file of that name next to a file on the web.
      state={isOpenedHere(register) ? undefined : { beside: fileAddress(from.register) }}
    >
      {plain}
    </Link>
  );
}

/** LinkName is the current name of the record that a value links to. */
export function LinkName({ to }: Pick<LinkProps, 'to'>) {
  const record = useTarget(to)?.record;
  return record ? <NameNow {...record} /> : null;
}

function NameNow(record: LinkedRecord) {
  const [place, answer] = useLinked(record, true);
  return (
    <span ref={place} className="quiet">
      <Literal text={nameOfLinked(answer) ?? ''} />
    </span>
  );
}

/** RecordLink is a link to a record, with its current name if that is wanted. */
function RecordLink({
  text,
  name,
  named,
  ...record
}: LinkedRecord & { text: string; name: string; named: boolean }) {
  const { register, recordKey } = record;
  const [place, answer] = useLinked(record, named);
  const called = nameOfLinked(answer) ?? '';
  const key = <Literal text={text} most={600} />;
  const isMissing = answer === 'absent' || answer === 'not-found';
  return (
    <span ref={place} className={styles.linked} data-named={named || undefined}>
      {answer === 'not-found' && !isOpenedHere(register) ? (
        // There may be no such register: a link could lead nowhere.
        <span className={styles.key}>{key}</span>
      ) : (
        <Link to={pathTo({ view: 'record', register, key: recordKey })} className={styles.key}>
          {key}
        </Link>
      )}{' '}
      {named && isMissing && (
        <span className="tag sand">
          {answer === 'absent' ? 'no such record in' : 'not found in'} {isolated(name)}
        </span>
      )}
      {named && !isMissing && (
        <span className={styles.name} title={called && isolated(called)}>
          <Literal text={called} most={300} />
        </span>
      )}
    </span>
  );
}

/** nameOfLinked returns what names a linked record in its first item; undefined if nothing does. */
function nameOfLinked(answer: LinkAnswer | undefined): string | undefined {
  return typeof answer === 'object' ? nameOf(answer[0]) : undefined;
}

/** useLinked requests a record once its name is on view, if wanted. */
function useLinked(
  { linked, recordKey }: LinkedRecord,
  wanted: boolean,
): readonly [place: RefObject<HTMLSpanElement | null>, answer: LinkAnswer | undefined] {
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
  const { data } = useQuery({ ...linkedQuery(linked, recordKey), enabled: isSeen });
  return [place, data];
}
