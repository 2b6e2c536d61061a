import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { downloaded, expectCheck, expectHeader, expectHeading, expectText, press } from './words.ts';

async function saved(page: Page, name: RegExp): Promise<string> {
  return (await downloaded(page, () => press(page, name))).text;
}

async function openFile(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Evidence file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('an entry that an audit finds not to be under the root is shown by its report, without the register', async ({
  page,
  context,
}) => {
  await page.goto(`/country~v2+altered-entry/audit`);
  await press(page, /^check every entry$/i);
  await expectHeading(page, /what does not match/i);
  await expectCheck(page, 'Does not match', /entry 292 is not the entry under the published root/i);
  await expectCheck(page, 'Does not match', /root rebuilt .* does not match the published root/i);
  await expectHeader(page, 'does-not-match');
  const report = await saved(page, /^save the report$/i);
  expect(JSON.parse(report)).toMatchObject({ format: 'register-audit-report', findingCount: 1 });
  await page.goto('/check');
  await expect(page.getByRole('button', { name: /choose a file/i })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'font') asked.push(request.url());
  });
  await openFile(page, 'audit.json', report);
  await expectText(page, /this file shows what it says/i);
  await expectCheck(page, 'Does not match', /entry 292 as it was sent is not the one under the root hash/i);
  await expectCheck(page, 'Verified', /has the rebuilt root hash/i);
  await expectText(page, /signs nothing/i);
  await expect(page.getByRole('figure', { name: /path from entry 292/i })).toBeVisible();
  await expectAccessible(page);
  expect(asked).toEqual([]);
  const forged = report.replace(
    /"expected": "(.)/,
    (_, digit: string) => `"expected": "${digit === '0' ? '1' : '0'}`,
  );
  await openFile(page, 'forged.json', forged);
  await expectText(page, /does not show what it says/i);
  await expectCheck(page, 'Could not check', /does not show that entry 292/i);
  await context.setOffline(false);
});

test('a tlog-proof that was kept is pasted, and says what it shows and what it does not hold', async ({
  page,
}) => {
  await page.goto('/country/entries/278');
  await press(page, /save proof/i);
  const text = await saved(page, /save tlog-proof \(unsigned\)/i);
  await page.goto('/check');
  await page.getByText('Paste its text').click();
  const field = page.getByRole('textbox', { name: /the text of a bundle, a tlog-proof or a report/i });
  await field.fill(text);
  await press(page, /check the text/i);
  await expectCheck(page, 'Verified', /entry 278 is in the log with the root hash in this file/i);
  await expectCheck(page, 'Verified', /the leaf bytes are this entry/i);
  await expectText(page, /does not prove: the data, .* unsigned/i);
  await expect(page.getByRole('link', { name: /open this entry in the register/i })).toHaveAttribute(
    'href',
    '/country/entries/278',
  );
  await field.fill(text.replace(/^index 277$/m, 'index 276'));
  await press(page, /check the text/i);
  await expectCheck(page, 'Does not match', /leaf 277 does not connect to the root hash/i);
  await field.fill(text.replace(/^index 277$/m, 'index 0277'));
  await press(page, /check the text/i);
  await expect(page.getByRole('alert')).toContainText(/line 3/i);
});
