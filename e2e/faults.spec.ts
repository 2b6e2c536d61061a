import type { Page } from 'playwright/test';
import { expect, mockListener, test } from './fixtures.ts';
import { failing } from './hosts/failing.ts';
import { type Showcase, showcaseOf } from './showcase.ts';
import {
  check,
  expectVerified,
  failedRequest,
  logRow,
  proofPicture,
  provedRow,
  remote,
  seal,
} from './words.ts';

const MISMATCH = /does not match|do not match|does not lead/i;

async function expectNoMismatch(page: Page): Promise<void> {
  await expect(page.getByText(MISMATCH)).toHaveCount(0);
  await expect(page.getByRole('img', { name: MISMATCH })).toHaveCount(0);
}

/** An altered item does not match its hash, on the page that shows it; its entry holds. */
async function expectAlteredItem(page: Page, path: string, { entryNumber }: Showcase): Promise<void> {
  await page.goto(path);
  await expect(check(page, 'Does not match', /(item|blob) does not match its hash/i)).toBeVisible();
  await expect(check(page, 'Holds', new RegExp(`entry ${entryNumber} is in the log`, 'i'))).toBeVisible();
  await expect(seal(page)).toHaveText(MISMATCH);
}

/** An altered proof does not lead to the published root; the data holds. Both roots are shown, and the picture says so. */
async function expectAlteredProof(page: Page, path: string, { entryNumber }: Showcase): Promise<void> {
  await page.goto(path);
  await expect(
    check(
      page,
      'Does not match',
      new RegExp(`entry ${entryNumber} does not lead to the published root`, 'i'),
    ),
  ).toBeVisible();
  await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
  await expect(seal(page)).toHaveText(MISMATCH);
  const picture = proofPicture(page);
  await expect(picture).toHaveAccessibleName(/does not match the published root/i);
  await expect(picture.getByRole('button', { name: /root computed here/i })).toHaveCount(1);
  await expect(picture.getByRole('button', { name: /published root · sent by the server/i })).toHaveCount(1);
  await expect(picture.getByRole('button', { name: /equals the published/i })).toHaveCount(0);
  await expect(page.getByText(/do not lead from this entry to the published root/i)).toBeVisible();
}

/** A root that no entry leads to, on a first visit, is one that cannot be checked, and no mismatch. */
async function expectUncheckable(page: Page, path: string, { entryNumber }: Showcase): Promise<void> {
  await page.goto(path);
  await expect(check(page, 'Cannot check', new RegExp(`entry ${entryNumber}`, 'i'))).toBeVisible();
  await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
  await expect(proofPicture(page)).toHaveAccessibleName(/cannot be checked/i);
  await expect(seal(page)).toHaveText(/not everything can be checked/i);
  await expectNoMismatch(page);
  await expect(page.getByText(/is in the log\b(?! of)/i).filter({ visible: true })).toHaveCount(0);
}

test('an altered item does not match its hash, on every page that shows it; every other record holds', async ({
  page,
  request,
}) => {
  const altered = await showcaseOf(request, 'country');
  const register = '/country~v2+altered-item';
  await expectAlteredItem(page, `${register}/records/${altered.key}`, altered);
  await expectAlteredItem(page, `${register}/entries/${altered.entryNumber}`, altered);
  await page
    .getByRole('definition')
    .getByRole('link', { name: /hash beginning/i })
    .first()
    .click();
  await expect(check(page, 'Does not match', /does not match its hash/i)).toBeVisible();
  await expect(seal(page)).toHaveText(MISMATCH);
  await page.goto(`${register}/records/${altered.key === 'GM' ? 'GB' : 'GM'}`);
  await expect(check(page, 'Holds', /item matches its hash/i)).toBeVisible();
  await expectNoMismatch(page);
});

test('an altered proof does not lead to the published root, and in the log only that one is marked', async ({
  page,
  request,
}) => {
  const altered = await showcaseOf(request, 'country');
  const register = '/country~v2+altered-proof';
  await expectAlteredProof(page, `${register}/records/${altered.key}`, altered);
  const { entryNumber } = altered;
  await page.goto(`${register}/entries?entry=${entryNumber - 3}`);
  await expect(logRow(page, entryNumber).getByRole('img', { name: MISMATCH })).toBeInViewport();
  await expect(provedRow(page, entryNumber - 2)).toBeInViewport();
  await expect(page.getByRole('table').getByRole('img', { name: MISMATCH })).toHaveCount(1);
  await expect(seal(page)).toHaveText(MISMATCH);
});

test('an altered entry is never shown to hold', async ({ page, request }) => {
  const { key, entryNumber } = await showcaseOf(request, 'country');
  await page.goto(`/country~v2+altered-entry/records/${key}`);
  await expect(
    check(page, 'Does not match', new RegExp(`entry ${entryNumber} does not lead`, 'i')),
  ).toBeVisible();
  await expect(check(page, 'Holds', /is in the log/i)).toHaveCount(0);
});

test('a root that no entry leads to, on a first visit, is one that cannot be checked, in every view', async ({
  page,
  request,
}) => {
  const altered = await showcaseOf(request, 'country');
  const register = '/country~v2+altered-root';
  await expectUncheckable(page, `${register}/records/${altered.key}`, altered);
  await expectUncheckable(page, `${register}/entries/${altered.entryNumber}`, altered);
  await page.goto(register);
  await expect(check(page, 'Cannot check', /295/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('img', { name: 'Holds' })).toHaveCount(0);
  await page.goto(`${register}/entries`);
  await expect(logRow(page, 1).getByRole('img', { name: /could not be proved|cannot/i })).toBeVisible();
  await expectNoMismatch(page);
  await expect(provedRow(page, 1)).toHaveCount(0);
});

// Checks, words and pictures know no variant; that each fault is found in both, under each leaf rule, is held by query/verdict-table.test.ts.
test('with blobs each of them is told as with items', async ({ page, request }) => {
  const altered = await showcaseOf(request, 'country');
  const record = `/records/${altered.key}`;
  await expectAlteredItem(page, `/country~earlier+altered-item${record}`, altered);
  await expectAlteredProof(page, `/country~earlier+altered-proof${record}`, altered);
  await expectUncheckable(page, `/country~earlier+altered-root${record}`, altered);
});

test('a server that publishes an old root: what is older holds, what is newer is no mismatch', async ({
  page,
  guard,
}) => {
  // Entry 278 is not in a log of 265 entries; its proof is refused.
  guard.expectFailures(/status of 400 .*\/proof\/entries\/278\//);
  await page.goto('/country~v2+stale-root/entries/100');
  await expect(check(page, 'Holds', /entry 100 is in the log/i)).toBeVisible();
  await page.goto('/country~v2+stale-root/records/GM');
  await expect(check(page, 'Holds', /item matches its hash/i)).toBeVisible();
  await expect(check(page, 'Cannot check', /entry 278/i)).toBeVisible();
  await expectNoMismatch(page);
});

// How a failed request looks, for every way to fail; none of them is a mismatch. Which way is which is decided in one place, api/transport.ts: one of them is
// led through every view, the others through a page of one request and a page of many.
const FAILURES = [
  { mount: 'truncated-json', words: /not (whole )?JSON|breaks? off|cut/i, console: /^$/ },
  { mount: 'wrong-type', words: /not JSON/i, console: /^$/ },
  { mount: 'not-found-html', words: /does not have this|no register at/i, console: /status of 404/ },
  {
    mount: 'dead',
    words: /could not be reached/i,
    console: /ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to load/,
  },
] as const;

const PLACES = ['', '/records', '/records/GM', '/entries', '/entries/3', '/items', '/proofs'];

test('a server that fails in any way: every view is a failed request with its address and a retry', async ({
  page,
  elsewhere,
  guard,
}) => {
  guard.expectFailures(...FAILURES.map(({ console }) => console));
  for (const { mount, words } of FAILURES) {
    const base = `${elsewhere.origin}/registers/country/v2+${mount}`;
    for (const place of mount === 'wrong-type' ? PLACES : ['', '/records/GM']) {
      await test.step(`${mount}, /country${place}`, async () => {
        await page.goto(remote(base, place));
        const notice = failedRequest(page).first();
        await expect(notice).toContainText(words);
        await expect(notice).toContainText(base);
        await expect(notice.getByRole('button', { name: /try again/i })).toBeVisible();
        await expectNoMismatch(page);
        await expect(page.getByRole('main').getByRole('img', { name: 'Holds' })).toHaveCount(0);
        await expect(seal(page)).not.toHaveText(/\bholds?\b/i);
      });
    }
  }
});

test('trying again works once the server is back, without a reload', async ({ page, serve, guard }) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  const server = await serve(mockListener());
  const address = remote(`${server.origin}/registers/country/v2`, '/records/GM');
  await server.stop();
  await page.goto(address);
  await expect(failedRequest(page)).toContainText(/could not be reached/i);
  await expect(failedRequest(page)).toContainText(server.origin);
  await expectNoMismatch(page);
  // The page asks once more by itself, and may be served then.
  await page.waitForLoadState('networkidle');
  await server.start();
  await page.getByRole('button', { name: /try again/i }).click();
  await expectVerified(page, 278);
  await expect(failedRequest(page)).toHaveCount(0);
});

test('a proof that cannot be had is a failed request beside data that holds, and can be asked for again', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/status of 503/);
  const busy = failing(mockListener(), /\/proof\/entries\//);
  const server = await serve(busy.listener);
  await page.goto(remote(`${server.origin}/registers/country/v2`, '/records/GM'));
  await expect(failedRequest(page)).toContainText(/status 503/i);
  await expect(failedRequest(page)).toContainText('/proof/entries/278/295');
  await expect(check(page, 'Holds', /item matches its hash/i)).toBeVisible();
  await expect(check(page, 'Cannot check', /entry 278 could not be proved/i)).toBeVisible();
  await expectNoMismatch(page);
  busy.mend();
  await failedRequest(page)
    .getByRole('button', { name: /try again/i })
    .click();
  await expectVerified(page, 278);
});

test('a slow server is waited for, and says meanwhile what is being loaded', async ({ page, elsewhere }) => {
  await page.goto(remote(`${elsewhere.origin}/registers/planet/v2+slow`, '/records/earth'));
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /loading record earth/i }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Earth' })).toBeVisible();
  await expectVerified(page, 3);
});

test('a server that never answers is given up after its time, as a failed request', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/ERR_(CONNECTION|EMPTY)/);
  const server = await serve(() => undefined);
  await page.clock.install();
  await page.goto(remote(`${server.origin}/v1`, '/records/GB'));
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /loading/i }),
  ).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(25_000);
    await expect(failedRequest(page)).toContainText(/too long/i, { timeout: 500 });
  }).toPass();
  await expect(failedRequest(page)).toContainText(`${server.origin}/v1`);
  await expectNoMismatch(page);
});

test('a server that does not let other pages read it is a server that could not be reached', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/CORS policy/, /ERR_FAILED/);
  // What the server sends is whole and right; only the leave to read it is missing.
  const server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  await page.goto(remote(`${server.origin}/registers/country/v2`, '/records/GM'));
  await expect(failedRequest(page)).toContainText(/could not be reached/i);
  await expectNoMismatch(page);
});
