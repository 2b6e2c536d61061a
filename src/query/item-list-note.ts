import type { LogPages } from '../log/audit-types.ts';

/** ItemList says whether a server has a list of its items: without one they are asked for one by one. */
export type ItemList = 'listed' | 'unlisted' | 'unknown';

const ofRegister = (registerId: string): string => `register-explorer:item-list:${registerId}`;
const inThisPage = new Map<string, ItemList>();

/** itemListOf is what the last audit here learned of the register's list of items. */
export function itemListOf(registerId: string): ItemList {
  const known = inThisPage.get(registerId);
  if (known !== undefined) return known;
  try {
    const kept = localStorage.getItem(ofRegister(registerId));
    return kept === 'listed' || kept === 'unlisted' ? kept : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** notingItemList passes every request on, and notes for the next guess of the cost whether there is a list of items; for as long as the page where storage is refused. */
export function notingItemList(registerId: string, pages: LogPages): LogPages {
  return {
    ...pages,
    async itemsPage(ref, signal) {
      const page = await pages.itemsPage(ref, signal);
      note(registerId, page === 'none' ? 'unlisted' : 'listed');
      return page;
    },
  };
}

function note(registerId: string, list: ItemList): void {
  if (itemListOf(registerId) === list) return;
  inThisPage.set(registerId, list);
  try {
    localStorage.setItem(ofRegister(registerId), list);
  } catch {
    // Storage is full or refused.
  }
}
