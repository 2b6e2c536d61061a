import type { APIRequestContext, Page } from 'playwright/test';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import {
  button,
  copied,
  copyLink,
  dataRow,
  expectCheck,
  expectHeader,
  expectHeading,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  field,
  fileOf,
  followLink,
  goBack,
  headerOutcome,
  inTurns,
  keyTo,
  link,
  main,
  openRecord,
  press,
  proofPicture,
  registerOf,
  rsfOf,
} from './words.ts';
import { expectAccessible } from './accessible.ts';

async function json(request: APIRequestContext, address: string): Promise<unknown> {
  return (await request.get(address)).json();
}

async function trailOf(request: APIRequestContext, base: string, key: string): Promise<number[]> {
  const trail = (await json(request, `${base}/records/${key}/entries`)) as { 'entry-number': string }[];
  return trail.map((entry) => Number(entry['entry-number']));
}

/** The hashes in an answer, 64 digits each, without the prefix of either variant. */
function hashesIn(body: string): string[] {
  return [...body.matchAll(/"(?:sha-256:|1220)([0-9a-f]{64})"/g)].map((match) => match[1] ?? '');
}

test('a record opened from a list leads to its neighbours there', async ({ page }) => {
  await page.goto('/country/records?q=guinea&sort=key');
  await followLink(main(page).getByRole('table'), 'GQ');
  await expectTitle(page, 'Equatorial Guinea');
  await followLink(page, 'Next record, GW');
  await expectTitle(page, 'Guinea-Bissau');
  await followLink(page, 'Previous record, GQ');
  await expectTitle(page, 'Equatorial Guinea');
});

/** As many hashes as the server sent for an entry are drawn, up to the root that it publishes; each is shown in full by its box. */
async function expectHashesDrawn(page: Page, base: string, entryNumber: number): Promise<void> {
  const head = JSON.stringify(await json(page.request, `${base}/proofs/register`));
  const logSize = Number(/"total-entries":(\d+)/.exec(head)?.[1]);
  const proof = await json(page.request, `${base}/proofs/entries/${entryNumber}/${logSize}`);
  const sent = hashesIn(JSON.stringify(proof));
  expect(sent.length).toBeGreaterThan(6);
  const picture = proofPicture(page);
  await press(picture, /^\d+ more steps/i);
  const drawn = button(picture, /sent by the server/i);
  await expect(drawn).toHaveCount(sent.length);
  await drawn.first().click();
  await expectText(picture, sent[0] ?? 'none');
  await press(picture, /computed here, equals the published/i);
  await expectText(picture, hashesIn(head)[0] ?? 'none');
}

test('a link in a fresh profile shows record, proof and versions', async ({ newPage, request, site }) => {
  // With all that a visit brings: the service worker, motion.
  const page = await newPage({ serviceWorkers: 'allow', reducedMotion: 'no-preference' });
  const base = `${site}/registers/country/earlier`;
  const trail = await trailOf(request, base, 'GM');
  const newest = trail.at(-1) ?? 0;
  await page.goto('/country~earlier/records/GM');
  await expectTitle(page, 'The Gambia');
  await expectVerified(page, newest);
  await expectCheck(page, 'Not checked', /only the server says this is the newest version/i);
  await expect(page).toHaveTitle(/GM/);

  await test.step('its proof', () => expectHashesDrawn(page, base, newest));
  await test.step('its versions, with what changed last', async () => {
    const history = main(page)
      .locator('li')
      .filter({ has: link(page, /^Entry \d/) });
    await expect(history).toHaveCount(trail.length);
    for (const entryNumber of trail) await expect(link(history, `Entry ${entryNumber}`)).toBeVisible();
    await expect(main(page).getByRole('deletion')).toHaveText(['Islamic']);
    await expect(main(page).getByRole('insertion')).toHaveText(['Islamic', 'The']);
    // Only a version that does not hold has a mark.
    await expect(history.getByRole('img')).toHaveCount(0);
    await followLink(main(page), `Entry ${trail[0]}`);
    await expect(page).toHaveURL(new RegExp(`/entries/${trail[0]}$`));
    await expectVerified(page, trail[0] ?? 0);
  });
});

test('what is not there says so, and a search is offered', async ({ page, walk, guard }) => {
  guard.expectFailures(/404 .*\/(records\/gm|entries\/999|items\/|.*nonsense)/i);
  await walk('/nonsense');
  await expectTitle(page, 'There is no register called “nonsense”');
  await expectHeader(page, 'cannot-check');
  await expect(page.getByRole('main').getByRole('link', { name: /^countries and/i })).toBeVisible();
  await walk('/country~v2+nonsense');
  await expectHeading(page, /switch .*nonsense/i);
  await expect(page.getByRole('main').getByRole('link', { name: /countries/i })).toHaveAttribute(
    'href',
    '/country',
  );
  await walk('/country/nonsense');
  await expectHeading(page, /countries.* has no page/i);
  await walk('/Country/records/GB');
  await followLink(page.getByRole('main'), /country\/records\/GB/);
  await expectTitle(page, 'United Kingdom');
  await walk('/planet/entries/999');
  await expectHeading(page, /no entry 999/i);
  await walk(`/planet/items/${'0'.repeat(64)}`);
  await expectHeading(page, /no data with this hash/i);
  await walk('/planet/items/no-hash');
  await expectHeading(page, /not a hash/i);
  await walk('/country/records/gm');
  await expectTitle(page, 'No record gm. Did you mean GM?');
  await expectNoText(page, /does not match/i);
  await followLink(page, 'Open GM');
  await expectVerified(page, 278);
  await goBack(page);
  await followLink(page, /search .*gm/i);
  await expect(page.getByRole('searchbox', { name: /search these records/i })).toHaveValue('gm');
  await followLink(main(page), 'GM');
  await expectTitle(page, 'The Gambia');
});

for (const variant of inTurns(0))
  test(`a value is followed to the root; a changed copy leads to another, ${variant}`, async ({ page }) => {
    await openRecord(page, `/country~${variant}/records/GM`);
    const picture = proofPicture(page);
    // By keyboard, and by the dots at the end of the row.
    await button(main(page), 'name: what it means').press('Enter');
    await button(main(page), 'Show how it is hashed').press('Enter');
    await expect(picture.locator('mark')).toHaveText('"name":"The Gambia"');
    // Names of linked records come later, and move the rows.
    await rest(page);
    const row = await dataRow(page, 'official-name').boundingBox();
    if (row === null) throw new Error('no row in sight');
    await page.mouse.click(row.x + row.width - 8, row.y + 18);
    await press(main(page), 'Show how it is hashed');
    await expect(picture.locator('mark')).toContainText('"official-name"');

    await button(main(page), 'Tamper with a copy').click();
    const name = field(main(page), /^name/);
    await name.fill('The Gambit');
    await expect(picture).toHaveAttribute('data-tone', 'does-not-match');
    await expect(picture).toContainText(/root computed here does not match the published root/i);
    // The data, its hash, the entry, its leaf, and all that is computed from it.
    const computed = button(picture, /computed here.*, changed$/i);
    await expect(computed).not.toHaveCount(0);
    await expect(picture.locator('[data-source="computed"]:not([data-changed])')).toHaveCount(0);
    await expect(picture.locator('[data-source="sent"][data-changed]')).toHaveCount(0);
    // The verdict is on the copy; what is said of the record is said of the register's data.
    await expectText(main(page), /^your copy does not match the published root$/i);
    await expect(
      main(page)
        .getByText(/^the register’s own record is verified\./i)
        .first(),
    ).toBeVisible();
    await expect(headerOutcome(page)).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('Copy: no match');
    await button(main(page), 'Undo').click();
    await expect(name).toHaveValue('The Gambia');
    await expect(picture).toHaveAttribute('data-tone', 'holds');
    await expectHeader(page, 'holds');
    await button(main(page), 'Done').click();
    await expect(picture).toHaveAttribute('data-tone', 'holds');
    await expectTitle(page, 'The Gambia');
  });

test('the link to a record is copied as it is, or pinned at this size to cite', async ({ page, site }) => {
  await page.goto('/country/records/GM?proof=steps');
  await expectHeader(page, 'holds');
  const [address, seen] = (await copyLink(page)).split('#');
  expect(address).toBe(`${site}/country/records/GM?proof=steps`);
  expect(seen).toMatch(/^seen=295\.[0-9a-f]{32}$/);
  const pinned = await copied(page, () => press(page, /^copy link at /i));
  expect(pinned).toBe(`${site}/country/records/GM?proof=steps&at=295#${seen}`);
  await expectAccessible(page, 'copying a link');
  // What is pinned has one address.
  await page.goto(pinned);
  await expectHeader(page, 'holds');
  expect(await copyLink(page)).toBe(pinned);
});

/** A register whose records name each other. Every datatype, and what is long or empty, is in ui/values/values.test.tsx. */
const specimens = registerOf(
  'specimen',
  [
    { specimen: 'one', name: 'First specimen', kin: ['two', 'gone'] },
    { specimen: 'two', name: 'Second specimen', kin: ['one'] },
  ],
  [
    { id: 'specimen', datatype: 'string', cardinality: '1', register: 'specimen' },
    {
      id: 'kin',
      datatype: 'string',
      cardinality: 'n',
      register: 'specimen',
      title: 'Kin',
      text: 'Its *kin*.',
    },
  ],
);

const value = (page: Page, attribute: string) => dataRow(page, attribute).locator('dd').first();

test('keys of the register itself are named, and the raw value is at hand', async ({ page, walk }) => {
  await page.goto('/');
  await page.locator('input[type="file"]').setInputFiles(fileOf('specimen.rsf', rsfOf(specimens)));
  await expect(link(page, 'Overview')).toBeVisible();
  await walk(`${new URL(page.url()).pathname}/records/one`);
  await expect(value(page, 'kin')).toHaveText('two Second specimengone no such record in specimen');
  await expectAccessible(page, 'values', () => expect(value(page, 'kin')).toContainText('no such record'));
  await button(page, 'kin: what it means').press('Enter');
  await expectText(page, 'Keys of the register specimen: by the register’s own');
  await expectText(page, '["two","gone"]');
});

test('a key leads to another register and back, by keyboard', async ({ page, walk }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/planet');
  await expectTitle(page, 'Planets');
  await walk('/country/records/BT');
  await expect(value(page, 'currency').getByRole('listitem')).toHaveText([
    'BTN Ngultrum',
    'INR Indian Rupee',
  ]);
  await expect(button(page, 'currency: what it means')).toBeVisible();
  const rupee = link(value(page, 'currency'), 'INR');
  await button(page, 'currency: what it means').focus();
  await page.keyboard.press('Tab');
  await keyTo(page, 'Tab', rupee);
  // Only the names of the linked records are requested, and nothing that these link to.
  expect(asked.filter((address) => /registers\/currency\//.test(address))).toHaveLength(2);
  expect(asked.filter((address) => /registers\/country\/[^/]+\/records\/(?!BT)/.test(address))).toEqual([]);

  await rupee.press('Enter');
  await expectTitle(page, 'Indian Rupee');
  const back = page.getByRole('region', { name: /^Links in countr/i });
  const entries = asked.filter((address) => /registers\/country\/[^/]+\/entries/.test(address)).length;
  await page.getByText('Which records link here?').focus();
  await expect(back).toHaveCount(0);
  expect(asked.filter((address) => /registers\/country\/[^/]+\/entries/.test(address))).toHaveLength(entries);
  await page.keyboard.press('Enter');
  // No attribute of a planet names a currency.
  await expect(page.getByRole('region', { name: /^Links in planet/i })).toHaveCount(0);
  await expectText(back, '2 records by currency');
  await followLink(back, 'BT Bhutan');
  await expectTitle(page, 'Bhutan');
});
