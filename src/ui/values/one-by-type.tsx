import { lazy, Suspense, type ReactNode } from 'react';
import { parseHash } from '../../core/hash.ts';
import { CopyHash } from '../hash/copy-hash.tsx';
import { Literal } from '../literal.tsx';
import { Markdown } from '../markdown.tsx';
import { PartialDate, Time } from '../time.tsx';
import { periodWords } from './period.ts';
import { isRealMoment } from '../../core/moment.ts';
import styles from './rich-value.module.css';

const PlaceValue = lazy(async () => ({ default: (await import('./place-value.tsx')).PlaceValue }));

/** OneByType shows one text by its datatype; one that is not what its datatype says, and one of an unknown datatype, as the text it is. */
export function OneByType({ value, datatype }: { value: string; datatype: string | undefined }) {
  const text = <Literal text={value} />;
  const type = datatype ?? 'string';
  switch (type) {
    case 'datetime':
      return isRealMoment(value) ? <PartialDate value={value} /> : text;
    case 'timestamp':
      return isRealMoment(value) ? <Time at={value} /> : text;
    case 'period': {
      const words = periodWords(value);
      return words === undefined ? text : <span title={value}>{words}</span>;
    }
    case 'url':
      return isWebAddress(value) ? (
        <a href={value} rel="noopener noreferrer nofollow" target="_blank">
          {text}
        </a>
      ) : (
        text
      );
    case 'text':
      // Of white space alone Markdown would leave nothing.
      return value.trim() === '' ? text : <Markdown text={value} />;
    case 'integer':
      return <span className={styles['number']}>{text}</span>;
    case 'hash': {
      const hash = parseHash(value, 'item') ?? parseHash(value, 'blob') ?? parseHash(value, 'bare');
      const spelling = value.startsWith('sha-256:') ? 'item' : value.length === 68 ? 'blob' : 'bare';
      return hash === undefined ? <Code>{text}</Code> : <CopyHash hash={hash} spelling={spelling} />;
    }
    case 'point':
    case 'polygon':
      return (
        <Suspense fallback={<Code>{text}</Code>}>
          <PlaceValue value={value} datatype={type} />
        </Suspense>
      );
    case 'curie':
    case 'name':
    case 'boolean':
      return <Code>{text}</Code>;
    default:
      return text;
  }
}

function Code({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>;
}

/** isWebAddress tells what may become a link: http and https, as the browser would read it, and nothing invisible in it. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(value) && URL.canParse(value);
}
