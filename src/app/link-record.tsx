import { Suspense, useId, type ReactNode, type RefObject } from 'react';
import type { Linked } from '../query/link-query.ts';
import { Link } from '../ui/link.tsx';
import { isolated, Literal } from '../ui/literal.tsx';
import { pathTo } from '../ui/paths.ts';
import type { CardPlace, LinkedName } from './link-card.tsx';
import { useHover } from './link-hover.ts';
import styles from './link-value.module.css';

/** RecordLinkProps is a link to a record, whose key stands in the data as `text`. */
export interface RecordLinkProps extends LinkedName {
  readonly text: string;
  /** Whether the name of the record stands beside it. */
  readonly named: boolean;
}

/** RecordLink is such a link, with what is known of its record. `renderCard` is what is shown while the reader rests on it. */
export function RecordLink({
  register,
  name,
  recordKey,
  text,
  named,
  place,
  linked,
  renderCard,
}: RecordLinkProps & {
  readonly place: RefObject<HTMLSpanElement | null>;
  readonly linked: Linked | undefined;
  readonly renderCard: (where: CardPlace & LinkedName) => ReactNode;
}) {
  const id = useId();
  const hover = useHover();
  // Where there is no such register the link would lead nowhere.
  if (linked?.state === 'elsewhere')
    return (
      <span className="mono" ref={place}>
        <Literal text={text} />
      </span>
    );
  const anchor = `--link${id.replaceAll(/[^\w-]/g, '')}`;
  return (
    <span ref={place} className={styles['linked']} data-named={named || undefined} {...hover.around}>
      <Link
        to={pathTo({ view: 'record', register, key: recordKey })}
        className={styles['key']}
        style={{ anchorName: anchor }}
        aria-describedby={hover.open ? id : undefined}
        {...hover.on}
      >
        <Literal text={text} most={600} />
      </Link>{' '}
      {named && <Beside linked={linked} register={name} />}
      {hover.open && (
        <Suspense>{renderCard({ id, anchor, register, name, recordKey, onClose: hover.close })}</Suspense>
      )}
    </span>
  );
}

/** Beside is what is known of the record by now; its place is kept until then. */
function Beside({ linked, register }: { linked: Linked | undefined; register: string }) {
  if (linked?.state === 'absent')
    return <span className={styles['absent']}>no such record in {register}</span>;
  const name = linked?.state === 'found' ? linked.items[0]?.get('name') : undefined;
  return (
    <span className={styles['name']} title={typeof name === 'string' ? isolated(name) : undefined}>
      {typeof name === 'string' ? <Literal text={name} most={300} /> : ''}
    </span>
  );
}
