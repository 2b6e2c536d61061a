import { lazy, Suspense, type ReactNode } from 'react';
import type { RegisterId } from '../ui/paths.ts';

// The code that reads files is fetched when an address names one.
const OpenedFile = lazy(async () => ({ default: (await import('./opened-file.tsx')).OpenedFile }));

/** FileGate lets a register that is a file be shown only once the file is read. */
export function FileGate({ register, children }: { register: RegisterId; children: ReactNode }) {
  if (register.kind !== 'file') return children;
  return (
    <Suspense>
      <OpenedFile file={register.file}>{children}</OpenedFile>
    </Suspense>
  );
}
