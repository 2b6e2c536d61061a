import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSite } from '../../query/site-context.ts';
import {
  requestPersistence,
  forgetEverything,
  forgetRoot,
  forgettingFailed,
  importRoots,
  listRoots,
  readStorage,
  refusalWords,
  type RememberedRoots,
  type StorageState,
  writeRootsFile,
} from './stored-data.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFile } from '../../ui/drop-file.tsx';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { saveText } from '../../ui/save-file.ts';
import styles from './settings.module.css';
import { Fact, Head } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { addressWords } from '../../ui/source.ts';
import { parseRegisterId, pathTo } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import { misbehaviourFile } from '../../query/save-proof.ts';
import { KIND_WORDS } from '../../verify/evidence/misbehaviour.ts';
import type { RememberedRoot } from '../../trust/remembered-root.ts';

/** StorageAction waits for a change of stored data, and shows what it resolves with, or why it failed. */
type StorageAction = (work: Promise<string>) => void;

const STORAGE = ['roots', 'storage'];

/**
 * SettingsView lists the root hashes that this browser remembers, to save, import and forget them, and
 * shows other stored data.
 */
export function SettingsView() {
  const { restartSessions } = useSite();
  const queries = useQueryClient();
  const listed = useQuery({ queryKey: ['roots'], queryFn: listRoots, staleTime: 0 });
  const storage = useQuery({ queryKey: STORAGE, queryFn: readStorage, staleTime: 0 });
  const isLoading = listed.isPending || storage.isPending;
  const [message, setMessage] = useState('');
  const act: StorageAction = (work) =>
    void work.catch(forgettingFailed).then((text) => {
      setMessage(text);
      // Whatever was read counted with the roots before. The reader may have opened a register meanwhile.
      restartSessions(queries);
      queries.removeQueries({ type: 'inactive' });
      return queries.invalidateQueries({ queryKey: ['roots'] });
    });
  return (
    <>
      <PageHead
        title="Settings"
        note="What registers showed this browser, so that a later visit can tell whether anything earlier changed. It stays in this browser."
      />
      <div className="stack ordered">
        {isLoading && <Skeleton lines={4} label="Reading what is remembered" />}
        {listed.isError && (
          <Notice title={refusalWords(listed.error)} tone="failed">
            <p>Nothing is remembered from visit to visit.</p>
          </Notice>
        )}
        {!isLoading && listed.data !== undefined && (
          <RootList {...listed.data} refusal={storage.data?.rootsRefusal} act={act} />
        )}
        <div className={styles.cards}>
          {listed.data !== undefined && <FileCard roots={listed.data.roots} act={act} say={setMessage} />}
          <StorageCard here={storage.data} act={act} />
          <KeysCard />
          <BuildCard />
        </div>
      </div>
      <p className={styles.message} data-announce="">
        {message}
      </p>
    </>
  );
}

function RootList({
  roots,
  unreadable,
  refusal,
  act,
}: RememberedRoots & { refusal: string | undefined; act: StorageAction }) {
  const isEmpty = roots.length === 0 && unreadable.length === 0;
  return (
    <>
      {refusal && (
        <Notice
          title={`${isEmpty ? 'Nothing could' : 'The last root could not'} be kept: ${refusal}`}
          tone="failed"
        >
          <p>Your next visit to a register cannot be compared with this one.</p>
        </Notice>
      )}
      {isEmpty ? (
        !refusal && (
          <Notice title="Nothing is remembered yet">
            <p>Open a register. Once everything on a page is verified, its root hash is remembered here.</p>
          </Notice>
        )
      ) : (
        <Card title="Remembered roots" note={countOf(roots.length, 'register')} flush>
          <ul className={`rows inset ${styles.roots}`}>
            {roots.map((root) => (
              <RootRow key={root.registerId} root={root} act={act} />
            ))}
            {unreadable.map(({ registerId: id, reason }) => (
              <li className="group wrap" key={id}>
                <p>
                  <b>
                    <Literal text={id} />
                  </b>
                  : {reason}, and nothing is compared with it.
                </p>
                <ForgetButton id={id} name={id} act={act} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function ForgetButton({ id, name, act }: { id: string; name: string; act: StorageAction }) {
  return (
    <ConfirmButton
      label="Forget"
      aria={`Forget ${name}`}
      title={`Forget the root of ${isolated(name)}?`}
      confirm="Forget it"
      onConfirm={() => act(forgetRoot(id).then(() => `Forgot ${id}.`))}
    >
      <p>The next visit is a first one: nothing can be compared. Its alarms are forgotten too.</p>
    </ConfirmButton>
  );
}

function FileCard({
  roots,
  act,
  say,
}: {
  roots: readonly RememberedRoot[];
  act: StorageAction;
  say: (message: string) => void;
}) {
  const report = (done: number, of: number): void =>
    say(`Importing: ${formatNumber(done)} of ${countOf(of, 'root')} …`);
  return (
    <Card title="In a file">
      <p className="measure">
        Save what is remembered to a file and import it in another browser. Import only files that you saved
        yourself: their roots count as seen. Roots remembered here are never replaced.
      </p>
      <div className="row">
        <Button
          disabled={roots.length === 0 && 'Nothing is remembered yet'}
          onClick={() => saveText(writeRootsFile(roots))}
        >
          Save all as a file
        </Button>
        <ChooseFile
          label="A file of remembered roots"
          accept=".json,application/json"
          onFiles={async ([file]) => file && act(importRoots(file, report))}
        >
          Import a file …
        </ChooseFile>
      </div>
    </Card>
  );
}

/**
 * StorageCard shows what this browser stores for the page and what it cannot store, and can delete all of it.
 */
function StorageCard({ here, act }: { here: StorageState | undefined; act: StorageAction }) {
  const queries = useQueryClient();
  const { refusals = [], bytes, isPersistent } = here ?? {};
  const [isRequested, setRequested] = useState(false);
  const persist = (): void => {
    setRequested(true);
    void requestPersistence().then(() => queries.invalidateQueries({ queryKey: STORAGE }));
  };
  return (
    <Card title="Storage" note={bytes !== undefined && bytes > 0 && `about ${formatBytes(bytes)}`}>
      {refusals.length > 0 ? (
        <ul className="group boxed sand" aria-label="What cannot be kept">
          {refusals.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p className="measure">
          This browser keeps the roots above, alarms, audits, opened files, the lists of what you opened and
          of your witnesses and mirrors, and display choices.{' '}
          {isPersistent === true && 'They are kept permanently.'}
          {isPersistent === false && 'The browser may clear them when it runs out of space.'}
        </p>
      )}
      <div className="row">
        {isPersistent === false && !isRequested && <Button onClick={persist}>Keep permanently</Button>}
        <ConfirmButton
          label="Forget everything …"
          title="Forget everything that is kept here?"
          confirm="Forget everything"
          onConfirm={() => act(forgetEverything().then(() => 'Everything was forgotten.'))}
        >
          <p>
            All of it is deleted from this browser. The next visit to each register is a first one. This also
            repairs damaged storage.
          </p>
        </ConfirmButton>
      </div>
    </Card>
  );
}

/** KeysCard turns off the keys that speech input or a slip may press. */
function KeysCard() {
  const { shortcuts } = useSite();
  const [isOn, setOn] = useState(shortcuts.areOn);
  return (
    <Card title="Keyboard">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target: { checked } }) => {
            setOn(checked);
            shortcuts.choose(checked);
          }}
        />
        <span>
          Single keys: <kbd>/</kbd> to find anything, <kbd>?</kbd> to show the keys
        </span>
      </label>
    </Card>
  );
}

declare const __SINGLE_FILE__: boolean;

/** BuildCard shows the build id of this page, and how to compare it with a build of its source. */
function BuildCard() {
  const { buildId } = useSite();
  if (buildId === undefined) return null;
  return (
    <Card title="This page" note="Reported build">
      <div className="group measure quiet">
        <p>
          <code>{buildId}</code>
        </p>
        <p>
          The beginning of a SHA-256 over {__SINGLE_FILE__ ? 'this file' : 'all files of the site'}. The same
          source gives the same number: <code>node src/tools/build-id.mjs PATH</code> computes it from the
          files you have. An altered page can show any number: check the files themselves.
        </p>
      </div>
    </Card>
  );
}

/** RootRow is one remembered root, with the alarms of its register. */
function RootRow({ root, act }: { root: RememberedRoot; act: StorageAction }) {
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
        <ForgetButton id={registerId} name={name} act={act} />
      </div>
      <dl className="facts">
        <Fact term="root">
          <Head of={root} name={`root of ${name}`} />
        </Fact>
        <Fact term="seen">
          first <Instant at={root.firstSeenMs} />, last <Instant at={root.lastSeenMs} />
          {importedAtMs !== undefined && (
            <>
              , imported from a file <Instant at={importedAtMs} />
            </>
          )}
        </Fact>
        <Fact term="read from">
          <code>{root.base}</code>
        </Fact>
        {givenUp.map((old) => (
          <Fact key={`${old.seenAtMs} ${old.rootHash}`} term="replaced">
            <Head of={old} name="root that was replaced">
              , last seen <Instant at={old.seenAtMs} />
            </Head>
          </Fact>
        ))}
      </dl>
      {alarms.length > 0 && (
        <ul className="boxed toned" data-tone="does-not-match" aria-label={`Alarms of ${isolated(name)}`}>
          {alarms.map(({ misbehaviour, read }) => (
            <li
              className={`line ${styles.head}`}
              key={`${misbehaviour.new.seenAtMs} ${misbehaviour.new.rootHash}`}
            >
              <span>
                <Instant at={misbehaviour.new.seenAtMs} />: {KIND_WORDS[misbehaviour.kind]}
                {read ? ' (read)' : ''}
              </span>
              <Button kind="quiet" onClick={() => saveText(misbehaviourFile(misbehaviour))}>
                Save report
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
