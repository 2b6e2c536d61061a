import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { CopiedRow } from '../../log/log-rows.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import { failed as notMade } from '../../query/report-check.ts';
import type { RunProgress } from '../../query/log-page-queries.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { formatNumber } from '../../ui/format.ts';
import { openRows } from '../../ui/open-row.ts';
import { useAt } from '../../ui/link.tsx';
import type { Rows } from '../../ui/scroller/use-rows.ts';
import { useMatches } from '../../ui/use-width.ts';
import { isNaming } from '../../ui/values/value.tsx';
import { useSchema } from '../shared/register-facts.ts';
import { LogRow, ONE_LINE, TWO_LINES } from './log-row.tsx';
import styles from './entries.module.css';

/** The headings; their cells are in log-row.tsx, their widths in entries.module.css. */
const COLUMNS = ['entry', 'appended (UTC)', 'key', 'name', 'change', 'hash', 'verified'];

const NOT_LISTED: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'the list of entries ends before this one',
};

/** useRowHeight returns the height of a row, fixed so that any entry can be reached by arithmetic. */
export function useRowHeight(): number {
  return useMatches('(width < 760px)') ? TWO_LINES : ONE_LINE;
}

/** LogSource is where rows come from, by the place of an entry in the log, 0-based; see useLogRows. */
interface LogSource {
  readonly entryAt: (place: number) => Entry | undefined;
  readonly copied: (place: number) => CopiedRow | undefined;
  readonly runOf: (place: number) => RunProgress | undefined;
  readonly isUnread: (place: number) => boolean;
  readonly isCopied: boolean;
  readonly failed: { readonly error: Error | null } | undefined;
}

/** DRAWN_WHOLE is the longest list whose rows are all drawn once a copy has them. */
const DRAWN_WHOLE = 1_000;

/** LogSheet draws the rows near the screen of a list of entries, and declares the checks of those on it. */
export function LogSheet({
  rows,
  total,
  logSize,
  entryOf,
  log,
  marked,
  children,
}: {
  rows: Rows;
  /** The number of rows, and of entries in the log. */
  total: number;
  logSize: number;
  /** The entry of a row, 0-based. */
  entryOf: (row: number) => number;
  log: LogSource;
  marked?: number | undefined;
  /** What stands below the rows. */
  children: ReactNode;
}) {
  const past = useAt() !== undefined;
  const { scroller, onScroll, topOf, start, end, first, last, resting, spacerHeight } = rows;
  const rowHeight = useRowHeight();
  const head = useHead();
  const { isCopied, failed } = log;
  useEffect(() => openRows(scroller.current), [scroller]);
  // The head is as wide as the rows beside their scroll bar, if they have one.
  const [bar, setBar] = useState(0);
  useLayoutEffect(() => {
    const box = scroller.current;
    const measure = (): void => setBar(box === null ? 0 : box.offsetWidth - box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    if (box?.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [scroller]);
  const schema = useSchema();
  const isUnnamed = schema.length > 0 && !schema.some(({ id }) => isNaming(id));
  const onScreen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const place = entryOf(first + index) - 1;
    return { entry: log.entryAt(place), isUnread: log.isUnread(place) };
  });
  const checks = onScreen.map(({ entry, isUnread }): DeclaredCheck => {
    if (entry === undefined)
      return isUnread ? (failed?.error ? notMade(failed.error) : NOT_LISTED) : undefined;
    if (head.data !== undefined) return inclusionCheck(entry, head.data);
    return head.error === null ? undefined : notMade(head.error);
  });
  // So that a browser's search and a print have them.
  const isWhole = total <= DRAWN_WHOLE && [0, total - 1].every((row) => log.copied(entryOf(row) - 1));
  const [from, to] = isWhole ? [0, total] : [start, end];
  const isReading = onScreen.some(({ entry, isUnread }) => !entry && !isUnread);
  usePageChecks('log', { inclusion: checks }, past ? logSize : undefined);

  return (
    <div
      className={styles.sheet}
      data-past={past || undefined}
      data-unnamed={isUnnamed || undefined}
      data-unchanged={!isCopied || undefined}
      data-whole={isWhole || undefined}
      data-long={logSize >= 1_000_000 || undefined}
      style={{ '--digits': formatNumber(logSize).length, '--rows': total } as CSSProperties}
    >
      <div role="grid" aria-label="Entries of the log" aria-rowcount={total + 1}>
        <div role="rowgroup">
          <div
            role="row"
            aria-rowindex={1}
            className={styles.header}
            style={{ borderInlineEnd: `${bar}px solid transparent` }}
          >
            {COLUMNS.map((name) => (
              <span key={name} role="columnheader" data-column={name}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          onScroll={onScroll}
          className={styles.scroller}
          role="rowgroup"
          tabIndex={0}
          aria-label="Entries, scrollable"
          aria-busy={isReading}
        >
          <div className={styles.spacer} style={{ blockSize: spacerHeight }}>
            {Array.from({ length: to - from }, (_, index) => {
              const row = from + index;
              const place = entryOf(row) - 1;
              return (
                <LogRow
                  key={place}
                  row={row}
                  entryNumber={place + 1}
                  entry={log.entryAt(place)}
                  copied={log.copied(place)}
                  run={log.runOf(place)}
                  unread={log.isUnread(place)}
                  isCopied={isCopied}
                  top={topOf(row)}
                  height={rowHeight}
                  mayFetch={resting && row >= first - 1 && row <= last + 1}
                  marked={marked === place + 1}
                />
              );
            })}
          </div>
        </div>
      </div>
      <p className={styles.foot}>{children}</p>
    </div>
  );
}
