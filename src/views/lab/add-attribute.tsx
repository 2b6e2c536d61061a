import { useId, useState } from 'react';
import type { Item } from '../../core/model.ts';
import { Button } from '../../ui/button.tsx';
import { textProblem } from './problems.ts';
import styles from './editors.module.css';

/** AddAttribute gives an item an attribute of any name that it has not yet. */
export function AddAttribute({ taken, onAdd }: { taken: Item; onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const problemOf = (text: string): string | undefined => {
    if (text === '') return 'Type a name first.';
    return taken.has(text) ? 'The data has an attribute of this name already.' : textProblem(text);
  };
  return (
    <form
      className={styles['add']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemOf(name);
        setProblem(found);
        if (found !== undefined) return;
        onAdd(name);
        setName('');
      }}
    >
      <label htmlFor={id}>Another attribute</label>
      <input
        id={id}
        value={name}
        placeholder="name"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">Add</Button>
      <p id={`${id}-problem`} role="status" className={styles['wrong']}>
        {problem}
      </p>
    </form>
  );
}
