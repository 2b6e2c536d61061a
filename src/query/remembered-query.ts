import { queryOptions } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { recallRoot } from '../verify/recall-root.ts';
// Fetched on demand elsewhere; whoever asks here may have no network by then.
import '../verify/remembered-root.ts';
import '../verify/unkept.ts';

/** RememberedHead is the head of a register that this browser remembers, and when it was last seen, in milliseconds since 1970. */
export interface RememberedHead extends Checkpoint {
  readonly lastSeenMs: number;
  /** When it was imported from a file: then it is that file's word, and this browser was never shown it. */
  readonly importedAtMs?: number;
}

/**
 * rememberedQuery looks for the head that this browser remembers of the register of that place and base address, without opening it. Null if there is none, or
 * where what is remembered under that name was read from another address.
 */
export function rememberedQuery(place: string, base: string) {
  return queryOptions({
    queryKey: ['remembered', place, base],
    queryFn: async (): Promise<RememberedHead | null> => {
      const recalled = await recallRoot(place);
      if (recalled.kind !== 'remembered' || recalled.root.base !== base) return null;
      const { logSize, rootHash, lastSeenMs, importedAtMs } = recalled.root;
      return { logSize, rootHash, lastSeenMs, ...(importedAtMs !== undefined && { importedAtMs }) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
