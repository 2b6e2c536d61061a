import { useSyncExternalStore } from 'react';
import { Link } from '../ui/link.tsx';
import { onUnkept, readUnkept } from '../verify/unkept.ts';
import { unkeptWords } from './unkept-words.ts';
import styles from './unkept.module.css';

/** UnkeptLine says at the foot of every page what this browser cannot keep; nothing where all is well. */
export function UnkeptLine() {
  const words = unkeptWords(useSyncExternalStore(onUnkept, readUnkept));
  return (
    <div role="status" className={words.length > 0 ? styles['line'] : undefined}>
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {words.length > 0 && (
        <p>
          Proofs are checked all the same. <Link to="/settings">What is kept here</Link>
        </p>
      )}
    </div>
  );
}
