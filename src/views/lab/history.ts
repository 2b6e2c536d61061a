import { sameCopy, type Copy, type Edit } from './copy.ts';

/** History is a copy with what it was before, and what undoing took back. */
export interface History {
  readonly past: readonly Copy[];
  readonly present: Copy;
  readonly future: readonly Copy[];
  /** The field that is being typed in: the next letter there belongs to the same step. */
  readonly typing?: string | undefined;
}

/** Action is what can be done to a history. */
export type Action =
  /** `typing` names the field that is typed in, so that the letters of one word are undone together. */
  | { readonly do: 'edit'; readonly edit: Edit; readonly typing?: string | undefined }
  /** Goes through these copies, each a step of its own. */
  | { readonly do: 'follow'; readonly copies: readonly Copy[] }
  /** The typing has come to a rest: the next letter begins a new step. */
  | { readonly do: 'rest' | 'undo' | 'redo' };

/** begin is the history of a copy nobody has changed yet. */
export function begin(present: Copy): History {
  return { past: [], present, future: [] };
}

/** advance does one action. What leads to the same copy is no step. */
export function advance(history: History, action: Action): History {
  const { past, present, future, typing } = history;
  switch (action.do) {
    case 'edit': {
      const next = action.edit(present);
      if (action.typing !== undefined && action.typing === typing)
        return { ...history, present: next, future: [] };
      return { ...step(history, next), typing: action.typing };
    }
    case 'follow':
      return action.copies.reduce(step, { past, present, future });
    case 'rest':
      return typing === undefined ? history : { past, present, future };
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return { past, present, future };
      return { past: past.slice(0, -1), present: before, future: [present, ...future] };
    }
    case 'redo': {
      const [after, ...rest] = future;
      if (after === undefined) return { past, present, future };
      return { past: [...past, present], present: after, future: rest };
    }
  }
}

function step(history: History, next: Copy): History {
  if (sameCopy(history.present, next)) return history;
  return { past: [...history.past, history.present], present: next, future: [] };
}
