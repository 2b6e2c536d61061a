import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSession } from '../../query/session.ts';
import { saveWitness } from '../../query/witness-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ChooseFile } from '../../ui/drop-file.tsx';
import type { KnownWitness } from '../../verify/reader-lists.ts';
import styles from './witnesses.module.css';

/** GiveNote takes the signed checkpoint of a witness, pasted or from a file. */
export function GiveNote({ witness, onDone }: { witness: KnownWitness; onDone: () => void }) {
  const queries = useQueryClient();
  const session = useSession();
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const keep = (note: string): void => {
    saveWitness(queries, session, witness.vkey, { ...witness, note }).then(onDone, (error: unknown) =>
      setProblem(`It could not be kept in this browser. (${String(error)})`),
    );
  };
  return (
    <form
      className={`group ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') keep(text.trim());
      }}
    >
      <label htmlFor={id}>Signed checkpoint, as the witness published it</label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" kind="strong" disabled={text.trim() === ''}>
          Check it
        </Button>
        <ChooseFile
          label="Signed checkpoint"
          accept=".txt,.note,text/plain"
          onFiles={async ([file]) => {
            if (file !== undefined) keep(await file.text());
          }}
        >
          Choose a file
        </ChooseFile>
      </div>
      <p role="status" className="problem">
        {problem}
      </p>
    </form>
  );
}
