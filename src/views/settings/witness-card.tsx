import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetOwnKey, makeOwnKey, ownKeyQuery } from '../../query/own-witness-queries.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextToSend } from '../../ui/qr-code.tsx';
import { AskForm } from '../../ui/ask-form.tsx';
import styles from './settings.module.css';

/** WitnessCard makes this browser a witness: a non-extractable key, its name, and the public key to share. */
export function WitnessCard() {
  const queries = useQueryClient();
  const { data: own, error } = useQuery(ownKeyQuery());
  const [problem, setProblem] = useState('');
  const forget = (): void =>
    void forgetOwnKey(queries).catch((error: unknown) =>
      setProblem(`It could not be deleted. (${String(error)})`),
    );
  return (
    <Card title="Be a witness" note="sign the logs that this browser verified">
      <div className={`group ${styles.key}`}>
        {own === 'unable' && (
          <p>This browser has no Ed25519 signatures of its own, so it cannot be a witness.</p>
        )}
        {error && <p>The key could not be read, so nothing is signed: {error.message}.</p>}
        {typeof own === 'object' && (
          <TextToSend name="your public key" text={own.vkey}>
            <p>
              You sign as <strong>{own.name}</strong>. Give this line to people who want to compare what they
              see with what you saw. The private key cannot leave this browser, which never signs two logs
              that contradict each other.
            </p>
          </TextToSend>
        )}
        {own === 'none' && <MakeKey />}
        {(error || typeof own === 'object') && (
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

function MakeKey() {
  const queries = useQueryClient();
  return (
    <>
      <p className="measure">
        A witness signs the log it was shown, so that others can find out whether they were shown the same
        one. Making a key signs nothing.
      </p>
      <AskForm
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
