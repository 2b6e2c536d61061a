/**
 * PAGE_SIZE is the page size to request: the most members that servers are known to
 * send at once (api/servers.md).
 */
export const PAGE_SIZE = 5000;

/**
 * createListGuard makes the guard of one reading of a list that a server may never end: a function that is
 * called with each page's number of members, and how many of them are new if that is known. 'over': the page
 * is empty or brings nothing new. 'endless': a list of more pages or members is not read to its end.
 */
export function createListGuard(most: { readonly pages?: number; readonly members?: number }) {
  let pages = 0;
  let members = 0;
  return (count: number, fresh = count): 'goes-on' | 'over' | 'endless' => {
    pages += 1;
    members += count;
    if (fresh === 0) return 'over';
    return pages >= (most.pages ?? Infinity) || members > (most.members ?? Infinity) ? 'endless' : 'goes-on';
  };
}
