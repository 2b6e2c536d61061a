import type { RequestListener } from 'node:http';
import type { Page } from 'playwright/test';
import { button, downloaded, link, press } from './words.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { mockListener } from './hosts/servers.ts';

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

async function open(page: Page, base: string, settings = '&rate=100'): Promise<void> {
  await page.goto(`/conformance?base=${encodeURIComponent(base)}${settings}`);
}

// All cases of both variants are run in conformance/, and the earlier one's at the end of this file.
test('a server that follows the document is found to, and the report can be saved', async ({ page }) => {
  await page.goto('/conformance');
  // By keyboard alone.
  await page.getByLabel(/Base address/).fill('country~v2');
  await page.getByLabel(/Requests a second/).fill('100');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('This server follows the document');
  await expect(page.locator('[data-outcome="fail"][data-case]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '/records/{key}', exact: true })).toBeVisible();
  const saved = await downloaded(page, () => press(page, 'Save as JSON'));
  expect(JSON.parse(saved.text)).toMatchObject({ verdict: 'conforms' });
});

test('a dishonest server is found out, with the request that shows it', async ({ page }) => {
  await page.goto('/conformance?rate=100');
  await link(page, 'one with a fault to be found').click();
  await expect(page.getByLabel(/Base address/)).toHaveValue('country~v2+altered-item');
  await page.getByLabel(/Base address/).fill('planet~earlier+altered-item');
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(/does not follow the document: \d of \d\d MUST checks fail/);
  await page.getByLabel('Show failures only').check();
  await expect(page).toHaveURL(/show=failures/);
  await expect(page.locator('[data-outcome="pass"][data-case]')).toHaveCount(0);
  const failure = page.locator('[data-case="item/hash"]');
  await expect(failure).toContainText('The data of entry 14 has another hash.');
  await expect(failure.getByLabel('Request', { exact: true })).toContainText(/^curl .*altered-item/);
  await expectAccessible(page);
});

test('an address holds the settings, and asks nothing until somebody says so', async ({ page, serve }) => {
  let asked = 0;
  const mock = mockListener();
  const server = await serve((request, response) => ((asked += 1), mock(request, response)));
  await open(page, `${server.origin}/registers/planet/v2/records/uranus`, '&run=entries&rate=50');
  await expect(page.getByLabel('Proofs')).not.toBeChecked();
  expect(asked).toBe(0);
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(
    'The MUST checks that were run pass: entries. Nothing else was checked.',
  );
  await expect(page).toHaveURL(/run=entries&rate=50/);
});

/** Answers so many requests as the mock server does, and breaks the connection of all others. */
function dyingAfter(answers: number): { readonly listener: RequestListener; readonly asked: () => number } {
  const mock = mockListener();
  let asked = 0;
  const listener: RequestListener = (request, response) => {
    asked += 1;
    if (asked > answers) request.socket.destroy();
    else mock(request, response);
  };
  return { listener, asked: () => asked };
}

test('a server that stops answering has not failed, and is asked no more', async ({ page, serve, guard }) => {
  guard.expectFailures(/ERR_EMPTY_RESPONSE|ERR_CONNECTION/);
  const dying = dyingAfter(12);
  const server = await serve(dying.listener);
  await open(page, `${server.origin}/registers/planet/earlier`);
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(/\d\d of \d\d MUST checks could not run. None fails/);
  await expect(page.locator('[data-case="entry-proof/root"]')).toHaveAttribute(
    'data-outcome',
    'could-not-run',
  );
  // A browser asks once more where a connection breaks.
  expect(dying.asked()).toBeLessThan(24);
});

test('where nothing can be checked, nothing has failed', async ({ page, deadOrigin, serve, guard }) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED|status of 503/);
  const busy = await serve((_, response) => {
    response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
  });
  await open(page, 'planet', '&run=bogus');
  // Groups that do not exist leave the usual ones chosen.
  await expect(page.getByLabel('Proofs')).toBeChecked();
  await page.getByLabel(/Base address/).fill('not an address');
  await press(page, 'Check server');
  await expect(page.getByText('This is not a web address.')).toBeVisible();
  await expect(verdict(page)).toHaveCount(0);
  for (const [base, reason] of [
    [
      `${deadOrigin}/registers/planet/v2`,
      /\. .*the server may be down, or does not let.*Access-Control-Allow-Origin: \*/s,
    ],
    [busy.origin, /\. The server answered with status 503/],
  ] as const) {
    await page.getByLabel(/Base address/).fill(base);
    await press(page, 'Check server');
    await expect(verdict(page)).toContainText(new RegExp(`Nothing was checked${reason.source}`, 's'));
    await expect(page.locator('[data-outcome="fail"][data-case]')).toHaveCount(0);
    // The press changed the address, and the button is the same.
    await expect(button(page, 'Check server')).toBeFocused();
  }
  await expectAccessible(page);
});

// Where a worker of the page answers, app/mock-worker.test.ts holds it to a report.
test.describe('on a host that knows files only', () => {
  test.use({ serviceWorkers: 'allow' });
  test('the mock server in the browser follows the document', async ({ page, staticSite, guard }) => {
    guard.expectFailures(/status of 4\d\d/);
    await page.goto(`${staticSite.origin}/`);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    for (const base of ['planet', 'planet~earlier']) {
      await page.goto(
        `${staticSite.origin}/conformance?base=${base}&rate=100&run=records,entries,items,proofs,hostile`,
      );
      await press(page, 'Check server');
      await expect(verdict(page)).toContainText('The MUST checks that were run pass: records, entries');
      await expect(page.locator('[data-outcome="could-not-run"][data-case]')).toHaveCount(0);
    }
  });
});
