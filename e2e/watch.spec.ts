import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { moody } from './hosts/servers.ts';
import {
  expectCheck,
  expectNoText,
  expectText,
  expectVerified,
  followLink,
  logRow,
  press,
  provedRow,
  remote,
} from './words.ts';

const pill = (page: Page): Locator => page.getByRole('link', { name: /new entr/i });
const watchSwitch = (page: Page): Locator => page.getByRole('switch', { name: /watch for new entries/i });
const history = (page: Page): Locator => page.getByRole('heading', { name: 'History' });
const top = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.y ?? -1);

test('new entries appear proved in every tab, and move nothing', async ({ page, context, serve, guard }) => {
  // This server has no register of fields, which is where more would be known of the attributes.
  guard.expectFailures(/status of 404 .*\/registers\/field\//);
  const host = moody('+rollback');
  const base = (await serve(host.listener)).origin + host.path;
  const heads = (): number => host.asked.filter((path) => path.includes('/proof/register/')).length;
  await context.clock.install();
  await page.goto(remote(base, '/entries?entry=100'));
  await expect(provedRow(page, 100)).toBeInViewport();
  await expect(watchSwitch(page)).toBeChecked();
  const record = await context.newPage();
  await record.goto(remote(base, '/records/GM'));
  await expectVerified(record, 208);
  await expect(record.getByRole('link', { name: /^side by side/i }).first()).toBeVisible();
  // Names beside links, and since when values stand, come after the proof.
  let read = -1;
  await expect
    .poll(async () => read === (read = await top(history(record))), { intervals: [1_000] })
    .toBe(true);
  const end = await context.newPage();
  await end.goto(remote(base, '/entries?entry=265'));
  await expect(provedRow(end, 265)).toBeInViewport();
  await expect(watchSwitch(end)).toBeChecked();
  const before = await top(logRow(page, 100));

  host.mood = '';
  await context.clock.fastForward(40_000);
  await expect(pill(page)).toHaveText('30 new entries');
  await expect(
    page.getByRole('status').filter({ hasText: /^30 new entries, proved to be added/ }),
  ).toHaveCount(1);
  await expectText(page, /entries 100 to \d+ of 295/i);
  expect(await top(logRow(page, 100))).toBe(before);
  await expect(provedRow(page, 100)).toBeInViewport();
  // The record that is being read stays, with checks that are true of it, and the new version is offered.
  const offer = record.getByRole('region', { name: 'A new version' });
  await expect(offer).toContainText('GM has a new version, entry 278');
  await expect(record.getByRole('status').filter({ hasText: /^GM has a new version/ })).toHaveCount(1);
  await expectVerified(record, 208);
  await expectText(record, /entry 208 of 295/i);
  await expectCheck(record, 'Not checked', /entry 278 is a newer version of/i);
  await expectNoText(record, /no newer entry|latest sent/i);
  expect(await top(history(record))).toBe(read);
  expect((await new AxeBuilder({ page: record }).setLegacyMode().analyze()).violations).toEqual([]);
  await press(offer, 'Show it');
  await expectVerified(record, 278);
  await expect(offer).toHaveCount(0);
  // Who reads at the very end of the log stands there.
  await expect(logRow(end, 295)).toBeInViewport();
  await expect(pill(end)).toHaveCount(0);

  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await pill(page).click();
  await expect(provedRow(page, 266)).toBeInViewport();
  await expect(pill(page)).toHaveCount(0);

  // A log that does not continue what was seen is the alarm, and no new entries.
  host.mood = '+fork-longer';
  await context.clock.fastForward(60_000);
  await expect(page.getByRole('alert').filter({ hasText: /does not begin with/i })).toBeVisible();
  await expect(pill(page)).toHaveCount(0);

  await watchSwitch(page).click();
  for (const other of [record, end]) await expect(watchSwitch(other)).not.toBeChecked();
  // What was under way when the watch ended may still be answered. Checks that do not match read the head once more, so that nothing else is opened meanwhile.
  const whenQuiet = async (): Promise<number> => {
    let asked = -1;
    await expect.poll(() => asked === (asked = heads()), { intervals: [1_000] }).toBe(true);
    return asked;
  };
  const asked = await whenQuiet();
  await context.clock.fastForward(400_000);
  expect(await whenQuiet()).toBe(asked);
  await followLink(page, 'Overview');
  await expect(watchSwitch(page)).not.toBeChecked();
});
