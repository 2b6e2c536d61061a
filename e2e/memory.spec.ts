import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright/test';
import { expect, mockListener, test } from './fixtures.ts';
import { check, proofPicture, remote, seal } from './words.ts';

const alarm = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /shorter than it was|another root|does not begin with/i });
const proved = (page: Page) => page.getByText(/is in the log\b(?! of)/i).filter({ visible: true });

/** Waits until this browser remembers a root of that size for the register; the page writes it when all checks of the visit have held. */
async function expectRemembered(page: Page, registerId: string, logSize: number): Promise<void> {
  await expect.poll(() => rememberedSize(page, registerId)).toBe(logSize);
}

function rememberedSize(page: Page, registerId: string): Promise<number | undefined> {
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

/** Opens the register as it is honestly, so that its root is remembered. */
async function visitHonest(page: Page, path = '/unfaithful/records/GM', id = 'unfaithful'): Promise<void> {
  await page.goto(path);
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, id, 295);
}

/** Serves the country register at one address, in a mood that can change: a switch of the mock, or none. */
async function moody(
  serve: (listener: RequestListener) => Promise<{ readonly origin: string }>,
  first: string,
) {
  const mock = mockListener();
  const server = { mood: first, brokenProofs: false, base: '' };
  const { origin } = await serve((request, response) => {
    request.url = (request.url ?? '').replace('/country/v2', `/country/v2${server.mood}`);
    if (server.brokenProofs && request.url.includes('/consistency/'))
      response.writeHead(500, { 'access-control-allow-origin': '*' }).end('out of order');
    else mock(request, response);
  });
  server.base = `${origin}/registers/country/v2`;
  return server;
}

test.beforeEach(({ guard }) =>
  // A log that was made shorter does not know the larger size any more.
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/),
);

for (const variant of ['v2', 'earlier'] as const) {
  const honest = variant === 'v2' ? '/unfaithful' : '/unfaithful~earlier';
  const id = honest.slice(1);
  const liar = (mood: string): string => `/unfaithful~${variant}+${mood}`;

  test.describe(`the remembered root, ${variant}`, () => {
    test('a first visit has nothing to compare with, a second one has', async ({ page }) => {
      await page.goto(`${honest}/records/GM`);
      await expect(check(page, 'Not checked', /nothing to compare with yet/i)).toBeVisible();
      await expectRemembered(page, id, 295);
      await page.reload();
      await expect(check(page, 'Holds', /same root as last seen here/i)).toBeVisible();
      await expect(alarm(page)).toHaveCount(0);
      for (const path of ['', '/entries/10']) {
        await page.goto(honest + path);
        await expect(check(page, 'Holds', /same root as last seen here/i)).toBeVisible();
      }
    });

    test('a log that grew honestly is shown to have grown, by one consistency proof', async ({ page }) => {
      await page.goto(`${liar('rollback')}/records/FR`);
      await expect(proved(page).first()).toBeVisible();
      await expectRemembered(page, id, 265);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/consistency/')) asked.push(new URL(request.url()).pathname);
      });
      await page.goto(`${honest}/records/GM`);
      await expect(check(page, 'Holds', /the log only grew since last seen here/i)).toBeVisible();
      await expect(proved(page).first()).toBeVisible();
      await expectRemembered(page, id, 295);
      expect(asked).toHaveLength(1);
      await page.getByRole('navigation').getByRole('link', { name: 'Proofs' }).click();
      await page.getByText(/how we know/i).click();
      await page.getByRole('link', { name: /see the consistency proof/i }).click();
      await expect(
        check(page, 'Holds', /the log of 265 entries is the beginning of the log of 295/i),
      ).toBeVisible();
      await expect(alarm(page)).toHaveCount(0);
    });

    test('another root for the same size is an alarm on every page, until it is read', async ({ page }) => {
      await visitHonest(page, `${honest}/records/GM`, id);
      const fork = liar('fork');
      for (const path of [
        '',
        '/records',
        '/records/GM',
        '/entries',
        '/entries/278',
        '/items',
        '/proofs',
        '/api',
      ]) {
        await page.goto(fork + path);
        await expect(alarm(page)).toContainText(/another root for the same log size/i);
        await expect(alarm(page)).toContainText('295 entries');
        await expect(seal(page)).toHaveText(/does not match/i);
        await expect(proved(page)).toHaveCount(0);
      }
      await expectRemembered(page, id, 295);
      // Also where the server is honest again.
      await page.goto(`${honest}/records/GM`);
      await expect(alarm(page)).toBeVisible();
      await expect(check(page, 'Holds', /same root as last seen here/i)).toBeVisible();
      await alarm(page)
        .getByRole('button', { name: /i have read this/i })
        .click();
      await expect(alarm(page)).toHaveCount(0);
      await page.reload();
      await expect(proved(page).first()).toBeVisible();
      await expect(alarm(page)).toHaveCount(0);
    });

    test('a read alarm is not raised again, and what it is about still does not match', async ({ page }) => {
      await visitHonest(page, `${honest}/records/GM`, id);
      await page.goto(liar('fork'));
      await alarm(page)
        .getByRole('button', { name: /i have read this/i })
        .click();
      await expect(alarm(page)).toHaveCount(0);
      await page.goto(`${liar('fork')}/records/GM`);
      await expect(check(page, 'Does not match', /not the log that was seen here before/i)).toBeVisible();
      await expect(proofPicture(page)).toHaveAccessibleName(/cannot be checked/i);
      await expect(alarm(page)).toHaveCount(0);
      await expect(seal(page)).toHaveText(/does not match/i);
    });

    test('a shorter log is an alarm', async ({ page }) => {
      await visitHonest(page, `${honest}/records/GM`, id);
      for (const mood of ['rollback', 'stale-root']) {
        await page.goto(liar(mood));
        await expect(alarm(page)).toContainText(/shorter than it was/i);
        await expect(alarm(page)).toContainText('295 entries');
        await expect(alarm(page)).toContainText('265 entries');
        await expectRemembered(page, id, 295);
      }
    });

    test('a longer log that does not begin with the old one is an alarm', async ({ page }) => {
      await visitHonest(page, `${honest}/records/GM`, id);
      await page.goto(liar('fork-longer'));
      await expect(alarm(page)).toContainText(/does not begin with the one seen here before/i);
      await expectRemembered(page, id, 295);
    });

    test('the person may trust the new root, and the old one is listed as given up', async ({ page }) => {
      await visitHonest(page, `${honest}/records/GM`, id);
      await page.goto(`${liar('fork')}/records/GM`);
      await alarm(page)
        .getByRole('button', { name: /trust the new root/i })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /keep the old root/i }).click();
      await expect(alarm(page)).toBeVisible();
      await alarm(page)
        .getByRole('button', { name: /trust the new root/i })
        .click();
      await dialog.getByRole('button', { name: /^trust the new root/i }).click();
      await expect(alarm(page)).toHaveCount(0);
      await expect(check(page, 'Holds', /same root/i)).toBeVisible();
      await expect(proved(page).first()).toBeVisible();
      await page.goto('/settings');
      await expect(page.getByRole('main')).toContainText(/given up/i);
      // What was honest before is now the other root.
      await page.goto(honest);
      await expect(alarm(page)).toContainText(/another root/i);
    });

    test('a visit in which something does not match is not remembered', async ({ page, request, site }) => {
      const list = (await (await request.get(`${site}/registers`)).json()) as {
        registers: { name: string; showcase: { key: string } }[];
      };
      const key = list.registers.find(({ name }) => name === 'unfaithful')?.showcase.key ?? '';
      await page.goto(`${liar('altered-item')}/records/${key}`);
      await expect(check(page, 'Does not match', /(item|blob)/i)).toBeVisible();
      await expect(check(page, 'Holds', /is in the log/i)).toBeVisible();
      // Another record of the same visit holds, and changes nothing.
      await page.getByRole('link', { name: 'Records', exact: true }).first().click();
      await page.getByRole('link', { name: 'FR', exact: true }).click();
      await expect(proved(page).first()).toBeVisible();
      await page.goto('/settings');
      await expect(page.getByRole('heading', { name: /nothing is remembered yet/i })).toBeVisible();
      expect(await rememberedSize(page, id)).toBeUndefined();
    });
  });
}

test('the alarm names the head that is published now, whatever was seen before', async ({ page }) => {
  await visitHonest(page);
  for (const [mood, size] of [
    ['rollback', 265],
    ['fork-longer', 296],
    ['stale-root', 265],
  ] as const) {
    await page.goto(`/unfaithful~v2+${mood}`);
    await expect(alarm(page)).toContainText(`${size} entries, seen`);
    await expect(page.getByRole('banner')).toContainText(`${size} entries`);
  }
  await expect(alarm(page)).toContainText(/is the beginning of the log seen here/i);
  await page.getByRole('button', { name: /trust the new root/i }).click();
  await expect(page.getByRole('dialog')).toContainText(/trust\s*1d214f/);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^trust the new root/i })
    .click();
  await expectRemembered(page, 'unfaithful', 265);
  // The alarm of the other head was not answered by that.
  await expect(alarm(page)).toContainText(/does not begin with/i);
  await expect(alarm(page)).toContainText(/fits the old root again/i);
});

test('an alarm that was read can be opened again, and is read in every tab', async ({ page, context }) => {
  await visitHonest(page);
  const other = await context.newPage();
  await Promise.all([page.goto('/unfaithful~v2+fork'), other.goto('/unfaithful~v2+fork/records')]);
  await expect(alarm(other)).toBeVisible();
  await alarm(page)
    .getByRole('button', { name: /i have read this/i })
    .click();
  for (const tab of [page, other]) await expect(alarm(tab)).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
  await other.getByText(/you have read this/i).click();
  await expect(other.getByRole('button', { name: /save the report/i }).first()).toBeVisible();
  await expect(other.getByRole('button', { name: /trust the new root/i }).first()).toBeVisible();
});

test('a tab that stays open is told when another one finds the history rewritten', async ({
  page,
  context,
  serve,
}) => {
  const server = await moody(serve, '');
  const { base } = server;
  await page.goto(remote(base, '/records/GM'));
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, base, 295);
  server.mood = '+fork-longer';
  const other = await context.newPage();
  await other.goto(remote(base));
  await expect(alarm(other)).toBeVisible();
  await expect(alarm(page)).toContainText(/does not begin with/i);
});

test('a register at one address that rewrites its history is found out', async ({ page, serve }) => {
  const server = await moody(serve, '');
  const { base } = server;
  await page.goto(remote(base, '/records/GM'));
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, base, 295);
  server.mood = '+fork';
  await page.reload();
  await expect(alarm(page)).toContainText(/another root/i);
  await expect(proved(page)).toHaveCount(0);
});

test('a consistency proof that cannot be had is no alarm, and nothing is called proved', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/status of 500 .*\/consistency\//);
  const server = await moody(serve, '+rollback');
  const { base } = server;
  await page.goto(remote(base, '/records/FR'));
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, base, 265);
  server.mood = '';
  server.brokenProofs = true;
  await page.reload();
  await expect(check(page, 'Cannot check', /not compared with what was seen before/i)).toBeVisible();
  await expect(check(page, 'Cannot check', /could not be proved/i)).toBeVisible();
  await expect(proved(page)).toHaveCount(0);
  await expect(alarm(page)).toHaveCount(0);
  await expectRemembered(page, base, 265);
  server.brokenProofs = false;
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .click();
  await expect(check(page, 'Holds', /the log only grew/i)).toBeVisible();
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, base, 295);
});

test('two tabs that race for a first root write it once, and raise no alarm', async ({ page, context }) => {
  const other = await context.newPage();
  await Promise.all([page.goto('/unfaithful/records/GM'), other.goto('/unfaithful/records/FR')]);
  await expect(proved(page).first()).toBeVisible();
  await expect(proved(other).first()).toBeVisible();
  await expectRemembered(page, 'unfaithful', 295);
  await expectRemembered(other, 'unfaithful', 295);
  for (const tab of [page, other]) await expect(alarm(tab)).toHaveCount(0);
});

test('a tab that was opened before another tab remembered a longer log raises no alarm, nor takes the root back', async ({
  page,
  context,
  serve,
}) => {
  const server = await moody(serve, '+rollback');
  const { base } = server;
  await page.goto(remote(base, '/records/FR'));
  await expect(proved(page).first()).toBeVisible();
  await expectRemembered(page, base, 265);
  server.mood = '';
  const other = await context.newPage();
  await other.goto(remote(base, '/records/GM'));
  await expect(check(other, 'Holds', /the log only grew/i)).toBeVisible();
  await expectRemembered(page, base, 295);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByText(/newest entry/i).first()).toBeVisible();
  await expect(alarm(page)).toHaveCount(0);
  await expectRemembered(page, base, 295);
});

test('remembered roots are saved, forgotten, and taken over again', async ({ page }) => {
  await visitHonest(page);
  await page.goto('/settings');
  await expect(page.getByRole('link', { name: 'unfaithful' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /save all as a file/i }).click();
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    format: 'register-explorer-roots',
    roots: [{ registerId: 'unfaithful', logSize: 295 }],
  });
  await page.getByRole('button', { name: /^forget unfaithful/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^cancel/i })
    .click();
  await expect(page.getByRole('link', { name: 'unfaithful' })).toBeVisible();
  await page.getByRole('button', { name: /^forget unfaithful/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^forget it/i })
    .click();
  await expect(page.getByRole('heading', { name: /nothing is remembered yet/i })).toBeVisible();
  await page.goto('/unfaithful~v2+fork');
  await expect(check(page, 'Not checked', /nothing to compare with yet/i)).toBeVisible();
  await expectRemembered(page, 'unfaithful', 295);
  await page.goto('/settings');
  await page.getByRole('button', { name: /forget all/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^forget all/i })
    .click();
  await expect(page.getByRole('heading', { name: /nothing is remembered yet/i })).toBeVisible();
  await page.getByLabel(/a file of remembered roots/i).setInputFiles({
    name: 'bad.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"something else"}'),
  });
  await expect(page.getByText(/does not say that it holds remembered roots/i)).toBeVisible();
  await page.getByLabel(/a file of remembered roots/i).setInputFiles(file);
  await expect(page.getByText(/taken over: unfaithful/i)).toBeVisible();
  await page.goto('/unfaithful~v2+fork');
  await expect(alarm(page)).toContainText(/another root/i);
});

test('storage that refuses takes nothing from the proofs, and is said', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto('/country/records/GM');
  await expect(proved(page).first()).toBeVisible();
  await expect(check(page, 'Not checked', /nothing to compare with yet/i)).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: /does not let the page keep anything/i })).toBeVisible();
});

test('a remembered root that was spoilt is no alarm, and can be forgotten', async ({ page }) => {
  await visitHonest(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          writing.objectStore('keyval').put({ logSize: 'much' }, 'register-explorer:root:unfaithful');
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
  await page.reload();
  await expect(proved(page).first()).toBeVisible();
  await expect(check(page, 'Not checked', /nothing to compare with/i)).toBeVisible();
  await expect(alarm(page)).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByText(/what was kept of this register cannot be read/i)).toBeVisible();
  await page.getByRole('button', { name: /^forget$/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^forget it/i })
    .click();
  await expect(page.getByRole('heading', { name: /nothing is remembered yet/i })).toBeVisible();
});
