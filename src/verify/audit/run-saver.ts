import type { AuditStorage } from './audit-types.ts';
import { type AuditKeys, TRAIL_COLUMNS } from './audit-keys.ts';
import {
  type BaseRecord,
  readBaseRecord,
  readRunRecord,
  RUN_VERSION,
  type RunRecord,
} from './audit-records.ts';
import type { Noted } from './books.ts';
import { free } from './free.ts';
import { randomId } from './grow.ts';
import type { Run } from './run.ts';
import type { RunLife } from './run-life.ts';

/** PART_BYTES bounds a part: what is copied on its way to storage at once. */
const PART_BYTES = 4_000_000;

/** TakenUp names what was saved of a run that is gone on with. */
export interface TakenUp {
  readonly runId: string;
  readonly parts: readonly string[];
}

/**
 * RunSaver writes an unfinished run to storage. Of the entries it writes each time only what is new. What it writes has an id of its own, so that two tabs never
 * write to one name, even where both have taken up one saved run.
 */
export class RunSaver {
  readonly #storage: AuditStorage;
  readonly #keys: AuditKeys;
  readonly #takenUp: TakenUp | undefined;
  readonly #parts: string[];
  #unsaved: Noted[] = [];
  #unsavedBytes = 0;
  #saving: Promise<void> = Promise.resolve();

  /** runId names what it writes. */
  readonly runId = randomId();

  readonly #letGo: () => void;

  /** It holds what it writes, and what it has taken up, against being swept away. */
  constructor(storage: AuditStorage, keys: AuditKeys, takenUp: TakenUp | undefined, life: RunLife) {
    this.#storage = storage;
    this.#keys = keys;
    this.#takenUp = takenUp;
    this.#parts = [...(takenUp?.parts ?? [])];
    const taken = this.#parts.map((name) => name.slice(0, name.indexOf(':')));
    this.#letGo = life.hold([...new Set([this.runId, ...taken])]);
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
    const record = recordOf(run, elapsedMs, this.runId, this.#keys.registerId);
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
    this.#saving = this.#saving.then(() => this.#write(record, unsaved)).catch(() => undefined);
    return this.#saving;
  }

  /** remove takes all that was written out of storage again, but for what another tab has saved since. It never rejects. */
  async remove(): Promise<void> {
    await this.#saving;
    const { part, registerId, run } = this.#keys;
    try {
      const record = readRunRecord(await this.#storage.get(run), registerId);
      const isOwn = !record || record.runId === this.runId || record.runId === this.#takenUp?.runId;
      const others = new Set(isOwn ? [] : record.parts);
      const parts = this.#parts.filter((name) => !others.has(name));
      await this.#storage.remove([...(isOwn ? [run] : []), ...parts.map(part)]);
    } catch {
      // What storage refuses to remove is not read either.
    }
    this.#letGo();
  }

  /** letGo says that nothing more will be written: what is saved may be taken up, or swept away where no record names it. */
  async letGo(): Promise<void> {
    await this.#saving;
    this.#letGo();
  }

  /** promote makes the finished run the one that later audits go on from; `held` says whether they may. Rejects where storage is full or refused. */
  async promote(run: Run, held: boolean): Promise<void> {
    const { head, variant, leafRule, tree } = run;
    if (leafRule === undefined) return;
    const { base, registerId } = this.#keys;
    const trail = run.books.trail.toState();
    for (const column of TRAIL_COLUMNS)
      await this.#storage.set(this.#keys.trail(this.runId, column), trail[column]);
    const record: BaseRecord = {
      version: RUN_VERSION,
      runId: this.runId,
      registerId,
      head,
      variant,
      leafRule,
      held,
      tree: tree.toState(),
    };
    const before = readBaseRecord(await this.#storage.get(base).catch(() => undefined), registerId);
    await this.#storage.set(base, record);
    if (before && before.runId !== this.runId)
      await this.#storage.remove(TRAIL_COLUMNS.map((column) => this.#keys.trail(before.runId, column)));
  }

  /** The parts come first: a record is never there without what it counts on. */
  async #write(record: Omit<RunRecord, 'parts'>, unsaved: readonly Noted[]): Promise<void> {
    for (let from = 0; from < unsaved.length;) {
      let to = from;
      for (let bytes = 0; to < unsaved.length && bytes < PART_BYTES; to += 1) bytes += sizeOf(unsaved[to]);
      const part = unsaved.slice(from, to);
      const name = `${this.runId}:${this.#parts.length}`;
      await this.#storage.set(this.#keys.part(name), part);
      this.#parts.push(name);
      for (const { hashes, hashEnds, keys, keyEnds } of part) [hashes, hashEnds, keys, keyEnds].forEach(free);
      from = to;
    }
    await this.#storage.set(this.#keys.run, { ...record, parts: [...this.#parts] } satisfies RunRecord);
  }
}

function sizeOf(noted: Noted | undefined): number {
  if (!noted) return 0;
  return noted.hashes.length + noted.keys.length + 8 * noted.count;
}

function recordOf(run: Run, elapsedMs: number, runId: string, registerId: string): Omit<RunRecord, 'parts'> {
  const { head, variant, leafRule, continuedFrom, base, phase, itemsAt, listDone, findings, remarks, bytes } =
    run;
  return {
    version: RUN_VERSION,
    runId,
    registerId,
    head,
    variant,
    leafRule,
    continuedFrom,
    base,
    tree: run.tree.toState(),
    phase,
    itemStates: run.books.items.states(),
    itemsAt,
    listDone,
    findings: [...findings.list],
    findingCount: findings.count,
    remarks: [...remarks],
    bytes,
    elapsedMs,
  };
}
