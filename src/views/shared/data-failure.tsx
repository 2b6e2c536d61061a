import { describeFailure } from '../../query/failure.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { useSource } from '../../ui/source.ts';

/** DataFailure takes the place of data that could not be read, and says why. */
export function DataFailure({
  error,
  retrying = false,
  onRetry,
}: {
  error: Error;
  retrying?: boolean;
  onRetry: () => void;
}) {
  const isFile = useSource() === 'file';
  const failure = describeFailure(error);
  if (!isFile || !failure.notFound)
    return <FailureNotice failure={failure} retrying={retrying} onRetry={onRetry} />;
  return (
    <Notice title="The data is not in the file" tone="failed" live>
      <p>
        The file has only its hash, so this page could not check it. Another copy of the file may have the
        data.
      </p>
    </Notice>
  );
}
