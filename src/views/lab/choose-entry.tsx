import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { wholeNumber } from './copy.ts';
import styles from './lab.module.css';

/** ChooseEntry copies another entry of the log into the lab. */
export function ChooseEntry({ entryNumber, logSize }: { entryNumber: number; logSize: number }) {
  const [, setParams] = useSearchParams();
  const [text, setText] = useState(Number.isNaN(entryNumber) ? '' : String(entryNumber));
  const [wrong, setWrong] = useState(false);
  return (
    <form
      className={styles['choose']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const number = wholeNumber(text.replaceAll(/[\s,]/g, ''));
        const inside = number >= 1 && number <= logSize;
        setWrong(!inside);
        if (inside) setParams({ entry: String(number) });
      }}
    >
      <label htmlFor="lab-entry">Entry</label>
      <input
        id="lab-entry"
        value={text}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={wrong}
        aria-describedby="lab-entry-range"
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <Button type="submit">Copy it</Button>
      <p id="lab-entry-range" className={wrong ? styles['wrong'] : styles['range']} role="status">
        {wrong ? `A whole number from 1 to ${formatNumber(logSize)}.` : `1 to ${formatNumber(logSize)}`}
      </p>
    </form>
  );
}
