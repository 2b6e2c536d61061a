import { expect, test } from './fixtures.ts';
import { failing, lying, mockListener, switchable } from './hosts/servers.ts';
import {
  alertOf,
  checkEveryEntry,
  copied,
  copyLink,
  expectCheck,
  expectHeader,
  expectRemembered,
  headOf,
  inTurns,
  openTab,
  expectVerified,
  expectWholeLog,
  followLink,
  link,
  main,
  openChecks,
  press,
  remote,
} from './words.ts';
import type { Page } from 'playwright/test';

// A link says which log its sender saw, and whoever opens it sees whether they are shown the same.

/** The head that a mount publishes, as part of a link. */
async function seenOf(page: Page, mount: string): Promise<string> {
  const { size, root } = await headOf(page, mount);
  return `#seen=${size}.${root.slice(0, 32)}`;
}

const recordIn = (variant: string): string => `/unfaithful~${variant}/records/GM`;

/** follow opens a link as if the page had not been open before. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
}

for (const variant of inTurns(0))
  test(`${variant}: who is shown the same log is told so, on every page and after a reload`, async ({
    page,
  }) => {
    await page.goto(recordIn(variant));
    await expectHeader(page, 'holds');
    const link = await copyLink(page);
    expect(new URL(link).hash).toBe(await seenOf(page, variant));
    expect(await copied(page, () => press(page, 'Copy without it'))).not.toContain('#');
    for (const sent of [recordIn(variant) + (await seenOf(page, `${variant}+rollback`)), link]) {
      await follow(page, sent);
      await expectHeader(page, 'holds');
      await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
    }
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('body')).toHaveAttribute('data-printed', /records\/GM$/);
    await openTab(page, /^overview/i);
    expect(new URL(page.url()).hash).toBe('');
    await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
    await page.reload();
    await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
    // The state of a tab that another build left.
    await page.evaluate(() => history.replaceState({ usr: { sent: { logSize: 295 } } }, ''));
    await page.reload();
    await expectHeader(page, 'holds');
  });

for (const variant of inTurns(1))
  test(`${variant}: two readers of a register that shows each a log of their own both see it`, async ({
    page,
    elsewhere,
  }) => {
    const [mine, theirs] = [await seenOf(page, variant), await seenOf(page, `${variant}+fork`)];
    // The other reader knows nothing of this log, as at another address.
    const forked = remote(`${elsewhere.origin}/registers/unfaithful/${variant}+fork`, '/records/GM');
    for (const link of [forked + mine, recordIn(variant) + theirs]) {
      await follow(page, link);
      await expectHeader(page, 'does-not-match');
      await expect(alertOf(page, /was shown another log, or the link was changed/i)).toBeVisible();
      await openTab(page, /^overview/i);
      await expectHeader(page, 'does-not-match');
    }
    await page.getByText('Details', { exact: true }).click();
    await expect(page.getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){7}$/)).toHaveCount(2);
    // Anybody can write a link: what this browser remembers is as it was.
    await expectRemembered(
      page,
      variant === 'v2' ? 'unfaithful' : 'unfaithful~earlier',
      Number(/\d+/.exec(mine)?.[0]),
    );
    await press(page, /go on without comparing/i);
    await expectHeader(page, 'holds');
  });

for (const variant of inTurns(0))
  test(`${variant}: what cannot be compared is neither green nor an accusation`, async ({
    page,
    serve,
    guard,
  }) => {
    guard.expectFailures(/status of 501/);
    const seen = await seenOf(page, variant);
    const refusing = failing(mockListener(), /consistency/);
    const { origin } = await serve(refusing.listener);
    const earlier = await seenOf(page, `${variant}+rollback`);
    for (const address of [
      `/unfaithful~${variant}+rollback/records/GM${seen}`,
      recordIn(variant) + seen.slice(0, -3),
      `${recordIn(variant)}#seen=1000000000000000000.${seen.slice(-32)}`,
      remote(`${origin}/registers/unfaithful/${variant}`, `/records/GM${earlier}`),
    ]) {
      await follow(page, address);
      await expect(alertOf(page, /could not compare with what the sender/i)).toBeVisible();
      await expectHeader(page, 'cannot-check');
    }
    refusing.mend();
    await press(page, 'Try again');
    await expectHeader(page, 'holds');

    // The log is asked for again, and its audit is not begun again.
    await follow(page, `/country~${variant}/items#seen=999.${seen.slice(-32)}`);
    await openChecks(page);
    await checkEveryEntry(page);
    await expect(link(main(page), 'View the result')).toBeVisible();
    await page.route(/\/entries\b/, () => undefined);
    const again = page.waitForResponse(/\/proofs?\/register/);
    await press(page, 'Try again');
    await again;
    await followLink(main(page), 'View the result');
    await expectWholeLog(page);
  });

for (const variant of inTurns(1))
  test(`${variant}: what held of a log holds while it is proved to grow, and is not asked for again`, async ({
    page,
    serve,
    guard,
  }) => {
    guard.expectFailures(/status of 404 .*\/registers\/field\//);
    const host = switchable('+rollback', variant);
    const base = (await serve(host.listener)).origin + host.path;
    await page.clock.install();
    await page.goto(remote(base, `/records/GM${await seenOf(page, `${variant}+rollback`)}`));
    await expectHeader(page, 'holds');
    const size = /\d+/.exec(await seenOf(page, `${variant}+rollback`))?.[0];
    host.switches = '';
    await expect(async () => {
      await page.clock.fastForward(200_000);
      await expect(page.getByText('30 new entries', { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectVerified(page, 208);
    await press(page, 'Show');
    await expectVerified(page, 278);
    await expectHeader(page, 'holds');
    await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
    expect(host.asked.filter((path) => path.includes(`/entries/${size}/${size}`))).toEqual([]);
  });

for (const variant of inTurns(0))
  test(`${variant}: a wrong proof of the server is not said to be the sender’s`, async ({ page, serve }) => {
    const earlier = await seenOf(page, `${variant}+rollback`);
    const { origin } = await serve(
      lying((path, honest) =>
        path.includes('consistency')
          ? JSON.parse(JSON.stringify(honest).replaceAll(/[0-9a-f]{64}(?=")/g, '0'.repeat(64)))
          : undefined,
      ),
    );
    await page.goto(remote(`${origin}/registers/unfaithful/${variant}`, `/records/GM${earlier}`));
    await expectHeader(page, 'does-not-match');
    const alarm = alertOf(page, /the proof for what the sender of this link saw is wrong/i);
    await expect(alarm).toContainText('The server sent it. It does not show which log the sender saw.');
    await alarm.getByText('Details', { exact: true }).click();
    await expect(alarm).toContainText('the proofs that the server sent for this size do not hold');
  });

for (const variant of inTurns(1))
  test(`${variant}: without the code that compares, the page is not green and does not wait`, async ({
    page,
    guard,
  }) => {
    guard.expectFailures(/failed to (load resource|fetch)/i);
    const files = /\/alarms\.js$/;
    await page.route(files, (route) => route.abort());
    await page.goto(recordIn(variant) + (await seenOf(page, variant)));
    await expectHeader(page, 'cannot-check');
    await page.unroute(files);
    await press(page, 'Load it again');
    await expectHeader(page, 'holds');
  });
