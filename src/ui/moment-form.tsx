import { readDate } from './dates.ts';
import { AskForm } from './ask-form.tsx';
import { countOf, formatNumber } from './format.ts';
import { type Source, SOURCE_WORDS } from './source.ts';
import { type CheckText, type CheckFinding, sentenceOf, wordsFrom } from './check-text.ts';

/**
 * MomentForm asks for a moment of the log, by size or date. `onGo` receives a value for `?at=`: a size from 1 to `largest`, or a day such as `2018-04-26`, which means
 * its end.
 */
export function MomentForm({ largest, onGo }: { largest: number; onGo: (at: string) => void }) {
  const go = (at: string): undefined => {
    onGo(at);
    // There may be no form at that moment.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div className="row">
      <AskForm
        label="Log size"
        button="Go"
        inputMode="numeric"
        size={8}
        onText={(typed) => {
          const digits = typed.replaceAll(/[\s,]/g, '');
          const number = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
          return number >= 1 && number <= largest
            ? go(String(number))
            : `A log size is a whole number from 1 to ${formatNumber(largest)}.`;
        }}
      />
      <AskForm
        label="End of day (UTC)"
        button="Go"
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        onText={(typed) => {
          const date = readDate(typed);
          return date ? go(date.text) : 'A date has a year, a month and a day.';
        }}
      />
    </div>
  );
}

/** momentCheckText describes the check that an earlier log is the beginning of the current one: everything shown at that size depends on it. */
export function momentCheckText(
  found: CheckFinding,
  at: number,
  now: number,
  source: Source = 'server',
): CheckText {
  const { rootHash } = SOURCE_WORDS[source];
  const log = `The log of ${countOf(at, 'entry')}`;
  const present = at === now ? 'the present log' : `the present log of ${formatNumber(now)}`;
  const size = formatNumber(at);
  return wordsFrom(found, {
    holds: [
      at === now ? `${log} is ${present}` : `${log} is the beginning of ${present}`,
      at === now
        ? `The entry proof of entry ${size} gives the ${rootHash}.`
        : `The entry proof of entry ${size} gives a root hash that is ${source === 'file' ? 'not in the file' : 'not published'}. A consistency proof connects it to the ${rootHash}.`,
    ],
    'does-not-match': [
      `${log} is not proved to be the beginning of ${present}`,
      `The proofs for size ${size} do not connect to the ${rootHash}. ${sentenceOf(found)}`.trim(),
    ],
    checking: [`${log}: being compared with ${present}`, 'Two proofs are being fetched and computed.'],
    otherwise: [`${log} could not be compared with ${present}`],
  });
}

/** PlaceOfDate is the log size at a date, how it was found, and how many timestamps contradict it. */
interface PlaceOfDate {
  readonly laterBefore: number;
  readonly earlierAfter: number;
  readonly compared: { readonly first: number; readonly last: number };
  /** How many single entries a search read; 0 if every timestamp was read. */
  readonly steps: number;
}

/** placeOfDateWords says how the size was found, and whether the timestamps there are in order: they do not order entries. */
export function placeOfDateWords({ laterBefore, earlierAfter, compared, steps }: PlaceOfDate): string {
  const count = countOf(compared.last - compared.first + 1, 'timestamp');
  const how = steps === 0 ? 'Every timestamp was compared' : `Found by search, with ${count} around it`;
  const wrong = laterBefore + earlierAfter;
  return wrong === 0
    ? `${how}; none is out of order.`
    : `${how}; ${countOf(wrong, 'entry is', 'entries are')} out of order. This size is the closest match.`;
}
