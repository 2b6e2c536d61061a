import { expect, test } from './fixtures.ts';
import { expectTitle, expectVerified, followLink, oneBox } from './words.ts';

test('each check says why it is made, with a drawing, fetched when it is asked for; its word leads to the glossary', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const isHelp = (path: string) => /\/(?:explanation|help-view|keys)\./.test(path);
  await page.goto('/country/records/GM');
  await expectVerified(page, 278);
  await page.getByText('What was checked?').click();
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('summary') });
  await expect(lines).toHaveCount(4);
  expect(fetched.filter(isHelp)).toEqual([]);
  for (const line of await lines.all()) {
    await line.locator('summary').click();
    await expect(line.getByRole('figure')).toBeVisible();
    await expect(line.locator('details p')).toHaveText(/^[^.]+\. [^.]+\. What is an? [a-z ]+\?$/);
  }
  await followLink(page, /what is an inclusion proof/i);
  await expect(page).toHaveURL(/\/help#inclusion-proof$/);
  const word = page.locator('#inclusion-proof');
  await expect(word).toBeFocused();
  await expect(word).toBeInViewport();
  await expect(word.getByRole('link', { name: 'RFC 9162, 2.1.3' })).toHaveAttribute(
    'href',
    /section-2\.1\.3$/,
  );
});

test('the question mark shows the keys over the page, but not while something is typed', async ({ page }) => {
  await page.goto('/country/records/GM');
  await expectVerified(page, 278);
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await expect(keys).toContainText(/find a key, entry, hash, date or value/i);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(oneBox(page)).toHaveValue('?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await keys.getByRole('link', { name: /more help/i }).click();
  await expectTitle(page, 'Help');
  await expect(keys).toHaveCount(0);
});

test('help has a place for what this is, the checks, the limits, another way to verify, the keys and the words', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await followLink(page, /what is this/i);
  await expectTitle(page, 'Help');
  const contents = page.getByRole('navigation', { name: /on this page/i }).getByRole('link');
  for (const link of await contents.all()) {
    await link.click();
    await expect(page.locator(new URL(page.url()).hash)).toBeFocused();
  }
  const script = await page.getByRole('link', { name: 'check-bundle.mjs' }).getAttribute('href');
  expect(await (await request.get(script ?? '')).text()).toContain('node check-bundle.mjs FILE');
  await page.goto('/check');
  await followLink(page, /verify without this page/i);
  await expect(page.locator('#verify')).toBeFocused();
});
