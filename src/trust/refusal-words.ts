import { type Refusal, refusalOf, type RefusedStorage, type StorageArea } from './storage-refusals.ts';

/** REFUSAL_WORDS says why the browser does not store something, as a clause. */
export const REFUSAL_WORDS: Record<Refusal, string> = {
  full: 'this browser has no room left',
  denied: 'this browser does not let the page keep anything',
  silent: 'the storage of this browser gives no answer',
  damaged: 'the storage of this browser is damaged',
};

const WHAT: Record<StorageArea, string> = {
  roots: 'the roots of registers',
  audits: 'audits',
  files: 'opened files',
  lists: 'what was opened before',
  choices: 'how the page looks and whether it watches',
};

const lists = new Intl.ListFormat('en-GB');

/** refusalWords returns why storage refused, from its error: a sentence without full stop. */
export function refusalWords(error: unknown): string {
  return sentence(refusalOf(error));
}

/**
 * unreadWords says that something stored could not be read, and why, from the error, as a clause; undefined where
 * storage is denied: then nothing is kept.
 */
export function unreadWords(what: string, error: unknown): string | undefined {
  const refusal = refusalOf(error);
  return refusal === 'denied' ? undefined : `${what} could not be read: ${REFUSAL_WORDS[refusal]}`;
}

function sentence(refusal: Refusal): string {
  const words = REFUSAL_WORDS[refusal];
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * refusedWords returns what this browser cannot store, and why: one sentence for each
 * reason; empty if all is well.
 */
export function refusedWords(refused: RefusedStorage): readonly string[] {
  return [...new Set(refused.values())].map((reason) => {
    const things = [...refused].filter(([, why]) => why === reason).map(([thing]) => WHAT[thing]);
    return `${sentence(reason)}. What it cannot keep lasts until this page is closed: ${lists.format(things)}.`;
  });
}
