import { useEffect, useState, type RefObject } from 'react';

type Choose = (id: string | undefined) => void;

/** useOpenNode keeps which node of a picture shows its whole text, and closes it as useLeaving says. */
export function useOpenNode(picture: RefObject<HTMLElement | null>): readonly [string | undefined, Choose] {
  const [open, setOpen] = useState<string>();
  useLeaving(picture, open, setOpen);
  return [open, setOpen];
}

/** useLeaving closes an opened node on Escape, giving the focus back to it, and on a press or a move of the focus anywhere else. */
export function useLeaving(
  picture: RefObject<HTMLElement | null>,
  open: string | undefined,
  setOpen: Choose,
): void {
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
  }, [open, picture, setOpen]);
}

/** focusNode moves the focus to a node of a picture. */
export function focusNode(picture: HTMLElement | null, id: string): void {
  picture?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
}
