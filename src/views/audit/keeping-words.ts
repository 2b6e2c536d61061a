import type { Keeping } from '../../verify/audit/audit-types.ts';
import type { Refusal } from '../../verify/unkept.ts';

const WHY: Record<Refusal, string> = {
  full: 'this browser has no room left',
  denied: 'this browser does not let the page keep anything',
  silent: 'the storage of this browser gives no answer',
  damaged: 'the storage of this browser is damaged',
};

/** keepingWords says whether a finished audit is there for later visits; `keeping` is undefined for one that was read out of storage. */
export function keepingWords(keeping: Keeping | undefined, unkept: Refusal | undefined): string {
  if (keeping === 'under-way') return 'Saving it in this browser …';
  if (keeping !== undefined && unkept !== undefined)
    return `It lasts until this page is closed: ${WHY[unkept]}.`;
  return 'It is kept in this browser.';
}

/** unsavedWords says that a run under way cannot be saved; undefined where it can. */
export function unsavedWords(unkept: Refusal | undefined): string | undefined {
  if (unkept === undefined) return undefined;
  return `What is read cannot be saved: ${WHY[unkept]}. The audit goes on, and is lost if this page is closed before its end.`;
}
