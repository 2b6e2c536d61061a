import type { Locator, Page } from 'playwright/test';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { failing, mockListener } from './hosts/servers.ts';
import {
  button,
  expectCheck,
  expectHeader,
  expectNoText,
  expectRemembered,
  expectText,
  expectTitle,
  expectVerified,
  failedRequest,
  field,
  followLink,
  main,
  openChecks,
  openRecord,
  press,
  proofPicture,
  remote,
  textIn,
} from './words.ts';

// What each fault comes to in each view is the table of fault-matrix.spec.ts; here is what it cannot tell.

const MISMATCH = /(?:does|do) not (?:match|connect)/i;

async function expectNoMismatch(page: Page): Promise<void> {
  await expectNoText(page, MISMATCH);
  await expect(page.getByRole('img', { name: MISMATCH })).toHaveCount(0);
}

/** What the page of a record says of a fault: where the picture breaks, and by which node. A root that contradicts the remembered one is in memory.spec.ts. */
const BREAKS = [
  [
    'altered-item',
    'does-not-match',
    /hash of the data is not the one that entry 292 records/i,
    ['item-hash'],
  ],
  ['altered-entry', 'does-not-match', /root computed here does not match/i, ['computed-root']],
  ['altered-proof', 'does-not-match', /root computed here does not match/i, ['computed-root']],
  ['half-character', 'cannot-check', /the data could not be hashed/i, []],
  // On a first visit another root may as well be another way to write entries.
  ['altered-root', 'cannot-check', /none of the proofs tried gives the published root/i, []],
] as const;

// The variants by turns: what each fault comes to in either is held by query/verdict-table.test.ts.
test('words, fields and picture agree on every fault of a record', async ({ page, walk }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [at, [fault, outcome, picture, red]] of BREAKS.entries()) {
    const variant = at % 2 === 0 ? 'v2' : 'earlier';
    await walk(`/country~${variant}+${fault}/records/ZW`);
    await expectHeader(page, outcome);
    // Data of an entry that is not in the log is not the register's, even where it matches the entry: the key is the heading, unless only the root is in doubt.
    await expect(main(page).getByText(/^unverified: /i)).not.toHaveCount(0);
    await expectTitle(page, fault === 'altered-root' ? 'Zimbabwe' : 'ZW');
    const figure = proofPicture(page);
    await expect(figure).toContainText(picture);
    const bad = figure.locator('[data-node][data-tone="does-not-match"]');
    await expect(bad).toHaveCount(red.length);
    for (const node of red) await expect(figure.locator(`[data-node="${node}"]`)).toBeInViewport();
    await expect(figure).toHaveAttribute('data-tone', outcome);
  }
});

test('trying again needs no reload; data holds without its proof', async ({ page, serve, guard }) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED|status of 501/);
  const busy = failing(mockListener(), /\/proof\/entries\//);
  const server = await serve(busy.listener);
  await server.stop();
  await page.goto(remote(`${server.origin}/registers/country/v2`, '/records/GM'));
  await expect(failedRequest(page)).toContainText(/could not be reached/i);
  await expectNoMismatch(page);
  // The page asks once more by itself, and may be served then.
  await rest(page);
  await server.start();
  await press(page, /try again/i);
  await expect(failedRequest(page)).toContainText(/failed \(501\)/i);
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Could not check', /entry 278 could not be proved/i);
  await expectNoMismatch(page);
  busy.mend();
  // The bar of the page has the only one.
  await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(1);
  await press(page, /try again/i);
  await expectVerified(page, 278);
  // What this browser keeps is said while the register cannot be reached.
  await expectRemembered(page, `${server.origin}/registers/country/v2`, 295);
  await server.stop();
  await page.reload();
  await expectText(failedRequest(page), /this browser remembers its root hash of 295 entries, last seen/i);
});

/** end ends a worker of the page from inside, without a word to the page. `file` is what its script is called. */
async function end(page: Page, file: RegExp): Promise<void> {
  const worker = page.workers().find((one) => file.test(new URL(one.url()).pathname));
  if (worker === undefined) throw new Error(`no worker ${String(file)} among ${page.workers().length}`);
  // The answer to this very call may be lost with it.
  await Promise.race([
    worker.evaluate(() => self.close()),
    new Promise((done) => worker.once('close', done)),
  ]);
}

/** goTo leads to another record without leaving the page. */
async function goTo(page: Page, key: string, name: string): Promise<void> {
  await followLink(page, 'Records');
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByRole('rowheader').first()).toHaveText(key);
  // The clock may run on once nothing is asked of the server: a jump would end a request under way.
  const proof = page.waitForResponse(/\/proofs?\/entries\//);
  await followLink(page, key);
  await expect(page).toHaveURL(new RegExp(`/records/${key}$`));
  await (await proof).finished();
}

/** appearsInTime lets the page's clock run on until an element shows: what waits for a silent worker may begin to wait late on a busy machine. */
async function appearsInTime(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    // A request that is under way may take 20 s of this clock.
    await page.clock.runFor(10_000);
    await expect(element).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const VERIFIER = /\/worker[-.\w]*\.js$/;
const COPY = /\/log-worker[-.\w]*\.js$/;

test('a worker that ends is started again, or the check could not be made', async ({ page }) => {
  await page.clock.install();
  await openRecord(page, '/country~earlier/records/GM');
  await end(page, VERIFIER);

  // Other records are proved by another worker, once this one has been silent for long enough.
  await goTo(page, 'GB', 'United Kingdom');
  const details = page.getByText('What was checked?');
  await appearsInTime(page, details);
  await expectVerified(page, '\\d+');
  await openChecks(page);
  await expect(
    page.getByText(/stopped during this one\. It was restarted, and the check was repeated\./).first(),
  ).toBeVisible();

  // A changed copy has no verdict of the text before it.
  await button(main(page), 'Tamper with a copy').click();
  const name = field(main(page), /^name/);
  await name.fill('United \u212Aingdom');
  await expectText(main(page), /^your copy has the same hash/i);
  await end(page, VERIFIER);
  await name.fill('United Zingdom');
  await expectText(main(page), /^your copy is being checked/i);
  await appearsInTime(page, textIn(main(page), /^your copy does not match/i));

  // The page can be read on; what is left of it to be checked is not called wrong.
  await page.route(VERIFIER, (route) => route.abort());
  await end(page, VERIFIER);
  await name.fill('United Yingdom');
  await appearsInTime(page, textIn(main(page), /^your copy could not be checked.*stopped twice/i));
  await expect(page.getByRole('banner')).toContainText('Your copy');
  await button(main(page), 'Done').click();
  await goTo(page, 'DE', 'Germany');
  await appearsInTime(page, details);
  await details.click();
  await expect(page.getByText(/stopped twice .* Reload the page\./).first()).toBeVisible();
  await expectNoText(page, /does not match|does not connect/);
});

test('a copy whose worker ended is read again', async ({ page }) => {
  const rows = main(page).getByRole('rowheader');
  await page.clock.install();
  await page.goto('/country/records?q=Gambia');
  await expect(rows).toHaveText(['GM']);
  await expectText(page, /computed here from all [\d,]+ entries/i);
  await end(page, COPY);
  await page.getByRole('searchbox').fill('Germany');
  await appearsInTime(page, page.getByRole('rowheader', { name: 'DE', exact: true }));
  await expectText(page, /computed here from all [\d,]+ entries/i);
});
