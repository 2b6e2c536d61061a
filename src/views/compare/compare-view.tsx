import { useHead } from '../../query/register-queries.ts';
import { Card } from '../../ui/card.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CompareNav } from '../shared/compare-nav.tsx';
import { NewestVerdict } from '../shared/newest-verdict.tsx';
import { Mirrors } from './mirrors.tsx';

/** CompareView compares this log with other places that keep it, and says how to compare it with another reader. */
export function CompareView() {
  const { data: head } = useHead();
  return (
    <>
      <PageHead
        title="Compare with others"
        note="A register could show each reader a different log. Compare it with another place that keeps it, or with what another reader is shown."
        actions={<CompareNav here="compare" />}
      />
      <div className="stack">
        <NewestVerdict />
        <Mirrors />
        <Card title="Another reader" note="who can open this site and this register">
          <p className="measure">
            Once a page is verified, its link says which log you saw. Send it by email or chat: opened, it
            compares that log with the one they are shown.
          </p>
          <div className="row">
            <CopyLink what="this page" logSize={head?.logSize} />
          </div>
        </Card>
      </div>
    </>
  );
}
