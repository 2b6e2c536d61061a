import type { SizeAtDate } from '../query/size-at-date.ts';
import type { AskedDate } from '../ui/at-date.ts';
import { countOf, formatNumber } from '../ui/format.ts';

/** beforeTitle says that a date falls before the first entry of a log; only where no entry is dated otherwise does that mean that nothing was registered by then. */
export function beforeTitle({ words }: Pick<AskedDate, 'words'>, found: SizeAtDate): string {
  return found.earlierAfter === 0
    ? `Nothing was registered by the end of ${words}`
    : `The end of ${words} falls before the first entry of this log`;
}

/** beforeWords says what that rests on, for a log of `now` entries of which only those of `found.compared` may have been looked at. */
export function beforeWords({ earlierAfter, compared }: SizeAtDate, now: number): string {
  const whole = compared.first === 1 && compared.last >= now;
  if (earlierAfter === 0)
    return whole
      ? 'All entries of this log are dated later.'
      : `Its first ${countOf(compared.last, 'entry', 'entries')} are dated later; the others were not looked at one by one.`;
  const among = whole ? '' : ` of the first ${formatNumber(compared.last)}`;
  const they = `${countOf(earlierAfter, 'entry', 'entries')}${among} ${earlierAfter === 1 ? 'is' : 'are'} not dated later`;
  return `${they}, but ${earlierAfter === 1 ? 'stands' : 'stand'} after more that are. Timestamps do not order entries: no size of the log fits that date better than an empty one.`;
}
