import type { RequestListener } from 'node:http';
import type { Locator, Page } from 'playwright/test';
import type { RegisterSource, SourceEntry } from '../src/mock/source.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Guard, test } from './fixtures.ts';
import { listenerOf } from './hosts/servers.ts';
import {
  downloaded,
  expectCheck,
  expectHeader,
  expectHeading,
  expectLine,
  expectNoText,
  expectText,
  failedRequest,
  followLink,
  main,
  openEvidence,
  press,
  proofPicture,
  remote,
  goBack,
} from './words.ts';

const compared = (page: Page) => main(page).getByRole('table', { name: /^entry .* and entry/i });
const attributeRow = (table: Locator, page: Page, name: string) =>
  table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) });
/** The row of an attribute in the data of one version. */
const dataRow = (page: Page, name: string) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('link', { name: `Link to ${name}`, exact: true }) });
const versionOf = (page: Page, entryNumber: number) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: `Entry ${entryNumber}`, exact: true }) });

test('a record leads to each version, and to any two side by side', async ({ page, walk }) => {
  await page.goto('/country/records/GM');
  await expect(dataRow(page, 'name')).toContainText('reported since entry 208');
  // It was changed in entry 275 and changed back.
  await expect(dataRow(page, 'official-name')).toContainText('since entry 278');
  await expect(dataRow(page, 'country')).toContainText('since entry 69');
  // Without the whole log, that no version ever set it is not known.
  await expect(dataRow(page, 'end-date')).not.toContainText('never set');
  await expect(versionOf(page, 278)).toContainText('Reverted to entry 208');
  await expect(main(page).getByText(/Reverted to/)).toHaveCount(1);

  await dataRow(page, 'name').getByRole('link', { name: 'since entry 208' }).click();
  await expect(page).toHaveURL(/\/country\/records\/GM\?version=208&attribute=name$/);
  await expectText(main(page), /version 2 of 4 · entry 208 of 295/i);
  await expect(dataRow(page, 'name')).toBeInViewport();
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 208 is in the log/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/equals the published root/i);

  // By keyboard: on by one, back by one from the first, whose way back leads nowhere, and to any by the list.
  const versions = main(page).getByRole('navigation', { name: 'Versions of GM' });
  await versions.getByRole('link', { name: /next version/i }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/version=275/);
  await expectCheck(page, 'Verified', /entry 275 is in the log/i);
  await expect(dataRow(page, 'official-name')).toContainText('Islamic');
  await versions
    .getByRole('combobox', { name: 'Versions of GM' })
    .selectOption({ label: 'Entry 69 · 14 Jan 2008' });
  await expect(page).toHaveURL(/version=69/);
  const back = versions.getByRole('link', { name: /previous version/i });
  await expect(back).toHaveAttribute('aria-disabled', 'true');
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/version=69/);
  await expect(back).toBeFocused();

  // A row is a link as a whole.
  await versionOf(page, 275).getByText('15 Dec 2015').click();
  await expect(page).toHaveURL(/\/entries\/275$/);
  await goBack(page);
  await followLink(versionOf(page, 275), /side by side/i);
  await expect(page).toHaveURL(/version=275&compare=208$/);
  await expectCheck(page, 'Verified', /entry 275 is in the log/i);
  await expectCheck(page, 'Verified', /entry 208: in the log, and its data matches its hash/i);
  await expectText(main(page), '1 attribute changed, 6 unchanged');
  const changed = attributeRow(compared(page), page, 'official-name');
  await expect(changed.getByRole('cell')).toHaveCount(2);
  await expect(changed.getByRole('insertion')).toHaveText('Islamic');
  await expect(compared(page).getByRole('deletion')).toHaveCount(0);
  await expect(compared(page).getByRole('rowheader')).toHaveCount(1);
  await main(page).getByText('6 unchanged attributes').click();
  await expect(main(page).getByText('18 Feb 1965')).toBeVisible();
  await walk('/country/records/GM?version=208&compare=275');
  await expect(compared(page).getByRole('deletion')).toHaveText('Islamic');
  await expect(compared(page).getByRole('insertion')).toHaveCount(0);
  await followLink(main(page).getByRole('navigation', { name: 'Version on the left' }), /next version/i);
  await expectText(main(page), '0 attributes changed, 7 unchanged');
  await expectAccessible(page, 'two versions', (page) =>
    expect(main(page).getByText('0 attributes changed, 7 unchanged')).toBeVisible(),
  );

  // Once every entry was read here, the versions are all there are.
  await page.goto('/country/records/GM');
  await main(page).getByText('What was checked?').click();
  await press(page, /^check every entry$/i);
  await expectCheck(page, 'Verified', /entry 278 is the latest version/i);
  await expect(dataRow(page, 'end-date')).toContainText('never set');
  await expect(dataRow(page, 'name')).toContainText(/(?<!reported )since entry 208/);
});

test('a record as it was at a size, with its proof at that size', async ({ page, walk }) => {
  await page.goto('/country~earlier/records/GM');
  const asked = page.waitForRequest(/\/snapshots\/207\/GM$/);
  await press(page, /^show all 4 versions$/i);
  await expect(versionOf(page, 69).getByRole('link', { name: /^this version/i })).toBeVisible();
  await expect(versionOf(page, 69).getByRole('link', { name: /before this change/i })).toHaveCount(0);
  await followLink(versionOf(page, 208), /^before this change/i);
  await asked;
  await expect(page).toHaveURL(/\/records\/GM\?at=207$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Gambia', exact: true })).toBeVisible();
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /entry 69 was in the log of 207 entries/i);
  await expectCheck(page, 'Not checked', /server reports no newer entry up to entry 207/i);
  await main(page).getByText('What was checked?').click();
  await expectText(main(page), /the trail sent by the server ends with entry 69/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/is the root at size 207/i);
  await expect(versionOf(page, 69)).toContainText('newest then');
  await expect(versionOf(page, 208)).toHaveCount(0);

  // One that came later is not shown in its place.
  await walk('/country~earlier/records/GM?at=276&version=278');
  await expectHeading(page, /entry 278 was not there yet at size 276/i);

  await walk('/country/entries/208?at=250');
  await expectCheck(page, 'Verified', /entry 208 was in the log of 250 entries/i);
  await expectText(main(page), /^of 250 · key GM/);
  await followLink(main(page), 'View the record then');
  await expect(page).toHaveURL(/records\/GM\?version=208&at=250$/);
  await expectCheck(page, 'Verified', /entry 208 was in the log of 250 entries/i);

  // The proof at that size is kept with the one that ties its root to the published head.
  await press(page, /save proof/i);
  const keeping = page.getByRole('group', { name: /save proof/i });
  await expectText(keeping, /whose root was computed here/i);
  await expect(keeping.getByRole('button', { name: /tlog-proof/i })).toHaveCount(0);
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

test('what does not hold is never shown as proved, nor compared', async ({ page, walk }) => {
  // The data of the newest version of ZW, entry 292, is not what its hash says.
  await page.goto('/country~v2+altered-item/records/ZW?version=292&compare=285');
  await expectCheck(page, 'Does not match', /the data is not what entry 292 recorded/i);
  await expectLine(page, 'data', 'does-not-match');
  await expectCheck(page, 'Verified', /entry 285: in the log, and its data matches/i);
  await expectText(main(page), /not set side by side with entry 285/i);
  await expect(compared(page)).toHaveCount(0);
  await expectHeader(page, 'does-not-match');

  await walk('/country~v2+altered-item/records/ZW?version=285&compare=292');
  await expectHeader(page, 'does-not-match');
  await expectText(main(page), /the data of that version does not match its hash/i);
  await expect(compared(page)).toHaveCount(0);

  await walk('/country~v2+altered-proof/records/ZW?version=292&compare=285');
  await expectCheck(page, 'Does not match', /entry 292 does not connect to the published root/i);

  await walk('/country~v2+altered-consistency/records/ZW?at=280');
  await expectCheck(page, 'Does not match', /entry 271 is not proved to be in this log/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/not proved to continue this one/i);
  await expect(proofPicture(page)).toHaveAttribute('data-tone', 'bad');
  await expectNoText(main(page), /was in the log of 280/i);
  const mark = (name: RegExp) => page.getByRole('listitem').getByRole('img', { name });
  await expect(mark(/earlier size of it is not proved/i).first()).toBeVisible();
  await expect(mark(/and its data matches/i)).toHaveCount(0);

  // The snapshot of a size forgets an entry that the trail has, and that was in the log.
  await page.route(/\/snapshots\/294\/ZW$/, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('294', '290') }) }),
  );
  await walk('/country~earlier/records/ZW?at=294');
  await expectCheck(page, 'Does not match', /trail and snapshot do not agree/i);
  await expectHeader(page, 'does-not-match');
  await expectCheck(page, 'Verified', /entry 292 was in the log of 294 entries/i);
});

test('a version that could not be read is neither proved nor refuted', async ({ page, guard }) => {
  guard.expectFailures(/Failed to load resource.*\/items\//, /404 .*\/records\/GM\/entries/);
  await page.route(/\/registers\/country\/v2\/items\//, (route) =>
    /6cf0395e/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await page.goto('/country/records/GM?version=275&compare=69');
  await expectCheck(page, 'Verified', /entry 275 is in the log/i);
  await expect(compared(page)).toBeVisible();
  await page.goto('/country/records/GM?version=275&compare=208');
  await expectCheck(page, 'Could not check', /entry 208: its data cannot be checked/i);
  await expectText(main(page), /the data of that version could not be read/i);
  await page.goto('/country/records/GM?version=208');
  await expect(failedRequest(page)).toBeVisible();
  await expectNoText(main(page), /does not match/i);
  // A record whose trail the server does not have is not a record that is not there.
  await page.route(/\/records\/GM\/entries$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/country/records/GM?version=275');
  await expect(failedRequest(page)).toBeVisible();
});

/** A register whose names are easily mistaken for something else, with versions of several items, and a record of forty versions. */
const tangled: RegisterSource = {
  name: 'tangled',
  domain: 'tangled.example',
  fields: ['tangled', '__proto__'],
  definitions: [],
  entries: [
    version('..a/b?c', odd('first', 'x')),
    version('..a/b?c', odd('second', 'y')),
    version('..a/b?c', [['__proto__', 'half']], [['__proto__', 'other half']]),
    version('..a/b?c', odd('second', 'z')),
    ...Array.from({ length: 40 }, (_, n) =>
      version('long', [
        ['fixed', 'always'],
        ['count', String(n + 1)],
      ]),
    ),
  ],
};

type Values = readonly (readonly [string, string])[];

function odd(proto: string, value: string): Values {
  return [
    ['__proto__', proto],
    ['a&b=c#d', value],
    ['<b>bold</b>', 'same'],
  ];
}

function version(key: string, ...items: readonly Values[]): SourceEntry {
  return {
    key,
    timestamp: '2020-02-02T02:02:02Z',
    items: items.map((values) => new Map([['tangled', key], ...values])),
  };
}

/** Serves that register; the function it returns makes paths of it. */
async function serveTangled(
  serve: (listener: RequestListener) => Promise<{ readonly origin: string }>,
  guard: Guard,
): Promise<(rest: string) => string> {
  // Nothing beside it says what its attributes mean.
  guard.expectFailures(/404 .*\/registers\/field\//);
  const { origin } = await serve(listenerOf(tangled));
  return (rest) => remote(`${origin}/registers/tangled/v2`, rest);
}

test('hostile names, and versions of several items', async ({ page, walk, serve, guard }) => {
  const at = await serveTangled(serve, guard);
  guard.expectFailures(/404 .*\/records\/none/);
  const record = `/records/${encodeURIComponent('..a/b?c')}`;

  await page.goto(at(record));
  // The version between is of two items, which are not traced through.
  await expect(dataRow(page, '<b>bold</b>')).toContainText('since entry 4 or before');
  await dataRow(page, 'a&b=c#d').getByRole('link', { name: 'Link to a&b=c#d' }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Link to a&b=c#d' })).toHaveAttribute('aria-current', 'true');
  await expect(dataRow(page, 'a&b=c#d')).toBeInViewport();
  await walk(at(`${record}?version=2&compare=1`));
  const marked = attributeRow(compared(page), page, '__proto__');
  await expect(marked).toContainText('__proto__');
  await expect(marked.getByRole('deletion')).toHaveText('first');
  await expect(marked.getByRole('insertion')).toHaveText('second');

  await walk(at(`${record}?version=3&compare=2`));
  await expectText(main(page), /this version is not one item/i);
  await expect(main(page).getByText('half', { exact: true })).toBeVisible();
  await expectCheck(page, 'Verified', /entry 3 is in the log/i);
  await walk(at(`${record}?version=7`));
  await expectHeading(page, /no such version of/i);
  await walk(at(`${record}?version=1e1`));
  await expectHeading(page, /no such version of/i);
  await walk(at('/records/none?version=1'));
  await expectHeading(page, /no record with the key/i);
});

test('a long history shows its newest versions, and the one on the page', async ({
  page,
  walk,
  serve,
  guard,
}) => {
  const at = await serveTangled(serve, guard);
  await page.goto(at('/records/long?version=14'));
  await expect(versionOf(page, 14)).toContainText('shown');
  await expectAccessible(page, 'a version', async (on) => {
    await expect(dataRow(on, 'fixed')).toContainText('since entry 5');
    await expect(versionOf(on, 14)).toContainText('shown');
  });
  await walk(at('/records/long'));
  await expect(dataRow(page, 'fixed')).toContainText(/since entry 32 or before/);
  await expect(versionOf(page, 42)).toBeVisible();
  await expect(versionOf(page, 41)).toHaveCount(0);
  await press(page, /^show 12 more of 40 versions$/i);
  await expect(versionOf(page, 30)).toBeVisible();
  await expect(versionOf(page, 29)).toHaveCount(0);
});
