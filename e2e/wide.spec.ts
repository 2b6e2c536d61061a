import type { Locator, Page } from 'playwright/test';
import type { RegisterSource } from '../src/mock/source.ts';
import { expect, listenerOf, test } from './fixtures.ts';
import { expectCheck, followLink, press, remote } from './words.ts';

const COUNT = 10_000;
const NAMES = Array.from({ length: COUNT }, (_, n) => `a${String(n).padStart(5, '0')}`);

/** A record of two versions, with 10,000 attributes, a list of 10,000 members, and an attribute whose name is as long as a text. */
const wide: RegisterSource = {
  name: 'wide',
  domain: 'registers.example',
  fields: ['wide', 'name', 'list', ...NAMES],
  definitions: [],
  entries: ['old', 'new'].map((value, index) => ({
    key: 'W',
    timestamp: `2016-04-0${index + 1}T13:23:05Z`,
    items: [
      new Map<string, string | string[]>([
        ['wide', 'W'],
        ['name', 'Wide'],
        ['list', NAMES],
        ['n'.repeat(20_000), 'x'],
        ...NAMES.map((name): [string, string] => [name, value]),
      ]),
    ],
  })),
};

const main = (page: Page) => page.getByRole('main');
const dataRows = (page: Page) => main(page).locator('dl').first().locator('> div');
const more = (place: Locator, what: string) =>
  place.getByRole('button', { name: new RegExp(`^Show \\d+ more of [\\d,]+ ${what}$`) });
const elements = (page: Page) => main(page).locator('*').count();

test('a record of 10,000 attributes opens on every page, a batch at a time', async ({ page, serve }) => {
  const { origin } = await serve(listenerOf(wide));
  const register = remote(`${origin}/registers/wide/earlier`);

  await page.goto(`${register}/records`);
  const records = main(page).getByRole('table', { name: 'Records' });
  await expect(records.getByRole('link', { name: 'W', exact: true })).toBeVisible();
  await press(main(page), 'Columns and order');
  const columns = main(page).getByRole('group', { name: 'Columns' });
  await expect(columns.getByRole('checkbox')).toHaveCount(50);
  await more(columns, 'columns').press('Enter');
  await expect(columns.getByRole('checkbox')).toHaveCount(100);
  await page.keyboard.press('Escape');
  expect(await elements(page)).toBeLessThan(1_500);

  await records.getByRole('link', { name: 'W', exact: true }).click();
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 2 is in the log/i);
  await expect(dataRows(page)).toHaveCount(50);
  await expect(main(page).getByText(/since entry 2/)).not.toHaveCount(0);
  expect(await elements(page)).toBeLessThan(3_000);
  await more(main(page), 'attributes').press('Enter');
  await expect(dataRows(page)).toHaveCount(100);
  const list = dataRows(page).filter({ hasText: 'of 10,000 members' });
  await more(list, 'members').press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(206);

  await followLink(main(page), 'Inspect its bytes');
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expect(dataRows(page)).toHaveCount(50);
  expect(await elements(page)).toBeLessThan(2_000);
  const steps = main(page).getByRole('region', { name: 'How the hash is computed' });
  await expect(steps.getByRole('rowheader')).toHaveCount(51);
  await more(steps, 'attributes').press('Enter');
  await expect(steps.getByRole('rowheader')).toHaveCount(101);
});
