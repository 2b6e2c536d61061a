import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSession } from '../../query/session.ts';
import { readKey, saveWitness } from '../../query/witness-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './witnesses.module.css';

/** AddWitness asks for the key of a witness that the reader trusts, and the address of its checkpoints. */
export function AddWitness() {
  const queries = useQueryClient();
  const session = useSession();
  const id = useId();
  const [line, setLine] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const add = (): void => {
    const key = readKey(line);
    if ('problem' in key) return setProblem(key.problem);
    const at = address.trim();
    if (at !== '' && !/^https?:\/\//i.test(at))
      return setProblem('The address of its checkpoint begins with https:// or http://.');
    const vkey = line.trim();
    setProblem('');
    void saveWitness(queries, session, vkey, { vkey, ...(at !== '' && { address: at }) })
      .then(() => setLine(''))
      .then(() => setAddress(''))
      .catch((error: unknown) =>
        setProblem(`The witness could not be kept in this browser. (${String(error)})`),
      );
  };
  return (
    <Card title="Add a witness">
      <form
        className={`group ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label htmlFor={`${id}-key`}>Its key</label>
        <input
          id={`${id}-key`}
          required
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          value={line}
          onChange={(event) => setLine(event.target.value)}
        />
        <p id={`${id}-hint`} className="quiet">
          One line, name+number+key, from someone you trust. Get it by email or chat, not through this
          register.
        </p>
        <label htmlFor={`${id}-address`}>Address of its checkpoint (optional)</label>
        <input
          id={`${id}-address`}
          type="url"
          spellCheck={false}
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <p className="quiet">
          A text file that this page reads each time. Its host must allow that (Access-Control-Allow-Origin).
          Without an address you paste the checkpoint.
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
