import { useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { ChangesAnswer, RecordChange, Version } from '../../log/changes.ts';
import { SAVED_AT_MOST } from '../../query/changes-query.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { saveText } from '../../ui/save-file.ts';

/** Manifest describes a file of changes and its checks. */
interface Manifest {
  /** Each end with its root hash; without one where that was not proved. */
  readonly from: Partial<Checkpoint>;
  readonly to: Partial<Checkpoint>;
  readonly checks: readonly Pick<NamedCheck, 'state' | 'title'>[];
  readonly counts: ChangesAnswer['counts'];
}

/** SaveChanges saves all changed records and their checks as one JSON file. */
export function SaveChanges({
  settled,
  total,
  all,
  ...manifest
}: Manifest & {
  /** The number of changed records. */
  total: number;
  /** Whether the counts belong to the current question. */
  settled: boolean;
  all: () => Promise<readonly RecordChange[]>;
}) {
  const session = useSession();
  const { data: about } = useSummary();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const open = !settled || manifest.checks.some((check) => check.state === 'checking');
  const name = about?.name ?? 'register';
  const save = async (): Promise<void> => {
    setState('saving');
    try {
      const rows = await all();
      const register = {
        title: about?.title ?? about?.name ?? session.id,
        address: session.base,
        variant: about?.variant,
      };
      const ends = `${manifest.from.logSize ?? 0}-${manifest.to.logSize ?? 0}`;
      saveText({
        name: `${name.replaceAll(/[^a-zA-Z0-9-]+/g, '-')}-changes-${ends}.json`,
        text: changesFile({ register, ...manifest }, rows),
        type: 'application/json',
      });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (total > SAVED_AT_MOST)
    return (
      <span className="quiet">
        A file holds at most {formatNumber(SAVED_AT_MOST)} records; choose sizes closer together.
      </span>
    );
  return (
    <>
      <Button disabled={state === 'saving' || open} onClick={() => void save()}>
        {state === 'saving' ? 'Saving …' : 'Save as JSON'}
      </Button>
      <span role="status" className="quiet">
        {state === 'failed' && 'The file could not be written.'}
      </span>
    </>
  );
}

/** changesFile returns the JSON of a file: the manifest, then the records. */
export function changesFile(
  manifest: Manifest & Readonly<Record<string, unknown>>,
  rows: readonly RecordChange[],
): string {
  const checks = manifest.checks.map(({ state, title }) => ({ state, title }));
  const verified = checks.length > 0 && checks.every(({ state }) => state === 'holds');
  const records = rows.map(({ key, kind, entries, before, after }) => ({
    key,
    kind,
    entriesBetween: entries,
    before: before === undefined ? null : versionOf(before),
    after: versionOf(after),
  }));
  const format = 'register-explorer changes 1';
  const made = new Date().toISOString();
  return JSON.stringify({ format, manifest: { ...manifest, made, verified, checks }, records }, null, 1);
}

function versionOf({ entry: { entryNumber, timestamp, itemHashes }, items }: Version) {
  // fromEntries treats `__proto__` as an ordinary name.
  const data = items.map((item) => (item === undefined ? null : Object.fromEntries(item)));
  return { entryNumber, timestamp, itemHashes, items: data };
}
