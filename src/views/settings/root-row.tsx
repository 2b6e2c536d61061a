import { Fact } from '../../ui/facts.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { addressWords } from '../../ui/source.ts';
import { parseRegisterId, pathTo } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import { misbehaviourReport } from '../../query/misbehaviour-report.ts';
import { saveText } from '../../ui/save-file.ts';
import { KIND_WORDS } from '../../verify/evidence/misbehaviour.ts';
import type { RememberedRoot } from '../../verify/remembered-root.ts';
import styles from './settings.module.css';

/** RootRow is one remembered root, with the alarms of its register. */
export function RootRow({ root, onForget }: { root: RememberedRoot; onForget: () => void }) {
  const { registerId, givenUp, alarms, importedAtMs } = root;
  const id = parseRegisterId(registerId);
  const name = id === undefined ? registerId : addressWords(id);
  return (
    <li className="group wrap">
      <div className={`line ${styles.head}`}>
        <h3>
          {id === undefined ? (
            <Literal text={name} />
          ) : (
            <Link to={pathTo({ view: 'overview', register: id })}>{name}</Link>
          )}
        </h3>
        <ConfirmButton
          label="Forget"
          aria={`Forget ${name}`}
          title={`Forget the root of ${isolated(name)}?`}
          confirm="Forget it"
          onConfirm={onForget}
        >
          <p>The next visit is a first one: nothing can be compared. Its alarms are forgotten too.</p>
        </ConfirmButton>
      </div>
      <dl className={`facts ${styles.facts}`}>
        <Fact term="root">
          <CopyHash hash={root.rootHash} digits="long" what={`the root of ${name}`} />
          {countOf(root.logSize, 'entry')}
        </Fact>
        <Fact term="seen">
          <span>
            first <Instant at={root.firstSeenMs} />, last <Instant at={root.lastSeenMs} />
            {importedAtMs !== undefined && (
              <>
                , imported from a file <Instant at={importedAtMs} />
              </>
            )}
          </span>
        </Fact>
        <Fact term="read from">
          <code>{root.base}</code>
        </Fact>
        {givenUp.length > 0 && (
          <Fact term="replaced">
            {givenUp.map((old) => (
              <span key={`${old.seenAtMs} ${old.rootHash}`}>
                <CopyHash hash={old.rootHash} digits="long" what="the root that was replaced" />
                {countOf(old.logSize, 'entry')}, last seen <Instant at={old.seenAtMs} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {alarms.length > 0 && (
        <ul className={styles.alarms} aria-label={`Alarms of ${isolated(name)}`}>
          {alarms.map(({ misbehaviour, read }) => (
            <li className="line" key={`${misbehaviour.new.seenAtMs} ${misbehaviour.new.rootHash}`}>
              <span>
                <Instant at={misbehaviour.new.seenAtMs} />: {KIND_WORDS[misbehaviour.kind]}
                {read ? ' (read)' : ''}
              </span>
              <Button
                kind="quiet"
                onClick={() => {
                  const { name: file, text, type } = misbehaviourReport(misbehaviour);
                  saveText(file, text, type);
                }}
              >
                Save report
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** UnreadableRow is a register with an unreadable stored root. */
export function UnreadableRow({ id, onForget }: { id: string; onForget: () => void }) {
  return (
    <li className="group wrap">
      <p>
        <b>
          <Literal text={id} />
        </b>
        : what was kept of this register cannot be read, and nothing is compared with it.
      </p>
      <ConfirmButton label="Forget" title={`Forget ${id}?`} confirm="Forget it" onConfirm={onForget}>
        <p>It cannot be read, so nothing is lost.</p>
      </ConfirmButton>
    </li>
  );
}
