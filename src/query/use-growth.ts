import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { GrowthFinding } from '../verify/protocol.ts';
import { describeFailure } from './failure.ts';
import { growthQuery } from './growth-query.ts';
import { useSession } from './session.ts';

/** FoundGrowth is what is known of the growth since the remembered root, ready to be put into words. */
export interface FoundGrowth {
  readonly verdict?: Verdict | undefined;
  readonly failure?: string | undefined;
  readonly finding?: GrowthFinding | undefined;
  /** The remembered size, and when it was last seen in milliseconds since 1970. */
  readonly since?: { readonly logSize: number; readonly seenAtMs: number } | undefined;
}

/** useGrowth compares a head with the remembered root; nothing is done before there is a head. */
export function useGrowth(head: Checkpoint | undefined): FoundGrowth {
  const session = useSession();
  const { data, error } = useQuery({ ...growthQuery(session, head ?? NO_HEAD), enabled: head !== undefined });
  const root = data?.recalled.kind === 'remembered' ? data.recalled.root : undefined;
  return {
    verdict: data?.verdict,
    failure: error === null ? undefined : describeFailure(error).message,
    finding: data?.check?.finding,
    since: root === undefined ? undefined : { logSize: root.logSize, seenAtMs: root.lastSeenMs },
  };
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
