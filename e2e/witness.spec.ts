import type { Page } from 'playwright/test';
import { expectAccessible, expectNoOverflow } from './accessible.ts';
import { walkIn } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { downloaded, expectHeader, expectLine, expectText, main, openEvidence, press } from './words.ts';

const field = (page: Page, name: RegExp) => main(page).getByRole('textbox', { name });

/** makeKey makes a browser a witness, and returns its public key. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto('/planet/witnesses');
  await field(page, /^name, such as/i).fill(name);
  await press(main(page), 'Make a key');
  await main(page).getByText('Your public key').first().click();
  await expect(field(page, /public key/i)).toHaveValue(new RegExp(`^${name}\\+`));
  return field(page, /public key/i).inputValue();
}

/** sign signs what a page verified, and returns the signed checkpoint. */
async function sign(page: Page, register: string): Promise<string> {
  await page.goto(`${register}/witnesses`);
  await press(main(page), 'Sign what I saw');
  return main(page).getByLabel('Signed checkpoint', { exact: true }).innerText();
}

async function addWitness(page: Page, key: string): Promise<void> {
  await field(page, /^its key/i).fill(key);
  await press(main(page), 'Add witness');
}

/** expectWitness waits until the first witness of the page stands so. */
async function expectWitness(page: Page, outcome: Parameters<typeof expectLine>[2]): Promise<void> {
  await expect(main(page).locator('[data-witness]').first()).toHaveAttribute('data-outcome', outcome);
}

async function giveCheckpoint(page: Page, note: string): Promise<void> {
  await main(page).getByText('Add its checkpoint').first().click();
  await field(page, /^signed checkpoint/i).fill(note);
  await press(main(page), 'Check it');
}

interface SignedSide {
  readonly signed: { readonly note: string };
}

test('a witness tells two readers that they are shown different logs', async ({ page, newProfile }) => {
  const key = await makeKey(page, 'ada.example/w1');
  const note = await sign(page, `/unfaithful~earlier`);
  expect(note).toContain('ada.example/w1');

  const same = await (await newProfile()).newPage();
  await same.goto(`/unfaithful~earlier/witnesses`);
  await expectText(main(same), /you have no witness for this register yet/i);
  await addWitness(same, key);
  await expectWitness(same, 'not-checked');
  await giveCheckpoint(same, note);
  await expectWitness(same, 'holds');
  await expectText(main(same), /it signed a log of 295 entries.*you are both shown the same log/is);
  await expectLine(same, 'others', 'holds');
  await expectHeader(same, 'holds');
  await same.reload();
  await expectWitness(same, 'holds');
  const other = await (await newProfile()).newPage();
  await other.goto(`/unfaithful~earlier+fork/witnesses`);
  await expectHeader(other, 'holds');
  await addWitness(other, key);
  await giveCheckpoint(other, note);
  await expectWitness(other, 'does-not-match');
  await expectText(main(other), /the two roots are different/i);
  await expectHeader(other, 'does-not-match');

  // On every page of the register, with evidence that both sides signed.
  const third = await (await newProfile()).newPage();
  await addWitness(other, await makeKey(third, 'ben.example'));
  const otherNote = await sign(third, `/unfaithful~earlier+fork`);
  await giveCheckpoint(other, otherNote);
  await expectText(main(other), /^does not match: 1 of your 2 witnesses signed another log/i);
  const alarm = main(other)
    .getByRole('alert')
    .filter({ hasText: /a witness signed another log/i });
  const walkOther = walkIn(other);
  for (const view of ['', '/records/GB', '/records', '/audit']) {
    await walkOther(`/unfaithful~earlier+fork${view}`);
    await expect(alarm).toBeVisible();
    await expectHeader(other, 'does-not-match');
  }
  const { text } = await downloaded(other, () => press(alarm, 'Save the evidence'));
  const { old, new: later } = JSON.parse(text) as Record<'old' | 'new', SignedSide>;
  expect([old.signed.note.trim(), later.signed.note.trim()]).toEqual(
    [note, otherNote].map((one) => one.trim()),
  );
  await same.goto('/check');
  await openEvidence(same, text);
  await expectText(main(same), /two different root hashes for a log of 295 entries/i);
  // The witness never signs the other log.
  await page.goto(`/unfaithful~earlier+fork/witnesses`);
  await expect(main(page).getByRole('button', { name: 'Sign what I saw' })).toBeDisabled();
});

test('a checkpoint is read from its address, and says what is wrong with it', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/status of 404/);
  const key = await makeKey(page, 'ben.example');
  const note = await sign(page, '/country');
  let answer = { status: 200, body: note };
  const { origin } = await serve((_request, response) => {
    response.writeHead(answer.status, { 'access-control-allow-origin': '*' }).end(answer.body);
  });
  await addWitness(page, key);
  await giveCheckpoint(page, `${origin}/country.txt`);
  await expectWitness(page, 'holds');
  for (const [next, words] of [
    [{ status: 404, body: 'none' }, /could not check: /i],
    [{ status: 200, body: note.replace('295', '294') }, /the signature is not valid/i],
  ] as const) {
    answer = next;
    await page.reload();
    await expectWitness(page, 'cannot-check');
    await expectText(main(page), words);
    await expectHeader(page, 'holds');
  }
  await press(main(page), /^remove ben/i);
  await press(page.getByRole('dialog'), 'Remove');
  await expectText(main(page), /you have no witness for this register yet/i);
});

test('witnesses on a phone, in the dark, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await makeKey(page, 'cy.example');
  await expectNoOverflow(page);
  await page.goto('/planet/witnesses');
  const button = main(page).getByRole('button', { name: 'Sign what I saw' });
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByLabel('Signed checkpoint', { exact: true })).toContainText('cy.example');
  await expectNoOverflow(page);
  await expectAccessible(page, 'witnesses');
});
