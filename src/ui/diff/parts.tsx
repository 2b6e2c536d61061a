import { countOf } from '../format.ts';
import { Literal } from '../literal.tsx';
import { MEMBERS, useBatch } from '../show-more.tsx';
import type { DiffPart } from './item-diff.ts';
import styles from './parts.module.css';

/**
 * Parts shows runs of text with `<del>` for what only the version before has, and `<ins>` for what only this one has; the members of a list stand apart, empty ones in words.
 * Of a long list those that both versions have are counted, so that what changed is in sight.
 */
export function Parts({ parts, isList }: { parts: readonly DiffPart[]; isList: boolean }) {
  const changed = isList && parts.length > MEMBERS ? parts.filter(({ kind }) => kind !== 'same') : parts;
  const { shown, more } = useBatch(changed, MEMBERS, isList ? 'members' : 'runs of text');
  const same = parts.length - changed.length;
  return (
    <span className={`${styles['parts']} ${isList ? styles['members'] : ''}`}>
      {shown.map((part, index) => {
        const Tag = TAGS[part.kind];
        return <Tag key={index}>{part.text === '' ? 'not set' : <Literal text={part.text} />}</Tag>;
      })}
      {more}
      {same > 0 && <span>{countOf(same, 'member')} in both versions</span>}
    </span>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;
