import { useEffect, useState } from 'react';
import { followDrops, followFiles } from '../ui/follow-files.ts';
import { Part } from '../ui/part.tsx';
import { OpenFiles } from './parts.ts';

/** FileDrop opens what is dropped on any page that has no other use for it, or given to openFiles. */
export function FileDrop() {
  const [{ files, times }, setFiles] = useState<{ files?: readonly File[]; times: number }>({ times: 0 });
  useEffect(() => {
    const take = (some: readonly File[]): void =>
      setFiles(({ times: before }) => ({ files: some, times: before + 1 }));
    const stop = followFiles(take);
    const stopDrops = followDrops(window, take, (isOver) =>
      document.body.toggleAttribute('data-over', isOver),
    );
    return () => {
      stop();
      stopDrops();
    };
  }, []);
  return (
    files && (
      <Part>
        <OpenFiles key={times} files={files} onClose={() => setFiles({ times })} />
      </Part>
    )
  );
}
