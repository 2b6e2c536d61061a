import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { copyOf, sameCopy, type Copy, type CopyChecks, type Original } from './copy.ts';
import type { Edit } from './edits.ts';
import { advance, begin, type Act } from './history.ts';
import { continues, isLesson, playPreset, type Preset } from './lesson.ts';

/** Bench is the state of the lab: the copy with its history, and what can be done to it. */
export interface Bench {
  readonly copy: Copy;
  readonly pristine: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the last thing done was to compare the roots. */
  readonly compared: boolean;
  readonly edit: (edit: Edit) => void;
  readonly rest: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly reset: () => void;
  readonly take: (copy: Copy) => void;
  readonly play: (preset: Preset) => void;
}

/**
 * useBench keeps the copy. `preset` is the one that the address names: it is played once, on the copy as it was sent. As soon as the copy is no longer what
 * the address says, `onPreset` is told.
 */
export function useBench(
  original: Original,
  preset: Preset | undefined,
  onPreset: (preset: Preset | undefined) => void,
  check: (copy: Copy) => Promise<CopyChecks>,
): Bench {
  const sent = useMemo(() => copyOf(original), [original]);
  const [history, dispatch] = useReducer(advance, sent, begin);
  const [compared, setCompared] = useState(false);
  const shown = useRef<Preset>(undefined);
  const { present: copy, past, future } = history;
  const pristine = sameCopy(copy, sent);

  const follow = useCallback(
    async (name: Preset, from: Copy) => {
      const copies = await playPreset(name, original, from, check);
      // One change, tried by itself, is one step from whatever was there: undoing it brings that back.
      dispatch({ act: 'follow', copies: isLesson(name) ? [from, ...copies] : copies });
      setCompared(name === 'compare');
    },
    [original, check],
  );

  useEffect(() => {
    if (preset === undefined || preset === shown.current) return;
    shown.current = preset;
    void follow(preset, sent);
  }, [preset, follow, sent]);

  const show = (name: Preset | undefined): void => {
    if (name === shown.current) return;
    shown.current = name;
    onPreset(name);
  };
  const act = (one: Act): void => {
    dispatch(one);
    setCompared(false);
    show(undefined);
  };
  return {
    copy,
    pristine,
    compared,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    edit: (edit) => act({ act: 'edit', edit }),
    rest: () => dispatch({ act: 'rest' }),
    undo: () => act({ act: 'undo' }),
    redo: () => act({ act: 'redo' }),
    reset: () => act({ act: 'follow', copies: [sent] }),
    take: (next) => act({ act: 'follow', copies: [next] }),
    play: (name) => {
      const from = isLesson(name) ? copy : sent;
      show(from === sent || pristine || continues(name, shown.current) ? name : undefined);
      void follow(name, from);
    },
  };
}
