import type { ReactNode } from 'react';
import styles from './alarms.module.css';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { Fact, Head } from '../../ui/facts.tsx';

/** AlarmFold is an alarm above a page; folded under its title once the reader dismissed it. */
export function AlarmFold({
  title,
  isRead,
  children,
}: {
  title: string;
  isRead: boolean;
  children: ReactNode;
}) {
  if (!isRead) return <div className="above">{children}</div>;
  return (
    <details className={`above ${styles.read}`}>
      <summary className="boxed toned" data-tone="does-not-match">
        {title}. Dismissed.
      </summary>
      {children}
    </details>
  );
}

/** SeenBy is a head with the name of its root, and what follows its size: who saw it, and when. */
interface SeenBy {
  readonly head: Checkpoint;
  readonly note: ReactNode;
}

/** TwoHeads are a head that somebody else saw and the one published here, which contradict each other. */
export function TwoHeads({
  theirs,
  term,
  name,
  own,
  isNow,
  beginning,
  areComparable = true,
  children,
}: {
  theirs: SeenBy;
  term: string;
  name: string;
  own: SeenBy;
  /** Whether `own` is published now. */
  isNow: boolean;
  /** The root of the longer log at the size of the shorter, if it is known. */
  beginning?: Hash | undefined;
  /** False where the two hash entries by different rules. */
  areComparable?: boolean;
  /** Facts to begin with. */
  children?: ReactNode;
}) {
  const [one, other] = [theirs.head, own.head];
  const isSameSize = areComparable && one.logSize === other.logSize;
  const shorter = one.logSize <= other.logSize ? one : other;
  return (
    <dl className="facts">
      {children}
      <Fact term={term}>
        <Head of={one} name={name} against={isSameSize ? other.rootHash : undefined}>
          {theirs.note}
        </Head>
      </Fact>
      <Fact term={isNow ? 'published to you' : 'published to you then'}>
        <Head of={other} name="published root" against={isSameSize ? one.rootHash : undefined}>
          {own.note}
        </Head>
      </Fact>
      {beginning && (
        <Fact term="the longer log begins with">
          <Head
            of={{ logSize: shorter.logSize, rootHash: beginning }}
            name="root of its beginning"
            against={shorter.rootHash}
          />
        </Fact>
      )}
    </dl>
  );
}
