import type { AuditKeys } from './audit-keys.ts';
import { type BaseRecord, readBaseRecord, readPart, readRunRecord, type RunRecord } from './audit-records.ts';
import { loadTrail } from './audit-store.ts';
import type { AuditOptions, AuditStorage } from './audit-types.ts';
import { Books } from './books.ts';
import { randomId } from './grow.ts';
import type { KeyTable } from './key-table.ts';
import { LogRebuild } from './log-rebuild.ts';
import type { Run } from './run.ts';

/** Restored is a run to work on, and what is already written of it. */
export interface Restored {
  readonly run: Run;
  readonly runId: string;
  readonly parts: number;
  readonly elapsedMs: number;
}

/**
 * restoreRun takes up the saved run, which may have been begun when the log was smaller: what was read is read. Else it begins a run that goes on from the
 * finished audit of an earlier, smaller head; else a new one. What is saved by another leaf rule than the register's, or of a log of the same size with another
 * root, is removed. Never rejects for what storage holds.
 */
export async function restoreRun(options: AuditOptions, keys: AuditKeys): Promise<Restored> {
  const read = (key: string): Promise<unknown> => options.storage.get(key).catch(() => undefined);
  const base = readBaseRecord(await read(keys.base));
  const record = readRunRecord(await read(keys.run));
  const restored =
    record && isOurs(record, options) && leadsTo(record, options)
      ? await takeUp(record, base, keys, read, options)
      : undefined;
  if (restored) return restored;
  await discardRun(options.storage, keys);
  return (await goOn(base, keys, read, options)) ?? begin(options, 0);
}

/** discardRun removes a saved run with all its parts. It never rejects. */
export async function discardRun(storage: AuditStorage, keys: AuditKeys): Promise<void> {
  try {
    const record = readRunRecord(await storage.get(keys.run));
    const parts = Array.from({ length: Math.min(record?.parts ?? 0, MOST_PARTS) }, (_, index) =>
      keys.part(record?.runId ?? '', index),
    );
    await storage.remove([keys.run, ...parts]);
  } catch {
    // What storage refuses to remove is not read either.
  }
}

/** MOST_PARTS bounds what a damaged record can ask to be removed. */
const MOST_PARTS = 100_000;

function isOurs(kept: RunRecord | BaseRecord, { variant, leafRule }: AuditOptions): boolean {
  return kept.variant === variant && (leafRule === undefined || kept.leafRule === leafRule);
}

function leadsTo({ head, phase }: RunRecord, options: AuditOptions): boolean {
  const { logSize, rootHash } = options.head;
  return head.logSize === logSize
    ? head.rootHash === rootHash
    : head.logSize < logSize && phase !== 'comparing';
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
    if (record.continuedFrom > 0) {
      if (base?.held !== true || base.head.logSize !== record.continuedFrom) return undefined;
      trail = await loadTrail(read, keys, base.runId, expected);
      if (!trail) return undefined;
    }
    const books = new Books(expected, trail);
    let entered = record.continuedFrom;
    for (let index = 0; index < record.parts; index += 1) {
      const part = readPart(await read(keys.part(record.runId, index)));
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
        tree,
        books,
        findings,
        phase,
        itemsAt,
        listDone,
        bytes,
      },
      runId: record.runId,
      parts: record.parts,
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
    const trail = await loadTrail(read, keys, base.runId, head.logSize - tree.size);
    if (!trail) return undefined;
    return begin({ ...options, leafRule: base.leafRule }, tree.size, tree, trail);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function begin(
  { head, variant, leafRule }: AuditOptions,
  continuedFrom: number,
  tree = new LogRebuild(),
  trail?: KeyTable,
): Restored {
  return {
    run: {
      head,
      variant,
      leafRule,
      continuedFrom,
      tree,
      books: new Books(head.logSize - continuedFrom, trail),
      findings: { list: [], count: 0 },
      phase: 'entries',
      itemsAt: undefined,
      listDone: false,
      bytes: 0,
    },
    runId: randomId(),
    parts: 0,
    elapsedMs: 0,
  };
}
