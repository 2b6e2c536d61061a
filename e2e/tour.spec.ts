import { expect, test } from './fixtures.ts';
import {
  alertOf,
  expectCheck,
  expectHeader,
  expectRemembered,
  expectText,
  followLink,
  goBack,
} from './words.ts';

test('the tour of a dishonest register shows each lie by itself', async ({ page, guard }) => {
  // A log that was made shorter does not know the larger size any more.
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/);
  const open = (): Promise<void> => followLink(page, /^open the (register|record)$/i);
  // The bar of the tour is on every page of the register.
  const bar = page.getByRole('navigation', { name: 'Tour' });
  const next = async (): Promise<void> => {
    await followLink(bar, 'Next');
    await open();
  };
  const alarms = page.getByRole('alert');
  await page.goto('/tour?stop=2');
  await expectText(page, /has not seen the honest register yet/i);
  await followLink(page, /start with stop 1/i);
  await expect(page).toHaveURL(/\/tour\?stop=1$/);
  await page.goto('/');
  await followLink(page, /take the tour/i);
  await open();
  await expectHeader(page, 'holds');
  await expect(alarms).toHaveCount(0);
  // The root is written down when every check of the visit has held.
  await expectRemembered(page, 'unfaithful', 295);
  for (const words of [
    /another root for the same/i,
    /does not begin with the one/i,
    /shorter than it was/i,
  ]) {
    await next();
    await expect(alarms.filter({ hasText: words })).toBeVisible();
  }
  await next();
  for (const words of [/data is not what entry \d+/i, /does not connect/i, /does not connect/i]) {
    await next();
    await expectCheck(page, 'Does not match', words);
    await expect(alarms).toHaveCount(0);
  }
  await followLink(bar, 'Previous');
  await expect(page).toHaveURL(/\/tour\?stop=7$/);
  await open();
  await followLink(bar, 'Leave the tour');
  await expect(page).toHaveURL(/\/$/);
  await goBack(page);
  await expectCheck(page, 'Does not match', /does not connect to the published root/i);
  await expect(bar).toHaveCount(0);
});

test('the tour ends with a log that only a witness tells from that of others', async ({ page }) => {
  const alarm = alertOf(page, /a witness signed another log/i);
  await page.goto('/tour?stop=9&api=blobs');
  await followLink(page, 'Open the register');
  await expect(alarm).toBeVisible();
  await expectHeader(page, 'does-not-match');
  await goBack(page);
  await followLink(page, 'Previous');
  await followLink(page, 'Open the record');
  await expectCheck(page, 'Does not match', /does not connect to the published root/i);
  await expect(alarm).toHaveCount(0);
});
