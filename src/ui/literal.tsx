import styles from './literal.module.css';

/** Characters that cannot be seen, or that turn the direction of what follows: controls, invisible ones, bidi marks, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const SPLIT = /([\p{Cc}\p{Cf}\p{Cs}\u2028\u2029])/u;

/**
 * Literal shows text of a register as it is: kept apart from the direction of the text around it, and with characters that cannot be seen named by their code.
 * Line feeds and tabs stay what they are.
 */
export function Literal({ text }: { text: string }) {
  if (!UNSEEN.test(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.split(SPLIT).map((part, index) => {
        if (index % 2 === 0 || part === '\n' || part === '\t') return part;
        const code = `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
        return (
          <span key={index} className={styles['unseen']} title={`${code}, a character that cannot be seen`}>
            {code}
          </span>
        );
      })}
    </bdi>
  );
}

/** holdsUnseen tells whether a text has characters that cannot be seen, line feeds and tabs aside. */
export function holdsUnseen(text: string): boolean {
  return UNSEEN.test(text.replaceAll(/[\n\t]/g, ''));
}

/** isolated keeps a text of a register from turning the direction of a sentence it stands in: first strong isolate, pop directional isolate (Unicode UAX 9). Plain ASCII cannot, and stays as it is. */
export function isolated(text: string): string {
  return /^[ -~]*$/.test(text) ? text : `\u2068${text}\u2069`;
}
