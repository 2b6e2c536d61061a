import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { reopenFile } from './files.ts';
import { PlainFrame } from './plain-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
/** OpenedFile shows its children once the file of that id is read; an address of a file that this browser does not have says so. */
export function OpenedFile({ file, children }: { file: string; children: ReactNode }) {
  const opened = useQuery({
    queryKey: ['file', file],
    queryFn: async () => (await reopenFile(file)) ?? null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  if (opened.isPending) {
    return (
      <PlainFrame>
        <Skeleton lines={6} label="Reading the file" />
      </PlainFrame>
    );
  }
  if (opened.data && 'id' in opened.data) return children;
  return (
    <PlainFrame>
      <Notice
        page
        title="This register is a file, and this browser does not have it"
        live
        actions={
          <Link to="/" className={buttonClass('strong')}>
            Open the file
          </Link>
        }
      >
        <p>
          The address names <code>{file}</code>: an RSF file that was opened in some browser, and whose root
          hash begins with {file.slice(-8)}. Files are not sent anywhere, so whoever gave you this link has to
          give you the file as well. Open it, and this address works.
        </p>
        {opened.data && 'problem' in opened.data && <p>{opened.data.problem}</p>}
      </Notice>
    </PlainFrame>
  );
}
