import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { MemoryFinding } from '../trust/memory-finding.ts';
import { memoryCheck, memoryCheckQuery } from './memory-queries.ts';
import { useSession } from './session.ts';

/** Memory is what is known of how the head stands to what was seen before. */
export interface Memory {
  /** undefined as long as the comparison is under way. */
  readonly verdict: Verdict | undefined;
  /** All there is to show about it; missing where it could not be made. */
  readonly finding: MemoryFinding | undefined;
}

/** useMemory compares a head with the remembered root; nothing is done before there is a head. */
export function useMemory(head: Checkpoint | undefined): Memory {
  const session = useSession();
  const { trust } = session;
  const asked = head ?? NO_HEAD;
  useQuery({ ...memoryCheckQuery(session, asked), enabled: head !== undefined });
  const finding = useSyncExternalStore(trust.subscribe, () => trust.memoryOf(asked));
  const verdict = useSyncExternalStore(trust.subscribe, () => trust.verdictOf(memoryCheck(asked)));
  // What was found before a look that failed says nothing of now.
  return { verdict, finding: verdict === finding?.verdict ? finding : undefined };
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
