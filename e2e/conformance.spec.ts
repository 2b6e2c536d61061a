import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright/test';
import { planet } from '../src/mock/registers/planet.ts';
import { writeRegister } from '../src/testing/rsf-files.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { createFileHost } from './hosts/file-host.ts';
import { mockListener } from './hosts/servers.ts';

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function open(page: Page, base: string, settings = '&rate=100'): Promise<void> {
  await page.goto(`/conformance?base=${encodeURIComponent(base)}${settings}`);
}

for (const variant of ['v2', 'earlier'])
  test.describe(variant, () => {
    test('a server that follows the document is found to, and the report can be saved', async ({ page }) => {
      await page.goto('/conformance');
      // By keyboard alone.
      await page.getByLabel(/Base address/).fill(`country~${variant}`);
      await page.getByLabel(/Requests a second/).fill('100');
      await page.keyboard.press('Enter');
      await expect(verdict(page)).toContainText('This server follows the document');
      await expect(page.locator('[data-outcome="fail"][data-case]')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: '/records/{key}', exact: true })).toBeVisible();
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as JSON')]);
      const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as {
        verdict: string;
        results: [];
      };
      expect([saved.verdict, saved.results.length > 50]).toEqual(['conforms', true]);
      const [text] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as Markdown')]);
      expect(await readFile(await text.path(), 'utf8')).toContain('## `/entries`');
    });
  });

test('a dishonest server is found out, with the request that shows it', async ({ page }) => {
  await page.goto('/conformance?rate=100');
  await press(page, 'one with a fault to be found');
  await expect(page.getByLabel(/Base address/)).toHaveValue('country~v2+altered-item');
  await page.getByLabel(/Base address/).fill('planet~earlier+altered-item');
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(/does not follow the document: \d of \d\d MUST checks fail/);
  await page.getByLabel('Show failures only').check();
  await expect(page).toHaveURL(/show=failures/);
  await expect(page.locator('[data-outcome="pass"][data-case]')).toHaveCount(0);
  const failure = page.locator('[data-case="item/hash"]');
  await expect(failure).toContainText('The data of entry 14 has another hash.');
  await expect(failure).toContainText('A set of attributes, identified by its hash.');
  await expect(failure.getByLabel('Request', { exact: true })).toContainText(/^curl .*altered-item/);
  await expectAccessible(page);
});

test('an address holds the settings, and asks nothing until somebody says so', async ({ page, serve }) => {
  let asked = 0;
  const mock = mockListener();
  const server = await serve((request, response) => ((asked += 1), mock(request, response)));
  await open(page, `${server.origin}/registers/planet/v2/records/uranus`, '&run=entries&rate=50');
  await expect(page.getByLabel('Entries')).toBeChecked();
  await expect(page.getByLabel('Proofs')).not.toBeChecked();
  await expect(page.getByLabel(/Requests a second/)).toHaveValue('50');
  expect(asked).toBe(0);
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(
    'The MUST checks that were run pass: entries. Nothing else was checked.',
  );
  await expect(verdict(page)).not.toContainText('This server follows the document');
  await expect(page.getByRole('heading', { name: '/items' })).toHaveCount(0);
  await expect(page).toHaveURL(/run=entries&rate=50/);
});

test('what a browser hides of a server elsewhere is no failure', async ({ page, elsewhere }) => {
  await open(page, `${elsewhere.origin}/registers/country/v2+link-hidden`);
  await press(page, 'Check server');
  await expect(verdict(page)).toContainText(/Not complete: \d of \d\d MUST checks could not run. None fails/);
  const links = page.locator('[data-case="entries/links"]');
  await links.getByText('Could not run').click();
  await expect(links).toContainText('Access-Control-Expose-Headers: Link');
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

test('where nothing can be checked the reason is said, and nothing has failed', async ({
  page,
  deadOrigin,
  serve,
  guard,
}) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED|status of 503/);
  const busy = await serve((_, response) => {
    response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
  });
  await open(page, 'planet', '&run=bogus');
  // Groups that do not exist leave the usual ones chosen.
  await expect(page.getByLabel('Proofs')).toBeChecked();
  for (const [text, problem] of [
    ['ftp://example.org/', 'A register is opened by http or https, not by ftp.'],
    ['not an address', 'This is not a web address.'],
  ] as const) {
    await page.getByLabel(/Base address/).fill(text);
    await press(page, 'Check server');
    await expect(page.getByText(problem)).toBeVisible();
    await expect(verdict(page)).toHaveCount(0);
  }
  for (const [base, reason] of [
    [
      `${deadOrigin}/registers/planet/v2`,
      /\. .*the server may be down, or does not let.*Access-Control-Allow-Origin: \*/s,
    ],
    [busy.origin, /\. The server answered with status 503/],
    [`rsf:${deadOrigin}/x.rsf`, /\. The request failed:.*did not answer/s],
    ['file:country-60413ca0', /\. The request failed:.*this browser does not keep the file/s],
  ] as const) {
    await page.getByLabel(/Base address/).fill(base);
    await press(page, 'Check server');
    await expect(verdict(page)).toContainText(new RegExp(`Nothing was checked${reason.source}`, 's'));
    await expect(page.locator('[data-outcome="fail"][data-case]')).toHaveCount(0);
    // The press changed the address, and the button is the same.
    await expect(page.getByRole('button', { name: 'Check server' })).toBeFocused();
  }
  await expectAccessible(page);
});

test('an address is understood as in the one box: a page of this site, and an RSF file', async ({
  page,
  serve,
  site,
}) => {
  const host = createFileHost({ '/dumps/planet.rsf': { text: [...writeRegister(planet)].join('') } });
  const { origin } = await serve(host.listener);
  for (const base of [`${site}/planet/records/mars`, `${origin}/dumps/planet.rsf`]) {
    await open(page, base, '&rate=100&run=records&show=failures');
    await press(page, 'Check server');
    await expect(verdict(page)).toContainText('The MUST checks that were run pass: records.');
    await expect(page).toHaveURL(/show=failures/);
    await expect(page.getByLabel('Show failures only')).toBeChecked();
  }
});

test('a check can be stopped', async ({ page, serve }) => {
  let asked = 0;
  const mock = mockListener();
  const server = await serve((request, response) => ((asked += 1), mock(request, response)));
  await open(page, `${server.origin}/registers/planet/v2`, '&rate=20');
  await press(page, 'Check server');
  await expect(page.locator('[data-case]').nth(2)).toBeVisible();
  await press(page, 'Stop');
  await expect(verdict(page)).toContainText(
    /^Stopped after \d+ of \d\d checks\. No MUST check fails so far\./,
  );
  await expect(page.getByRole('button', { name: 'Check server' })).toBeFocused();
  const before = asked;
  await press(page, 'Save as JSON');
  expect(asked).toBeLessThanOrEqual(before + 1);
});

test('the page is led to from a register and from the help', async ({ page }) => {
  await page.goto('/planet~earlier/api');
  await page.getByRole('link', { name: 'Check this server' }).click();
  await expect(page.getByLabel(/Base address/)).toHaveValue('planet~earlier');
  await page.goto('/help');
  await page.getByRole('link', { name: 'Check a register server' }).click();
  await expect(page.getByRole('heading', { name: 'Conformance report' })).toBeVisible();
});

test.describe('on a host that knows files only', () => {
  for (const workers of ['allow', 'block'] as const)
    test.describe(`service workers: ${workers}`, () => {
      test.use({ serviceWorkers: workers });

      test('the mock server in the browser follows the document', async ({ page, staticSite, guard }) => {
        guard.expectFailures(/status of 4\d\d/);
        await page.goto(`${staticSite.origin}/`);
        if (workers === 'allow')
          await expect
            .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
            .toBe(true);
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
});
