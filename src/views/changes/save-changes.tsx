import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkpoint, Variant } from '../../core/model.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { SAVED_AT_MOST } from '../../query/changes-query.ts';
import type { ChangesAnswer, RecordChange, Version } from '../../log/changes.ts';
import { Button } from '../../ui/button.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useRegister } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { recordsIn } from './changes-address.ts';

declare const __SINGLE_FILE__: boolean;

/** SaveChanges saves all records of the answer as one JSON file, with what it rests on; read page by page, so that the page stays at hand. */
export function SaveChanges({
  from,
  to,
  checks,
  answer,
  settled,
  all,
}: {
  from: Partial<Checkpoint>;
  to: Partial<Checkpoint>;
  checks: readonly NamedCheck[];
  answer: ChangesAnswer;
  /** Whether that is the answer to what is asked now. */
  settled: boolean;
  all: () => AsyncGenerator<readonly RecordChange[]>;
}) {
  const session = useSession();
  const register = useRegister();
  const { data: about } = useQuery(registerQuery(session));
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const open = !settled || checks.some((check) => check.state === 'checking');
  const save = async (): Promise<void> => {
    setState('saving');
    try {
      const lines: string[] = [];
      for await (const rows of all()) {
        lines.push(...rows.map(changesFileLine));
        // Between pages the browser may draw and listen.
        await new Promise((resolve) => setTimeout(resolve));
      }
      const manifest: ChangesManifest = {
        register: {
          title: about?.title ?? about?.name ?? session.id,
          address: session.base,
          variant: about?.variant,
        },
        page: __SINGLE_FILE__ ? location.hash : location.href,
        from,
        to,
        checks,
        counts: answer.counts,
        madeAtMs: Date.now(),
      };
      const name = about?.name ?? (register.kind === 'bundled' ? register.name : 'register');
      saveText(
        `${name.replaceAll(/[^a-zA-Z0-9-]+/g, '-')}-changes-${from.logSize ?? 0}-${to.logSize ?? 0}.json`,
        changesFile(manifest, lines),
        'application/json',
      );
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (recordsIn(answer) > SAVED_AT_MOST)
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

/** ChangesManifest is what a file of changes is about, and what its checks came to when it was made. */
export interface ChangesManifest {
  readonly register: {
    readonly title: string;
    readonly address: string;
    readonly variant: Variant | undefined;
  };
  /** The page it was saved from. */
  readonly page: string;
  /** Each end with its root hash; without one where that was not proved. */
  readonly from: Partial<Checkpoint>;
  readonly to: Partial<Checkpoint>;
  readonly checks: readonly Pick<NamedCheck, 'state' | 'title'>[];
  readonly counts: ChangesAnswer['counts'];
  readonly madeAtMs: number;
}

/** changesFile returns the JSON of a file: the manifest, then the records, which changesFileLine wrote, one in a line. */
export function changesFile(
  { madeAtMs, checks, ...about }: ChangesManifest,
  lines: readonly string[],
): string {
  const manifest = {
    ...about,
    made: new Date(madeAtMs).toISOString(),
    verified: checks.length > 0 && checks.every(({ state }) => state === 'holds'),
    checks: checks.map(({ state, title }) => ({ state, title })),
  };
  const head = JSON.stringify({ format: 'register-explorer changes 1', manifest }, null, 1);
  return `${head.replace(/\n\}$/, '')},\n "records": [\n${lines.join(',\n')}\n]}\n`;
}

/** changesFileLine returns one record as JSON. */
export function changesFileLine({ key, kind, entries, before, after }: RecordChange): string {
  return JSON.stringify({
    key,
    kind,
    entriesBetween: entries,
    before: before === undefined ? null : versionOf(before),
    after: versionOf(after),
  });
}

function versionOf({ entry: { entryNumber, timestamp, itemHashes }, items }: Version) {
  // fromEntries takes `__proto__` for a name like any other.
  const data = items.map((item) => (item === undefined ? null : Object.fromEntries(item)));
  return { entryNumber, timestamp, itemHashes, items: data };
}
