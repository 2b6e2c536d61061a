import type { Checkpoint, Item, Variant } from '../../core/model.ts';
import type { ChangesAnswer, RecordChange, Version } from '../../replica/changes.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';

/** ChangesManifest is what a file of changes is about, and what its checks came to when it was made. */
export interface ChangesManifest {
  readonly register: {
    readonly title: string;
    readonly address: string;
    readonly variant: Variant | undefined;
  };
  /** The page it was saved from. */
  readonly page: string;
  /** Each end with its root; without one where it was not proved. */
  readonly from: Partial<Checkpoint>;
  readonly to: Partial<Checkpoint>;
  readonly checks: readonly Pick<NamedCheck, 'state' | 'title'>[];
  readonly counts: ChangesAnswer['counts'];
  readonly madeAtMs: number;
}

/** changesFileHead is the beginning of the file: everything but the records, which follow one in a line, by changesFileLine, and then `]}`. */
export function changesFileHead({ madeAtMs, checks, ...manifest }: ChangesManifest): string {
  const verified = checks.length > 0 && checks.every(({ state }) => state === 'holds');
  const head = {
    format: 'register-explorer changes 1',
    manifest: {
      ...manifest,
      made: new Date(madeAtMs).toISOString(),
      verified,
      checks: checks.map(({ state, title }) => ({ state, title })),
    },
  };
  return `${JSON.stringify(head, null, 1).replace(/\n\}$/, '')},\n "records": [\n`;
}

/** changesFileLine is one record of the file. Attributes stand in lists of name and value, because any text may be a name. */
export function changesFileLine({ key, kind, entries, before, after }: RecordChange): string {
  return JSON.stringify({
    key,
    kind,
    entriesBetween: entries,
    before: before === undefined ? null : versionOf(before),
    after: versionOf(after),
  });
}

function versionOf({ entry, items }: Version) {
  return {
    entryNumber: entry.entryNumber,
    timestamp: entry.timestamp,
    itemHashes: entry.itemHashes,
    items: items.map((item) => (item === undefined ? null : dataOf(item))),
  };
}

/** dataOf is an item as a plain object; fromEntries takes `__proto__` for a name like any other. */
function dataOf(item: Item): Readonly<Record<string, unknown>> {
  return Object.fromEntries(item);
}
