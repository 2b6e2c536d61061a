import { cannotCheck, type Verdict } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { failed } from '../../query/report-check.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { type Source, useSource } from '../../ui/source.ts';

function isLacking(error: Error, source: Source): boolean {
  return source === 'file' && describeFailure(error).notFound;
}

/** unreadData is the verdict on data that could not be read. An RSF file may have only its hash. */
export function unreadData(error: Error, source: Source): Verdict {
  return isLacking(error, source)
    ? cannotCheck('no-data', 'the data is not in the file, only its hash')
    : failed(error);
}

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
  if (!isLacking(error, useSource()))
    return <FailureNotice failure={describeFailure(error)} retrying={retrying} onRetry={onRetry} />;
  return (
    <Notice title="The data is not in the file" tone="failed" live>
      <p>
        The file has only its hash, so this page could not check it. Another copy of the file may have the
        data.
      </p>
    </Notice>
  );
}
