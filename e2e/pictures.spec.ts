import type { Page } from 'playwright/test';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import {
  button,
  expectNoText,
  expectText,
  failedRequest,
  goBack,
  keyTo,
  link,
  openRecord,
  press,
  proofPicture,
  requestsOf,
} from './words.ts';

const tree = (page: Page) => page.getByRole('figure', { name: /^tree of/i });
const node = (page: Page, name: RegExp) => tree(page).getByRole('treeitem', { name });
const ladders = (page: Page) => page.getByRole('figure', { name: /^two ladders/i });

/** proofsAsked counts the entry proofs that a page asks for from now on. */
function proofsAsked(page: Page): () => number {
  const asked = requestsOf(page);
  return () => asked.filter((address) => /\/proofs?\/entries\/\d+\/\d+/.test(address)).length;
}

const tabs = (page: Page) => page.getByRole('navigation', { name: /ways to show this proof/i });

test('how a proof is shown is in the address; a tree is walked by keyboard', async ({ page }) => {
  await openRecord(page, '/country/records/GM?x=1');
  await link(tabs(page), 'Tree').click();
  await expect(page).toHaveURL(/\/country\/records\/GM\?x=1&proof=tree$/);
  await expect(tree(page)).toHaveAccessibleName(/path of entry 278.*equals the published root/i);
  await expect(proofPicture(page)).toHaveCount(0);
  // An address that asks for the picture begins there.
  await page.reload();
  await expect(node(page, /root computed here/i)).toBeInViewport();
  await link(tabs(page), 'Steps').click();
  await expect(page).toHaveURL(/proof=steps$/);
  await expect(page.getByRole('region', { name: /all steps of the proof/i })).toBeVisible();
  await goBack(page);
  const root = node(page, /root computed here/i);
  await expect(root).toBeVisible();
  // A tree is one stop for Tab, walked by arrows, folded by Enter.
  await link(tabs(page), 'Steps').focus();
  await keyTo(page, 'Tab', root);
  await keyTo(page, 'ArrowDown', node(page, /computed here · entries 257–295/i));
  await page.keyboard.press('ArrowLeft');
  const folded = node(page, /· entries 1–256/i);
  await expect(folded).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(folded).toHaveAttribute('aria-expanded', 'true');
  await expect(folded).toBeFocused();
  await expectText(page, /the proof of entry 1 gives the same root: 16 more hashes/i);
  // What the server sent before is computed now, from what is below it.
  await expect(node(page, /computed here · entries 1–256/i)).toBeVisible();
  await keyTo(page, 'ArrowDown', node(page, /· entries 1–128/i));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await keyTo(page, 'End', node(page, /^data shown/i));
  await keyTo(page, 'Home', root);
  await keyTo(page, 'Tab', button(page, /copy the hash/i));
});

test('a small log is drawn entire, its missing hashes fetched and proved', async ({ page }) => {
  await openRecord(page, '/planet/entries/9', 9);
  const nine = await page
    .getByText(/^[0-9a-f]{64}$/)
    .last()
    .textContent();
  await page.goto('/planet/proofs/entries/6/15?proof=tree');
  await expect(node(page, /leaf hash of entry/i)).toHaveCount(15);
  await expect(node(page, /not fetched yet/i)).toHaveCount(20);
  await expect(node(page, /leaf hash of entry 9$/i)).toHaveAccessibleName(/^not fetched yet/i);
  const asked = proofsAsked(page);
  await press(page, /fetch the 20 missing hashes/i);
  await expect(node(page, /not fetched yet/i)).toHaveCount(0);
  await expectText(page, /29 hashes known of 29 in the whole tree/i);
  expect(asked()).toBe(6);
  await expect(node(page, /leaf hash of entry 9$/i)).toHaveAccessibleName(
    new RegExp(`^${nine?.slice(0, 6)}`),
  );
});

test('what does not come, or is of another root, does not enter the tree', async ({ page, guard }) => {
  guard.expectFailures(/status of 501/);
  await page.goto('/country/records/GM?proof=tree');
  const folded = node(page, /· entries 1–256/i);
  await expect(folded).toBeVisible();
  const isMissing = node(page, /not fetched yet · entries 1–128/i);
  await page.route(/\/proof\/entries\/1\/295/, (route) => route.fulfill({ status: 501, body: 'no' }));
  await folded.click();
  await expect(failedRequest(page)).toContainText(/failed \(501\)/);
  await expect(isMissing).toBeVisible();
  await expectNoText(page, /does not match/i);
  await page.unroute(/\/proof\/entries\/1\/295/);
  await page.route(/\/proof\/entries\/1\/295/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(/(sha-256:)[0-9a-f]{6}/, '$1ffffff') });
  });
  await press(failedRequest(page), /try again/i);
  await expectText(page, /the proof of entry 1 gives another root/i);
  await expect(isMissing).toBeVisible();
  await expect(node(page, /^ffffff/)).toHaveCount(0);
});

test('a mismatch shows at the root of the tree and in the last step alone', async ({ page }) => {
  await page.goto('/country~v2+altered-proof/records/ZW?proof=tree');
  await expect(tree(page)).toHaveAccessibleName(/does not match the published root/i);
  // What a mismatch is looked at again with is asked before.
  await rest(page);
  const asked = proofsAsked(page);
  await node(page, /sent by the server · entries 1–256/i).click();
  await expect(node(page, /not fetched yet · entries 1–128/i)).toBeVisible();
  await expectText(page, /missing hashes are not fetched here/i);
  expect(asked()).toBe(0);
  // Of the steps the last one is compared; no other is coloured.
  await link(tabs(page), 'Steps').click();
  const rows = page.getByRole('region', { name: /all steps of the proof/i }).getByRole('row');
  await expect(rows.last()).toContainText(/≠ published/i);
  await expect(rows.last().locator('mark')).toHaveCount(2);
  await expect(rows.locator('xpath=self::*[@data-tone="does-not-match"]')).toHaveCount(1);
});

test('steps are walked by keys and buttons, and played only when told', async ({ page }) => {
  await page.clock.install();
  await page.goto('/planet/entries/6?proof=steps');
  const steps = page.getByRole('group', { name: /steps, one at a time/i });
  const at = (step: number) => steps.getByText(new RegExp(`^step ${step} of 5\\.`, 'i'));
  const atData = steps.getByText('Data.', { exact: true });
  await expect(atData).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(atData).toBeVisible();

  await press(steps, /next step/i);
  await expect(at(0)).toBeVisible();
  await steps.getByRole('slider', { name: /step/i }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(at(1)).toBeVisible();
  await page.keyboard.press('End');
  await expect(at(5)).toBeVisible();
  await expectText(steps, /equals the published root/i);
  await page.keyboard.press('Home');
  await button(steps, 'Play').press('Enter');
  await page.clock.runFor(5000);
  await expect(at(1)).toBeVisible();
  await button(steps, 'Pause').press('Enter');
  await page.clock.runFor(30_000);
  await expect(at(1)).toBeVisible();
});

test('a consistency proof is drawn as two ladders, each hash once', async ({ page }) => {
  await page.goto('/country/proofs/consistency/197/208');
  await expect(ladders(page)).toHaveAccessibleName(/from 7 hashes.*gives both roots/i);
  await expect(button(ladders(page), /for old and new ·/i)).toHaveCount(4);
  await expect(button(ladders(page), /for new only ·/i)).toHaveCount(3);
  await button(ladders(page), /new root of 208 entries, equals/i).focus();
  await keyTo(page, 'End', button(ladders(page), /for old and new · entry 197$/i));
  await page.keyboard.press('Enter');
  await expectText(ladders(page), /^sha-256:[0-9a-f]{64}$/);
});

test('a long path is folded, so that the data and its break are in the first screen', async ({ page }) => {
  await page.route('**/registers/premises/v2/records/10000003', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('Harbour', 'Harbor') });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/premises/records/10000003');
  const picture = proofPicture(page);
  await expect(picture).toHaveAttribute('data-tone', 'does-not-match');
  const box = (name: RegExp) => button(picture, name);
  for (const seen of [/^data shown/i, /· hash of the data$/i, /equals the published root/i, /more steps/i])
    await expect(box(seen)).toBeInViewport({ ratio: 0.99 });
  const sent = box(/sent by the server · (?:entry|entries) \d/i);
  await expect(sent).toHaveCount(3);
  // It unfolds in its place, where the focus stays.
  await box(/more steps/i).press('Enter');
  await expect(sent).toHaveCount(20);
  await expect(box(/^[0-9a-f]{6}….*computed here · entr/i).and(picture.locator(':focus'))).toHaveCount(1);
});
