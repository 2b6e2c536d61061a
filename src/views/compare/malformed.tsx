import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Malformed says what is wrong with a link to compare, and what to do. */
export function Malformed({ problem }: { problem: string }) {
  return (
    <Notice title="This link cannot be compared" tone="failed" live>
      <p>
        <Literal text={problem} />
      </p>
      <p>It may have been cut on its way. Ask the other person to send the whole link again.</p>
    </Notice>
  );
}
