import { useLocation } from 'react-router';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SendRoot } from './send-root.tsx';
import { TheirRoot } from './their-root.tsx';
import { parseHash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import styles from './compare.module.css';

/** CompareView compares the root that another person was shown, which is in the address, with the one shown here; and gives a link to send back. */
export function CompareView() {
  const { search } = useLocation();
  const theirs = readTheirs(search);
  return (
    <>
      <DeclarePage page="none" />
      <PageHead
        title="Compare roots"
        note="A register could show each reader a different log. Two readers who compare root hashes find out."
      />
      <div className={styles.parts}>
        {theirs !== undefined && 'problem' in theirs && (
          <Notice title="This link cannot be compared" tone="failed" live>
            <p>
              <Literal text={theirs.problem} />
            </p>
            <p>It may have been cut on its way. Ask the other person to send the whole link again.</p>
          </Notice>
        )}
        {theirs !== undefined && 'head' in theirs && <TheirRoot key={search} theirs={theirs.head} />}
        <SendRoot isAnswer={theirs !== undefined && 'head' in theirs} />
      </div>
    </>
  );
}

/** readTheirs reads another person's head out of an address's query: `size` and `root` (64 digits, with or without a prefix). Undefined where neither is there. */
export function readTheirs(
  search: string,
): { readonly head: Checkpoint } | { readonly problem: string } | undefined {
  const query = new URLSearchParams(search);
  const size = query.get('size');
  const root = query.get('root');
  if (size === null && root === null) return undefined;
  if (size === null || root === null)
    return { problem: `The address has no ${size === null ? 'size' : 'root'}.` };
  const logSize = /^[1-9]\d{0,15}$/.test(size) ? Number(size) : Number.NaN;
  if (!Number.isSafeInteger(logSize))
    return { problem: `The size in the address is ${quoted(size)}; it is a whole number from 1.` };
  const text = root.trim();
  const rootHash =
    parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  if (rootHash === undefined)
    return { problem: `The root in the address is ${quoted(root)}; it has 64 hexadecimal digits.` };
  return { head: { logSize, rootHash } };
}

const LONGEST = 80;

function quoted(text: string): string {
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
}
