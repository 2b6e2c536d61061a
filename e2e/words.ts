import { expect, type Locator, type Page } from 'playwright/test';

/** remote is the path of a register on another server. */
export function remote(baseAddress: string, rest = ''): string {
  return `/${encodeURIComponent(baseAddress)}${rest}`;
}

/** State is how a check went, as its badge names it. */
export type State = 'Holds' | 'Does not match' | 'Cannot check' | 'Not checked';

/** check is the line of a named check that went this way. */
export function check(page: Page, state: State, words: RegExp): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: words, has: page.getByRole('img', { name: state }), visible: true })
    .first();
}

/** proofPicture is the drawn path of the entry proof. */
export function proofPicture(page: Page): Locator {
  return page.getByRole('figure', { name: /path from entry/i });
}

/** seal is the sum of the checks of the page on view, in its head. */
export function seal(page: Page): Locator {
  return page.getByRole('banner').getByRole('status');
}

/** expectVerified waits until an entry and its data are shown to hold, with the proof drawn up to the published root. */
export async function expectVerified(page: Page, entryNumber: number | string): Promise<void> {
  await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
  await expect(check(page, 'Holds', new RegExp(`entry ${entryNumber} is in the log`, 'i'))).toBeVisible();
  await expect(proofPicture(page)).toHaveAccessibleName(/equals the published root/i);
  await expect(page.getByText(/does not match/i)).toHaveCount(0);
  await expect(seal(page)).toHaveText(/\bholds?\b/i);
}

/** failedRequest is the notice of a request that failed. */
export function failedRequest(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /a failed request says nothing/i });
}

/** logRow is the row of an entry in the log. */
export function logRow(page: Page, entryNumber: number): Locator {
  return page
    .getByRole('table', { name: /entries of the log/i })
    .locator(`[role=row][aria-rowindex="${entryNumber + 1}"]`);
}

/** provedRow is the row of an entry in the log, once its badge says that it holds. */
export function provedRow(page: Page, entryNumber: number): Locator {
  return logRow(page, entryNumber)
    .filter({ has: page.getByRole('img', { name: /in the log/i }) })
    .filter({ hasNot: page.getByRole('img', { name: /\bnot\b/i }) });
}

/** oneBox is the field in which anything can be looked for, once its box is open. */
export function oneBox(page: Page): Locator {
  return page.getByRole('combobox', { name: /find a key/i });
}

/** findAnything opens the box, types into it and takes the first offer. */
export async function findAnything(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /find a key/i }).click();
  await oneBox(page).fill(text);
  await oneBox(page).press('Enter');
}
