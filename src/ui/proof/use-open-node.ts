import { useEffect, useState, type RefObject } from 'react';

/**
 * useOpenNode keeps which node of a picture shows its whole text. It closes on Escape, giving the focus back to the node,
 * and on a press or a move of the focus anywhere else.
 */
export function useOpenNode(
  picture: RefObject<HTMLElement | null>,
): readonly [string | undefined, (id: string | undefined) => void] {
  const [open, setOpen] = useState<string>();
  useEffect(() => {
    if (open === undefined) return undefined;
    const elsewhere = (event: Event) => {
      const { target } = event;
      const inside = target instanceof Element && picture.current?.contains(target) === true;
      if (!inside || target.closest('[data-node], [data-opened]') === null) setOpen(undefined);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(undefined);
      focusNode(picture.current, open);
    };
    const leaving = ['pointerdown', 'focusin'] as const;
    for (const kind of leaving) document.addEventListener(kind, elsewhere);
    document.addEventListener('keydown', escape);
    return () => {
      for (const kind of leaving) document.removeEventListener(kind, elsewhere);
      document.removeEventListener('keydown', escape);
    };
  }, [open, picture]);
  return [open, setOpen];
}

/** focusNode moves the focus to a node of a picture. */
export function focusNode(picture: HTMLElement | null, id: string): void {
  picture?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
}
