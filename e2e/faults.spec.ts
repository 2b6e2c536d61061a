import type { APIRequestContext, Page } from 'playwright/test';
import { expect, mockListener, test } from './fixtures.ts';
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

interface Showcase {
  readonly key: string;
  readonly entryNumber: number;
}

/** The one entry of a register that the altered-… switches touch, as the mock server's list names it. */
async function showcaseOf(request: APIRequestContext, site: string, name: string): Promise<Showcase> {
  const list = (await (await request.get(`${site}/registers`)).json()) as {
    registers: { name: string; showcase: { 'entry-number': number; key: string } }[];
  };
  const found = list.registers.find((register) => register.name === name);
  if (found === undefined) throw new Error(`the list has no register ${name}`);
  return { key: found.showcase.key, entryNumber: found.showcase['entry-number'] };
}

const MISMATCH = /does not match|do not match|does not lead/i;

async function expectNoMismatch(page: Page): Promise<void> {
  await expect(page.getByText(MISMATCH)).toHaveCount(0);
  await expect(page.getByRole('img', { name: MISMATCH })).toHaveCount(0);
}

for (const variant of ['v2', 'earlier']) {
  test.describe(`altered data, ${variant}`, () => {
    test('an altered item does not match its hash, on every page that shows it; its entry holds', async ({
      page,
      request,
      site,
    }) => {
      const { key, entryNumber } = await showcaseOf(request, site, 'country');
      const register = `/country~${variant}+altered-item`;
      for (const path of [`/records/${key}`, `/entries/${entryNumber}`]) {
        await page.goto(register + path);
        await expect(check(page, 'Does not match', /(item|blob) does not match its hash/i)).toBeVisible();
        await expect(
          check(page, 'Holds', new RegExp(`entry ${entryNumber} is in the log`, 'i')),
        ).toBeVisible();
        await expect(seal(page)).toHaveText(MISMATCH);
      }
      await page
        .getByRole('main')
        .getByRole('term')
        .filter({ hasText: /^hash$/ })
        .first()
        .waitFor();
      await page
        .getByRole('definition')
        .getByRole('link', { name: /hash beginning/i })
        .first()
        .click();
      await expect(check(page, 'Does not match', /does not match its hash/i)).toBeVisible();
      await expect(seal(page)).toHaveText(MISMATCH);
    });

    test('every other record of that server still holds', async ({ page, request, site }) => {
      const { key } = await showcaseOf(request, site, 'country');
      const other = key === 'GM' ? 'GB' : 'GM';
      await page.goto(`/country~${variant}+altered-item/records/${other}`);
      await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
      await expectNoMismatch(page);
    });

    test('an altered proof does not lead to the published root; the data holds', async ({
      page,
      request,
      site,
    }) => {
      const { key, entryNumber } = await showcaseOf(request, site, 'country');
      const register = `/country~${variant}+altered-proof`;
      await page.goto(`${register}/records/${key}`);
      await expect(
        check(
          page,
          'Does not match',
          new RegExp(`entry ${entryNumber} does not lead to the published root`, 'i'),
        ),
      ).toBeVisible();
      await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
      await expect(seal(page)).toHaveText(MISMATCH);
      // Both roots are shown, and the picture says so.
      const picture = proofPicture(page);
      await expect(picture).toHaveAccessibleName(/does not match the published root/i);
      await expect(picture.getByRole('button', { name: /root computed here/i })).toHaveCount(1);
      await expect(picture.getByRole('button', { name: /published root · sent by the server/i })).toHaveCount(
        1,
      );
      await expect(picture.getByRole('button', { name: /equals the published/i })).toHaveCount(0);
      await expect(page.getByText(/do not lead from this entry to the published root/i)).toBeVisible();
    });

    test('in the log only the altered proof is marked', async ({ page, request, site }) => {
      const { entryNumber } = await showcaseOf(request, site, 'country');
      await page.goto(`/country~${variant}+altered-proof/entries?at=${entryNumber - 3}`);
      await expect(logRow(page, entryNumber).getByRole('img', { name: MISMATCH })).toBeInViewport();
      await expect(provedRow(page, entryNumber - 2)).toBeInViewport();
      await expect(page.getByRole('table').getByRole('img', { name: MISMATCH })).toHaveCount(1);
      await expect(seal(page)).toHaveText(MISMATCH);
    });

    test('an altered entry is never shown to hold', async ({ page, request, site }) => {
      const { key, entryNumber } = await showcaseOf(request, site, 'country');
      await page.goto(`/country~${variant}+altered-entry/records/${key}`);
      await expect(
        check(page, 'Does not match', new RegExp(`entry ${entryNumber} does not lead`, 'i')),
      ).toBeVisible();
      await expect(check(page, 'Holds', /is in the log/i)).toHaveCount(0);
    });

    test('a root that no entry leads to, on a first visit, is one that cannot be checked', async ({
      page,
      request,
      site,
    }) => {
      const { key, entryNumber } = await showcaseOf(request, site, 'country');
      const register = `/country~${variant}+altered-root`;
      for (const path of [`/records/${key}`, `/entries/${entryNumber}`]) {
        await page.goto(register + path);
        await expect(check(page, 'Cannot check', new RegExp(`entry ${entryNumber}`, 'i'))).toBeVisible();
        await expect(check(page, 'Holds', /(item|blob) matches its hash/i)).toBeVisible();
        await expect(proofPicture(page)).toHaveAccessibleName(/cannot be checked/i);
        await expect(seal(page)).toHaveText(/not everything can be checked/i);
        await expectNoMismatch(page);
        await expect(page.getByText(/is in the log\b(?! of)/i).filter({ visible: true })).toHaveCount(0);
      }
      await page.goto(register);
      await expect(check(page, 'Cannot check', /295/)).toBeVisible();
      await expect(page.getByRole('main').getByRole('img', { name: 'Holds' })).toHaveCount(0);
      await page.goto(`${register}/entries`);
      await expect(logRow(page, 1).getByRole('img', { name: /could not be proved|cannot/i })).toBeVisible();
      await expectNoMismatch(page);
      await expect(provedRow(page, 1)).toHaveCount(0);
    });
  });
}

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

// How a failed request looks, for every way to fail; none of them is a mismatch.
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

for (const { mount, words, console } of FAILURES) {
  test(`a server that is ${mount}: every view is a failed request with its address and a retry`, async ({
    page,
    elsewhere,
    guard,
  }) => {
    guard.expectFailures(console);
    const base = `${elsewhere.origin}/registers/country/v2+${mount}`;
    for (const place of PLACES) {
      await test.step(`/country${place}`, async () => {
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
  });
}

test('a port where nothing listens is a server that could not be reached', async ({
  page,
  deadOrigin,
  guard,
}) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  await page.goto(remote(`${deadOrigin}/v1`, '/records/GB'));
  await expect(failedRequest(page)).toContainText(/could not be reached/i);
  await expect(failedRequest(page)).toContainText(`${deadOrigin}/v1`);
  await expectNoMismatch(page);
});

test('trying again works once the server is back, without a reload', async ({ page, serve, guard }) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  const server = await serve(mockListener());
  const address = remote(`${server.origin}/registers/country/v2`, '/records/GM');
  await server.stop();
  await page.goto(address);
  await expect(failedRequest(page)).toContainText(/could not be reached/i);
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
  const answer = mockListener();
  let broken = true;
  const server = await serve((request, response) =>
    broken && /\/proof\/entries\//.test(request.url ?? '')
      ? void response.writeHead(503, { 'access-control-allow-origin': '*' }).end('busy')
      : answer(request, response),
  );
  await page.goto(remote(`${server.origin}/registers/country/v2`, '/records/GM'));
  await expect(failedRequest(page)).toContainText(/status 503/i);
  await expect(failedRequest(page)).toContainText('/proof/entries/278/295');
  await expect(check(page, 'Holds', /item matches its hash/i)).toBeVisible();
  await expect(check(page, 'Cannot check', /entry 278 could not be proved/i)).toBeVisible();
  await expectNoMismatch(page);
  broken = false;
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
