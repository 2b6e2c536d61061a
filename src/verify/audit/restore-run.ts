import type { AuditKeys } from './audit-keys.ts';
import {
  type BaseMark,
  type BaseRecord,
  isSameBase,
  readBaseRecord,
  readPart,
  readRunRecord,
  type RunRecord,
} from './audit-records.ts';
import { loadTrail } from './audit-store.ts';
import type { AuditOptions, AuditStorage } from './audit-types.ts';
import { Books } from './books.ts';
import type { KeyTable } from './key-table.ts';
import { LogRebuild } from './log-rebuild.ts';
import type { Run } from './run.ts';
import type { TakenUp } from './run-saver.ts';

/** Restored is a run to work on, and what is already written of it. */
export interface Restored {
  readonly run: Run;
  /** What was saved of it; undefined for a new one. */
  readonly takenUp: TakenUp | undefined;
  readonly elapsedMs: number;
}

/**
 * restoreRun takes up the saved run, which may have been begun when the log was smaller: what was read is read. Else it begins a run that goes on from the
 * finished audit of an earlier, smaller head; else a new one. What is saved by another leaf rule than the register's, or of a log of the same size with another
 * root, is removed. A saved run that went on from another finished audit than the one now kept is begun anew, from the first entry: which entry is the latest of
 * a key would be told by a log that may not be this one. Never rejects for what storage holds.
 */
export async function restoreRun(options: AuditOptions, keys: AuditKeys): Promise<Restored> {
  const read = (key: string): Promise<unknown> => options.storage.get(key).catch(() => undefined);
  const base = readBaseRecord(await read(keys.base), keys.registerId);
  const saved = readRunRecord(await read(keys.run), keys.registerId);
  const record = saved && isOurs(saved, options) && leadsTo(saved, options) ? saved : undefined;
  const restored = record && (await takeUp(record, base, keys, read, options));
  if (restored) return restored;
  await discardRun(options.storage, keys);
  if (record && !isOnItsBase(record, base)) return begin(options, 0);
  return (await goOn(base, keys, read, options)) ?? begin(options, 0);
}

/** discardRun removes a saved run with all its parts. It never rejects. */
export async function discardRun(storage: AuditStorage, keys: AuditKeys): Promise<void> {
  try {
    const record = readRunRecord(await storage.get(keys.run), keys.registerId);
    await storage.remove([keys.run, ...(record?.parts ?? []).map(keys.part)]);
  } catch {
    // What storage refuses to remove is not read either.
  }
}

function isOurs(kept: RunRecord | BaseRecord, { variant, leafRule }: AuditOptions): boolean {
  return kept.variant === variant && (leafRule === undefined || kept.leafRule === leafRule);
}

function leadsTo({ head, phase }: RunRecord, options: AuditOptions): boolean {
  const { logSize, rootHash } = options.head;
  return head.logSize === logSize
    ? head.rootHash === rootHash
    : head.logSize < logSize && phase !== 'comparing';
}

/** A run that goes on from an earlier audit needs the trail index of that very audit. */
function isOnItsBase(record: RunRecord, base: BaseRecord | undefined): boolean {
  return record.base === undefined || (base?.held === true && isSameBase(record.base, base));
}

type Read = (key: string) => Promise<unknown>;

async function takeUp(
  record: RunRecord,
  base: BaseRecord | undefined,
  keys: AuditKeys,
  read: Read,
  options: AuditOptions,
): Promise<Restored | undefined> {
  try {
    const tree = LogRebuild.from(record.tree);
    const { head } = options;
    const expected = head.logSize - record.continuedFrom;
    let trail: KeyTable | undefined;
    if (!isOnItsBase(record, base)) return undefined;
    if (record.base) {
      trail = await loadTrail(read, keys, record.base, expected);
      if (!trail) return undefined;
    }
    const books = new Books(expected, trail);
    let entered = record.continuedFrom;
    for (const name of record.parts) {
      const part = readPart(await read(keys.part(name)));
      for (const noted of part ?? []) {
        if (noted.from !== entered + 1) return undefined;
        await books.enter(noted);
        entered += noted.count;
      }
    }
    if (entered !== tree.size) return undefined;
    books.items.restoreStates(record.itemStates);
    const { variant, leafRule, continuedFrom, itemsAt, listDone, bytes } = record;
    const phase = record.head.logSize === head.logSize ? record.phase : 'entries';
    const findings = { list: [...record.findings], count: record.findingCount };
    return {
      run: {
        head,
        variant,
        leafRule: leafRule ?? options.leafRule,
        continuedFrom,
        base: record.base,
        tree,
        books,
        findings,
        remarks: [...(record.remarks ?? [])],
        phase,
        itemsAt,
        listDone,
        bytes,
      },
      takenUp: { runId: record.runId, parts: record.parts },
      elapsedMs: record.elapsedMs,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function goOn(
  base: BaseRecord | undefined,
  keys: AuditKeys,
  read: Read,
  options: AuditOptions,
): Promise<Restored | undefined> {
  const { head } = options;
  if (base?.held !== true || !isOurs(base, options) || base.head.logSize >= head.logSize) return undefined;
  try {
    const tree = LogRebuild.from(base.tree);
    if (tree.size !== base.head.logSize || tree.root() !== base.head.rootHash) return undefined;
    const trail = await loadTrail(read, keys, base, head.logSize - tree.size);
    if (!trail) return undefined;
    return begin({ ...options, leafRule: base.leafRule }, tree.size, { base, tree, trail });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function begin(
  { head, variant, leafRule }: AuditOptions,
  continuedFrom: number,
  from?: { readonly base: BaseRecord; readonly tree: LogRebuild; readonly trail: KeyTable },
): Restored {
  return {
    run: {
      head,
      variant,
      leafRule,
      continuedFrom,
      base: from && markOf(from.base),
      tree: from?.tree ?? new LogRebuild(),
      books: new Books(head.logSize - continuedFrom, from?.trail),
      findings: { list: [], count: 0 },
      remarks: [],
      phase: 'entries',
      itemsAt: undefined,
      listDone: false,
      bytes: 0,
    },
    takenUp: undefined,
    elapsedMs: 0,
  };
}

function markOf({ runId, registerId, head, variant, leafRule }: BaseRecord): BaseMark {
  return { runId, registerId, head, variant, leafRule };
}
