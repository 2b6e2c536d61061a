import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

/** ChooseFile is a button that opens the chooser for one file of the types in `accept`; `label` names its field. `onFile` must not throw. */
export function ChooseFile({
  label,
  accept,
  disabled = false,
  onFile,
  children,
}: {
  label: string;
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => Promise<void>;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    await onFile(file);
    // The same file can be chosen again after it was changed.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <Button onClick={() => input.current?.click()} disabled={disabled}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </>
  );
}
