import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFile } from '../../ui/drop-file.tsx';
import { countOf, formatBytes } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RootRow, type RootsDesk } from './root-row.tsx';
import styles from './settings.module.css';

/** SettingsView lists the root hashes that this browser remembers, to save them, import them from a file, and forget them. */
export function SettingsView({ desk }: { desk: RootsDesk }) {
  const queries = useQueryClient();
  const listed = useQuery({ queryKey: ['roots'], queryFn: () => desk.list(), staleTime: 0 });
  const [message, setMessage] = useState('');
  // Whatever was read of a register goes with what was remembered of it.
  const changed = (said: string): void => {
    setMessage(said);
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'roots' && !query.isActive() });
    void listed.refetch();
  };
  return (
    <>
      <PageHead
        title="Remembered roots"
        note="What registers showed this browser, so that a later visit can tell whether anything earlier changed. It stays in this browser."
      />
      <div className={styles['cards']}>
        {listed.isPending && <Skeleton lines={4} label="Reading what is remembered" />}
        {listed.isError && (
          <Notice title={desk.explain(listed.error)} tone="failed">
            <p>
              Proofs are still checked, but nothing is remembered from visit to visit. ({listed.error.message}
              )
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
      <p role="status" className={styles['message']}>
        {message}
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
        <p>Open a register. Once everything on a page is verified, its root hash is remembered here.</p>
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
              : what was kept of this register cannot be read, and nothing is compared with it.
            </p>
            <ConfirmButton
              label="Forget"
              title={`Forget ${id}?`}
              confirm="Forget it"
              onConfirm={() => void forget(id)}
            >
              <p>It cannot be read, so nothing is lost.</p>
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
        Save what is remembered to a file and import it in another browser. Import only files that you saved
        yourself: their roots count as seen. Roots remembered here are never replaced.
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
          Import a file …
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

/** StorageCard says what this browser keeps for the page and what it cannot keep, and lets all of it be forgotten. */
function StorageCard({ desk, onChanged }: { desk: RootsDesk; onChanged: (said: string) => void }) {
  const { data: here, refetch } = useQuery({
    queryKey: ['roots', 'storage'],
    queryFn: () => desk.storage(),
    staleTime: 0,
  });
  const [isDeclined, setDeclined] = useState(false);
  const forget = async (): Promise<void> => {
    try {
      await desk.forgetEverything();
      onChanged('Everything was forgotten.');
    } catch (error) {
      onChanged(
        `Not everything could be forgotten: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    await refetch();
  };
  const ask = async (): Promise<void> => {
    setDeclined(!(await desk.askToPersist()));
    await refetch();
  };
  const refusals = here?.refusals ?? [];
  return (
    <Card title="Storage" note={!here?.bytes ? undefined : `about ${formatBytes(here.bytes)}`}>
      {refusals.length > 0 && (
        <ul className={styles['refusals']} aria-label="What cannot be kept">
          {refusals.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className={styles['explanation']}>
        This browser keeps the roots above with their alarms, finished and saved audits, opened files, the
        lists of what you opened, and display choices.{' '}
        {refusals.length === 0 && here?.isPersistent === true && 'They are kept permanently.'}
        {refusals.length === 0 &&
          here?.isPersistent === false &&
          'The browser may clear them when it runs out of space.'}
        {isDeclined && ' It did not agree to keep them permanently.'}
      </p>
      <div className={styles['actions']}>
        {refusals.length === 0 && here?.isPersistent === false && !isDeclined && (
          <Button onClick={() => void ask()}>Keep permanently</Button>
        )}
        <ConfirmButton
          label="Forget everything …"
          title="Forget everything that is kept here?"
          confirm="Forget everything"
          onConfirm={() => void forget()}
        >
          <p>
            Roots, alarms, audits, opened files, lists and choices are deleted from this browser. The next
            visit to each register is a first one. This also repairs damaged storage.
          </p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
