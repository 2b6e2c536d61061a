import type { Attribute } from '../../core/model.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { useAt } from '../../ui/link.tsx';

/**
 * useLogSize returns the size of the log at `present`, which is that of the head, or for a register without
 * proofs that of its summary; and on view, which is the earlier size in the address, if any. `failed` is the
 * query of the head if neither could be read.
 */
export function useLogSize() {
  const at = useAt();
  const head = useHead();
  const summary = useSummary();
  const present = head.data?.logSize ?? (head.isError ? summary.data?.totalEntries : undefined);
  const failed = present === undefined && head.isError && !summary.isPending ? head : undefined;
  return { present, logSize: at ?? present, failed };
}

const NO_SCHEMA: readonly Attribute[] = [];

/** useSchema returns the attributes of the register on view, as far as known. */
export function useSchema(): readonly Attribute[] {
  return useSummary().data?.schema ?? NO_SCHEMA;
}
