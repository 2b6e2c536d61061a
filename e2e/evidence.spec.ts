import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { walkIn, rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import {
  downloaded,
  check,
  expectCheck,
  expectHeader,
  expectNoText,
  expectRemembered,
  expectText,
  expectTitle,
  expectVerified,
  followLink,
  keyTo,
  openEvidence,
  press,
  requestsOf,
} from './words.ts';

const GM = 278;

interface Saved {
  readonly name: string;
  readonly text: string;
}

/** Bundle is as much of a bundle as these journeys change. */
interface Bundle {
  blob?: Record<string, string>;
  auditPath: string[];
  entry: { key: string };
  checkpoint: { logSize: number; rootHash: string };
  [part: string]: unknown;
}

const keeping = (page: Page): Locator => page.getByRole('group', { name: /save proof/i });

async function openKeeping(page: Page): Promise<void> {
  await press(page, /save proof/i);
  await expect(keeping(page)).toBeVisible();
}

async function keep(page: Page, name: RegExp): Promise<Saved> {
  await openKeeping(page);
  const file = await downloaded(page, () => keeping(page).getByRole('button', { name }).click());
  await expect(keeping(page).getByRole('status')).toContainText(file.name);
  await page.keyboard.press('Escape');
  return file;
}

async function keptBundle(page: Page, path: string): Promise<Saved & { bundle: Bundle }> {
  await page.goto(`${path}/records/GM`);
  await expectVerified(page, GM);
  const file = await keep(page, /save bundle/i);
  return { ...file, bundle: JSON.parse(file.text) as Bundle };
}

async function goToCheck(page: Page): Promise<void> {
  await followLink(page.getByRole('contentinfo'), /check a file/i);
  await expectTitle(page, /check a file/i);
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

test('a saved proof is checked by somebody else without a request', async ({
  page: own,
  newProfile,
  site,
  guard,
}) => {
  // Of what the page shows only the typeface is not there yet.
  guard.expectFailures(/ERR_INTERNET_DISCONNECTED .*\.woff2?$/);
  const file = await keptBundle(own, '/country');
  expect(file.name).toBe('country-GM-entry-278-of-295-proof.json');
  const context = await newProfile({ baseURL: site });
  const page = await context.newPage();
  await page.goto('/check');
  await expect(page.getByRole('button', { name: /choose a file/i })).toBeVisible();
  await rest(page);
  const asked = requestsOf(page);
  await context.setOffline(true);
  await openEvidence(page, file.text, file.name);
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', /the leaf bytes are this entry/i);
  await expectCheck(page, 'Verified', /entry 278 is in the log with the root hash in this file/i);
  await expectCheck(page, 'Not checked', /root hash is only stated by this file/i);
  await expectFileOutcome(page, 'not-checked', /consistent with the root hash in this file/i);
  await expect(page.getByRole('figure', { name: /path from entry 278/i })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^The Gambia$/ })).toBeVisible();
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await followLink(page, /open this entry in the register/i);
  await expect(page).toHaveURL(/\/country\/entries\/278$/);
  await expectVerified(page, GM);
});

test('the root of a file is compared with the remembered one', async ({ page, context }) => {
  const { text, bundle } = await keptBundle(page, '/country');
  await expectRemembered(page, 'country', 295);
  await goToCheck(page);
  await rest(page);
  await context.setOffline(true);
  await openEvidence(page, text);
  await expectCheck(page, 'Verified', /this browser remembers the same root hash/i);
  await expectFileOutcome(page, 'holds', /that the register showed this browser/i);
  const rootHash = bundle.checkpoint.rootHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await openEvidence(page, JSON.stringify({ ...bundle, checkpoint: { logSize: 295, rootHash } }));
  await expectCheck(page, 'Does not match', /root hash is not the one this browser remembers/i);
  await expectFileOutcome(page, 'does-not-match', /does not match/i);
  await openEvidence(page, JSON.stringify({ ...bundle, checkpoint: { ...bundle.checkpoint, logSize: 296 } }));
  await expectCheck(page, 'Does not match', /remembers this root hash for another log size/i);
  await page.getByText('What was checked?').click();
  await expectText(page, /remembered for 295 entries: .* in the file for 296 entries/i);
  await context.setOffline(false);
});

// A bundle of items is kept and checked above; every part of each that is spoilt is in verify/evidence/check-bundle.test.ts.
test('a changed bundle does not match at the line that was changed', async ({ page }) => {
  const { bundle } = await keptBundle(page, '/country~earlier');
  const proof = await keep(page, /save tlog-proof \(unsigned\)/i);
  expect(proof.name).toMatch(/unsigned\.tlog-proof$/);
  const root = Buffer.from(bundle.checkpoint.rootHash, 'hex').toString('base64');
  expect(proof.text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex 277\n/);
  const { host } = new URL(page.url());
  expect(proof.text.endsWith(`\n\n${host}/registers/country/earlier#blobs\n295\n${root}\n`)).toBe(true);

  await goToCheck(page);
  const data = check(page, 'Does not match', /data does not match its fingerprint/i);
  const leaf = check(page, 'Does not match', /the leaf bytes are not this entry/i);
  const entry = check(page, 'Does not match', /does not connect to the root hash in this file/i);
  const proofFigure = page.getByRole('region', { name: 'Entry proof' });
  const change = async (changed: Partial<Bundle>, shown: Locator[]): Promise<void> => {
    await openEvidence(page, JSON.stringify({ ...bundle, ...changed }));
    for (const line of [data, leaf, entry]) await expect(line).toBeVisible({ visible: shown.includes(line) });
  };
  await change({ blob: { ...bundle.blob, name: 'Gambla' } }, [data]);
  const shown = page.getByRole('definition').filter({ hasText: /Gambla/ });
  await expect(shown.first()).toBeVisible();
  const unverified = page.getByRole('main').getByText('unverified', { exact: true });
  await expect(unverified).not.toHaveCount(0);
  await expect(proofFigure).not.toContainText(/server|published/i);
  await expect(proofFigure).toContainText(/from the file/i);
  await change({ entry: { ...bundle.entry, key: 'FR' } }, [leaf, entry]);
  await change({ auditPath: bundle.auditPath.toReversed() }, [entry]);
  await expect(proofFigure).toContainText(/does not match the root in the file/i);
  await expectAccessible(page, 'a file that does not match');
  await change({}, []);
  await expect(unverified).toHaveCount(0);
});

test('a proof is saved by keyboard alone, also on a phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/country/records/GM');
  await expectVerified(page, GM);
  const button = page.getByRole('button', { name: /save proof/i });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(keeping(page).getByRole('button', { name: /save bundle/i })).toBeVisible();
  await keyTo(page, 'Tab', keeping(page).getByRole('button', { name: /save bundle/i }));
  const file = await downloaded(page, () => page.keyboard.press('Enter'));
  expect(file.name).toMatch(/\.json$/);
  await keeping(page)
    .getByRole('button', { name: /copy citation/i })
    .press('Enter');
  await expect(keeping(page).getByRole('status')).toHaveText(/citation copied/i);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /record GM, entry 278 .* 295 entries with root sha-256:[0-9a-f]{64}\. .*\/country\/entries\/278 \(accessed \d{4}-\d\d-\d\d\)\.$/,
  );
  await expectAccessible(page, 'keeping');
  await page.setViewportSize({ width: 320, height: 800 });
  const { x = 0, width = 0 } = (await keeping(page).boundingBox()) ?? {};
  expect([x >= 0, x + width <= 320]).toEqual([true, true]);
  await page.keyboard.press('Escape');
  await expect(keeping(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('a proof that does not hold is kept as that', async ({ page }) => {
  await page.goto('/country~v2+altered-item/records/ZW');
  await expectCheck(page, 'Does not match', /data is not what entry 292 recorded/i);
  await openKeeping(page);
  await expectText(keeping(page), /this proof does not match/i);
  await expect(keeping(page).getByRole('button', { name: /tlog-proof/i })).toHaveCount(0);
  const file = await downloaded(page, () =>
    keeping(page)
      .getByRole('button', { name: /save bundle/i })
      .click(),
  );
  expect(file.text).toContain('"does-not-match"');
  await goToCheck(page);
  await openEvidence(page, file.text);
  await expectCheck(page, 'Does not match', /data does not match its fingerprint/i);
});

test('a file is dropped or pasted, and what is wrong has its place', async ({ page, walk }) => {
  const { text, bundle } = await keptBundle(page, '/country');
  // Also where registers are opened.
  for (const path of ['/', '/check']) {
    await walk(path);
    await expectTitle(page, /^check a (file|public register yourself)$/i);
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'dropped.json'));
      return data;
    }, text);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await expectCheck(page, 'Verified', /is in the log with the root hash in this file/i);
    await expectText(page, /from dropped\.json/);
    await expect(page).toHaveURL(/\/check$/);
  }

  await page.getByText('Paste its text').click();
  const pasted = page.getByRole('textbox', { name: /text of a bundle/i });
  const unreadable = page.getByRole('alert').filter({ hasText: /could not check/i });
  for (const [content, words] of [
    [
      JSON.stringify({ ...bundle, auditPath: ['no hash'] }),
      /\$\.auditPath\[0\].*"no hash".*64 hexadecimal digits/,
    ],
    [text.slice(0, 500), /not JSON/],
    ['{"format":"something"}', /neither a proof bundle nor a report/],
  ] as const) {
    await pasted.fill(content);
    await press(page, /check the text/i);
    await expect(unreadable).toHaveText(words);
    await expect(unreadable).toHaveText(/ask its author|start page/i);
    await expectNoText(page, /does not match/i);
  }
  await expectAccessible(page, 'a text that cannot be read');
  await pasted.fill(text);
  await press(page, /check the text/i);
  await expectCheck(page, 'Verified', /is in the log with the root hash in this file/i);
  await expect(unreadable).toHaveCount(0);

  // The description is there to be had; the script is in help.spec.ts.
  const schema = page.getByRole('link', { name: 'proof-bundle.schema.json' });
  expect((await page.request.get((await schema.getAttribute('href')) ?? '')).status()).toBe(200);

  // Its root is compared with one from elsewhere, and against the register.
  const root = bundle.checkpoint.rootHash;
  const typed = page.getByRole('textbox', { name: /root hash from elsewhere/i });
  await typed.fill(`sha-256:${root}`);
  await expectText(page, /the two root hashes are equal/i);
  await typed.fill(`${root.slice(0, 63)}${root.endsWith('0') ? '1' : '0'}`);
  await expectText(page, /the two root hashes are different/i);
  await followLink(page, /compare with the register now/i);
  await expectCheck(page, 'Verified', /you are both shown the same log/i);
});

test('a pasted tlog-proof says what it shows, and what it lacks', async ({ page, walk }) => {
  await page.goto('/country/entries/278');
  const { text } = await keep(page, /save tlog-proof \(unsigned\)/i);
  await walk('/check');
  await page.getByText('Paste its text').click();
  const field = page.getByRole('textbox', { name: /the text of a bundle, a tlog-proof or a report/i });
  await field.fill(text);
  await press(page, /check the text/i);
  await expectCheck(page, 'Verified', /entry 278 is in the log with the root hash in this file/i);
  await expectCheck(page, 'Verified', /the leaf bytes are this entry/i);
  await page.getByText('What was checked?').click();
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

// Each kind of alarm has its report in verify/evidence/report.test.ts.
test('a report of a rollback shows what it says without a network', async ({ page, context, guard }) => {
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/);
  await page.goto('/unfaithful/records/GM');
  await expectRemembered(page, 'unfaithful', 295);
  await page.goto('/unfaithful~v2+rollback/records/GM');
  const file = await downloaded(page, () => page.getByRole('button', { name: /save the report/i }).click());
  await goToCheck(page);
  await rest(page);
  await context.setOffline(true);
  await openEvidence(page, file.text, file.name);
  await expectFileOutcome(
    page,
    'not-checked',
    /this file shows what it says: the log is shorter than it was/i,
  );
  await expectText(page, /a log of 295 entries, and later one of 265/);
  await page.getByText('What was checked?').click();
  await expectText(page, /signs nothing/i);

  const forged = file.text
    .replaceAll(/"rootHash": "[0-9a-f]{64}"/g, `"rootHash": "${'ab'.repeat(32)}"`)
    .replaceAll('"logSize": 265', '"logSize": 295');
  await openEvidence(page, forged);
  await expectFileOutcome(page, 'does-not-match', /this file does not show what it says/i);
  await context.setOffline(false);
});

const compare = (path: string, head: { logSize: number; rootHash: string }): string =>
  `${path}/compare?size=${head.logSize}&root=${head.rootHash}`;

async function headOf(page: Page, mount: string): Promise<{ logSize: number; rootHash: string }> {
  const answer = await page.request.get(
    `/registers/unfaithful/${mount}/proof${mount.startsWith('v2') ? '/register/merkle:sha-256' : 's/register'}`,
  );
  const body = await answer.text();
  return {
    logSize: Number(/"total-entries":(\d+)/.exec(body)?.[1]),
    rootHash: /"(?:sha-256:|1220)([0-9a-f]{64})"/.exec(body)?.[1] ?? '',
  };
}

// Heads know no variant, and its proofs are read in one place.
const mount = 'v2';
const path = '/unfaithful';

test('equal, older and forged roots each have their verdict', async ({ page, newProfile, site }) => {
  await page.goto(`${path}/records/GM`);
  await openKeeping(page);
  await followLink(keeping(page), /compare roots with another person/i);
  const link = await page.getByRole('textbox', { name: /link to compare/i }).inputValue();
  await expect(page.getByRole('img', { name: /qr code of the link/i })).toBeVisible();

  const other = await (await newProfile({ baseURL: site })).newPage();
  const walkOther = walkIn(other);
  await walkOther(link);
  await expectCheck(other, 'Verified', /you are both shown the same log/i);
  await expectText(other, /does not prove: that what is registered is true/i);
  await walkOther(compare(path, await headOf(page, `${mount}+rollback`)));
  await expectCheck(other, 'Verified', /their log is the beginning of yours/i);
  await expectHeader(other, 'holds');
  await walkOther(compare(path, await headOf(page, `${mount}+fork`)));
  await expectCheck(other, 'Does not match', /^Does not match: the two roots are different/i);
  await expectHeader(other, 'does-not-match');
  await expect(other.getByText(/first differing at digit/i).first()).toBeAttached();
  await other.goto(compare(path, { ...(await headOf(page, `${mount}+rollback`)), logSize: 200 }));
  await expectCheck(other, 'Does not match', /does not show that one log begins the other/i);
  await expectText(other, 'computed from the proof');
  await expectText(other, /what was computed does not match their root$/i);
  await expect(other.getByRole('figure', { name: /^two ladders, .*root shown now/i })).toBeVisible();
  await expectAccessible(other, 'compare');
});

test('a root that contradicts the remembered one is not called yours', async ({ page, walk }) => {
  await page.goto(`${path}/records/GM`);
  await expectRemembered(page, path.slice(1), 295);
  const remembered = await headOf(page, mount);
  const published = await headOf(page, `${mount}+fork`);
  const forked = `/unfaithful~${mount}+fork`;
  await walk(compare(forked, remembered));
  await expectCheck(page, 'Verified', /this browser remembers the same root hash/i);
  await expectCheck(page, 'Does not match', /the two roots are different/i);
  await expect(page.getByRole('heading', { name: /your root|send yours/i })).toHaveCount(0);
  await expectText(page, /it does not match the remembered one/i);
  await expect(page.getByRole('textbox', { name: /link to compare the new root/i })).toHaveValue(
    new RegExp(`root=${published.rootHash}$`),
  );
  await walk(compare(forked, published));
  await expectCheck(page, 'Does not match', /root hash is not the one this browser remembers/i);
  await expectCheck(page, 'Could not check', /could not be compared/i);
});

test('a larger root is no mismatch, and a cut link is refused in words', async ({ page, walk, guard }) => {
  guard.expectFailures(/status of 400 .*\/consistency\//);
  await page.goto(compare('/unfaithful~v2+rollback', await headOf(page, 'v2')));
  await expectCheck(page, 'Could not check', /could not be compared/i);
  await expectHeader(page, 'cannot-check');
  await expectNoText(page, /does not match|are different/i);
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible();
  await walk('/country/compare?size=12&root=abc');
  await expect(page.getByRole('alert').filter({ hasText: /cannot be compared/i })).toHaveText(
    /root in the address is .abc.; it has 64/i,
  );
  await expect(page.getByRole('textbox', { name: /link to compare/i })).toBeVisible();
  await expectHeader(page, 'cannot-check');
  // Without another root the page rests on the newest entry.
  await walk('/country/compare');
  await expectHeader(page, 'holds');
  await expectCheck(page, 'Verified', /the newest entry is verified/i);
  // A link that was sent is compared without being opened.
  const link = await page.getByRole('textbox', { name: /link to compare/i }).inputValue();
  const theirs = page.getByRole('textbox', { name: 'Their link' });
  await theirs.fill('https://elsewhere.example/');
  await press(page, 'Compare');
  await expectText(page, /not a link made by/i);
  await theirs.fill(`https://elsewhere.example${new URL(link).pathname}${new URL(link).search}`);
  await theirs.press('Enter');
  await expectCheck(page, 'Verified', /you are both shown the same log/i);
});

test('a printed record, entry or file has what was found, the date and the full root hash, and no controls', async ({
  page,
  walk,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { text, bundle } = await keptBundle(page, '/country');
  const root = bundle.checkpoint.rootHash;
  const expectPrinted = async (verdict: RegExp) => {
    // On printing the page writes down the time.
    await page.pdf();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body')).toHaveAttribute(
      'data-printed',
      /^Printed \d+ \w+ \d{4}, .*127\.0\.0\.1/,
    );
    const line = () => page.evaluate(() => getComputedStyle(document.body, '::before').content);
    expect(await line()).toMatch(/^"Printed/);
    const main = page.getByRole('main');
    await expect(main.getByText(verdict).first()).toBeVisible();
    await expect(page.getByText(root).first()).toBeVisible();
    await expect(main.getByText('The Republic of The Gambia').first()).toBeVisible();
    // What is pressed to read more of a name or a hash of the picture is what is read.
    const controls = 'button:not([data-node], [popovertarget]), input, select, textarea, nav, search';
    await expect(page.locator(controls).filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('.unprinted').filter({ visible: true })).toHaveCount(0);
    const leads = main.getByText(/^show all|open another|opened here before/i);
    await expect(leads.filter({ visible: true })).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('.printed').filter({ visible: true })).toHaveCount(0);
    expect(await line()).toBe('none');
  };
  await expectPrinted(/this record is verified/i);
  await walk('/country/entries/278');
  await expectVerified(page, GM);
  await expectPrinted(/this entry is verified/i);
  await goToCheck(page);
  await openEvidence(page, text);
  await expectPrinted(/consistent with the root hash that the register showed/i);
});
