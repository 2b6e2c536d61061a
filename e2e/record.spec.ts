import type { APIRequestContext } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectCheck,
  expectHeader,
  expectHeading,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  followLink,
  headerOutcome,
  press,
  proofPicture,
} from './words.ts';

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

test('a link in a fresh profile shows record, checks, proof and versions', async ({
  newProfile,
  request,
  site,
}) => {
  // With all that a visit brings: the service worker, motion.
  const fresh = await newProfile({ serviceWorkers: 'allow', reducedMotion: 'no-preference' });
  const page = await fresh.newPage();
  const base = `${site}/registers/country/earlier`;
  const trail = await trailOf(request, base, 'GM');
  const newest = trail.at(-1) ?? 0;
  await page.goto('/country~earlier/records/GM');
  await expectTitle(page, 'The Gambia');
  await expectVerified(page, newest);
  await expectCheck(page, 'Not checked', /no newer entry/i);
  await expect(page).toHaveTitle(/GM/);

  // As many hashes as the server sent are drawn, up to the root it publishes.
  const head = JSON.stringify(await json(request, `${base}/proofs/register`));
  const root = hashesIn(head)[0] ?? 'none';
  const logSize = Number(/"total-entries":(\d+)/.exec(head)?.[1]);
  const sent = hashesIn(JSON.stringify(await json(request, `${base}/proofs/entries/${newest}/${logSize}`)));
  expect(sent.length).toBeGreaterThan(6);
  const picture = proofPicture(page);
  await press(picture, /^\d+ more steps/i);
  await expect(picture.getByRole('button', { name: /sent by the server/i })).toHaveCount(sent.length);
  await expect(picture.getByRole('button', { name: /computed here, equals the published/i })).toHaveCount(1);
  // Each hash that the server sent is shown in full by its box.
  await picture
    .getByRole('button', { name: /sent by the server/i })
    .first()
    .click();
  await expectText(picture, sent[0] ?? 'none');
  await press(picture, /computed here, equals the published/i);
  await expectText(picture, root);

  const main = page.getByRole('main');
  await press(page, /^show all 4 versions$/i);
  for (const entryNumber of trail)
    await expect(main.getByRole('link', { name: `Entry ${entryNumber}`, exact: true })).toBeVisible();
  await expect(main.getByRole('deletion')).toHaveText(['Islamic']);
  await expect(main.getByRole('insertion')).toHaveText(['Islamic', 'The']);
  const history = main.locator('li').filter({ has: page.getByRole('link', { name: /^Entry \d/ }) });
  await expect(history).toHaveCount(trail.length);
  await expect(history.getByRole('img', { name: /verified \(entry proof and data\)/i })).toHaveCount(
    trail.length,
  );
  await followLink(main, `Entry ${trail[0]}`);
  await expect(page).toHaveURL(new RegExp(`/entries/${trail[0]}$`));
  await expectVerified(page, trail[0] ?? 0);
});

test('what is not there says so, and a search is offered', async ({ page, walk, guard }) => {
  guard.expectFailures(/404 .*\/(records\/gm|entries\/999|items\/|nonsense\/)/);
  await page.goto('/nonsense');
  await expectTitle(page, 'There is no register called “nonsense”');
  await expectHeader(page, 'cannot-check');
  await walk('/planet/entries/999');
  await expectHeading(page, /no entry 999/i);
  await walk(`/planet/items/${'0'.repeat(64)}`);
  await expectHeading(page, /no data with this hash/i);
  await walk('/planet/items/no-hash');
  await expectHeading(page, /not a hash/i);
  await walk('/country/records/gm');
  await expectHeading(page, /no record .*gm/i);
  await expectNoText(page, /does not match/i);
  await followLink(page, /search .*gm/i);
  await expect(page.getByRole('searchbox', { name: /search these records/i })).toHaveValue('gm');
  await followLink(page.getByRole('main'), 'GM');
  await expectTitle(page, 'The Gambia');
});

for (const variant of ['v2', 'earlier'])
  test(`a value is followed to the root, and a changed copy of it leads to another one, ${variant}`, async ({
    page,
  }) => {
    await page.goto(`/country~${variant}/records/GM`);
    await expectVerified(page, 278);
    const main = page.getByRole('main');
    const picture = proofPicture(page);
    // By keyboard, and by a press on the row.
    await main.getByRole('button', { name: 'Show how name is hashed' }).focus();
    await page.keyboard.press('Enter');
    await expect(picture.locator('mark')).toHaveText('"name":"The Gambia"');
    await main.locator('dd', { hasText: 'Republic of The Gambia' }).click();
    await expect(picture.locator('mark')).toContainText('"official-name"');

    await main.getByRole('button', { name: 'Tamper with a copy' }).click();
    const name = main.getByRole('textbox', { name: /^name/ });
    await name.fill('The Gambit');
    await expect(picture).toHaveAttribute('data-tone', 'does-not-match');
    await expect(picture).toContainText(/root computed here does not match the published root/i);
    // The data, its hash, the entry, its leaf, and all that is computed from it.
    const computed = picture.getByRole('button', { name: /^changed: .*computed here/i });
    await expect(computed).not.toHaveCount(0);
    await expect(picture.locator('[data-source="computed"]:not([data-changed])')).toHaveCount(0);
    await expect(picture.locator('[data-source="sent"][data-changed]')).toHaveCount(0);
    // The verdict is on the copy; what is said of the record is said of the register's data.
    await expectText(main, /^your copy does not match the published root$/i);
    await expect(main.getByText(/^the register’s own record is verified$/i).first()).toBeVisible();
    await expect(headerOutcome(page)).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('Your copy: root does not match');
    await main.getByRole('button', { name: 'Undo' }).click();
    await expect(name).toHaveValue('The Gambia');
    await expect(picture).toHaveAttribute('data-tone', 'holds');
    await expectHeader(page, 'holds');
    await main.getByRole('button', { name: 'Done' }).click();
    await expect(picture).toHaveAttribute('data-tone', 'holds');
    await expectTitle(page, 'The Gambia');
  });
