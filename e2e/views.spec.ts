import { expect, test } from './fixtures.ts';
import {
  expectCheck,
  expectHeader,
  expectHeading,
  expectText,
  expectVerified,
  followLink,
  press,
  proofPicture,
  provedRow,
} from './words.ts';

test('the dishonest register says that it is a demo, and leads to the tour with its own API', async ({
  page,
}) => {
  await page.goto('/unfaithful~earlier');
  await followLink(page, /take the tour/i);
  await expect(page).toHaveURL(/\/tour\?api=blobs$/);
  await expect(page.getByRole('link', { name: /open the register/i })).toHaveAttribute(
    'href',
    '/unfaithful~earlier',
  );
  await followLink(page, /run with the items api/i);
  await expect(page.getByRole('link', { name: /open the register/i })).toHaveAttribute('href', '/unfaithful');
  await page.goto('/country');
  await expectCheck(page, 'Verified', /newest entry \(295\) verified/i);
  await expect(page.getByRole('link', { name: /take the tour/i })).toHaveCount(0);
});

test('the rows of lists and tables are links as a whole', async ({ page }) => {
  const inList = page.getByRole('main').getByRole('listitem');
  const rows = [
    ['/', inList.filter({ hasText: 'Planets' }), /\/planet$/],
    ['/planet/records', page.getByRole('row').filter({ hasText: 'earth' }), /\/planet\/records\/earth$/],
    ['/planet/entries', page.locator('[role=row][aria-rowindex="3"]'), /\/planet\/entries\/2$/],
    ['/planet/items', inList.filter({ hasText: 'venus' }), /\/planet\/items\/[0-9a-f]{64}$/],
    ['/planet/changes/10/15', inList.filter({ hasText: 'uranus' }), /\/planet\/records\/uranus\?at=15$/],
  ] as const;
  for (const [path, row, address] of rows) {
    await page.goto(path);
    const { width = 0, height = 0 } = (await row.first().boundingBox()) ?? {};
    // Beside every word of it.
    await row.first().click({ position: { x: width - 4, y: height - 3 } });
    await expect(page).toHaveURL(address);
  }
});

test('the overview says what the register is, and what has been checked and what not', async ({ page }) => {
  await page.goto('/country~earlier');
  const fact = (term: RegExp) => page.getByRole('main').locator('dl > div').filter({ hasText: term });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/countries/i);
  await expect(fact(/^records/i)).toContainText('236');
  await expect(fact(/^entries/i)).toContainText('295');
  await expect(fact(/^custodian/i)).not.toBeEmpty();
  await expect(fact(/^licence/i)).toContainText('MIT');
  await page.getByText('Attributes').click();
  const attribute = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(attribute('citizen-names')).toContainText(/n \(a list\)/i);
  await expect(attribute('start-date')).toContainText('datetime');
  await expectCheck(page, 'Verified', /newest entry \(295\) verified/i);
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  await page.getByText('What was checked?').click();
  await followLink(page, /see its entry proof/i);
  await expectVerified(page, 295);
});

// Of either variant the list is the same code; that blobs are listed and hashed is held by variants.spec.ts and a11y.spec.ts.
test('the list of items is hashed page by page to its end', async ({ page }) => {
  await page.goto('/planet~v2+small-pages/items');
  const hashed = page.getByRole('main').getByRole('img', { name: /matches its hash/i });
  const more = page.getByRole('button', { name: /read more items/i });
  await expect(hashed).toHaveCount(10);
  await more.click();
  await expect(hashed).toHaveCount(15);
  await expect(more).toHaveCount(0);
  // That these are all there are is known only once the whole register was read.
  await expectHeader(page, 'not-checked');
});

test('an item shows the very bytes that were hashed, and the entries that name it', async ({ page }) => {
  await page.goto('/country/records/GM');
  await followLink(page, /inspect its bytes/i);
  const bytes = page.getByLabel(/canonical json/i).filter({ hasText: '{' });
  await expect(bytes).toHaveText(/^\{"citizen-names":\["Gambian"\],"country":"GM",.*\}$/);
  // The digest of these bytes, computed by the browser's own SHA-256, is the hash in the address.
  const digest = await bytes.evaluate(async (element) => {
    const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(element.textContent ?? ''));
    return [...new Uint8Array(hashed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  expect(page.url()).toContain(digest);
  await page.getByRole('link', { name: 'Entry 278', exact: true }).click();
  await expectVerified(page, 278);
});

test('an entry shows its leaf, whose hash begins the drawn path, and leads to its neighbours', async ({
  page,
}) => {
  await page.goto('/planet/entries/7');
  await expectVerified(page, 7);
  const leaf = page.getByLabel(/leaf bytes/i);
  await expect(leaf).toContainText(
    '{"index-entry-number":"7","entry-number":"7","entry-timestamp":"2006-01-16T09:00:00Z","key":"uranus","item-hash":["sha-256:',
  );
  const digest = await leaf.evaluate(async (element) => {
    const bytes = new TextEncoder().encode(`\0${element.textContent ?? ''}`);
    const hashed = await crypto.subtle.digest('SHA-256', bytes);
    return [...new Uint8Array(hashed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  await proofPicture(page)
    .getByRole('button', { name: /leaf hash of entry 7/i })
    .click();
  await expect(proofPicture(page).getByText(digest)).toBeVisible();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expectVerified(page, 8);
  await page.getByRole('link', { name: 'Previous', exact: true }).click();
  await followLink(page, /in the log/i);
  await expect(provedRow(page, 7)).toBeInViewport();
});

test('any entry proof and any consistency proof can be asked for, and nonsense is refused in words', async ({
  page,
}) => {
  await page.goto('/planet/proofs');
  const ask = async (first: RegExp, a: string, second: RegExp, b: string) => {
    await page.getByRole('textbox', { name: first }).fill(a);
    await page.getByRole('textbox', { name: second }).fill(b);
    await page.getByRole('textbox', { name: second }).press('Enter');
  };
  await ask(/^entry/i, '3', /in the log of size/i, '9');
  await expect(page).toHaveURL(/\/planet\/proofs\/entries\/3\/9$/);
  await expectCheck(page, 'Verified', /log of 9 entries is the beginning/i);
  // The root of an earlier size is published nowhere, and is not called published.
  await expect(proofPicture(page)).not.toHaveAccessibleName(/published/i);
  await ask(/from size/i, '8', /to size/i, '15');
  await expect(page).toHaveURL(/\/planet\/proofs\/consistency\/8\/15$/);
  await expectCheck(page, 'Verified', /\b8 entries.*15/i);
  await ask(/from size/i, '15', /to size/i, '8');
  await expectText(page, /must not be larger/i);
  await ask(/^entry/i, '1', /in the log of size/i, '16');
  await expect(page.getByText(/from 1 to 15/i).first()).toBeVisible();
  await page.goto('/planet/proofs/entries/99/15');
  await expectHeading(page, /no such proof/i);
});

test('the API view lists what this page asked, with the answers, and copies a request', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/planet/records/earth');
  await expectVerified(page, 3);
  await page
    .getByRole('navigation', { name: /views of this register/i })
    .getByRole('link', { name: /developer/i })
    .click();
  const request = page.getByRole('listitem').filter({ hasText: /GET \/proof\/entries\/3\/15\// });
  await expect(request).toContainText('200');
  await request.locator('summary').click();
  await expectText(request, /"merkle-audit-path"/);
  await press(request, /curl/i);
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl .*\/registers\/planet\/v2\/proof\/entries\/3\/15\//);
  await press(page, /clear list/i);
  await expectText(page, /no requests since/i);
});

test('a link is copied whole and opens the same record', async ({ page, context, newProfile }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/country~earlier/records/GM');
  await press(page, /copy the link/i);
  await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await (await newProfile()).newPage();
  await other.goto(link);
  await expectVerified(other, 278);
});
