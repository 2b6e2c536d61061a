import { codeOf, isUnseen, partsOf } from '../core/invisible.ts';
import styles from './text.module.css';

// Views know core by its types alone.
export { isolated } from '../core/invisible.ts';

/**
 * Literal shows text of a register as it is: kept apart from the direction of the text around it, and with characters that cannot be seen named by their code.
 * Line feeds and tabs stay what they are; of more than `most` characters the beginning is shown. The names are drawn by the style sheet, so that what is selected and copied is the text itself.
 */
export function Literal({ text, most = 20_000 }: { text: string; most?: number }) {
  const beginning = text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')} …` : text;
  const parts = partsOf(beginning);
  if (parts.length === 1) return <bdi>{beginning}</bdi>;
  return (
    <bdi>
      {parts.map((part, index) => {
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

/** Mono is such a text in the type of keys and names of attributes. */
export function Mono({ text, most = 300 }: { text: string; most?: number }) {
  return (
    <span className="mono">
      <Literal text={text} most={most} />
    </span>
  );
}

/** holdsUnseen reports whether a text has characters that cannot be seen, line feeds and tabs aside. */
export function holdsUnseen(text: string): boolean {
  return partsOf(text).some((part, index) => index % 2 === 1 && isUnseen(part));
}
