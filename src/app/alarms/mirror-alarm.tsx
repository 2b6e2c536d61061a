import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSameHead } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { compareAgain } from '../../query/mirror-queries.ts';
import { useSession } from '../../query/session.ts';
import { useSite } from '../../query/site-context.ts';
import type { Mirror, MirrorResult } from '../../trust/reader-lists.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact, Head } from '../../ui/facts.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parseRegisterId } from '../../ui/paths.ts';
import { pathsIn, usePaths } from '../../ui/register-paths.ts';
import { Instant } from '../../ui/time.tsx';

export const ANOTHER_LOG = 'Someone else was shown another log';
export const ANOTHER_LOG_THEN = 'Someone else was shown another log than the one you saw here';

/** MirrorAlarm says that mirrors have another log, with both roots of each. */
export function MirrorAlarm({ mirrors, head }: { mirrors: readonly Mirror[]; head: Checkpoint }) {
  const { entry, view } = usePaths();
  const queries = useQueryClient();
  const session = useSession();
  const site = useSite();
  const [run, setRun] = useState<AbortController>();
  const [problem, setProblem] = useState('');
  useEffect(() => () => run?.abort(), [run]);
  const compare = async (): Promise<void> => {
    const end = new AbortController();
    setRun(end);
    const comparing = { signal: end.signal, onProgress: () => undefined };
    try {
      const said = await Promise.all(
        mirrors.map((mirror) => compareAgain(queries, session, site, mirror, comparing)),
      );
      setProblem(said.find((one) => one !== undefined) ?? '');
    } catch {
      // The reader ended it, or left.
    }
    setRun(undefined);
  };
  const isNow = mirrors.some(({ result }) => result?.own && isSameHead(result.own, head));
  return (
    <div className="above">
      <Notice
        title={isNow ? ANOTHER_LOG : ANOTHER_LOG_THEN}
        tone="alarm"
        live
        actions={
          <>
            <Button onClick={run ? () => run.abort() : () => void compare()}>
              {run ? 'Cancel' : 'Compare again'}
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
        {mirrors.map(({ id, result: { own, mirror, by, first, comparedAtMs } = NO_RESULT }) => {
          const register = parseRegisterId(id);
          // Where entries were compared, the two hash them by different rules.
          const isByRoots = by === 'roots' && own?.logSize === mirror?.logSize;
          return (
            <dl key={id} className="facts">
              <Fact term="differs">
                from entry {formatNumber(first ?? 1)} on: <Link to={entry(first ?? 1)}>here</Link>
                {register && (
                  <>
                    ,{' '}
                    <Link present to={pathsIn(register).entry(first ?? 1)}>
                      in the mirror
                    </Link>
                  </>
                )}
              </Fact>
              {mirror && (
                <Fact term="mirror">
                  <Head of={mirror} name="root of the mirror" against={isByRoots ? own?.rootHash : undefined}>
                    , <Literal text={id} most={80} />
                  </Head>
                </Fact>
              )}
              {own && (
                <Fact term={isSameHead(own, head) ? 'published to you' : 'published to you then'}>
                  <Head of={own} name="published root" against={isByRoots ? mirror?.rootHash : undefined}>
                    , compared <Instant at={comparedAtMs} />
                  </Head>
                </Fact>
              )}
            </dl>
          );
        })}
        <p>
          This page cannot tell which of the two is right. The alarm stays until you compare the mirror again
          or remove it.
        </p>
      </Notice>
    </div>
  );
}

const NO_RESULT: MirrorResult = { comparedAtMs: 0, outcome: 'not-checked' };
