import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { button, expectHeader, followLink, link, main, provedRow } from './words.ts';

// What is announced to who does not see the page: once it has settled, in order, and nothing else.

/** Runs in every page: writes down whatever a live region comes to say, whichever it is. */
function recordAnnouncements(): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const last = new WeakMap<Element, string>();
  const live = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off]), output';
  new MutationObserver((changes) => {
    const regions = changes.flatMap(({ target, addedNodes }) =>
      [target, ...addedNodes].flatMap((node) => {
        const element = node instanceof Element ? node : node.parentElement;
        return [element?.closest(live) ?? [], ...(element?.querySelectorAll(live) ?? [])].flat();
      }),
    );
    for (const region of new Set(regions)) {
      const words = region.textContent?.trim() ?? '';
      if (words !== '' && words !== last.get(region)) said.push(words);
      last.set(region, words);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * expectSaid waits until all that was announced since the page was loaded is this, in this order. On a machine that
 * takes its time it may also be said that something loads, or that there is no answer yet, and what comes later is
 * then said by itself.
 */
async function expectSaid(page: Page, ...said: readonly (string | RegExp)[]): Promise<void> {
  const all = (): Promise<string> =>
    page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join(' '));
  const mayLoad = !said.includes('Loading.');
  const words = said.map((one) =>
    typeof one === 'string' ? one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : one.source,
  );
  const expected = new RegExp(`^${words.join(' ')}$`);
  await expect
    .poll(async () =>
      mayLoad ? (await all()).replaceAll(/ ?\b(?:Loading|No answer yet)\./g, '').trim() : all(),
    )
    .toMatch(expected);
}

const VERIFIED = 'Verified: this is what the register published.';

test.beforeEach(({ page }) => page.addInitScript(recordAnnouncements));

test('a record: its name has the focus, then its verdict is announced once', async ({ page, walk }) => {
  await page.goto('/country/records/GM');
  await expectSaid(page, VERIFIED);
  await followLink(main(page), 'Records');
  await expect(page.getByRole('heading', { level: 1, name: 'Records' })).toBeFocused();
  // Until all are read, the first hundred are.
  const list = /(?:The first 100 of 236 records\. )?Verified\. 236 records\./;
  await expectSaid(page, VERIFIED, list);
  await link(main(page), /^AD\b/).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Andorra' })).toBeFocused();
  await expectSaid(page, VERIFIED, list, VERIFIED);
  // A mismatch is announced as the page says it.
  await walk('/country~v2+altered-item/records/ZW');
  await expectSaid(page, VERIFIED, list, VERIFIED, /Does not match: .*\./);
  // The hash below such data is not its own.
  await expect(main(page).getByText(/^Recorded fingerprint/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'How it was checked' })).toBeVisible();
});

test('the log: what is on view when it rests, and the entry that was asked for', async ({ page }) => {
  await page.goto('/premises/entries');
  const rows = /\d+ of \d+ rows verified\./;
  await expectSaid(page, rows);
  await page.getByRole('textbox', { name: 'Go to entry' }).fill('500000');
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 500_000).getByRole('link').first()).toBeFocused();
  // Where the proofs took long, the rows are announced again.
  const jump = /(?:\d+ of \d+ rows verified\. )?Entry 500,000: Verified \(entry proof and data\)\./;
  await expectSaid(page, rows, jump);
});

test('ten arrow keys on the slider of the steps are one announcement', async ({ page }) => {
  await page.goto('/country/records/GM?proof=steps');
  await expectHeader(page, 'holds');
  const slider = page.getByRole('slider', { name: 'Step' });
  await expect(slider).toBeVisible();
  await expectSaid(page, /Verified: [^.]*\. Data\. (?:(?!Step).)*/);
  await slider.focus();
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowRight');
  await expectSaid(page, /Verified: [^.]*\. Data\. (?:(?!Step).)*/, /Step 8 of 8\. (?:(?!Step \d).)*/);
});

test('three letters in a copy are one announcement, and so is how a value is hashed', async ({ page }) => {
  await page.goto('/country/records/GM');
  await expectSaid(page, VERIFIED);
  await button(main(page), 'name: what it means').click();
  await button(page, 'Show how it is hashed').click();
  const hashed =
    /name is part of the data, whose hash is [0-9a-f]{6}…[0-9a-f]{4}\. The root computed here equals [^:]*/;
  await expectSaid(page, VERIFIED, hashed);
  await button(main(page), 'Tamper with a copy').click();
  await expectSaid(page, VERIFIED, hashed, 'Your copy: nothing changed yet.');
  await page.keyboard.type('abc');
  await expectSaid(
    page,
    VERIFIED,
    hashed,
    'Your copy: nothing changed yet.',
    'Your copy does not match the published root.',
  );
});

test('the first page says nothing of its copy until a letter in it is changed', async ({ page }) => {
  await page.goto('/');
  const copy = page.getByRole('region', { name: /your copy/i });
  await expect(copy.locator('p').first()).toHaveText('Does not match');
  await copy.getByRole('textbox', { name: 'name', exact: true }).fill('Zimbabwe');
  await expectSaid(page, 'Your copy: Verified.');
  await copy.getByRole('textbox', { name: 'name', exact: true }).fill('Zimbabwi');
  await expectSaid(page, 'Your copy: Verified.', 'Your copy: Does not match.');
});

test('what loads for long is announced once, and then that there is no answer', async ({ page }) => {
  await page.route('**/registers/country/**', () => undefined);
  await page.goto('/country/records/GM');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GM');
  await expectSaid(page, 'Loading.', 'No answer yet.');
});
