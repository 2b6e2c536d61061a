import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import { memoryQuery } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';

/** useKept is the root that this browser remembers of the register; undefined where there is none, or none that can be read. */
export function useKept(): Checkpoint | undefined {
  const { data } = useQuery(memoryQuery(useSession()));
  return data?.kind === 'remembered' ? data.root : undefined;
}
