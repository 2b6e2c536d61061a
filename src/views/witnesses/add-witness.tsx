import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../query/session.ts';
import { readKey, saveWitness } from '../../query/witness-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './witnesses.module.css';

/** AddWitness asks for the key of a witness that the reader trusts, and the address of its checkpoints. */
export function AddWitness() {
  const queries = useQueryClient();
  const session = useSession();
  const [problem, setProblem] = useState('');
  const add = (form: HTMLFormElement): void => {
    const texts = new FormData(form);
    const [vkey = '', address = ''] = [texts.get('key'), texts.get('address')].map((text) =>
      String(text).trim(),
    );
    const key = readKey(vkey);
    if ('problem' in key) return setProblem(key.problem);
    if (address !== '' && !/^https?:\/\//i.test(address))
      return setProblem('The address of its checkpoint begins with https:// or http://.');
    setProblem('');
    void saveWitness(queries, session, vkey, { vkey, ...(address !== '' && { address }) }).then(
      () => form.reset(),
      (error: unknown) => setProblem(`The witness could not be kept in this browser. (${String(error)})`),
    );
  };
  return (
    <Card title="Add a witness">
      <form
        className={`group ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          add(event.currentTarget);
        }}
      >
        <label htmlFor="witness-key">Its key</label>
        <input
          id="witness-key"
          name="key"
          required
          spellCheck={false}
          autoComplete="off"
          aria-describedby="witness-hint"
        />
        <p id="witness-hint" className="quiet">
          One line, name+number+key, from someone you trust. Get it by email or chat, not through this
          register.
        </p>
        <label htmlFor="witness-address">Address of its checkpoint (optional)</label>
        <input id="witness-address" name="address" type="url" spellCheck={false} autoComplete="off" />
        <p className="quiet">
          A text file that this page reads each time, from a host that allows it (CORS). Without an address
          you paste the checkpoint.
        </p>
        <div className="row">
          <Button type="submit" kind="strong">
            Add witness
          </Button>
        </div>
        <p role="status" className="problem">
          {problem}
        </p>
      </form>
    </Card>
  );
}
