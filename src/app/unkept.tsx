import { useSyncExternalStore } from 'react';
import { capital, listWords } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import {
  type KeptThing,
  onUnkept,
  readUnkept,
  type Refusal,
  REFUSAL_WORDS,
  type RefusedStorage,
} from '../verify/unkept.ts';
import styles from './frame.module.css';

/** UnkeptLine says at the foot of every page what this browser cannot keep; nothing where all is well. */
export function UnkeptLine() {
  const words = unkeptWords(useSyncExternalStore(onUnkept, readUnkept));
  return (
    <div role="status" className={words.length > 0 ? styles.unkept : undefined}>
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

/** refusalWords says why the browser does not keep something: a sentence without its full stop. */
export function refusalWords(refusal: Refusal): string {
  return capital(REFUSAL_WORDS[refusal]);
}

const WHAT: Record<KeptThing, string> = {
  roots: 'the roots of registers',
  audits: 'audits',
  files: 'opened files',
  lists: 'what was opened before',
  choices: 'how the page looks and whether it watches',
};

/** unkeptWords says what this browser cannot keep, and why: one sentence for each reason; none where all is well. */
export function unkeptWords(unkept: RefusedStorage): readonly string[] {
  const reasons = [...new Set(unkept.values())];
  return reasons.map((reason) => {
    const things = [...unkept].filter(([, why]) => why === reason).map(([thing]) => WHAT[thing]);
    return `${refusalWords(reason)}. What it cannot keep lasts until this page is closed: ${listWords(things)}.`;
  });
}
