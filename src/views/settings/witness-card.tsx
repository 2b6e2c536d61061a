import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  canWitnessQuery,
  forgetOwnKey,
  makeOwnKey,
  type OwnKey,
  ownKeyQuery,
} from '../../query/own-witness-queries.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { AskForm } from '../../ui/ask-form.tsx';
import styles from './settings.module.css';

/** WitnessCard makes this browser a witness: a non-extractable key, its name, and the public key to share. */
export function WitnessCard() {
  const queries = useQueryClient();
  const can = useQuery(canWitnessQuery);
  const own = useQuery(ownKeyQuery());
  const [problem, setProblem] = useState('');
  const forget = (
    <ConfirmButton
      label="Delete this key"
      title="Delete the key of this browser?"
      confirm="Delete"
      safer="keep"
      onConfirm={() =>
        void forgetOwnKey(queries).catch((error: unknown) =>
          setProblem(`It could not be deleted. (${String(error)})`),
        )
      }
    >
      <p>What it signed stays valid. It cannot be made again: a later key is another witness.</p>
    </ConfirmButton>
  );
  return (
    <Card title="Be a witness" note="sign the logs that this browser verified">
      {can.data === false && (
        <p>This browser has no Ed25519 signatures of its own, so it cannot be a witness.</p>
      )}
      {own.isError && (
        <div className={`group ${styles.key}`}>
          <p>The key could not be read, so nothing is signed: {own.error.message}.</p>
          {forget}
        </div>
      )}
      {own.data && <Key own={own.data}>{forget}</Key>}
      {own.data === null && can.data === true && <MakeKey />}
      <p role="status" className="quiet">
        {problem}
      </p>
    </Card>
  );
}

function Key({ own: { name, vkey }, children }: { own: OwnKey; children: ReactNode }) {
  const id = useId();
  return (
    <div className="row coded">
      <div className={`group ${styles.key}`}>
        <p>
          You sign as <strong>{name}</strong>. Give this line to people who want to compare what they see with
          what you saw.
        </p>
        <label htmlFor={id}>Your public key</label>
        <input id={id} readOnly value={vkey} onFocus={(event) => event.target.select()} />
        <div className="row">
          <CopyButton text={vkey} label="Copy your public key">
            Copy
          </CopyButton>
          {children}
        </div>
        <p>The private key cannot leave this browser. It never signs two logs that contradict each other.</p>
      </div>
      <QrCode text={vkey} label="QR code of your public key" />
    </div>
  );
}

function MakeKey() {
  const queries = useQueryClient();
  return (
    <div className="group measure">
      <p>
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
    </div>
  );
}
