import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { parseRegisterId, pathTo } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import type { MisbehaviourKind } from '../../verify/evidence/misbehaviour.ts';
import type { RememberedRoot } from '../../verify/remembered-root.ts';
import type { RootsDesk } from './roots-desk.ts';
import styles from './settings.module.css';

const ALARM_WORDS: Record<MisbehaviourKind, string> = {
  'another-root': 'another root for the same size',
  'shorter-log': 'the log is shorter than it was',
  'not-a-continuation': 'the new log does not begin with the old one',
};

/** RootRow is one remembered root, with the alarms of its register. */
export function RootRow({
  root,
  desk,
  onForget,
}: {
  root: RememberedRoot;
  desk: RootsDesk;
  onForget: () => Promise<void>;
}) {
  const id = parseRegisterId(root.registerId);
  return (
    <li className={styles['root']}>
      <div className={styles['head']}>
        <h3>
          {id === undefined ? (
            <Literal text={root.registerId} />
          ) : (
            <Link to={pathTo({ view: 'overview', register: id })}>{root.registerId}</Link>
          )}
        </h3>
        <ConfirmButton
          label="Forget"
          aria={`Forget ${root.registerId}`}
          title={`Forget the root of ${isolated(root.registerId)}?`}
          confirm="Forget it"
          onConfirm={() => void onForget()}
        >
          <p>
            The next visit is a first one: whether anything changed since{' '}
            {countOf(root.logSize, 'entry', 'entries')} can then not be told any more. Its alarms are
            forgotten, too.
          </p>
        </ConfirmButton>
      </div>
      <dl className={styles['facts']}>
        <Fact term="root">
          <CopyHash hash={root.rootHash} digits="long" what={`the root of ${root.registerId}`} />
          {countOf(root.logSize, 'entry', 'entries')}
        </Fact>
        <Fact term="seen">
          <span>
            first <Time at={iso(root.firstSeenMs)} />, last <Time at={iso(root.lastSeenMs)} />
            {root.importedAtMs !== undefined && (
              <>
                , taken over from a file <Time at={iso(root.importedAtMs)} />
              </>
            )}
          </span>
        </Fact>
        <Fact term="read from">
          <code>{root.base}</code>
        </Fact>
        <Fact term="leaf rule">
          <code>{root.leafRule}</code>
        </Fact>
        {root.givenUp.length > 0 && (
          <Fact term="given up">
            {root.givenUp.map((old) => (
              <span key={`${old.seenAtMs} ${old.rootHash}`}>
                <CopyHash hash={old.rootHash} digits="long" what="the root that was given up" />
                {countOf(old.logSize, 'entry', 'entries')}, last seen <Time at={iso(old.seenAtMs)} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {root.alarms.length > 0 && (
        <ul className={styles['alarms']} aria-label={`Alarms of ${isolated(root.registerId)}`}>
          {root.alarms.map(({ misbehaviour, read }) => (
            <li key={`${misbehaviour.new.seenAtMs} ${misbehaviour.new.rootHash}`}>
              <span>
                <Time at={iso(misbehaviour.new.seenAtMs)} />: {ALARM_WORDS[misbehaviour.kind]}
                {read ? ' (read)' : ''}
              </span>
              <Button kind="quiet" onClick={() => desk.saveReport(misbehaviour)}>
                Save the report
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
