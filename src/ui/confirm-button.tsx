import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';

/** ConfirmButton asks for confirmation, in a native dialog, before an irreversible action. */
export function ConfirmButton({
  label,
  kind = 'plain',
  aria,
  title,
  keep = 'Cancel',
  safer = 'confirm',
  confirm,
  onConfirm,
  children,
}: {
  label: string;
  kind?: ComponentProps<typeof Button>['kind'];
  /** The button's name if its label is not specific enough. */
  aria?: string;
  title: string;
  keep?: string;
  confirm: string;
  /** Which of the two buttons stands out; `confirm` by default. */
  safer?: 'keep' | 'confirm';
  onConfirm: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <Button kind={kind} aria-label={aria} onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
        <form method="dialog">
          <Button type="submit" kind={safer === 'keep' ? 'strong' : 'plain'}>
            {keep}
          </Button>
          <Button type="submit" kind={safer === 'confirm' ? 'strong' : 'plain'} onClick={onConfirm}>
            {confirm}
          </Button>
        </form>
      </dialog>
    </>
  );
}
