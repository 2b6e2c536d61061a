import { useLocation } from 'react-router';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { Malformed } from './malformed.tsx';
import { readTheirs } from './read-theirs.ts';
import { SendRoot } from './send-root.tsx';
import { TheirRoot } from './their-root.tsx';
import styles from './compare.module.css';

/** CompareView holds the root that another person was shown, which is in the address, against the one shown here; and gives a link for the way back. */
export function CompareView({ register }: { register: RegisterId }) {
  const { search } = useLocation();
  const theirs = readTheirs(search);
  return (
    <>
      <DeclarePage page="none" />
      <PageHead
        title="Compare roots"
        note="A register could show each reader another log. Two readers who compare their roots find out."
      />
      <div className={styles['parts']}>
        {theirs !== undefined && 'problem' in theirs && <Malformed problem={theirs.problem} />}
        {theirs !== undefined && 'head' in theirs && <TheirRoot key={search} theirs={theirs.head} />}
        <SendRoot register={register} isAnswer={theirs !== undefined && 'head' in theirs} />
      </div>
    </>
  );
}
