import { isSameHead } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { useMirrors } from '../../query/use-mirrors.ts';
import type { Mirror } from '../../trust/reader-lists.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact } from '../../ui/facts.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parseRegisterId } from '../../ui/paths.ts';
import { pathsIn, usePaths } from '../../ui/register-paths.ts';
import { Instant } from '../../ui/time.tsx';
import { TwoHeads } from './two-heads.tsx';

export const ANOTHER_LOG = 'Someone else was shown another log';
export const ANOTHER_LOG_THEN = 'Someone else was shown another log than the one you saw here';

/** MirrorAlarm says that mirrors have another log, with both roots of each. */
export function MirrorAlarm({ mirrors, head }: { mirrors: readonly Mirror[]; head: Checkpoint }) {
  const { view } = usePaths();
  const { runs, problem, compare } = useMirrors();
  const isNow = mirrors.some(({ result }) => result?.own && isSameHead(result.own, head));
  const compareAll = (): void => {
    for (const { id } of mirrors) void compare(id);
  };
  const cancelAll = (): void => {
    for (const { end } of runs.values()) end.abort();
  };
  return (
    <div className="above">
      <Notice
        title={isNow ? ANOTHER_LOG : ANOTHER_LOG_THEN}
        tone="alarm"
        live
        actions={
          <>
            <Button onClick={runs.size > 0 ? cancelAll : compareAll}>
              {runs.size > 0 ? 'Cancel' : 'Compare again'}
            </Button>
            <Link className={buttonClass()} to={view('compare')}>
              View your mirrors
            </Link>
          </>
        }
      >
        <p className="problem" data-announce="">
          {problem}
        </p>
        {mirrors.map((mirror) => (
          <Differing key={mirror.id} mirror={mirror} head={head} />
        ))}
        <p>
          This page cannot tell which of the two is right. The alarm stays until you compare the mirror again
          or remove it.
        </p>
      </Notice>
    </div>
  );
}

/** Differing shows where a mirror differs, and both heads that were compared. */
function Differing({ mirror: { id, result }, head }: { mirror: Mirror; head: Checkpoint }) {
  const { entry } = usePaths();
  const register = parseRegisterId(id);
  const { own, mirror, by, first = 1, comparedAtMs = 0 } = result ?? {};
  const differs = (
    <Fact term="differs">
      from entry {formatNumber(first)} on: <Link to={entry(first)}>here</Link>
      {register && (
        <>
          ,{' '}
          <Link present to={pathsIn(register).entry(first)}>
            in the mirror
          </Link>
        </>
      )}
    </Fact>
  );
  if (own === undefined || mirror === undefined) return <dl className="facts">{differs}</dl>;
  return (
    <TwoHeads
      theirs={{
        head: mirror,
        note: (
          <>
            , <Literal text={id} most={80} />
          </>
        ),
      }}
      term="mirror"
      name="root of the mirror"
      own={{
        head: own,
        note: (
          <>
            , compared <Instant at={comparedAtMs} />
          </>
        ),
      }}
      isNow={isSameHead(own, head)}
      areComparable={by === 'roots'}
    >
      {differs}
    </TwoHeads>
  );
}
