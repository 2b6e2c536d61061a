import { expect, test } from './fixtures.ts';
import {
  expectCheck,
  expectHeading,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  field,
  followLink,
  main,
  press,
  remote,
} from './words.ts';

test('a register opens by its address or a record’s, and by nothing else', async ({ page, elsewhere }) => {
  const base = `${elsewhere.origin}/registers/country/v2+link-hidden`;
  await page.goto('/');
  const box = field(page, /address of a register/i);
  for (const [typed, problem] of [
    ['', /type the address/i],
    ['ftp://example.org', /http/i],
    ['https://', /not a web address/i],
    ['https://name:word@example.org', /user name/i],
  ] as const) {
    await box.fill(typed);
    await box.press('Enter');
    await expect(main(page).locator('form').getByText(problem)).toBeVisible();
    await expect(box).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page).toHaveURL(/\/$/);
  await box.fill(`${base}/records/GM.json`);
  await press(page, 'Open');
  await expectVerified(page, 278);
  await expect(page).toHaveURL(new RegExp(`/${encodeURIComponent(base)}/records/GM$`));
  await followLink(page, 'Register Explorer');
  await press(page, /^forget/i);
  await expect(page.getByRole('region', { name: /opened before/i })).toHaveCount(0);
});

// Behaviours know nothing of each other, so that several can be met at once; each is one of these. query/verdict-table.test.ts has each by itself.
const BEHAVIOURS = [
  'v2+numbers-as-strings+html-errors+redirects+link-none+no-summary',
  'v2+numbers-as-numbers+leaf-2016+link-loop+link-raw-key',
  'earlier+numbers-as-strings+leaf-hex+proofs-entry-spelling+link-relative+no-summary+redirects',
  'earlier+html-errors+leaf-digest+sparse-context+link-none+small-pages',
];

test('a record is verified from a server of any behaviour', async ({ page, walk, elsewhere, guard }) => {
  guard.expectFailures(/404 .*\/proofs\/entries\//, /404 .*\/(register|context)\/?$/);
  for (const mount of BEHAVIOURS) {
    await test.step(mount, async () => {
      await walk(remote(`${elsewhere.origin}/registers/country/${mount}`, '/records/GM'));
      await expectTitle(page, 'The Gambia');
      await expectVerified(page, 278);
    });
  }
});

test('HTML errors, no list, no summary: each is said', async ({ page, walk, elsewhere, guard }) => {
  guard.expectFailures(/404 .*\/records\/XX/, /404 .*\/(items|blobs|register|context)/);
  const registers = `${elsewhere.origin}/registers`;
  await page.goto(remote(`${registers}/country/v2+html-errors`, '/records/XX'));
  await expectHeading(page, /no record .*XX/i);
  for (const mount of ['v2+no-items-list', 'earlier+no-items-list']) {
    await walk(`${remote(`${registers}/planet/${mount}`)}/items`);
    await expectText(page, /does not list its (items|blobs)/i);
    // The log names them all, so they are had one by one.
    await expect(page.getByRole('img', { name: /matches its hash/i })).toHaveCount(15);
  }
  // It is called by its address, letter for letter.
  const base = `${registers}/country/v2+no-summary`;
  await walk(remote(base));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(base.replace('http://', ''));
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  await expectNoText(page, /0 attributes/i);
});
