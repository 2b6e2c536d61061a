import type { WholeLogCopy } from '../../query/copy.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';

/** ReadMissing offers to read the data that a copy of the register lacks; a server without a list is asked for each. */
export function ReadMissing({ reading }: { reading: WholeLogCopy }) {
  if (reading.phase !== 'ready' || reading.copy.missing === 0) return null;
  const { missing } = reading;
  return (
    <p className="unprinted">
      <Button disabled={missing !== undefined} onClick={reading.start}>
        {missing === undefined
          ? `Read the missing ${formatNumber(reading.copy.missing)}`
          : `Reading the missing data: ${formatNumber(missing)} left`}
      </Button>
    </p>
  );
}
