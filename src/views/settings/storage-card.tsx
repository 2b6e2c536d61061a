import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import type { RootsDesk } from './roots-desk.ts';
import styles from './settings.module.css';

/** StorageCard says what this browser keeps for the page and what it cannot keep, and lets all of it be forgotten. */
export function StorageCard({ desk, onChanged }: { desk: RootsDesk; onChanged: (said: string) => void }) {
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
        Kept here, where the browser lets the page: the roots above with their alarms, finished and saved
        audits, opened files, the lists of what was opened before, and how the page looks.{' '}
        {refusals.length === 0 && here?.isPersistent === true && 'The browser has agreed not to clear it.'}
        {refusals.length === 0 &&
          here?.isPersistent === false &&
          'The browser may clear it by itself when its room runs short.'}
        {isDeclined && ' It was asked not to, and has not agreed.'}
      </p>
      <div className={styles['actions']}>
        {refusals.length === 0 && here?.isPersistent === false && !isDeclined && (
          <Button onClick={() => void ask()}>Ask it not to</Button>
        )}
        <ConfirmButton
          label="Forget everything …"
          title="Forget everything that is kept here?"
          confirm="Forget everything"
          onConfirm={() => void forget()}
        >
          <p>
            Roots, alarms, audits, opened files, lists and choices are deleted from this browser. The next
            visit to each register is a first one. This also sets up storage anew that is damaged.
          </p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
