import type { Checkpoint, LeafRuleId, Variant } from '../core/model.ts';
import type { SavedLog } from './audit-store.ts';
import type { LogPages } from './log-pages.ts';
import { type LogReading, type LogReport, readLog, withFault } from './read-log.ts';
import { type RemoteLog, type StartedLog, WorkerFailure } from './remote-log.ts';

/** LogSource is the log of a register, and the means to read it. */
export interface LogSource {
  readonly variant: Variant;
  /** The register's leaf rule if it is known; no other is then tried. */
  readonly leafRule: LeafRuleId | undefined;
  /** Finds an unknown leaf rule by entry proofs. If it finds none, all rules are tried. */
  readonly findLeafRule: () => Promise<LeafRuleId | undefined>;
  readonly pages: LogPages;
  readonly signal: AbortSignal;
}

/** WholeLogReading says how a log is read whole. */
interface WholeLogReading<Worker> extends LogSource, Omit<LogReading, 'host' | 'unread'> {
  /** Whether the worker keeps the data for questions. If not, it looks for the entries at fault. */
  readonly keepsData: boolean;
  /** Starts a worker. */
  readonly start: () => Worker;
  /** A worker that may hold the beginning of this log, or a saved log that may be it, with its head. */
  readonly held?: Worker | undefined;
  readonly saved?: (SavedLog & { readonly head: Checkpoint }) | undefined;
}

/** WholeLog is a log that was read whole, the worker that holds it, and how many entries that had before. */
interface WholeLog<Worker> extends LogReport {
  readonly worker: Worker;
  readonly continuedFrom: number;
}

/** FEW_ENTRIES is up to how many entries all leaf rules are tried, before a proof is requested to find the rule. */
const FEW_ENTRIES = 20_000;

/**
 * readWholeLog reads a log in the worker that holds its beginning, else in a new one. It is read once more if the
 * worker stops, as the verdict then says. Rejects as readLog does, or with WorkerFailure if two workers stop; a worker
 * that it started is then ended.
 */
export function readWholeLog<Worker extends StartedLog>(
  reading: WholeLogReading<Worker>,
): Promise<WholeLog<Worker>> {
  const { held, head, keepsData } = reading;
  return restartedOnce(async (isAgain) => {
    if (held !== undefined && !isAgain) {
      const report = await readLog({ ...reading, host: held.host });
      // It may hold the beginning of another log. This head is then judged by its own entries, and by how it
      // continues the last one that held.
      if (report.verdict.outcome === 'holds' || head === undefined)
        return { ...report, worker: held, continuedFrom: 0 };
    }
    const worker = reading.start();
    try {
      const continuedFrom = await openLog(reading, worker.host);
      const own = { ...reading, host: worker.host };
      const read = await readByRule(own, reading.findLeafRule);
      const report = keepsData ? read : await withFault(own, read, continuedFrom);
      const verdict = isAgain ? { ...report.verdict, madeAgain: true as const } : report.verdict;
      return { ...report, verdict, worker, continuedFrom };
    } catch (error) {
      worker.end();
      throw error;
    }
  });
}

/**
 * openLog opens a host, with a saved log if it still gives the root that it had, and returns how many entries
 * the host then has. Never rejects for saved values.
 */
async function openLog(
  { variant, keepsData, saved, size, signal, ...given }: WholeLogReading<StartedLog>,
  host: RemoteLog,
): Promise<number> {
  if (
    saved !== undefined &&
    (await host.open({ variant, leafRule: saved.leafRule, keepsData, saved })) !== false
  )
    if ((await host.rootFor(saved.head))?.root === saved.head.rootHash) return saved.head.logSize;
  const find = size > FEW_ENTRIES ? given.findLeafRule : async () => undefined;
  const leafRule = given.leafRule ?? (await find().catch(() => undefined));
  signal.throwIfAborted();
  await host.open({ variant, leafRule, keepsData });
  return 0;
}

/** readByRule reads a log. If no rule gives the root, it has another rule, or these are not its entries. */
async function readByRule(
  reading: LogReading,
  findLeafRule: () => Promise<LeafRuleId | undefined>,
): Promise<LogReport> {
  const { host, head, size } = reading;
  const report = await readLog(reading);
  if (report.leafRule !== undefined || head === undefined || size === 0) return report;
  const leafRule = await findLeafRule().catch(() => undefined);
  if (leafRule === undefined) return report;
  await host.settle(leafRule);
  return readLog(reading);
}

/**
 * restartedOnce does work that needs a worker, and once more if the worker stops. Rejects with
 * WorkerFailure if that one stops, too.
 */
async function restartedOnce<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
  }
  try {
    return await work(true);
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new WorkerFailure(
      `${error.message} This has happened twice. Reload the page. If it happens again, close other tabs or use another browser. It says nothing about the register.`,
    );
  }
}
