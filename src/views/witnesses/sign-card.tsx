import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useSession } from '../../query/session.ts';
import { ownKeyQuery, signVerifiedHead } from '../../query/own-witness-queries.ts';
import type { SignedHead, WitnessFinding } from '../../query/witness-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { saveText } from '../../ui/save-file.ts';
import { signedWords } from './witness-alarm.tsx';
import styles from './witnesses.module.css';

/** SignCard lets this browser sign the log that it verified, which must continue the one signed before. It signs only when the reader presses the button. */
export function SignCard({
  origin,
  before: { data: before, error },
}: {
  origin: string;
  /** The head signed before, compared with the published log. */
  before: UseQueryResult<(WitnessFinding & { readonly signed: SignedHead }) | null>;
}) {
  const queries = useQueryClient();
  const session = useSession();
  const { trust } = session;
  const { data: own } = useQuery(ownKeyQuery());
  const head = useSyncExternalStore(trust.subscribe, trust.confirmed);
  const [result, setResult] = useState<{ readonly note: string } | { readonly problem: string }>();
  const [isSigning, setSigning] = useState(false);
  if (error || typeof own !== 'object')
    return (
      <Card title="Be a witness">
        <p>
          Others can compare the log they see with the one you saw, if you sign it. This needs a key:{' '}
          <Link to="/settings">see Settings</Link>.
        </p>
      </Card>
    );
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
    <Card title="Be a witness" note={`you sign as ${own.name}`}>
      <div className={`group ${styles.form}`}>
        <p>
          {before && outcome !== 'holds'
            ? `You signed ${signedWords(before.signed)}. ${outcome === 'does-not-match' ? 'The log that you are shown does not match it' : 'Whether one log is the beginning of the other could not be checked'}, so you cannot sign now.`
            : head === undefined
              ? 'You can sign once everything on this page is verified.'
              : `This page verified the newest entry, and so the root hash, of a log of ${countOf(head.logSize, 'entry')}. Your signature says that you were shown this log. It does not say that its data is true.`}
        </p>
        <div className="row">
          <Button
            kind="strong"
            onClick={sign}
            disabled={head === undefined || isSigning || outcome !== 'holds'}
          >
            {isSigning ? 'Signing …' : 'Sign what I saw'}
          </Button>
          <CopyButton text={own.vkey} label="Copy your key">
            Copy your key
          </CopyButton>
        </div>
        <div aria-live="polite">
          {result &&
            ('problem' in result ? (
              <p className="problem">Nothing was signed: {result.problem}.</p>
            ) : (
              <Signed note={result.note} />
            ))}
        </div>
      </div>
    </Card>
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
