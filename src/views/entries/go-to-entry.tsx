import { useState } from 'react';
import { describeFailure } from '../../query/failure.ts';
import { useFindDate } from '../../query/use-size-at-date.ts';
import { readDate, type AskedDate } from '../../ui/at-date.ts';
import { formatNumber } from '../../ui/format.ts';
import { placeOfDateWords } from '../../ui/moment-words.ts';
import styles from './entries.module.css';

/** GoToEntry takes an entry number or a date; what is not in the log is refused in words, not moved silently. */
export function GoToEntry({
  logSize,
  onGo,
  onFound,
}: {
  logSize: number;
  onGo: (entryNumber: number) => void;
  /** Takes the words on where a date was found, and how; undefined once they are of no use. */
  onFound: (words: string | undefined) => void;
}) {
  const findDate = useFindDate(logSize);
  const [problem, setProblem] = useState<string>();
  const go = async (typed: string): Promise<void> => {
    onFound(undefined);
    setProblem(undefined);
    const entryNumber = numberIn(typed);
    if (entryNumber !== undefined && entryNumber <= logSize) return onGo(entryNumber);
    // A year beyond the log is a date; one within it is an entry number.
    const date = readDate(typed);
    if (date === undefined)
      return setProblem(`The log has entries 1 to ${formatNumber(logSize)}; a date is written 2018-04-26.`);
    onFound(`Looking for ${date.words} …`);
    try {
      const found = await findDate(date.fromMs - 1);
      onFound(`${firstWords(date, found.size, logSize)} ${placeOfDateWords(found)}`);
      onGo(Math.min(found.size + 1, logSize));
    } catch (error) {
      onFound(undefined);
      setProblem(describeFailure(error instanceof Error ? error : new Error(String(error))).message);
    }
  };
  return (
    <form
      className={styles['goTo']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go(String(new FormData(event.currentTarget).get('entry') ?? ''));
      }}
    >
      <label htmlFor="go-to-entry">Go to entry or date</label>
      <input
        id="go-to-entry"
        name="entry"
        autoComplete="off"
        size={10}
        aria-invalid={problem !== undefined}
        aria-describedby="go-to-entry-problem"
      />
      <span id="go-to-entry-problem" role="status" className={styles['problem']}>
        {problem}
      </span>
    </form>
  );
}

/** numberIn reads an entry number, with or without thousands separators and `#`; undefined for anything else. */
function numberIn(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s,#]/g, '');
  return /^0*[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

function firstWords(date: AskedDate, before: number, logSize: number): string {
  return before >= logSize
    ? `No entry of the log is of ${date.words} or later; this is its last.`
    : `Entry ${formatNumber(before + 1)} is where ${date.words} (UTC) begins.`;
}
