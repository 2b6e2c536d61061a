import { codeOf, isUnseen, partsOf } from '../core/invisible.ts';
import styles from './text.module.css';

// Views may import only types from core.
export { isolated } from '../core/invisible.ts';

/**
 * Literal shows text of a register: isolated from the direction of the text around it, and with invisible
 * characters named by their code, except those that break lines. More than `most` characters are cut. The style
 * sheet draws the names, so that the exact text is selected and copied.
 */
export function Literal({ text, most = 20_000 }: { text: string; most?: number }) {
  const beginning = text.length > most ? `${beginningOf(text, most)} …` : text;
  const parts = partsOf(beginning);
  if (parts.length === 1) return <bdi translate="no">{beginning}</bdi>;
  return (
    <bdi translate="no">
      {parts.map((part, index) => {
        // Browsers draw a carriage return as a space: one without a line feed after it breaks the line here.
        if (part === '\r' && (parts[index + 1] !== '' || parts[index + 2] !== '\n'))
          return [part, <br key={index} />];
        if (index % 2 === 0 || !isUnseen(part)) return part;
        const code = codeOf(part);
        return (
          <span
            key={index}
            className={styles.unseen}
            data-code={code}
            title={`${code}, a character that cannot be seen`}
          >
            <span>{part}</span>
          </span>
        );
      })}
    </bdi>
  );
}

/** beginningOf returns the first characters of a text, without half of a surrogate pair. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** Mono is such a text in the font of keys and attribute names. */
export function Mono({ text, most = 300 }: { text: string; most?: number }) {
  return (
    <span className="mono">
      <Literal text={text} most={most} />
    </span>
  );
}

/** holdsUnseen reports whether a text has invisible characters other than line breaks. */
export function holdsUnseen(text: string): boolean {
  return partsOf(text).some((part, index) => index % 2 === 1 && isUnseen(part));
}
