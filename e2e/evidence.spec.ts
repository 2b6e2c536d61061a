import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import {
  alertOf,
  button,
  downloaded,
  dropFile,
  expectCheck,
  expectNoText,
  expectRemembered,
  expectText,
  expectTitle,
  expectVerified,
  field,
  followLink,
  inTurns,
  keyTo,
  main,
  openEvidence,
  openRecord,
  press,
  proofPicture,
  requestsOf,
  textIn,
} from './words.ts';

/** Bundle is as much of a bundle as these journeys change. */
interface Bundle {
  readonly items: readonly string[];
  readonly checkpoint: { readonly logSize: number; readonly rootHash: string };
}

const keeping = (page: Page): Locator => page.getByRole('group', { name: /save proof/i });

async function keep(page: Page, name: RegExp) {
  await press(page, /save proof/i);
  const file = await downloaded(page, () => press(keeping(page), name));
  await expect(keeping(page).getByText(/^saved /i)).toContainText(file.name);
  await page.keyboard.press('Escape');
  return file;
}

async function keptBundle(page: Page, path: string) {
  await openRecord(page, `${path}/records/GM`);
  const file = await keep(page, /save bundle/i);
  return { ...file, bundle: JSON.parse(file.text) as Bundle };
}

/** goToCheck opens the page that checks files, and waits until nothing of it is on its way. */
async function goToCheck(page: Page): Promise<void> {
  await followLink(page.getByRole('contentinfo'), /check a file/i);
  await expectTitle(page, /check a file/i);
  await rest(page);
}

/** Demands the line that sums up the file. */
async function expectFileOutcome(page: Page, outcome: string, words: RegExp): Promise<void> {
  const line = page
    .getByRole('region', { name: /result/i })
    .locator('[data-outcome]')
    .first();
  await expect(line).toHaveAttribute('data-outcome', outcome);
  await expect(line).toContainText(words);
}

test('a saved proof is checked elsewhere without a request', async ({ page: own, newPage, guard }) => {
  // Of what the page shows only the typeface is not there yet.
  guard.expectFailures(/ERR_INTERNET_DISCONNECTED .*\.woff2?$/);
  const { name, text, bundle } = await keptBundle(own, '/country');
  expect(name).toBe('country-GM-entry-278-of-295-proof.json');
  const page = await newPage();
  await page.goto('/');
  await goToCheck(page);
  const asked = requestsOf(page);
  await page.context().setOffline(true);
  await openEvidence(page, text, name);
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /the leaf bytes are this entry/i);
  await expectCheck(page, 'Verified', /entry 278 is in the log with the root hash in this file/i);
  await expectCheck(page, 'Not checked', /root hash is only stated by this file/i);
  await expectFileOutcome(page, 'not-checked', /consistent with the root hash in this file/i);
  await expect(page.getByRole('figure', { name: /path from entry 278/i })).toBeVisible();
  expect(asked).toEqual([]);
  await page.context().setOffline(false);
  await followLink(page, /open this entry in the register/i);
  await expectVerified(page, 278);

  await expectRemembered(own, 'country', 295);
  await goToCheck(own);
  await openEvidence(own, text);
  await expectFileOutcome(own, 'holds', /that the register showed this browser/i);
  const rootHash = bundle.checkpoint.rootHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await openEvidence(own, JSON.stringify({ ...bundle, checkpoint: { logSize: 295, rootHash } }));
  await expectCheck(own, 'Does not match', /root hash is not the one this browser remembers/i);
  await expectFileOutcome(own, 'does-not-match', /does not match/i);
});

test('a proof is saved by keyboard, also on a phone; one that cannot be is a message', async ({ page }) => {
  await openRecord(page);
  const save = button(page, /save proof/i);
  await save.press('Enter');
  const bundle = button(keeping(page), 'Save bundle');
  await expect(bundle).toBeVisible();
  await keyTo(page, 'Tab', bundle);
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = () => {
      URL.createObjectURL = createObjectURL;
      throw new Error('no memory is left');
    };
  });
  const alert = keeping(page).getByText(/could not be done/i);
  await page.keyboard.press('Enter');
  await expect(alert).toContainText(/no memory is left\. Nothing was saved.*Reload/);
  const file = await downloaded(page, () => page.keyboard.press('Enter'));
  expect(file.name).toMatch(/\.json$/);
  await expect(keeping(page).getByText(/^saved /i)).toContainText('Saved ');
  await expect(alert).toHaveCount(0);
  await expectAccessible(page, 'saving a proof');
  await page.keyboard.press('Escape');
  await expect(keeping(page)).toBeHidden();
  await expect(save).toBeFocused();
});

test('a file is dropped or pasted, and what is wrong has its place', async ({ page, walk }) => {
  const { text, bundle } = await keptBundle(page, '/country');
  // On any page.
  for (const path of ['/', '/country/entries', '/check']) {
    await walk(path);
    await dropFile(page, 'dropped.json', text);
    await expectCheck(page, 'Verified', /is in the log with the root hash in this file/i);
    await expectText(page, /from dropped\.json/);
  }
  const unreadable = alertOf(page, /could not check/i);
  for (const [content, words] of [
    [JSON.stringify({ ...bundle, auditPath: ['no hash'] }), /\$\.auditPath\[0\].*"no hash"/],
    [text.slice(0, 500), /not JSON/],
  ] as const) {
    await field(page, /text of a bundle/i).fill(content);
    await press(page, /check the text/i);
    await expect(unreadable).toHaveText(words);
    await expectNoText(page, /does not match/i);
  }
  // Every part that can be changed: verify/evidence/check-bundle.test.ts, views/check/file-result.test.tsx.
  const items = bundle.items.map((item) => item.replace('Gambia', 'Gambla'));
  await openEvidence(page, JSON.stringify({ ...bundle, items }));
  await expectCheck(page, 'Does not match', /data does not match its fingerprint/i);
  await expect(main(page).getByText(/^unverified: /i)).not.toHaveCount(0);
  const figure = page.getByRole('region', { name: /how it was (?:proved|checked)/i });
  await expect(figure).toContainText(/from the file/i);
  await expect(figure).not.toContainText(/server|published/i);
  await expectAccessible(page, 'a file that does not match');
  await openEvidence(page, text);
  await expectCheck(page, 'Verified', /is in the log with the root hash in this file/i);

  // Its root is compared with one from elsewhere, and against the register.
  const root = bundle.checkpoint.rootHash;
  const typed = field(page, /root hash from elsewhere/i);
  await typed.fill(`sha-256:${root}`);
  await expectText(page, /the two root hashes are equal/i);
  await typed.fill(`${root.slice(0, 63)}${root.endsWith('0') ? '1' : '0'}`);
  await expectText(page, /the two root hashes are different/i);
  await followLink(page, /compare with the register now/i);
  await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
});

// Each kind of alarm has its report in verify/evidence/report.test.ts.
test('a report of a rollback shows what it says without a network', async ({ page, context, guard }) => {
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/);
  await page.goto('/unfaithful/records/GM');
  await expectRemembered(page, 'unfaithful', 295);
  await page.goto('/unfaithful~v2+rollback/records/GM');
  const file = await downloaded(page, () => press(page, /save the report/i));
  await goToCheck(page);
  await context.setOffline(true);
  await openEvidence(page, file.text, file.name);
  await expectFileOutcome(page, 'not-checked', /this file shows what it says: the log is shorter/i);
  await expectText(page, /a log of 295 entries, and later one of 265/);
  const forged = file.text
    .replaceAll(/"rootHash": "[0-9a-f]{64}"/g, `"rootHash": "${'ab'.repeat(32)}"`)
    .replaceAll('"logSize": 265', '"logSize": 295');
  await openEvidence(page, forged);
  await expectFileOutcome(page, 'does-not-match', /this file does not show what it says/i);
  await context.setOffline(false);
});

test('a print has what was found, the date and the root hash, and no controls', async ({ page, walk }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { text, bundle } = await keptBundle(page, '/country');
  const expectPrinted = async (verdict: RegExp) => {
    // On printing the page writes down the time.
    await page.pdf();
    await page.emulateMedia({ media: 'print' });
    const printed = /^Printed \d+ \w+ \d{4}, .*127\.0\.0\.1/;
    await expect(page.locator('body')).toHaveAttribute('data-printed', printed);
    for (const words of [verdict, bundle.checkpoint.rootHash, 'The Republic of The Gambia'])
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
    // What is pressed to read more of a name or a hash of the picture is what is read.
    const controls =
      'button:not([data-node], [popovertarget]), input, select, textarea, nav, search, .unprinted';
    await expect(page.locator(controls).filter({ visible: true })).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('.printed').filter({ visible: true })).toHaveCount(0);
  };
  await expectPrinted(/verified: this is what the register published/i);
  await walk('/country/entries/278');
  await expectVerified(page, 278);
  await expectPrinted(/verified: the register published this entry/i);
  // What is folded on the page is not passed over in silence.
  await walk('/country/records/ZW');
  await page.emulateMedia({ media: 'print' });
  await expectText(main(page), 'Not printed: 5 more versions');
  await page.emulateMedia({ media: 'screen' });
  await goToCheck(page);
  await openEvidence(page, text);
  await expectPrinted(/consistent with the root hash that the register showed/i);
});

test('a printed record has its register, its root hash in digits, its checks and every step of its path', async ({
  page,
  walk,
}) => {
  const sent = button(proofPicture(page), /sent by the server/i);
  const fold = button(proofPicture(page), /more steps/i);
  for (const variant of inTurns(1)) {
    await walk(`/country~${variant}/records/GB`);
    await expectVerified(page, 65);
    await expect(fold).toBeVisible();
    // The browser lays out its pages as soon as this event returns.
    const isUnfolded = await page.evaluate(() => {
      const boxes = (): number => document.querySelectorAll('[data-node]').length;
      const before = boxes();
      dispatchEvent(new Event('beforeprint'));
      const printed = boxes();
      dispatchEvent(new Event('afterprint'));
      return printed > before;
    });
    expect(isUnfolded).toBe(true);
    await expect(fold).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(sent).toHaveCount(9);
    await expect(fold).toHaveCount(0);
    // What is folded on the screen, and the entries that each hash covers.
    await expect(page.getByText('What this does not prove:').first()).toBeVisible();
    await expect(proofPicture(page).getByText('entries 129–256', { exact: true })).toBeVisible();
    const line = new RegExp(
      `Register Countries and some territories at .*/registers/country/${variant}\\. Root hash [0-9a-f]{64} of 295 entries, published\\.`,
    );
    await expect(textIn(page, line)).toBeVisible();
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
  }
});
