import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  alertOf,
  button,
  expectCheck,
  expectHeader,
  expectRemembered,
  expectText,
  expectVerified,
  field,
  followLink,
  goBack,
  headerOutcome,
  keyTo,
  link,
  main,
  press,
} from './words.ts';

const SAID: Readonly<Record<string, string>> = {
  H: 'verified',
  X: 'does not match',
  '?': 'could not check',
};

/** The three checks of the copy, data, proof and root, as the bar shows them by a letter each, and what the header says of them. */
async function expectCopy(page: Page, letters: string): Promise<void> {
  const [data, proof, root] = [...letters].map((letter) => SAID[letter]);
  const found = Object.entries({ data, proof, root });
  const [part, outcome] =
    found.find(([, one]) => one === SAID['X']) ?? found.find(([, one]) => one !== SAID['H']) ?? [];
  await expect(page.getByRole('banner')).toContainText(
    `Your copy: ${part === undefined ? 'all checks match' : `${part} ${outcome}`}`,
  );
  const glance = page.getByRole('list', { name: /the copy at a glance/i });
  for (const name of [`Data: ${data}`, `Proof: ${proof}`, `Root: ${root}`])
    await expect(glance.getByRole('img', { name, exact: true })).toBeVisible();
}

const findings = (page: Page) => page.getByRole('region', { name: /checks of the copy/i });

/** Changes the hashes of the proof, which stand on lines of their own. */
async function changeProof(page: Page, change: (hashes: string[]) => string[]): Promise<void> {
  const box = field(page, 'hashes of the proof');
  await box.fill(change((await box.inputValue()).split('\n')).join('\n'));
}

const WRONG = 'ab'.repeat(32);

/** What is done to the copy is no claim about the register. */
async function expectNoClaim(page: Page): Promise<void> {
  await expect(headerOutcome(page)).toHaveCount(0);
}

async function openLab(page: Page, path = '/planet/lab?entry=12'): Promise<void> {
  await page.goto(path);
  await expectCopy(page, 'HHH');
  await expectText(page, /you are editing a copy of entry \d+, key .*nothing here changes the register/i);
}

test('a forgery in four steps, then back', async ({ page }) => {
  // It opens at the newest entry, and takes another.
  await openLab(page, '/planet~earlier/lab');
  await field(page, 'Entry').fill('12');
  await field(page, 'Entry').press('Enter');
  await expect(field(page, 'entry-number')).toHaveValue('12');
  await expectCopy(page, 'HHH');
  await press(page, /^change a value/i);
  await expectCopy(page, 'XHH');
  await expect(findings(page)).toContainText(/the (item|blob) hashes to .* but entry 12 records/i);
  await expect(findings(page)).toContainText(/never reads the blob/i);
  await press(page, /^fix the hash in the entry/i);
  await expectCopy(page, 'HXH');
  await press(page, /^compute a matching root hash/i);
  await expectCopy(page, 'HHX');
  await expect(findings(page)).toContainText(/gives the root hash of the copy/i);
  await press(page, /^compare with the published root hash/i);
  await expect(findings(page)).toContainText(/cannot be made to match/i);
  await expect(page).toHaveURL(/preset=compare/);
  await expectNoClaim(page);
  await press(page, 'Undo');
  await expectCopy(page, 'HXH');
  await expect(page).not.toHaveURL(/preset/);
  await press(page, 'Redo');
  await expectCopy(page, 'HHX');
  await press(page, 'Reset');
  await expectCopy(page, 'HHH');
  await expectText(page, 'as it was sent');
  await press(page, 'Undo');
  await expectCopy(page, 'HHX');
  // No page of the register knows of it.
  await followLink(main(page), 'entry 12');
  await expectVerified(page, 12);
});

// views/lab/lab-model.test.tsx makes every change; here is one for each kind of field and button.
const CHANGES: readonly (readonly [change: (page: Page) => Promise<void>, letters: string])[] = [
  [(page) => field(page, 'name').fill('Zeus'), 'XHH'],
  [(page) => press(page, 'Remove moons'), 'XHH'],
  [(page) => press(page, 'Flip a digit of item hash'), 'XXH'],
  [(page) => changeProof(page, (hashes) => hashes.with(1, WRONG)), 'HXH'],
  [(page) => field(page, 'log size').fill('30'), 'HX?'],
  [(page) => press(page, 'Flip a digit of root hash'), 'HXX'],
];

test('each change stops what reads it, and nothing else', async ({ page }) => {
  await openLab(page);
  for (const [change, letters] of CHANGES) {
    await change(page);
    await expectCopy(page, letters);
    await expectText(page, /^was /);
    await expectNoClaim(page);
    await press(page, 'Undo');
    await expectCopy(page, 'HHH');
  }
});

test('nothing typed is lost, and what is no hash is no mismatch', async ({ page }) => {
  await openLab(page);
  const box = field(page, 'name');
  const typed = ' the largest planet of them all, as it is said';
  await box.press('End');
  await box.pressSequentially(typed);
  await expect(box).toHaveValue(`Jupiter${typed}`);
  await expectCopy(page, 'XHH');
  // The letters of one word are one step.
  await press(page, 'Undo');
  await expect(box).toHaveValue('Jupiter');
  await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expect(box).toHaveValue(`Jupiter${typed}`);
  await page.keyboard.press('Control+z');
  await expect(box).toHaveValue('Jupiter');
  // A button that takes a value out sets it again, and keeps the focus.
  await button(page, 'Remove moons').focus();
  await keyTo(page, 'Enter', button(page, 'Set moons'));
  await press(page, 'Undo');
  await changeProof(page, (hashes) => hashes.with(1, '8d92'));
  await expectText(page, /not a hash/i);
  await expectCopy(page, 'H?H');
  await expect(field(page, 'hashes of the proof')).toHaveAttribute('aria-invalid', 'true');
});

test('the reader is not blamed for what the register sent', async ({ page }) => {
  await page.goto('/unfaithful~v2+altered-item/records/ZW');
  await expectCheck(page, 'Does not match', /data is not what entry 292 recorded/i);
  await link(main(page), /^entry \d+/i)
    .first()
    .click();
  await followLink(page, /open in the lab/i);
  await expectCopy(page, 'XHH');
  await expectText(page, /what the register sent does not pass every check/i);
  await expectText(page, 'as it was sent');
});

test('the tour of a dishonest register shows each lie by itself', async ({ page, guard }) => {
  // A log that was made shorter does not know the larger size any more.
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/);
  const open = (): Promise<void> => followLink(page, /^open the (register|record)$/i);
  // The bar of the tour is on every page of the register.
  const bar = page.getByRole('navigation', { name: 'Tour' });
  const next = async (): Promise<void> => {
    await followLink(bar, 'Next');
    await open();
  };
  const alarms = page.getByRole('alert');
  await page.goto('/tour?stop=2');
  await expectText(page, /has not seen the honest register yet/i);
  await followLink(page, /start with stop 1/i);
  await expect(page).toHaveURL(/\/tour\?stop=1$/);
  await page.goto('/');
  await followLink(page, /take the tour/i);
  await open();
  await expectHeader(page, 'holds');
  await expect(alarms).toHaveCount(0);
  // The root is written down when every check of the visit has held.
  await expectRemembered(page, 'unfaithful', 295);
  for (const words of [
    /another root for the same/i,
    /does not begin with the one/i,
    /shorter than it was/i,
  ]) {
    await next();
    await expect(alarms.filter({ hasText: words })).toBeVisible();
  }
  await next();
  for (const words of [/data is not what entry \d+/i, /does not connect/i, /does not connect/i]) {
    await next();
    await expectCheck(page, 'Does not match', words);
    await expect(alarms).toHaveCount(0);
  }
  await followLink(bar, 'Previous');
  await expect(page).toHaveURL(/\/tour\?stop=7$/);
  await open();
  await followLink(bar, 'Leave the tour');
  await expect(page).toHaveURL(/\/$/);
  await goBack(page);
  await expectCheck(page, 'Does not match', /does not connect to the published root/i);
  await expect(bar).toHaveCount(0);
});

test('the tour ends with a log that only a witness tells from that of others', async ({ page }) => {
  const alarm = alertOf(page, /a witness signed another log/i);
  await page.goto('/tour?stop=9&api=blobs');
  await followLink(page, 'Open the register');
  await expect(alarm).toBeVisible();
  await expectHeader(page, 'does-not-match');
  await goBack(page);
  await followLink(page, 'Previous');
  await followLink(page, 'Open the record');
  await expectCheck(page, 'Does not match', /does not connect to the published root/i);
  await expect(alarm).toHaveCount(0);
});
