import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { listenerOf } from './hosts/servers.ts';
import {
  dataRow,
  downloaded,
  expectCheck,
  expectHeader,
  expectHeading,
  expectLine,
  expectNoText,
  expectText,
  expectVerified,
  followLink,
  goBack,
  inTurns,
  link,
  main,
  openEvidence,
  press,
  proofPicture,
  registerOf,
  remote,
  versionOf,
} from './words.ts';

const compared = (page: Page) => main(page).getByRole('table', { name: /^entry .* and entry/i });
const attributeRow = (table: Locator, page: Page, name: string) =>
  table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) });
/** Opens the menu of an attribute. */
const menuOf = async (page: Page, name: string) => {
  await press(page, `${name}: what it means`);
  return page.locator('[popover]:popover-open');
};

test('a record leads to each version', async ({ page }) => {
  await page.goto('/country/records/GM');
  // It was changed in entry 275 and changed back.
  await expect(await menuOf(page, 'official-name')).toContainText('since entry 278');
  // Without the whole log, that no version ever set it is not known.
  await expect(await menuOf(page, 'end-date')).not.toContainText('never set');
  await expect(versionOf(page, 278)).toContainText('Reverted to entry 208');

  await link(await menuOf(page, 'name'), /since entry 208/).click();
  await expect(page).toHaveURL(/\/country\/records\/GM\?version=208&attribute=name$/);
  await expectText(main(page), /version 2 of 4 · entry 208/i);
  await expect(dataRow(page, 'name')).toBeInViewport();
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 208 is in the log/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/equals the published root/i);

  // By keyboard: on by one, and to the first by the slider, whose way back leads nowhere.
  const versions = main(page).getByRole('navigation', { name: 'Versions of GM' });
  await link(versions, /next version/i).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/version=275/);
  await expectCheck(page, 'Verified', /entry 275 is in the log/i);
  await expect(dataRow(page, 'official-name')).toContainText('Islamic');
  await versions.getByRole('slider', { name: 'Versions of GM' }).press('Home');
  await expect(page).toHaveURL(/version=69/);
  await expect(link(versions, /previous version/i)).toHaveAttribute('aria-disabled', 'true');
});

test('any two versions stand side by side', async ({ page, walk }) => {
  await page.goto('/country/records/GM');
  // A row is a link as a whole.
  await versionOf(page, 275).getByText('15 Dec 2015').click();
  await expect(page).toHaveURL(/\/entries\/275$/);
  await goBack(page);
  await followLink(versionOf(page, 275), /compare with the one before/i);
  await expect(page).toHaveURL(/version=275&compare=208$/);
  // The link that was pressed is gone; the heading has the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main(page).getByRole('combobox', { name: /^version on the/i })).toHaveCount(2);
  await expectCheck(page, 'Verified', /entry 275 is in the log/i);
  await expectCheck(page, 'Verified', /entry 208: verified \(entry proof and data\)/i);
  await expectText(main(page), '1 attribute changed, 6 unchanged');
  const changed = attributeRow(compared(page), page, 'official-name');
  await expect(changed.getByRole('cell')).toHaveCount(2);
  await expect(changed.getByRole('insertion')).toHaveText('Islamic');
  await expect(compared(page).getByRole('deletion')).toHaveCount(0);
  await main(page).getByText('6 unchanged attributes').click();
  await expect(main(page).getByText('18 Feb 1965')).toBeVisible();
  await walk('/country/records/GM?version=208&compare=275');
  await expect(compared(page).getByRole('deletion')).toHaveText('Islamic');
  await expect(compared(page).getByRole('insertion')).toHaveCount(0);
  // The page ends there, with the proof folded.
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await expect(proofPicture(page)).toBeHidden();
  await main(page).getByRole('combobox', { name: 'Version on the right' }).selectOption({ index: 0 });
  await expect(page).toHaveURL(/version=278&compare=275$/);
  await main(page).getByText('How the version on the right was proved').click();
  await expect(proofPicture(page)).toHaveAccessibleName(/path from entry 278/i);
  await expectAccessible(page, 'two versions', (on) => expect(compared(on)).toBeVisible());
});

test('a record as it was at a size, with its proof at that size', async ({ page, walk }) => {
  const asked = page.waitForRequest(/\/snapshots\/207\/GM$/);
  await page.goto('/country~earlier/records/GM?at=207');
  await asked;
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 69 was in the log of 207 entries/i);
  await expectCheck(page, 'Not checked', /only the server says this was the newest version then/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/is the root at size 207/i);
  // One that came later is not shown in its place.
  await walk('/country~earlier/records/GM?at=276&version=278');
  await expectHeading(page, /entry 278 was not there yet at size 276/i);

  await walk('/country/entries/208?at=250');
  await expectCheck(page, 'Verified', /entry 208 was in the log of 250 entries/i);
  await followLink(main(page), 'View the record then');
  await expect(page).toHaveURL(/records\/GM\?version=208&at=250$/);
  await expectCheck(page, 'Verified', /entry 208 was in the log of 250 entries/i);

  // The proof at that size is kept with the one that ties its root to the published head.
  await press(page, /save proof/i);
  const keeping = page.getByRole('group', { name: /save proof/i });
  await expectText(keeping, /its root was computed here/i);
  const { text } = await downloaded(page, () => press(keeping, /save bundle/i));
  await walk('/check');
  await openEvidence(page, text);
  await expectCheck(page, 'Verified', /entry 208 is in the log with the root hash in this file/i);
  await expectCheck(page, 'Verified', /the log of 250 entries is the beginning of the one of 295/i);

  // The list of records reads the whole register: from then on this is no longer the server's word.
  await walk('/country/records?at=250&q=gambia');
  await followLink(main(page), 'GM');
  await expectCheck(page, 'Verified', /entry 208 was the newest version of GM at size 250/i);
  await followLink(page, 'Back to now');
  await expectCheck(page, 'Verified', /entry 278 is the latest version of GM/i);
  await expectText(main(page), '4 versions, all there are');
});

test('a list of versions that is cut is said to be, and its newest version proved', async ({
  page,
  walk,
}) => {
  for (const register of inTurns(0).map((variant) => `country~${variant}`)) {
    await walk(`/${register}+short-trail/records/GM`);
    await expectVerified(page, 278);
    await expectText(
      main(page),
      /the list of versions ends with entry 275: versions between may be missing/i,
    );
    await walk(`/${register}+short-trail/records/GM?version=278`);
    await expectCheck(page, 'Verified', /entry 278 is in the log/i);
    await expectHeader(page, 'holds');
  }
});

test('a list that ends with its first page is gone on with, though its last version has the newest data', async ({
  page,
  serve,
}) => {
  const items = Array.from({ length: 12 }, (_, index) => ({ thing: 'a', name: `Name ${index % 2}` }));
  const { origin } = await serve(listenerOf(registerOf('thing', items)));
  for (const variant of inTurns(1)) {
    const base = `${origin}/registers/thing/${variant}+link-hidden+small-pages`;
    await page.goto(remote(base, '/records/a'));
    await expectCheck(page, 'Verified', /entry 12 is in the log/i);
    await expectText(main(page), /the list of versions ends with entry 10: versions between may be missing/i);
    await expectHeader(page, 'holds');
  }
});

test('what does not hold is never shown as proved, nor compared', async ({ page, walk }) => {
  // The data of the newest version of ZW, entry 292, is not what its hash says.
  await page.goto('/country~v2+altered-item/records/ZW?version=292&compare=285');
  await expectCheck(page, 'Does not match', /the data is not what entry 292 recorded/i);
  await expectLine(page, 'data', 'does-not-match');
  await expectCheck(page, 'Verified', /entry 285: verified \(entry proof and data\)/i);
  await expectText(main(page), /not compared with entry 285/i);
  await expect(compared(page)).toHaveCount(0);
  await expectHeader(page, 'does-not-match');

  await walk('/country~v2+altered-consistency/records/ZW?at=280');
  await expectCheck(page, 'Does not match', /entry 271 is not proved to be in this log/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/not proved to continue this one/i);
  await expect(proofPicture(page)).toHaveAttribute('data-tone', 'does-not-match');
  await expectNoText(main(page), /was in the log of 280/i);
  // The snapshot of a size forgets an entry that the trail has, and that was in the log.
  await page.route(/\/snapshots\/294\/ZW$/, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('294', '290') }) }),
  );
  await walk('/country~earlier/records/ZW?at=294');
  await expectCheck(page, 'Does not match', /trail and snapshot do not agree/i);
  await expectHeader(page, 'does-not-match');
  await expectCheck(page, 'Verified', /entry 292 was in the log of 294 entries/i);
});
