import type { Item } from '../../core/model.ts';
import { Literal } from '../../ui/literal.tsx';
import { plainText } from '../../ui/markdown.tsx';
import { NAME } from '../../ui/show-more.tsx';
import { isUnset } from '../../ui/values/value.tsx';

/**
 * FirstValues shows the first values of an item that are set, except one, each in a line, a text with spaces
 * without Markdown syntax. The page of the item shows every character.
 */
export function FirstValues({ item, except }: { item: Item; except?: string | undefined }) {
  const values = [...item].filter(([, value]) => !isUnset(value) && value !== except).slice(0, 4);
  return values.map(([attribute, value]) => {
    const text = [value ?? ''].flat().join(', ');
    return (
      <span key={attribute}>
        <span className="faint mono">
          <Literal text={attribute} most={NAME} />:
        </span>{' '}
        <Literal text={/\s/.test(text) ? plainText(text) : text} most={300} />
      </span>
    );
  });
}
