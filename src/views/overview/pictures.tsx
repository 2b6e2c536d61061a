import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Register } from '../../core/model.ts';
import { READ_WITHOUT_ASKING, replicaAnswer, useReplica } from '../../query/replica.ts';
import type { Replica } from '../../query/replica-desk.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangesCard, FilledCard } from './attribute-cards.tsx';
import { GrowthCard } from './growth-card.tsx';
import { pictureSource } from './picture-words.ts';
import { TimeCard } from './time-card.tsx';
import styles from './pictures.module.css';

/** Pictures draws the register's life from its copy, as of the log size that the address asks for: entries over time, records growing, attributes filled and changed. */
export function Pictures({ register, about }: { register: RegisterId; about: Register }) {
  const session = useSession();
  const at = useAt();
  const head = useQuery(headQuery(session));
  const copy = useReplica(session, true, at);
  const unknown = copy.entries === undefined && head.isError;
  if (copy.entries === 0 || unknown) return null;
  if (copy.phase === 'ready')
    return <PicturesOf register={register} about={about} replica={copy.replica} at={at} />;
  const soon = copy.phase === 'absent' && (copy.entries ?? 0) <= READ_WITHOUT_ASKING;
  if (copy.phase === 'reading' || soon)
    return <PicturesAwaited label="Reading the register for its pictures" />;
  return (
    <div className={styles['offer']}>
      <Card title="The register in pictures">
        <ReadWhole reading={copy} entries={copy.entries} onStart={copy.start}>
          Entries over time, records growing, and how attributes are filled and changed are counted from the
          whole log, which this page has not read.
        </ReadWhole>
      </Card>
    </div>
  );
}

function PicturesOf({
  register,
  about,
  replica,
  at,
}: {
  register: RegisterId;
  about: Register;
  replica: Replica;
  at: number | undefined;
}) {
  const session = useSession();
  const [today] = useState(todayUtc);
  const { data, error } = useQuery(replicaAnswer(session, replica, 'activity', { at, today }));
  if (error !== null)
    return <p className={styles['source']}>The pictures could not be drawn: {error.message}</p>;
  if (data === undefined) return <PicturesAwaited label="Counting for the pictures" />;
  return (
    <section className={styles['section']} aria-label="The register in pictures">
      <div className={styles['pictures']}>
        <TimeCard register={register} activity={data} />
        <GrowthCard register={register} activity={data} />
        <FilledCard register={register} activity={data} schema={about.schema} />
        <ChangesCard register={register} activity={data} schema={about.schema} />
      </div>
      <p className={styles['source']}>{pictureSource(replica, data.at)}</p>
    </section>
  );
}

/** The place that the pictures will take, so that what is below does not jump. */
function PicturesAwaited({ label }: { label: string }) {
  return (
    <div className={styles['pictures']}>
      {['Entries over time', 'Records growing', 'Attributes filled', 'Changes by attribute'].map(
        (title, index) => (
          <Card key={title} title={title}>
            <div className={styles['awaited']}>{index === 0 && <Skeleton lines={4} label={label} />}</div>
          </Card>
        ),
      )}
    </div>
  );
}

function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}
