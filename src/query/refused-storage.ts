import {
  type KeptThing,
  type Refusal,
  REFUSAL_WORDS,
  refusalOf,
  type RefusedStorage,
} from '../verify/storage-refusals.ts';

const WHAT: Record<KeptThing, string> = {
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

function sentence(refusal: Refusal): string {
  const words = REFUSAL_WORDS[refusal];
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** refusedWords returns what this browser cannot store, and why: one sentence for each reason; empty if all is well. */
export function refusedWords(refused: RefusedStorage): readonly string[] {
  return [...new Set(refused.values())].map((reason) => {
    const things = [...refused].filter(([, why]) => why === reason).map(([thing]) => WHAT[thing]);
    return `${sentence(reason)}. What it cannot keep lasts until this page is closed: ${lists.format(things)}.`;
  });
}
