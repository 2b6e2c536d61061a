import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { SAVED_AT_MOST } from '../../query/use-changes.ts';
import type { ChangesAnswer, RecordChange } from '../../replica/changes.ts';
import { Button } from '../../ui/button.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { saveText } from '../../ui/save-text.ts';
import { changesFileHead, changesFileLine } from './changes-file.ts';
import styles from './changes.module.css';

declare const __SINGLE_FILE__: boolean;

/** SaveChanges saves all records of the answer as one JSON file, with what it rests on; read page by page, so that the page stays at hand. */
export function SaveChanges({
  register,
  from,
  to,
  checks,
  answer,
  settled,
  all,
}: {
  register: RegisterId;
  from: Partial<Checkpoint>;
  to: Partial<Checkpoint>;
  checks: readonly NamedCheck[];
  answer: ChangesAnswer;
  /** Whether that is the answer to what is asked now. */
  settled: boolean;
  all: () => AsyncGenerator<readonly RecordChange[]>;
}) {
  const session = useSession();
  const { data: about } = useQuery(registerQuery(session));
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const records = Object.values(answer.counts).reduce((sum, count) => sum + count, 0);
  const open = !settled || checks.some((check) => check.state === 'checking');
  const save = async (): Promise<void> => {
    setState('saving');
    try {
      const parts: string[] = [];
      for await (const rows of all()) {
        parts.push(rows.map(changesFileLine).join(',\n'));
        // Between pages the browser may draw and listen.
        await new Promise((resolve) => setTimeout(resolve));
      }
      const title = about?.title ?? about?.name ?? session.id;
      const head = changesFileHead({
        register: { title, address: session.base, variant: about?.variant },
        page: __SINGLE_FILE__ ? location.hash : location.href,
        from,
        to,
        checks,
        counts: answer.counts,
        madeAtMs: Date.now(),
      });
      const name = (about?.name ?? (register.kind === 'bundled' ? register.name : 'register')).replaceAll(
        /[^a-zA-Z0-9-]+/g,
        '-',
      );
      saveText(
        `${name}-changes-${from.logSize ?? 0}-${to.logSize ?? 0}.json`,
        `${head}${parts.filter((part) => part !== '').join(',\n')}\n]}\n`,
        'application/json',
      );
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (records > SAVED_AT_MOST)
    return (
      <span className={styles['note']}>
        A file holds at most {formatNumber(SAVED_AT_MOST)} records; choose sizes closer together.
      </span>
    );
  return (
    <>
      <Button disabled={state === 'saving' || open} onClick={() => void save()}>
        {state === 'saving' ? 'Saving …' : 'Save as JSON'}
      </Button>
      <span role="status" className={styles['note']}>
        {state === 'failed' && 'The file could not be made.'}
      </span>
    </>
  );
}
