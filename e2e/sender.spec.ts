import { expect, test } from './fixtures.ts';
import { failing, lying, mockListener, switchable } from './hosts/servers.ts';
import {
  alertOf,
  copied,
  expectCheck,
  expectHeader,
  expectRemembered,
  openTab,
  expectVerified,
  press,
  remote,
} from './words.ts';
import type { Page } from 'playwright/test';

// A link says which log its sender saw, and whoever opens it sees whether they are shown the same.

const VARIANTS = ['v2', 'earlier'] as const;

/** The head that a mount publishes, as part of a link. */
async function seenOf(page: Page, mount: string): Promise<string> {
  const proof = mount.startsWith('v2') ? 'proof/register/merkle:sha-256' : 'proofs/register';
  const body = await (await page.request.get(`/registers/unfaithful/${mount}/${proof}`)).text();
  const size = /"total-entries":"?(\d+)/.exec(body)?.[1];
  return `#seen=${size}.${/([0-9a-f]{64})"/.exec(body)?.[1]?.slice(0, 32)}`;
}

async function copyLink(page: Page, path: string): Promise<URL> {
  await page.goto(path);
  await expectHeader(page, 'holds');
  await press(page, 'Copy link');
  return new URL(
    await copied(page, () => press(page.getByRole('group', { name: 'Copy link' }), 'Copy link')),
  );
}

for (const variant of VARIANTS) {
  const record = `/unfaithful~${variant}/records/GM`;

  test(`${variant}: who is shown the same log is told so, on every page and after a reload`, async ({
    page,
    newPage,
  }) => {
    const { pathname, hash } = await copyLink(page, record);
    expect(hash).toBe(await seenOf(page, variant));
    expect(await copied(page, () => press(page, 'Copy without it'))).not.toContain('#');
    const other = await newPage();
    for (const part of [hash, await seenOf(page, `${variant}+rollback`)]) {
      await other.goto(pathname + part);
      await expectHeader(other, 'holds');
      await expectCheck(other, 'Verified', /sender of this link saw the same log/i);
    }
    await other.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(other.locator('body')).toHaveAttribute('data-printed', /records\/GM$/);
    await openTab(other, /^overview/i);
    expect(new URL(other.url()).hash).toBe('');
    await expectCheck(other, 'Verified', /sender of this link saw the same log/i);
    await other.reload();
    await expectCheck(other, 'Verified', /sender of this link saw the same log/i);
    // The state of a tab that another build left.
    await other.evaluate(() => history.replaceState({ usr: { sent: { logSize: 295 } } }, ''));
    await other.reload();
    await expectHeader(other, 'holds');
  });

  test(`${variant}: two readers of a register that shows each a log of their own both see it`, async ({
    page,
    newPage,
  }) => {
    const forked = `/unfaithful~${variant}+fork/records/GM`;
    const other = await newPage();
    const [mine, theirs] = [await copyLink(page, record), await copyLink(other, forked)];
    for (const [reader, path, link] of [
      [page, record, theirs],
      [other, forked, mine],
    ] as const) {
      await reader.goto('about:blank');
      await reader.goto(path + link.hash);
      await expectHeader(reader, 'does-not-match');
      await expect(alertOf(reader, /was shown another log, or the link was changed/i)).toBeVisible();
      await openTab(reader, /^overview/i);
      await expectHeader(reader, 'does-not-match');
    }
    await page.getByText('Details', { exact: true }).click();
    await expect(page.getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){7}$/)).toHaveCount(2);
    // Anybody can write a link: what this browser remembers is as it was.
    const id = variant === 'v2' ? 'unfaithful' : 'unfaithful~earlier';
    await expectRemembered(page, id, Number(/\d+/.exec(mine.hash)?.[0]));
    await press(page, /go on without comparing/i);
    await expectHeader(page, 'holds');
  });

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
      `${record}${seen.slice(0, -3)}`,
      `${record}#seen=1000000000000000000.${seen.slice(-32)}`,
      remote(`${origin}/registers/unfaithful/${variant}`, `/records/GM${earlier}`),
    ]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(alertOf(page, /could not compare with what the sender/i)).toBeVisible();
      await expectHeader(page, 'cannot-check');
    }
    refusing.mend();
    await press(page, 'Try again');
    await expectHeader(page, 'holds');
  });

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
    await expect(alertOf(page, /the proof for what the sender of this link saw is wrong/i)).toBeVisible();
  });

  test(`${variant}: without the code that compares, the page is not green and does not wait`, async ({
    page,
    guard,
  }) => {
    guard.expectFailures(/failed to (load resource|fetch)/i);
    const files = /\/sender-alarm\.js$/;
    await page.route(files, (route) => route.abort());
    await page.goto(record + (await seenOf(page, variant)));
    await expectHeader(page, 'cannot-check');
    await page.unroute(files);
    await press(page, 'Load it again');
    await expectHeader(page, 'holds');
  });
}
