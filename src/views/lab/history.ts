import { sameCopy, type Copy } from './copy.ts';
import { applyEdit, typedIn, type Edit } from './edits.ts';

/** History is a copy with what it was before, and what undoing took back. */
export interface History {
  readonly past: readonly Copy[];
  readonly present: Copy;
  readonly future: readonly Copy[];
  /** The field that is being typed in: the next letter there belongs to the same step. */
  readonly typing?: string | undefined;
}

/** Act is what can be done to a history. */
export type Act =
  | { readonly act: 'edit'; readonly edit: Edit }
  /** Goes through these copies, each a step of its own. */
  | { readonly act: 'follow'; readonly copies: readonly Copy[] }
  /** The typing has come to a rest: the next letter begins a new step. */
  | { readonly act: 'rest' }
  | { readonly act: 'undo' | 'redo' };

/** begin is the history of a copy nobody has changed yet. */
export function begin(present: Copy): History {
  return { past: [], present, future: [] };
}

/** advance does one act. What leads to the same copy is no step. */
export function advance(history: History, act: Act): History {
  switch (act.act) {
    case 'edit':
      return edited(history, act.edit);
    case 'follow':
      return act.copies.reduce(step, { ...history, typing: undefined });
    case 'rest':
      return history.typing === undefined ? history : { ...history, typing: undefined };
    case 'undo':
      return undone(history);
    case 'redo':
      return redone(history);
  }
}

function edited(history: History, edit: Edit): History {
  const typing = typedIn(edit);
  const next = applyEdit(history.present, edit);
  if (typing !== undefined && typing === history.typing) return { ...history, present: next, future: [] };
  return { ...step(history, next), typing };
}

function step(history: History, next: Copy): History {
  if (sameCopy(history.present, next)) return history;
  return { past: [...history.past, history.present], present: next, future: [] };
}

function undone({ past, present, future }: History): History {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

function redone({ past, present, future }: History): History {
  const [after, ...rest] = future;
  if (after === undefined) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}
