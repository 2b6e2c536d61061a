import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useSession } from '../../query/session.ts';
import {
  canWitnessQuery,
  type OwnFinding,
  ownKeyQuery,
  type SigningResult,
  signVerifiedHead,
} from '../../query/own-witness-queries.ts';
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
  before: UseQueryResult<OwnFinding | null>;
}) {
  const queries = useQueryClient();
  const session = useSession();
  const { trust } = session;
  const own = useQuery(ownKeyQuery());
  const can = useQuery(canWitnessQuery);
  const verified = useSyncExternalStore(trust.subscribe, () => JSON.stringify(trust.confirmed() ?? null));
  const [result, setResult] = useState<SigningResult | { readonly problem: string }>();
  const [isSigning, setSigning] = useState(false);
  const problem = own.error ?? error;
  if (can.data === false || problem || !own.data)
    return (
      <Card title="Be a witness">
        {can.data === false ? (
          <p>This browser has no Ed25519 signatures of its own, so it cannot be a witness.</p>
        ) : problem ? (
          <p>
            Your key could not be read, so nothing is signed: {problem.message}. You can delete it in{' '}
            <Link to="/settings">Settings</Link>.
          </p>
        ) : (
          <p>
            Others can compare the log they see with the one you saw, if you sign it.{' '}
            <Link to="/settings">Make a key in Settings</Link>.
          </p>
        )}
      </Card>
    );
  const sign = (): void => {
    setSigning(true);
    void signVerifiedHead(queries, session, origin)
      .then(setResult, (error: unknown) =>
        setResult({ problem: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => setSigning(false));
  };
  const head = JSON.parse(verified) as { readonly logSize: number } | null;
  const isContinued = before === null || before?.verdict.outcome === 'holds';
  return (
    <Card title="Be a witness" note={`you sign as ${own.data.name}`}>
      <div className={`group ${styles.form}`}>
        <p>
          {before && !isContinued
            ? `You signed ${signedWords(before.signed)}. ${before.verdict.outcome === 'does-not-match' ? 'The log that you are shown does not match it' : 'Whether one log begins the other could not be checked'}, so you cannot sign now.`
            : head === null
              ? 'You can sign once everything on this page is verified.'
              : `This page verified the newest entry, and so the root hash, of a log of ${countOf(head.logSize, 'entry')}. Your signature says that you were shown this log. It does not say that its data is true.`}
        </p>
        <div className="row">
          <Button kind="strong" onClick={sign} disabled={head === null || isSigning || !isContinued}>
            {isSigning ? 'Signing …' : 'Sign what I saw'}
          </Button>
          <CopyButton text={own.data.vkey} label="Copy your key">
            Copy your key
          </CopyButton>
        </div>
        <div aria-live="polite">{result && <Signed result={result} />}</div>
      </div>
    </Card>
  );
}

function Signed({ result }: { result: SigningResult | { readonly problem: string } }) {
  if ('problem' in result) return <p className="problem">Nothing was signed: {result.problem}</p>;
  if ('refused' in result) return <p className="problem">Nothing was signed: {REFUSALS[result.refused]}</p>;
  return (
    <div className={`group ${styles.form}`}>
      <p>Signed. Publish this text anywhere that others can read it, or send it to them.</p>
      <pre className="bytes" role="group" aria-label="Signed checkpoint">
        {result.note}
      </pre>
      <div className="row">
        <CopyButton text={result.note} label="Copy the signed checkpoint">
          Copy
        </CopyButton>
        <Button onClick={() => saveText({ name: 'checkpoint.txt', text: result.note, type: 'text/plain' })}>
          Save as a file
        </Button>
      </div>
    </div>
  );
}

const NOT_CONTINUED = 'it is not proved that this log continues the one that you signed before.';
const NOT_VERIFIED = 'not everything in this visit is verified.';

/** REFUSALS says why nothing was signed. */
const REFUSALS: Readonly<Record<Extract<SigningResult, { refused: unknown }>['refused'], string>> = {
  'no-key': 'this browser has no key.',
  damaged: 'the record of what this browser signed cannot be read.',
  empty: NOT_VERIFIED,
  'not-verified': NOT_VERIFIED,
  shorter: NOT_CONTINUED,
  'another-root': NOT_CONTINUED,
  unproved: NOT_CONTINUED,
  'not-compared': 'another tab signed meanwhile. Try again.',
};
