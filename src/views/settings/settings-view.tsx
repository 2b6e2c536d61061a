import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StorageCard } from './storage-card.tsx';
import { RootRow } from './root-row.tsx';
import styles from './settings.module.css';
import type { RootsDesk } from './roots-desk.ts';

/** SettingsView lists what this browser remembers of registers, to be looked at, saved, taken over from a file, and forgotten. */
export function SettingsView({ desk }: { desk: RootsDesk }) {
  const queries = useQueryClient();
  const listed = useQuery({ queryKey: ['roots'], queryFn: () => desk.list(), staleTime: 0 });
  const [told, setTold] = useState('');
  // Whatever was read of a register goes with what was remembered of it.
  const changed = (said: string): void => {
    setTold(said);
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'roots' && !query.isActive() });
    void listed.refetch();
  };
  return (
    <>
      <PageHead
        title="Remembered roots"
        note="What this browser has seen of registers, so that a later visit can tell whether anything was changed. It is kept here and sent nowhere."
      />
      <div className={styles['cards']}>
        {listed.isPending && <Skeleton lines={4} label="Reading what is remembered" />}
        {listed.isError && (
          <Notice title={desk.explain(listed.error)} tone="failed">
            <p>
              Proofs can be checked all the same. What was remembered before cannot be read, and nothing is
              remembered from visit to visit. ({listed.error.message})
            </p>
          </Notice>
        )}
        {listed.data !== undefined && (
          <>
            <Listed listed={listed.data} desk={desk} onChanged={changed} />
            <File count={listed.data.roots.length} desk={desk} onChanged={changed} />
          </>
        )}
        <StorageCard desk={desk} onChanged={changed} />
      </div>
      <p role="status" className={styles['told']}>
        {told}
      </p>
    </>
  );
}

type Roots = Awaited<ReturnType<RootsDesk['list']>>;

function Listed({
  listed,
  desk,
  onChanged,
}: {
  listed: Roots;
  desk: RootsDesk;
  onChanged: (said: string) => void;
}) {
  const forget = async (id: string): Promise<void> => {
    try {
      await desk.forget(id);
      onChanged(`Forgot ${id}.`);
    } catch (error) {
      onChanged(`${id} could not be forgotten. ${desk.explain(error)}.`);
    }
  };
  if (listed.roots.length === 0 && listed.unreadable.length === 0) {
    return (
      <Notice title="Nothing is remembered yet">
        <p>Open a register. Once all checks of a visit hold, its root is remembered here.</p>
      </Notice>
    );
  }
  return (
    <Card title="Registers" note={countOf(listed.roots.length, 'root')} flush>
      <ul className={styles['roots']}>
        {listed.roots.map((root) => (
          <RootRow key={root.registerId} root={root} desk={desk} onForget={() => forget(root.registerId)} />
        ))}
        {listed.unreadable.map((id) => (
          <li key={id} className={styles['root']}>
            <p>
              <b>
                <Literal text={id} />
              </b>
              : what was kept of this register cannot be read. It is compared with nothing.
            </p>
            <ConfirmButton
              label="Forget"
              title={`Forget ${id}?`}
              confirm="Forget it"
              onConfirm={() => void forget(id)}
            >
              <p>It cannot be read, so that nothing is lost.</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function File({
  count,
  desk,
  onChanged,
}: {
  count: number;
  desk: RootsDesk;
  onChanged: (said: string) => void;
}) {
  return (
    <Card title="In a file">
      <p className={styles['explanation']}>
        A file carries what is remembered to another browser. Take over only a file that you saved yourself:
        its roots count as seen. What is remembered here already is never replaced.
      </p>
      <div className={styles['actions']}>
        <Button disabled={count === 0} onClick={() => void desk.save()}>
          Save all as a file
        </Button>
        <ChooseFile
          label="A file of remembered roots"
          accept=".json,application/json"
          onFile={async (file) => onChanged(await desk.takeOver(file))}
        >
          Take over a file …
        </ChooseFile>
        {count > 0 && (
          <ConfirmButton
            label="Forget all …"
            title="Forget all remembered roots?"
            confirm="Forget all"
            onConfirm={() =>
              void desk.forgetAll().then(
                () => onChanged('All roots were forgotten.'),
                (error: unknown) => onChanged(`Not all could be forgotten. ${desk.explain(error)}.`),
              )
            }
          >
            <p>
              The next visit to each register is a first one: nothing can be compared with what you saw
              before.
            </p>
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}
