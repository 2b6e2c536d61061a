import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useSession } from '../../query/session.ts';
import { forgetOwnKey, makeOwnKey, ownKeyQuery, signVerifiedHead } from '../../query/own-witness-queries.ts';
import type { SignedHead, WitnessFinding } from '../../query/witness-queries.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { TextToSend } from '../../ui/qr-code.tsx';
import { saveText } from '../../ui/save-file.ts';
import { signedWords } from './witness-alarm.tsx';
import styles from './witnesses.module.css';

/**
 * SignCard makes this browser a witness: it has a non-extractable key and a public key to share, and signs
 * the log that it verified when the reader presses the button.
 */
export function SignCard({
  origin,
  before,
}: {
  origin: string;
  /** The head signed before, compared with the published log. */
  before: UseQueryResult<EarlierSignature>;
}) {
  const queries = useQueryClient();
  const { data: own, error } = useQuery(ownKeyQuery());
  const [problem, setProblem] = useState('');
  const forget = (): void =>
    void forgetOwnKey(queries).catch((failed: unknown) =>
      setProblem(`The key could not be deleted. (${String(failed)})`),
    );
  const hasKey = typeof own === 'object';
  return (
    <Card title="Be a witness" note={hasKey ? `you sign as ${own.name}` : undefined}>
      <div className={`group ${styles.form}`}>
        {own === 'unable' && (
          <p>This browser has no Ed25519 signatures of its own, so it cannot be a witness.</p>
        )}
        {own === 'none' && <MakeKey />}
        {error && <p>Your key could not be read, so nothing is signed: {error.message}.</p>}
        {hasKey && (
          <>
            <Sign origin={origin} before={before.data} />
            <details>
              <summary className="opener">Your public key</summary>
              <TextToSend name="your public key" text={own.vkey}>
                <p>
                  Give this line to people who want to compare what they see with what you saw. The private
                  key cannot leave this browser, which never signs two logs that contradict each other.
                </p>
              </TextToSend>
            </details>
          </>
        )}
        {(error || hasKey) && (
          <ConfirmButton
            label="Delete this key"
            title="Delete the key of this browser?"
            confirm="Delete"
            safer="keep"
            onConfirm={forget}
          >
            <p>What it signed stays valid. It cannot be made again: a later key is another witness.</p>
          </ConfirmButton>
        )}
        <p role="status" className="quiet">
          {problem}
        </p>
      </div>
    </Card>
  );
}

type EarlierSignature = (WitnessFinding & { readonly signed: SignedHead }) | null;

function MakeKey() {
  const queries = useQueryClient();
  return (
    <>
      <p>
        Others can compare the log they see with the one you saw, if you sign it. This needs a key. It signs
        only when you press the button.
      </p>
      <TextForm
        label="Name, such as example.com/your-name"
        button="Make a key"
        kind="strong"
        maxLength={200}
        onText={(name) =>
          makeOwnKey(queries, name.trim()).then(
            () => undefined,
            (error: unknown) =>
              error instanceof RangeError
                ? 'Choose a name without spaces and plus signs.'
                : `The key could not be kept in this browser. (${String(error)})`,
          )
        }
      />
    </>
  );
}

function Sign({ origin, before }: { origin: string; before: EarlierSignature | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { trust } = session;
  const head = useSyncExternalStore(trust.subscribe, trust.confirmed);
  const [result, setResult] = useState<{ readonly note: string } | { readonly problem: string }>();
  const [isSigning, setSigning] = useState(false);
  const sign = (): void => {
    setSigning(true);
    void signVerifiedHead(queries, session, origin)
      .then(
        (note) => setResult({ note }),
        (error: unknown) => setResult({ problem: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => setSigning(false));
  };
  const outcome = before === null ? 'holds' : before?.verdict.outcome;
  return (
    <>
      <p>
        {before && outcome !== 'holds'
          ? `You signed ${signedWords(before.signed)}. ${outcome === 'does-not-match' ? 'The log that you are shown does not match it' : 'Whether one log is the beginning of the other could not be checked'}, so you cannot sign now.`
          : head === undefined
            ? 'You can sign once everything on this page is verified.'
            : `This page verified the newest entry, and so the root hash, of a log of ${countOf(head.logSize, 'entry')}. Your signature says that you were shown this log. It does not say that its data is true.`}
      </p>
      <Button kind="strong" onClick={sign} disabled={head === undefined || isSigning || outcome !== 'holds'}>
        {isSigning ? 'Signing …' : 'Sign what I saw'}
      </Button>
      <div aria-live="polite">
        {result &&
          ('problem' in result ? (
            <p className="problem">Nothing was signed: {result.problem}.</p>
          ) : (
            <Signed note={result.note} />
          ))}
      </div>
    </>
  );
}

function Signed({ note }: { note: string }) {
  return (
    <div className={`group ${styles.form}`}>
      <p>Signed. Publish this text anywhere that others can read it, or send it to them.</p>
      <pre className="bytes" role="group" aria-label="Signed checkpoint">
        {note}
      </pre>
      <div className="row">
        <CopyButton text={note} label="Copy the signed checkpoint">
          Copy
        </CopyButton>
        <Button onClick={() => saveText({ name: 'checkpoint.txt', text: note, type: 'text/plain' })}>
          Save as a file
        </Button>
      </div>
    </div>
  );
}
