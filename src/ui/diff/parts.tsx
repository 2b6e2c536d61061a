import { Literal } from '../literal.tsx';
import type { DiffPart } from './item-diff.ts';
import styles from './parts.module.css';

/** Parts shows runs of text with `<del>` for what only the version before has, and `<ins>` for what only this one has; the members of a list stand apart, empty ones in words. */
export function Parts({ parts, isList }: { parts: readonly DiffPart[]; isList: boolean }) {
  return (
    <span className={`${styles['parts']} ${isList ? styles['members'] : ''}`}>
      {parts.map((part, index) => {
        const Tag = TAGS[part.kind];
        return <Tag key={index}>{part.text === '' ? 'not set' : <Literal text={part.text} />}</Tag>;
      })}
    </span>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;
