import type { AuditStorage } from './audit-types.ts';
import { type AuditKeys, TRAIL_COLUMNS } from './audit-keys.ts';
import { type BaseRecord, readBaseRecord, RUN_VERSION, type RunRecord } from './audit-records.ts';
import type { Noted } from './books.ts';
import { free } from './free.ts';
import type { Run } from './run.ts';

/** PART_BYTES bounds a part: what is copied on its way to storage at once. */
const PART_BYTES = 4_000_000;

/** RunSaver writes an unfinished run to storage. Of the entries it writes each time only what is new. */
export class RunSaver {
  readonly #storage: AuditStorage;
  readonly #keys: AuditKeys;
  readonly #runId: string;
  #parts: number;
  #unsaved: Noted[] = [];
  #unsavedBytes = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(storage: AuditStorage, keys: AuditKeys, runId: string, parts: number) {
    this.#storage = storage;
    this.#keys = keys;
    this.#runId = runId;
    this.#parts = parts;
  }

  /** unsavedBytes is how much memory the notes take up that are not yet written. */
  get unsavedBytes(): number {
    return this.#unsavedBytes;
  }

  /** note keeps a page's notes until the next save. */
  note(noted: Noted): void {
    const { from, count, hashes, hashEnds, keys, keyEnds } = noted;
    this.#unsaved.push({ from, count, hashes, hashEnds, keys, keyEnds });
    this.#unsavedBytes += sizeOf(noted);
  }

  /** save writes the run as it stands at this moment. It never rejects: where storage is full or refused, the run is only not to be had after a reload. */
  save(run: Run, elapsedMs: number): Promise<void> {
    const record = recordOf(run, elapsedMs, this.#runId);
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
    this.#saving = this.#saving.then(() => this.#write(record, unsaved)).catch(() => undefined);
    return this.#saving;
  }

  /** settled resolves when nothing is being written. */
  settled(): Promise<void> {
    return this.#saving;
  }

  /** remove takes all that was written out of storage again. */
  async remove(): Promise<void> {
    await this.#saving;
    await this.#storage.remove([this.#keys.run, ...this.#partKeys()]).catch(() => undefined);
  }

  /** promote makes the finished run the one that later audits go on from; `held` says whether they may. Rejects where storage is full or refused. */
  async promote(run: Run, held: boolean): Promise<void> {
    const { head, variant, leafRule, tree } = run;
    if (leafRule === undefined) return;
    const before = readBaseRecord(await this.#storage.get(this.#keys.base));
    const trail = run.books.trail.toState();
    for (const column of TRAIL_COLUMNS)
      await this.#storage.set(this.#keys.trail(this.#runId, column), trail[column]);
    const record: BaseRecord = {
      version: RUN_VERSION,
      runId: this.#runId,
      head,
      variant,
      leafRule,
      held,
      tree: tree.toState(),
    };
    await this.#storage.set(this.#keys.base, record);
    if (before && before.runId !== this.#runId)
      await this.#storage.remove(TRAIL_COLUMNS.map((column) => this.#keys.trail(before.runId, column)));
  }

  #partKeys(): string[] {
    return Array.from({ length: this.#parts }, (_, index) => this.#keys.part(this.#runId, index));
  }

  /** The parts come first: a record is never there without what it counts on. */
  async #write(record: Omit<RunRecord, 'parts'>, unsaved: readonly Noted[]): Promise<void> {
    for (let from = 0; from < unsaved.length;) {
      let to = from;
      for (let bytes = 0; to < unsaved.length && bytes < PART_BYTES; to += 1) bytes += sizeOf(unsaved[to]);
      const part = unsaved.slice(from, to);
      await this.#storage.set(this.#keys.part(this.#runId, this.#parts), part);
      for (const { hashes, hashEnds, keys, keyEnds } of part) [hashes, hashEnds, keys, keyEnds].forEach(free);
      this.#parts += 1;
      from = to;
    }
    await this.#storage.set(this.#keys.run, { ...record, parts: this.#parts } satisfies RunRecord);
  }
}

function sizeOf(noted: Noted | undefined): number {
  if (!noted) return 0;
  return noted.hashes.length + noted.keys.length + 8 * noted.count;
}

function recordOf(run: Run, elapsedMs: number, runId: string): Omit<RunRecord, 'parts'> {
  const { head, variant, leafRule, continuedFrom, phase, itemsAt, listDone, findings, bytes } = run;
  return {
    version: RUN_VERSION,
    runId,
    head,
    variant,
    leafRule,
    continuedFrom,
    tree: run.tree.toState(),
    phase,
    itemStates: run.books.items.states(),
    itemsAt,
    listDone,
    findings: [...findings.list],
    findingCount: findings.count,
    bytes,
    elapsedMs,
  };
}
