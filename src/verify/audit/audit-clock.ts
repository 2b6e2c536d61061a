import type { AuditProgress } from './audit-types.ts';
import type { Run } from './run.ts';

/** WINDOW_MS is over how long a rate is taken. */
const WINDOW_MS = 5_000;

/** AuditClock counts working time, and how fast the work goes. */
export class AuditClock {
  #before: number;
  #since: number | undefined;
  #samples: { at: number; entries: number; items: number }[] = [];

  /** The clock goes on from `elapsedMs` of an earlier visit. */
  constructor(elapsedMs: number) {
    this.#before = elapsedMs;
  }

  /** start lets the clock run. */
  start(): void {
    this.#since ??= performance.now();
    this.#samples = [];
  }

  /** stop lets it rest. */
  stop(): void {
    this.#before = this.elapsedMs();
    this.#since = undefined;
  }

  /** elapsedMs is the working time so far. */
  elapsedMs(): number {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** progress says how far a run has come. */
  progress(run: Run): AuditProgress {
    const { head, phase, tree, books, bytes } = run;
    const entries = tree.size;
    const { count, seen } = books.items;
    this.#sample(entries, seen);
    const [first] = this.#samples;
    const spanMs = first ? performance.now() - first.at : 0;
    const perMs = (done: number, before: number): number => (spanMs > 0 ? (done - before) / spanMs : 0);
    const entryRate = perMs(entries, first?.entries ?? 0);
    const itemRate = perMs(seen, first?.items ?? 0);
    const rate = phase === 'items' ? itemRate : entryRate;
    const itemsLeft =
      phase === 'entries' ? (head.logSize - entries) * ratio(count, entries) + count - seen : count - seen;
    const left = head.logSize - entries + itemsLeft;
    return {
      phase,
      logSize: head.logSize,
      entriesDone: entries,
      itemsDone: seen,
      itemsTotal: count,
      bytes,
      elapsedMs: this.elapsedMs(),
      perSecond: 1000 * rate,
      remainingMs: rate > 0 && phase !== 'comparing' ? left / rate : undefined,
    };
  }

  #sample(entries: number, items: number): void {
    const at = performance.now();
    this.#samples.push({ at, entries, items });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > WINDOW_MS) this.#samples.shift();
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
