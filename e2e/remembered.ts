import { expect, type Page } from 'playwright/test';

/** rememberedSize is the log size of the root that this browser remembers of a register, as IndexedDB has it; undefined where there is none. */
export function rememberedSize(page: Page, registerId: string): Promise<number | undefined> {
  return page.evaluate(
    (key) =>
      new Promise<number | undefined>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'));
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('keyval').objectStore('keyval').get(key);
          asked.addEventListener('success', () => {
            opening.result.close();
            resolve((asked.result as { logSize?: number } | undefined)?.logSize);
          });
        });
      }),
    `register-explorer:root:${registerId}`,
  );
}

/** expectRemembered waits until this browser remembers a root of that size for the register; the page writes it when all checks of the visit have held. */
export async function expectRemembered(page: Page, registerId: string, logSize: number): Promise<void> {
  await expect.poll(() => rememberedSize(page, registerId)).toBe(logSize);
}

/**
 * hoursAhead sets the clock of this page and of all that are opened in its profile from now on. Page loads within half an hour are one visit; hours later is
 * another.
 */
export async function hoursAhead(page: Page, hours: number): Promise<void> {
  await page.context().clock.setSystemTime(Date.now() + hours * 3_600_000);
}
