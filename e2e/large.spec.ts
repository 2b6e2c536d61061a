import type { Locator } from 'playwright/test';
import type { RegisterSource } from '../src/rsf/register-source.ts';
import { expect, test } from './fixtures.ts';
import { listenerOf } from './hosts/servers.ts';
import {
  button,
  expectCheck,
  expectText,
  expectVerified,
  followLink,
  link,
  listCount,
  main,
  press,
  proofPicture,
  registerOf,
  remote,
  textIn,
} from './words.ts';

// A register too large to be read whole: what is asked for is proved all the same, and what would need all of it is refused in words.
test('twenty hashes prove one record among a million, at any size', async ({ page, walk }) => {
  await page.goto('/premises/records/10777777');
  await expectVerified(page, '972,221');
  await press(proofPicture(page), /^\d+ more steps/i);
  await expect(button(proofPicture(page), /sent by the server/i)).toHaveCount(20);
  await walk('/premises/records/10777777?at=972221');
  await expectText(page, /the log of 972,221 entries is the beginning of the present log/i);
});

test('the first page of 800,000 records is there at once; the rest is nobody’s to read unasked', async ({
  page,
  walk,
}) => {
  const lists: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/records(\/use\/inn)?$/.test(pathname) && pathname.startsWith('/registers/'))
      lists.push(pathname + search);
  });
  await page.goto('/premises/records');
  await expect(textIn(page, /too large to be held/i).filter({ visible: true })).toBeVisible();
  await expect(link(page, '10000001')).toBeVisible();
  await expect(listCount(page)).toHaveText('The first 100 of 800,000 records');
  await link(page, '10000030').scrollIntoViewIfNeeded();
  await page.keyboard.press('End');
  await expect(listCount(page)).toHaveText(/^The first [2-9]00 of 800,000 records$/);
  expect(lists.length).toBeLessThan(6);

  // What is still asked for ends with the page.
  await page.goto('about:blank');
  lists.length = 0;
  await page.goto('/premises/records?attribute=use&value=inn');
  await expect(listCount(page)).toHaveText('The first 100 records');
  await expectText(page, /as the server filters them/i);
  expect(lists).toEqual([expect.stringMatching(/\/use\/inn$/)]);

  await walk('/premises/records?q=station+road');
  await expect(listCount(page)).toHaveText(/not searched.* 800,000 records$/i);
  await expect(page.getByRole('searchbox', { name: /search these records/i })).toHaveCount(0);
  await walk('/premises?at=5000');
  await expect(textIn(page, /this register is too large/i).filter({ visible: true })).toHaveCount(1);
  await expect(button(page, /^read .*entries/i)).toHaveCount(0);
});

const NAMES = Array.from({ length: 10_000 }, (_, n) => `a${String(n).padStart(5, '0')}`);

/** A record of two versions, with 10,000 attributes, a list of 10,000 members, and an attribute whose name is as long as a text. */
const wide: RegisterSource = {
  ...registerOf(
    'wide',
    ['old', 'new'].map((value) =>
      Object.fromEntries<string | readonly string[]>([
        ['wide', 'W'],
        ['list', NAMES],
        ['n'.repeat(20_000), 'x'],
        ...NAMES.map((name): [string, string] => [name, value]),
      ]),
    ),
  ),
  fields: ['wide', 'list', ...NAMES],
};

test('a record of 10,000 attributes opens a batch at a time', async ({ page, serve }) => {
  const { origin } = await serve(listenerOf(wide));
  const dataRows = main(page).locator('dl').first().locator('> div');
  const elements = () => main(page).locator('*').count();
  const more = (place: Locator, what: string) =>
    button(place, new RegExp(`^Show \\d+ more of [\\d,]+ ${what}$`));

  await page.goto(remote(`${origin}/registers/wide/earlier`, '/records'));
  await press(main(page), 'Columns and order');
  await expect(main(page).getByRole('group', { name: 'Columns' }).getByRole('checkbox')).toHaveCount(50);
  await page.keyboard.press('Escape');
  expect(await elements()).toBeLessThan(1_500);

  await followLink(main(page).getByRole('table', { name: 'Records' }), 'W');
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 2 is in the log/i);
  await expect(dataRows).toHaveCount(50);
  expect(await elements()).toBeLessThan(3_000);
  await more(main(page), 'attributes').press('Enter');
  await expect(dataRows).toHaveCount(100);
  const list = dataRows.filter({ hasText: 'of 10,000 members' });
  await more(list, 'members').press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(206);

  await followLink(main(page), 'Inspect bytes');
  await expect(dataRows).toHaveCount(50);
  const steps = main(page).getByRole('region', { name: 'How the hash is computed' });
  await expect(steps.getByRole('rowheader')).toHaveCount(51);
  expect(await elements()).toBeLessThan(2_000);
});
