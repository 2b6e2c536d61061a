import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { GrowthFinding } from '../verify/protocol.ts';
import { describeFailure } from './failure.ts';
import { type Growth, growthQuery } from './growth-query.ts';
import { useSession } from './session.ts';

/** FoundGrowth is what is known of the growth since the remembered root, ready to be put into words. */
export interface FoundGrowth {
  readonly verdict?: Verdict | undefined;
  readonly failure?: string | undefined;
  readonly finding?: GrowthFinding | undefined;
  /** Whether the person gave an earlier root of this register up. */
  readonly givenUp: boolean;
  /** Whether what this browser keeps could not be read, or nothing can be kept. */
  readonly unkept: boolean;
  /** The remembered size, and when it was last seen in milliseconds since 1970. */
  readonly since?:
    | { readonly logSize: number; readonly seenAtMs: number; readonly fromFile: boolean }
    | undefined;
}

/** useGrowth compares a head with the remembered root; nothing is done before there is a head. */
export function useGrowth(head: Checkpoint | undefined): FoundGrowth {
  const session = useSession();
  const { data, error } = useQuery({ ...growthQuery(session, head ?? NO_HEAD), enabled: head !== undefined });
  return {
    // What was found before a look that failed says nothing of now.
    verdict: error === null ? data?.verdict : undefined,
    failure: error === null ? undefined : describeFailure(error).message,
    finding: data?.check?.finding,
    givenUp: data?.recalled.kind === 'remembered' && data.recalled.root.givenUp.length > 0,
    unkept:
      data?.unread ?? (data?.recalled.kind === 'cannot-recall' && data.verdict.outcome === 'not-checked'),
    since: data?.since && { ...data.since, fromFile: isFromFile(data) },
  };
}

/** isFromFile says whether what a head was compared with came out of a file, and was not seen by this browser. */
function isFromFile({ recalled, since }: Growth): boolean {
  return (
    recalled.kind === 'remembered' &&
    recalled.root.importedAtMs !== undefined &&
    recalled.root.rootHash === since?.rootHash
  );
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
