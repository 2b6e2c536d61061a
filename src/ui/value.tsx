import { lazy, Suspense } from 'react';
import type { AttributeValue } from '../core/model.ts';
import { formatNumber } from './format.ts';
import { Literal } from './literal.tsx';
import { PartialDate } from './time.tsx';
import styles from './value.module.css';

// Most registers have no `text`; those that do fetch it when one is shown.
const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** isUnset tells whether a value means "not set": null, the empty string, the empty list (wire notes, "Keys, values"). */
export function isUnset(value: AttributeValue | undefined): boolean {
  return value === undefined || value === null || value.length === 0;
}

/** Value shows one attribute's value by its datatype; where the register states none, by its shape. Values are text: nothing in them is ever markup. */
export function Value({
  value,
  datatype,
  attribute,
  unset = 'not set',
}: {
  value: AttributeValue | undefined;
  datatype?: string | undefined;
  attribute?: string;
  unset?: string;
}) {
  if (value === undefined || value === null || value.length === 0)
    return <span className={styles['unset']}>{unset}</span>;
  if (typeof value === 'string') return <One value={value} datatype={datatype} attribute={attribute} />;
  return (
    <ul className={styles['list']}>
      {value.map((member, index) => (
        <li key={index}>
          <One value={member} datatype={datatype} attribute={attribute} />
        </li>
      ))}
    </ul>
  );
}

/** isRedacted tells a value that the register withholds; its hash stands in for it (hashing.md, "Redaction"). */
export function isRedacted(value: string): boolean {
  return /^\*\*REDACTED\*\*(?:1220)?[0-9a-f]{64}$/.test(value);
}

function One({
  value,
  datatype,
  attribute,
}: {
  value: string;
  datatype: string | undefined;
  attribute: string | undefined;
}) {
  if (isRedacted(value)) {
    return (
      <span className={styles['redacted']} title={value}>
        redacted
        <span className="visually-hidden"> by the register; its hash stands in for it</span>
      </span>
    );
  }
  switch (datatype ?? guess(value, attribute) ?? 'string') {
    case 'datetime':
    case 'timestamp':
      return <PartialDate value={value} />;
    case 'integer':
      return /^-?\d{1,15}$/.test(value) ? (
        <span className={styles['number']}>{formatNumber(Number(value))}</span>
      ) : (
        value
      );
    case 'url':
      return /^https?:\/\//i.test(value) ? (
        <a href={value} rel="noopener noreferrer nofollow" target="_blank">
          {value}
        </a>
      ) : (
        value
      );
    case 'curie':
    case 'name':
    case 'hash':
    case 'period':
      return (
        <span className="mono">
          <Literal text={value} />
        </span>
      );
    case 'text':
      return (
        <Suspense fallback={<span className={styles['text']}>{value}</span>}>
          <Markdown text={value} />
        </Suspense>
      );
    default:
      return <Literal text={value} />;
  }
}

function guess(value: string, attribute: string | undefined): string | undefined {
  if (/^https?:\/\/\S+$/i.test(value)) return 'url';
  if (attribute === 'text') return 'text';
  if (
    attribute !== undefined &&
    /(?:^|-)(?:date|discovered)$/.test(attribute) &&
    /^\d{4}(-\d{2}){0,2}$/.test(value)
  )
    return 'datetime';
  return undefined;
}
