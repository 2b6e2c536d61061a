import { memo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { describeFailure } from '../../query/failure.ts';
import { useFindDate } from '../../query/size-at-date.ts';
import { readDate } from '../../ui/dates.ts';
import { placeOfDateWords } from '../../ui/moment-form.tsx';
import { Download } from '../shared/download.tsx';
import { AskForm } from '../../ui/ask-form.tsx';
import styles from './entries.module.css';

/** LogHead is the part above the log: its last entry, and ways to go to an entry. Scrolling does not redraw it. */
export const LogHead = memo(function LogHead({
  logSize,
  past,
  onGo,
}: {
  logSize: number;
  past: boolean;
  onGo: (entryNumber: number) => undefined;
}) {
  const paths = usePaths();
  const [found, setFound] = useState<string>();
  return (
    <>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry')} of the log, oldest to newest.`
              : 'The log, oldest to newest. Entries are only ever added at its end.'}{' '}
            <Link to={paths.view('changes')}>
              {past ? 'What changed since' : 'What changed between two sizes'}
            </Link>
          </>
        }
        actions={
          <>
            <GoToEntry logSize={logSize} onGo={onGo} onFound={setFound} />
            <Button
              onClick={() => onGo(1)}
              title="To the first entry"
              aria-label="Oldest: to the first entry"
            >
              <Icon name="toFirst" size={16} /> <span className={styles.wide}>Oldest</span>
            </Button>
            <Button
              onClick={() => onGo(logSize)}
              title="To the newest entry"
              aria-label="Newest: to the last entry"
            >
              <Icon name="toLast" size={16} /> <span className={styles.wide}>Newest</span>
            </Button>
            <Download what="entries" />
          </>
        }
      />
      <p role="status" className={styles.found}>
        {found}
      </p>
    </>
  );
});

/** GoToEntry accepts an entry number or a date; one outside the log is refused with a message. */
function GoToEntry({
  logSize,
  onGo,
  onFound,
}: {
  logSize: number;
  onGo: (entryNumber: number) => undefined;
  /** Called with a text on how a date was found; undefined to remove it. */
  onFound: (words: string | undefined) => void;
}) {
  const findDate = useFindDate(logSize);
  const go = async (typed: string): Promise<string | undefined> => {
    onFound(undefined);
    const entryNumber = numberIn(typed);
    if (entryNumber !== undefined && entryNumber <= logSize) return onGo(entryNumber);
    // A year beyond the log is a date; one within it is an entry number.
    const date = readDate(typed);
    if (date === undefined)
      return `The log has entries 1 to ${formatNumber(logSize)}; a date is written 2018-04-26.`;
    onFound(`Looking for ${date.words} …`);
    try {
      const found = await findDate(date.fromMs - 1);
      const words =
        found.size >= logSize
          ? `No entry of the log is of ${date.words} or later; this is its last.`
          : `Entry ${formatNumber(found.size + 1)} is where ${date.words} (UTC) begins.`;
      onFound(`${words} ${placeOfDateWords(found)}`);
      return onGo(Math.min(found.size + 1, logSize));
    } catch (error) {
      onFound(undefined);
      return describeFailure(error).message;
    }
  };
  return <AskForm label="Go to entry or date" size={10} className={`bar ${styles.goTo}`} onText={go} />;
}

/** numberIn reads an entry number, with or without thousands separators and `#`; undefined for anything else. */
function numberIn(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s,#]/g, '');
  return /^0*[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}
