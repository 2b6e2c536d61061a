import { useLayoutEffect } from 'react';
import type { CheckState } from '../core/check-result.ts';
import { worstOf } from '../trust/page-checks.ts';
import { useSession } from './session.ts';

/** useCopyPage tells the header how the parts of a reader's copy stand, on a page that claims nothing of the register. */
export function useCopyPage(parts: readonly { readonly name: string; readonly state: CheckState }[]): void {
  const { trust } = useSession();
  const state = worstOf(parts.map((part) => part.state));
  const by = parts.find((part) => part.state === state)?.name.toLowerCase() ?? '';
  useLayoutEffect(
    () => trust.declare({ page: 'copy', checks: {}, earlier: false, copy: { state, by } }),
    [trust, state, by],
  );
}
