import { useLocation, useNavigate } from 'react-router';
import { AskForm } from '../../ui/ask-form.tsx';
import { Card } from '../../ui/card.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { readSentRoot } from '../../ui/copy-link.tsx';
import { Mirrors } from './mirrors.tsx';
import { SendRoot } from './send-root.tsx';
import { CompareVerdict, TheirRoot } from './their-root.tsx';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';

/** CompareView compares the root that another person was shown, which is in the address, with the one shown here; and gives a link to send back. */
export function CompareView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const theirs = readTheirs(search);
  const take = (text: string): string | undefined => {
    const sent = /\?[^#]*/.exec(text)?.[0].trim() ?? '';
    const read = readTheirs(sent);
    if (read === undefined) return 'This is not a link made by “Compare roots”.';
    if ('problem' in read) return isolated(read.problem);
    void navigate({ search: sent });
    return undefined;
  };
  return (
    <>
      <PageHead
        title="Compare with others"
        note="A register could show each reader a different log. Compare it with another place that keeps it, or with what another reader is shown."
      />
      <div className="stack">
        {theirs === undefined && <CompareVerdict />}
        {theirs !== undefined && 'problem' in theirs && (
          <>
            <CompareVerdict others={UNREAD} />
            <Notice title="This link cannot be compared" tone="failed" live>
              <p>
                <Literal text={theirs.problem} /> Ask the other person to send the whole link again.
              </p>
            </Notice>
          </>
        )}
        {theirs !== undefined && 'head' in theirs && <TheirRoot key={search} theirs={theirs.head} />}
        <Mirrors />
        <SendRoot />
        <Card key={search} title="Compare with theirs" note="the link that somebody else sent you">
          <AskForm label="Their link" button="Compare" placeholder="…/compare?size=…&root=…" onText={take} />
        </Card>
      </div>
    </>
  );
}

const UNREAD: Verdict = { outcome: 'cannot-check', code: 'malformed', reason: 'the link is not complete' };

/** readTheirs reads another person's head out of an address's query, which needs both its size and its root. Undefined if both are absent. */
export function readTheirs(
  search: string,
): { readonly head: Checkpoint } | { readonly problem: string } | undefined {
  const sent = readSentRoot(search);
  if (sent === undefined)
    return new URLSearchParams(search).has('size') ? { problem: 'The address has no root.' } : undefined;
  if ('problem' in sent) return sent;
  const { logSize, rootHash } = sent;
  return logSize === undefined ? { problem: 'The address has no size.' } : { head: { logSize, rootHash } };
}
