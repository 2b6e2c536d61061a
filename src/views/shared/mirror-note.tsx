import { useQuery } from '@tanstack/react-query';
import { mirrorListQuery } from '../../query/mirror-queries.ts';
import { useSession } from '../../query/session.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Instant } from '../../ui/time.tsx';
import type { MirrorResult } from '../../trust/reader-lists.ts';

/** mirrorSentence returns the result of comparing a mirror as a sentence. */
export function mirrorSentence(result: MirrorResult): string {
  const { outcome, reason = '', ownSize = 0, mirrorSize = 0, first = 1, by } = result;
  const how =
    by === 'entries' ? ' Keys, times and data were compared: the two hash entries by different rules.' : '';
  const [here, there] = [ownSize, mirrorSize].map((size) => countOf(size, 'entry'));
  switch (outcome) {
    case 'not-checked':
      return `Nothing to compare: ${reason}.`;
    case 'cannot-check':
      return `Could not check: ${reason}.`;
    case 'does-not-match':
      return `Does not match: it differs from entry ${formatNumber(first)} on.${how}`;
    case 'holds':
      if (ownSize === mirrorSize) return `The same log: ${here}, in the same order.${how}`;
      return `The shorter of the two is the beginning of the longer: ${there} there, ${here} here. The shorter may be an older copy.${how}`;
  }
}

/** MirrorNote shows a line for each compared mirror of a register: the result and its time. */
export function MirrorNote({ className = '' }: { className: string | undefined }) {
  const { view } = usePaths();
  const { data = [] } = useQuery(mirrorListQuery(useSession()));
  const compared = data.flatMap(({ id, result }) => (result === undefined ? [] : [{ id, result }]));
  if (compared.length === 0) return null;
  return (
    <ul className={`quiet ${className}`} aria-label="Mirrors">
      {compared.map(({ id, result }) => (
        <li key={id}>
          Mirror <Literal text={id} most={80} />: {mirrorSentence(result)}{' '}
          <Instant at={result.comparedAtMs} />
        </li>
      ))}
      <li>
        <Link to={view('compare')}>Compare with a mirror again</Link>
      </li>
    </ul>
  );
}
