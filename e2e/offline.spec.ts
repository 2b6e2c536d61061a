import { rm } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from 'playwright/test';
import { serveSite } from '../src/mock/hosts/node/serve.ts';
import { planet } from '../src/mock/registers/planet.ts';
import { idsOf, runAll } from '../src/testing/conformance-run.ts';
import { namedIdOf } from '../src/tools/build-id.mjs';
import { walkIn } from './fault-walk.ts';
import { DIST, expect, test } from './fixtures.ts';
import { NEXT_ID, nextBuild, staticHost } from './hosts/site-hosts.ts';
import { createFileHost, type RestartableServer } from './hosts/servers.ts';
import {
  button,
  controlled,
  expectCheck,
  expectHeader,
  expectHeading,
  expectText,
  expectTitle,
  expectVerified,
  failedRequest,
  followLink,
  inTurns,
  link,
  main,
  oneBox,
  openRecord,
  press,
  provedRow,
  remote,
  rsfOf,
} from './words.ts';

/** A host of files answers a deep link with its page for what is not there, status 404; so it does the search for a mock server. */
const NO_SUCH_FILE = /status of 404 .*http/;

const OFFLINE = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/;

/** The paths of all that is kept for offline use. Runs in the page. */
async function keptPaths(): Promise<string[]> {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}

/** Reloads as Ctrl-Shift-R does: past the cache, and the page comes without its service worker. */
async function hardReload(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
}

/** Takes the network from a browser and its host from the site, or gives both back. */
async function setNetwork(context: BrowserContext, site: RestartableServer, isThere: boolean): Promise<void> {
  await context.setOffline(!isThere);
  await (isThere ? site.start() : site.stop());
}

/** Every kind of page of a register, but that of an entry. */
const VIEWS = [
  '',
  '/records/GB',
  '/records/GB?at=206',
  '/entries?entry=150',
  '/proofs/entries/10/200',
  '/proofs/consistency/197/208',
  '/records?q=Gambia',
  '/changes/206/295',
];

// Each test is a browser that has never been here, with service workers, which keep the site.
test.use({ reuseContext: false, serviceWorkers: 'allow' });

test.beforeEach(({ guard }) => guard.expectFailures(NO_SUCH_FILE));

/** Opens views of a register one after the other, each of which holds. */
async function walkViews(page: Page, variant: string): Promise<void> {
  const walk = walkIn(page);
  await walk(`/country~${variant}/entries/194`);
  await expectVerified(page, 194);
  for (const view of VIEWS) {
    await walk(`/country~${variant}${view}`);
    await expectHeader(page, 'holds');
  }
}

test('a host of files serves a deep link, then every kind of page is read and checked without a network', async ({
  page,
  context,
  staticSite,
  serve,
  guard,
}) => {
  test.slow();
  guard.expectFailures(OFFLINE);
  const text = rsfOf(planet);
  const files = createFileHost({ '/planet.rsf': { text }, '/unseen.rsf': { text } });
  const { origin } = await serve(files.listener);
  const file = (name: string) => `/rsf:${encodeURIComponent(`${origin}/${name}`)}`;
  await page.goto(staticSite.origin + file('planet.rsf'));
  await expectCheck(page, 'Verified', /all 15 entries verified/i);
  await openRecord(page, `${staticSite.origin}/country/records/GM`);
  await controlled(page);
  // The worker that few need is kept last, by the page.
  await expect
    .poll(() => page.evaluate(keptPaths))
    .toContainEqual(expect.stringMatching(/\/direct-worker\.js$/));
  await setNetwork(context, staticSite, false);
  for (const variant of inTurns(1)) await walkViews(page, variant);
  await setNetwork(context, staticSite, true);
  await page.goto(`${staticSite.origin}/country~earlier/entries?entry=200`);
  await expect(provedRow(page, 200)).toBeInViewport();
  await hardReload(context, page);
  await expect(provedRow(page, 200)).toBeInViewport();
  await setNetwork(context, staticSite, false);
  const walk = walkIn(page);
  await page.reload();
  await walk('/country~earlier/records/GB');
  await expectTitle(page, 'United Kingdom');
  // A file on the web is read from the copy that the browser kept, and said to be.
  await page.goto(staticSite.origin + file('planet.rsf'));
  await expectCheck(page, 'Verified', /all 15 entries verified/i);
  await expectText(page, /copy that this browser kept/i);
  await walk(file('unseen.rsf'));
  await expectText(page, /127\.0\.0\.1:\d+ did not answer/);
  // What is elsewhere cannot be read, and is said to have failed.
  await walk(remote(`${staticSite.origin}/somewhere`, '/records/GM'));
  await expect(failedRequest(page)).toContainText(`${staticSite.origin}/somewhere`);
  await setNetwork(context, staticSite, true);
});

test('the site of npm start works without its server after one visit', async ({ page, origins, guard }) => {
  guard.expectFailures(OFFLINE);
  const site = await serveSite({ distFolder: DIST, port: 0, host: '127.0.0.1' });
  origins.add(site.address);
  await openRecord(page, `${site.address}/country/records/GM`);
  await controlled(page);
  await site.close();
  await page.reload();
  await expectVerified(page, 278);
  await page.goto(`${site.address}/`);
  await expect(link(page, /^planets$/i)).toBeVisible();
});

/** fetchIn makes requests from a page, which its service worker answers. */
function fetchIn(page: Page) {
  return async (address: string, { method = 'GET' }: RequestInit): Promise<Response> => {
    const { status, headers, text } = await page.evaluate(
      async ([url, method]) => {
        const response = await fetch(url, { method });
        return { status: response.status, headers: [...response.headers], text: await response.text() };
      },
      [address, method] as const,
    );
    return new Response(text || null, { status, headers });
  };
}

test('the mock server in a service worker follows the API document', async ({ page, staticSite, guard }) => {
  guard.expectFailures(/status of 4\d\d/);
  await page.goto(`${staticSite.origin}/`);
  await controlled(page);
  // Both variants of the same handler: conformance/registers.test.ts.
  const results = await runAll(`${staticSite.origin}/registers/planet/v2`, fetchIn(page));
  for (const outcome of ['fail', 'could-not-run'] as const) expect(idsOf(results, outcome)).toEqual([]);
  expect(idsOf(results, 'pass').length).toBeGreaterThan(50);
});

test('without a service worker a worker of the page answers', async ({ page, serve, guard }) => {
  guard.expectFailures(/(403|bad HTTP response code)/);
  const files = staticHost(DIST);
  const host = await serve((request, response) =>
    request.url === '/service-worker.js' ? void response.writeHead(403).end() : files(request, response),
  );
  await openRecord(page, `${host.origin}/country/records/GM`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  // It is not collected as garbage while the page is there.
  await page.requestGC();
  await press(page, /find a key/i);
  await oneBox(page).fill('4');
  await oneBox(page).press('Enter');
  await expectVerified(page, 4);
});

test.describe('when the site is replaced by its next build', () => {
  let next: string;
  test.beforeAll(async () => {
    next = await nextBuild(DIST, ['Planets', 'Wanderers']);
  });
  test.afterAll(() => rm(next, { recursive: true, force: true }));

  const foot = (page: Page) => page.getByRole('contentinfo');
  const begin = (page: Page) => button(foot(page), /begin with it now/i);

  test('open pages keep their build until they are closed', async ({ page, context, serve }) => {
    let files = staticHost(DIST);
    const host = await serve((request, response) => files(request, response));
    const old = `build ${namedIdOf(DIST).slice(0, 8)}`;
    await page.goto(`${host.origin}/`);
    await controlled(page);
    await page.reload();
    await expect(foot(page)).toContainText(old);

    files = staticHost(next);
    // Code that was never asked for, of a build that the host has no more; and what answers is the mock of that build.
    await followLink(page, /^planets$/i);
    await expectCheck(page, 'Verified', /all 15 entries verified/i);
    const other = await context.newPage();
    await other.goto(`${host.origin}/`);
    await expect(foot(other)).toContainText(old);
    await expect(link(other, /^planets$/i).last()).toBeVisible();

    await begin(other).click();
    await expect(foot(other)).toContainText(/first close 1 other tab of this page/i);
    await page.close();
    await begin(other).click();
    await expect(foot(other)).toContainText(`build ${NEXT_ID.slice(0, 8)}`);
    await expect(link(other, /^wanderers$/i).last()).toBeVisible();
    await expect(begin(other)).toBeHidden();
    expect(await other.evaluate(() => caches.keys())).toEqual([expect.stringContaining(NEXT_ID)]);
  });

  test.describe('without a service worker', () => {
    test.use({ serviceWorkers: 'block' });

    test('offline, a part that was never loaded leaves the page around it, and comes with the network', async ({
      page,
      context,
      staticSite,
      guard,
    }) => {
      guard.expectFailures(OFFLINE, /dynamically imported module/);
      const views = page.getByRole('navigation', { name: /views of this register/i });
      const lacksPart = () => expectHeading(page, /a part of this page could not be fetched/i);
      await page.goto(`${staticSite.origin}/country/records/GM`);
      await expectVerified(page, 278);
      await context.setOffline(true);
      for (const view of [/^audit/i, /^records/i]) {
        await followLink(views, view);
        await lacksPart();
      }
      await press(page, /find a key/i);
      await expectText(page.getByRole('dialog'), /a part of this page could not be loaded/i);
      await page.keyboard.press('Escape');
      await page.goBack();
      await page.goBack();
      await expectVerified(page, 278);
      await followLink(views, /^records/i);
      await lacksPart();
      await context.setOffline(false);
      await expect(main(page).getByRole('rowheader').first()).toBeVisible();
      await expectHeader(page, 'holds');
    });

    test('code that only an earlier size needs, and that does not come, is missed only there', async ({
      page,
      staticSite,
      guard,
    }) => {
      guard.expectFailures(/Failed to load resource|dynamically imported module/);
      await page.route(/\/time-travel\.js$/, (route) => route.abort());
      await page.goto(`${staticSite.origin}/country/records/GM`);
      await expectVerified(page, 278);
      await walkIn(page)('/country/records/GM?at=206');
      await expectHeading(page, /a part of this page could not be fetched/i);
      await page.goBack();
      await expectVerified(page, 278);
      await expectHeader(page, 'holds');
    });

    test('a page that lacks a part of itself reloads as the next build', async ({ page, serve, guard }) => {
      guard.expectFailures(
        /dynamically imported module|status of (?:404|503)|MIME type|ERR_EMPTY_RESPONSE|ERR_CONNECTION/,
      );
      let files = staticHost(DIST);
      const host = await serve((request, response) => files(request, response));
      const lacking = async (open: () => Promise<void>, again: RegExp): Promise<void> => {
        files = staticHost(DIST);
        await page.goto(`${host.origin}/country/records/GM`);
        await expectVerified(page, 278);
        files = staticHost(next);
        await open();
        // A host that is down takes nothing away, whether or not the browser has a network.
        for (const down of [503, undefined]) {
          files = (_, response) => void (down ? response.writeHead(down).end() : response.destroy());
          // The page asks whether its site is there. The next host must not be the one that says so.
          const asked = (request: Request): boolean => request.method() === 'HEAD';
          const seen = down
            ? page.waitForResponse((response) => asked(response.request()))
            : page.waitForEvent('requestfailed', asked);
          await press(page, again);
          await seen;
          await expect(button(page, again)).toBeVisible();
        }
        files = staticHost(next);
        await press(page, again);
        await expect(foot(page)).toContainText(`build ${NEXT_ID.slice(0, 8)}`);
      };
      await lacking(() => press(page, /find a key/i), /^load it again$/i);
      await lacking(async () => {
        await followLink(foot(page), 'Settings');
        await expectHeading(page, /a part of this page could not be fetched/i);
      }, /^try again$/i);
      await expectTitle(page, 'Settings');
    });
  });
});
