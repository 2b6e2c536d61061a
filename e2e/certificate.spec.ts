import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  expectHeader,
  expectHeading,
  expectText,
  expectTitle,
  followLink,
  link,
  main,
  remote,
  requestsOf,
} from './words.ts';

const rootWords = (page: Page) => main(page).getByRole('list', { name: 'Root hash in words' });
const verdict = (page: Page) =>
  page.getByRole('region', { name: 'Result' }).locator('[data-outcome]').first();

/** pages is how many pages a page is printed on. */
async function pages(page: Page): Promise<number> {
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return printed.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('a certificate fits one page, and its link is checked without a server', async ({ page, newPage }) => {
  await page.goto('/country~earlier/records/GB');
  await expectHeader(page, 'holds');
  await followLink(page, 'Certificate');
  await expectTitle(page, 'Certificate of record GB');
  await expect(rootWords(page).getByRole('listitem')).toHaveText(
    Array.from({ length: 24 }, () => /^[a-z]+$/),
  );
  await expect(main(page).getByRole('figure', { name: /path from entry/i })).toBeVisible();
  await expect(main(page).getByRole('img', { name: 'QR code of the proof' })).toHaveCount(0);
  expect(await pages(page)).toBe(1);

  const proof = (await link(main(page), 'Check the proof').getAttribute('href')) ?? '';
  const words = await rootWords(page).innerText();
  const phone = await newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const asked = requestsOf(phone);
  await phone.goto(proof);
  await expect(verdict(phone)).toHaveAttribute('data-outcome', 'not-checked');
  await expectText(main(phone), /consistent with the root on the paper/i);
  await expect(rootWords(phone).getByRole('listitem').last()).toHaveText(/[a-z]/);
  expect(await rootWords(phone).innerText()).toBe(words);
  expect(asked.filter((address) => address.includes('/registers/'))).toEqual([]);
  await expectAccessible(phone, 'a proof from a certificate');
});

test('a certificate of a site that others reach has a code to scan', async ({ page, site, origins }) => {
  const reached = site.replace(/127\.0\.0\.1|localhost/, 'site.paper.example');
  origins.add(reached);
  await page.goto(`${reached}/country/records/GB?print=certificate`);
  const code = main(page).getByRole('img', { name: 'QR code of the proof' });
  await expect(code).toBeVisible();
  const proof = (await link(main(page), 'Check the proof').getAttribute('href')) ?? '';
  expect(proof).toMatch(new RegExp(`^${reached}/check#proof=`));
  expect(proof.length).toBeLessThan(2200);
  await expectAccessible(page, 'a certificate');
});

test('a certificate of an earlier size, or of long values, fits a page', async ({
  page,
  walk,
  elsewhere,
}) => {
  await page.goto('/country/records/GM?at=206&print=certificate');
  for (const name of ['Root hash of 206 entries', 'Root hash of 295 entries'])
    await expectHeading(page, name);
  expect(await pages(page)).toBe(1);
  const hostile = remote(`${elsewhere.origin}/registers/hostile/v2`, '/records');
  await walk(`${hostile}/all?print=certificate`);
  await expectTitle(page, 'Certificate of record all');
  await expectText(main(page), /more attributes: whole in the proof/i);
  await expectText(main(page), /no code to scan/i);
  expect(await pages(page)).toBe(1);
  await walk(`${hostile}/large?print=certificate`);
  await expectTitle(page, 'No certificate');
  await expectText(main(page), /too large for a certificate/i);
});

test('a record that is not verified gets no certificate', async ({ page, walk }) => {
  for (const fault of ['v2+altered-item', 'earlier+altered-entry', 'earlier+altered-proof']) {
    await walk(`/unfaithful~${fault}/records/ZW?print=certificate`);
    await expectTitle(page, 'No certificate');
    await expectText(main(page), /^does not match: /i);
    await expect(rootWords(page)).toHaveCount(0);
  }
  await followLink(main(page), 'View the record');
  await expect(page).toHaveURL(/records\/ZW$/);
});
