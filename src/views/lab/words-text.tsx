import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { Words } from './words.ts';

/** WordsText shows words: texts of the copy as literal code, hashes with the digit marked in which they differ. */
export function WordsText({ words }: { words: Words }) {
  return words.map((word, index) => {
    if (typeof word === 'string') return word;
    if ('code' in word) {
      return (
        <code key={index}>
          <Literal text={word.code} />
        </code>
      );
    }
    return word.differsFrom === undefined ? (
      <HashText key={index} hash={word.hash} />
    ) : (
      <HashText key={index} hash={word.hash} compareWith={word.differsFrom} />
    );
  });
}
