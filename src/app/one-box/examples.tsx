import styles from './one-box.module.css';

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['GB', 'the record with this key'],
  ['194 or #194', 'an entry of the log'],
  ['sha-256:8d92…', 'an item, an entry or a root; the first digits are enough'],
  ['2012-10', 'the register as it was, and the entries of that time'],
  ['currency=EUR', 'the records with this value'],
  ['country:GB', 'a record of another register'],
  ['https://…', 'a register, or anything in one'],
  ['{ … }', 'a pasted entry, record, item, proof or proof bundle'],
];

/** Examples says what can be typed. */
export function Examples() {
  return (
    <dl className={styles['examples']}>
      {EXAMPLES.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
