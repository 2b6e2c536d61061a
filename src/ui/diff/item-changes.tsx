import { Fragment, useMemo } from 'react';
import { countOf } from '../format.ts';
import { Literal } from '../literal.tsx';
import { ATTRIBUTES, MEMBERS, NAME, useBatch } from '../show-more.tsx';
import { isUnset } from '../values/value.tsx';
import styles from './item-changes.module.css';
import { type AttributePair, members } from '../values/compare-items.ts';
import { diffArrays } from 'diff/lib/diff/array.js';

/** Changes shows what one version changed, attribute by attribute, with `<del>` and `<ins>`. */
export function Changes({ changes }: { changes: readonly AttributePair[] }) {
  const { shown, more } = useBatch(changes, ATTRIBUTES, 'changed attributes');
  return (
    <>
      <ul className={styles.changes}>
        {shown.map((pair) => (
          <li key={pair.attribute}>
            <span className={styles.attribute}>
              <Literal text={pair.attribute} most={NAME} />
            </span>{' '}
            <Parts pair={pair} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/**
 * Parts shows the runs of text of a changed value, except those of the kind `without`, with `<del>` for
 * removed and `<ins>` for added ones; the members of a list are separated, empty ones named. In a long list
 * unchanged members are only counted, so that the changes are visible.
 */
export function Parts({
  pair,
  without,
}: {
  pair: Pick<AttributePair, 'before' | 'after'>;
  without?: DiffPart['kind'];
}) {
  const { before, after } = pair;
  const parts = useMemo(() => partsOf({ before, after }), [before, after]);
  const isOfList = isList(pair);
  const hidden = isOfList && parts.length > MEMBERS ? 'same' : undefined;
  const changed = parts.filter(({ kind }) => kind !== without && kind !== hidden);
  const { shown, more } = useBatch(changed, MEMBERS, isOfList ? 'members' : 'runs of text');
  const same = hidden === undefined ? 0 : parts.filter(({ kind }) => kind === hidden).length;
  return (
    <span className={`${styles.parts} ${isOfList ? styles.members : ''}`}>
      {shown.map((part, index) => {
        const Tag = TAGS[part.kind];
        // A space after a changed word is no change to see.
        const [, words = part.text, space = ''] = /^(.*\S)(\s+)$/s.exec(part.text) ?? [];
        return (
          <Fragment key={index}>
            {isOfList && index > 0 && ' '}
            <Tag>{part.text === '' ? 'not set' : <Literal text={words} />}</Tag>
            {space}
          </Fragment>
        );
      })}
      {more}
      {same > 0 && <span>{countOf(same, 'member')} in both versions</span>}
    </span>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Side shows a changed attribute in one of its two versions, with the words only in that version marked. */
export function Side({ pair, end }: { pair: AttributePair; end: 'before' | 'after' }) {
  if (isUnset(pair[end])) return <span className="faint">not set</span>;
  return <Parts pair={pair} without={end === 'before' ? 'added' : 'removed'} />;
}

/**
 * DiffPart is a run of text in both versions, or only in the earlier (`removed`) or the later one (`added`).
 */
interface DiffPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** isList reports whether a value is compared member by member. */
function isList({ before, after }: Pick<AttributePair, 'before' | 'after'>): boolean {
  return Array.isArray(before) || Array.isArray(after);
}

/**
 * partsOf compares two values: word by word for text, member by member for lists; it returns the whole of
 * both if they share little, or differ too much.
 */
export function partsOf(pair: Pick<AttributePair, 'before' | 'after'>): readonly DiffPart[] {
  const [before, after] = [members(pair.before), members(pair.after)];
  return isList(pair) ? diffLists(before, after) : diffText(before.join(''), after.join(''));
}

/** EDITS is the most changed words or members to compare: the time grows with their square. */
const EDITS = 400;

/** LETTERS is the most characters of two texts together to compare word by word. */
const LETTERS = 200_000;

/** diffLists compares member by member; if more than EDITS differ, it returns both lists whole. */
function diffLists(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: EDITS }) ?? [
    { value: [...before], removed: true },
    { value: [...after], added: true },
  ];
  return runs.flatMap((run) => run.value.map((text) => ({ text, kind: kindOf(run) })));
}

/** diffText compares word by word; texts that share little are returned whole. */
function diffText(before: string, after: string): readonly DiffPart[] {
  const isLong = before.length + after.length > LETTERS;
  const runs = isLong ? undefined : diffArrays(words(before), words(after), { maxEditLength: EDITS });
  const parts = runs?.map((run): DiffPart => ({ text: run.value.join(''), kind: kindOf(run) })) ?? [];
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (runs !== undefined && shared * 3 >= Math.min(before.length, after.length)) return parts;
  const whole: readonly DiffPart[] = [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ];
  return whole.filter(({ text }) => text !== '');
}

/** words splits a text into words, spaces and single other characters, which together are the text. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? [];
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): DiffPart['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same';
}
