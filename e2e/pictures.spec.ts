import type { Locator, Page } from 'playwright/test';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import {
  expectNoText,
  expectRemembered,
  expectText,
  expectVerified,
  failedRequest,
  hoursAhead,
  keyTo,
  press,
  proofPicture,
  requestsOf,
  goBack,
} from './words.ts';

/** tree is the drawn tree of the entry proof. */
function tree(page: Page): Locator {
  return page.getByRole('figure', { name: /^tree of/i });
}

/** node is a node of the drawn tree. */
function node(page: Page, name: RegExp): Locator {
  return tree(page).getByRole('button', { name });
}

/** proofsAsked counts the entry proofs that a page asks for from now on. */
function proofsAsked(page: Page): () => number {
  const asked = requestsOf(page);
  return () => asked.filter((address) => /\/proofs?\/entries\/\d+\/\d+/.test(address)).length;
}

const tabs = (page: Page) => page.getByRole('navigation', { name: /ways to show this proof/i });

test('how a proof is shown is in the address', async ({ page }) => {
  await page.goto('/country/records/GM?x=1');
  await expectVerified(page, 278);
  await expect(tabs(page).getByRole('link', { name: 'Path' })).toHaveAttribute('aria-current', 'page');
  await tabs(page).getByRole('link', { name: 'Whole tree' }).click();
  await expect(page).toHaveURL(/\/country\/records\/GM\?x=1&proof=tree$/);
  await expect(tree(page)).toHaveAccessibleName(/path of entry 278.*equals the published root/i);
  await expect(proofPicture(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  // An address that asks for the picture begins there.
  await page.reload();
  await expect(node(page, /root computed here/i)).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await tabs(page).getByRole('link', { name: 'Steps' }).click();
  await expect(page).toHaveURL(/proof=steps$/);
  await expect(page.getByRole('region', { name: /all steps of the proof/i })).toBeVisible();
  await goBack(page);
  await expect(tree(page)).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Path' }).click();
  await expect(page).toHaveURL(/\/country\/records\/GM\?x=1$/);
  await expect(proofPicture(page)).toBeVisible();
});

// The keyboard does the same with items.
test('a click unfolds a subtree by one more proof to the same root', async ({ page }) => {
  await page.goto('/country~earlier/entries/278?proof=tree');
  await expect(tree(page).locator('[data-node]')).toHaveCount(18);
  const asked = proofsAsked(page);
  const folded = node(page, /sent by the server · entries 1–256/i);
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.click();
  await expectText(page, /the proof of entry 1 gives the same root: 16 more hashes/i);
  // What the server sent before is computed now, from what is below it.
  await expect(node(page, /computed here · entries 1–256/i)).toHaveAttribute('aria-expanded', 'true');
  await expect(node(page, /computed here · entries 1–128/i)).toBeVisible();
  await expect(node(page, /sent by the server · entries 129–256/i)).toBeVisible();
  // The left half is known from the same proof.
  await node(page, /computed here · entries 1–128/i).click();
  await expect(node(page, /sent by the server · entries 65–128/i)).toBeVisible();
  expect(asked()).toBe(1);
  await press(page, /fold again/i);
  await expect(tree(page).locator('[data-node]')).toHaveCount(18);
});

test('a tree is one stop for Tab, walked by arrows, folded by Enter', async ({ page }) => {
  await page.goto('/country/records/GM?proof=tree');
  const root = node(page, /root computed here/i);
  await expect(root).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Steps' }).focus();
  await keyTo(page, 'Tab', root);
  await keyTo(page, 'ArrowDown', node(page, /computed here · entries 257–295/i));
  await page.keyboard.press('ArrowLeft');
  const folded = node(page, /· entries 1–256/i);
  await expect(folded).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(folded).toHaveAttribute('aria-expanded', 'true');
  await expect(folded).toBeFocused();
  // The node that has the focus is shown in full beside the picture, to copy.
  const chosen = page.getByText(/^sha-256:[0-9a-f]{64}$/);
  await expect(chosen).toHaveCount(1);
  await keyTo(page, 'ArrowDown', node(page, /· entries 1–128/i));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await keyTo(page, 'End', node(page, /^data · \d+ values shown/i));
  await keyTo(page, 'Home', root);
  await keyTo(page, 'Tab', page.getByRole('button', { name: /copy the hash/i }));
});

test('a small log is drawn entire, its missing hashes fetched and proved', async ({ page }) => {
  await page.goto('/planet/entries/9');
  const leaf = page.getByRole('button', { name: /copy the leaf hash/i });
  await expect(leaf).toBeVisible();
  const nine = await page
    .getByText(/^[0-9a-f]{64}$/)
    .last()
    .textContent();
  await page.goto('/planet/entries/6?proof=tree');
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

test('a failed request while unfolding is said in place and tried again', async ({ page, guard }) => {
  guard.expectFailures(/status of 503/);
  await page.goto('/country/records/GM?proof=tree');
  const folded = node(page, /· entries 1–256/i);
  await expect(folded).toBeVisible();
  await page.route(/\/proof\/entries\/1\/295/, (route) => route.fulfill({ status: 503, body: 'later' }));
  await folded.click();
  await expect(failedRequest(page)).toContainText(/status 503/);
  await expect(node(page, /not fetched yet · entries 1–128/i)).toBeVisible();
  await expectNoText(page, /does not match/i);
  await page.unroute(/\/proof\/entries\/1\/295/);
  await press(failedRequest(page), /try again/i);
  await expect(node(page, /computed here · entries 1–128/i)).toBeVisible();
  await expect(failedRequest(page)).toHaveCount(0);
});

test('hashes of a proof to another root do not enter the tree', async ({ page }) => {
  await page.goto('/country/records/GM?proof=tree');
  const folded = node(page, /· entries 1–256/i);
  await expect(folded).toBeVisible();
  await page.route(/\/proof\/entries\/1\/295/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(/(sha-256:)[0-9a-f]{6}/, '$1ffffff') });
  });
  await folded.click();
  await expectText(page, /the proof of entry 1 gives another root/i);
  await expect(node(page, /not fetched yet · entries 1–128/i)).toBeVisible();
  await expect(node(page, /^ffffff/)).toHaveCount(0);
});

test('a mismatch shows at the root of the tree and in the last step alone', async ({ page }) => {
  await page.goto('/country~v2+altered-proof/records/ZW?proof=tree');
  await expect(tree(page)).toHaveAccessibleName(/does not match the published root/i);
  await expectText(tree(page), '≠');
  await expect(tree(page).locator('mark')).toHaveCount(2);
  await node(page, /published root/i).click();
  await expect(tree(page).getByRole('button', { name: /copy the hash/i })).toBeVisible();
  // What a mismatch is looked at again with is asked before.
  await rest(page);
  const asked = proofsAsked(page);
  await node(page, /sent by the server · entries 1–256/i).click();
  await expect(node(page, /not fetched yet · entries 1–128/i)).toBeVisible();
  await expectText(page, /only the shape of the tree is drawn/i);
  expect(asked()).toBe(0);
  // Of the steps the last one is compared; no other is coloured.
  await tabs(page).getByRole('link', { name: 'Steps' }).click();
  const rows = page.getByRole('region', { name: /all steps of the proof/i }).getByRole('row');
  await expect(rows.last()).toContainText(/≠ published/i);
  await expect(rows.last().locator('mark')).toHaveCount(2);
  await expect(rows.locator('xpath=self::*[@data-tone="bad"]')).toHaveCount(1);
});

test('tree and steps break where the path does', async ({ page }) => {
  await page.goto(`/unfaithful~earlier/records/FR`);
  await expectRemembered(page, 'unfaithful~earlier', 295);
  await hoursAhead(page, 2);
  for (const [fault, found, step] of [
    ['altered-item', /✕ the hash of the data is not the one that entry 292 records/i, 1],
    ['fork', /✕ the published root contradicts the one this browser remembers/i, -1],
  ] as const) {
    const address = `/unfaithful~earlier+${fault}/records/ZW`;
    await page.goto(`${address}?proof=tree`);
    await expectText(tree(page), found);
    await expect(tree(page)).toHaveAttribute('data-tone', 'bad');
    await expect(tree(page)).not.toContainText('✓');
    const broken = fault === 'altered-item' ? /computed here · hash of the data$/i : /remembered root/i;
    await expect(node(page, broken)).toBeVisible();

    await tabs(page).getByRole('link', { name: 'Steps' }).click();
    const proof = page.getByRole('region', { name: /^entry proof/i });
    await expectText(proof, found);
    const rows = page.getByRole('region', { name: /all steps of the proof/i }).getByRole('row');
    await expect(rows.locator('xpath=self::*[@data-tone="bad"]')).toHaveCount(1);
    await expect(rows.nth(step)).toHaveAttribute('data-tone', 'bad');
    await expect(rows.nth(step).locator('mark')).toHaveCount(2);
    await expect(proof.locator('[data-tone="good"]')).toHaveCount(0);
  }
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
  await page.keyboard.press('Enter');
  await expect(at(1)).toBeVisible();
  await steps.getByRole('slider', { name: /step/i }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(at(2)).toBeVisible();
  await page.keyboard.press('End');
  await expect(at(5)).toBeVisible();
  await expectText(steps, /equals the published root/i);
  await page.keyboard.press('Home');
  await expect(atData).toBeVisible();
  await press(page, 'Show step 3');
  await expect(at(3)).toBeVisible();
  await expect(page.getByRole('row').and(page.locator('[aria-current=step]'))).toContainText(/entries 1–4/);

  await steps.getByRole('slider', { name: /step/i }).focus();
  await page.keyboard.press('Home');
  await steps.getByRole('button', { name: 'Play' }).press('Enter');
  await page.clock.runFor(5000);
  await expect(at(1)).toBeVisible();
  await steps.getByRole('button', { name: 'Pause' }).press('Enter');
  await page.clock.runFor(30_000);
  await expect(at(1)).toBeVisible();
});

/** ladders is the drawn consistency proof. */
function ladders(page: Page): Locator {
  return page.getByRole('figure', { name: /^two ladders/i });
}

test('a consistency proof is drawn as two ladders, each hash once', async ({ page }) => {
  await page.goto('/country/proofs/consistency/197/208');
  await expect(ladders(page)).toHaveAccessibleName(/from 7 hashes.*gives both roots/i);
  await expect(ladders(page).getByRole('button', { name: /for old and new ·/i })).toHaveCount(4);
  await expect(ladders(page).getByRole('button', { name: /for the new root only ·/i })).toHaveCount(3);
  const root = ladders(page).getByRole('button', { name: /new root of 208 entries, equals/i });
  await root.focus();
  await keyTo(
    page,
    'ArrowDown',
    ladders(page).getByRole('button', { name: /for the new root · entries 129–208/i }),
  );
  await keyTo(
    page,
    'End',
    ladders(page).getByRole('button', { name: /entry 197, where both ladders start/i }),
  );
  await page.keyboard.press('Enter');
  await expectText(ladders(page), /^sha-256:[0-9a-f]{64}$/);
  await page.getByText('As a table').click();
  const rows = page.getByRole('table', { name: /the hashes of this proof/i }).getByRole('row');
  await expect(rows).toHaveCount(1 + (await ladders(page).locator('[data-node]').count()));
});

/** widthOf is how wide a node of the tree is drawn, in pixels. */
async function widthOf(page: Page, name: RegExp): Promise<number> {
  return (await node(page, name).boundingBox())?.width ?? 0;
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 780 },
])
  test(`at ${size.width} px the whole tree fits, and its subtrees are as wide as their entries`, async ({
    page,
    walk,
  }) => {
    await page.setViewportSize(size);
    const box = page.getByRole('region', { name: /the tree/i });
    const beyond = () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await page.goto('/premises/entries/7?proof=tree');
    await expect(node(page, /root computed here/i)).toBeVisible();
    const half = await widthOf(page, /entries 524,289–1,000,000/i);
    const quarter = await widthOf(page, /entries 262,145–524,288/i);
    expect(half / quarter).toBeGreaterThan(1.6);
    expect(half / quarter).toBeLessThan(2);
    expect(half / (await widthOf(page, /entries 9–16/i))).toBeGreaterThan(12);
    expect(await beyond()).toBeLessThanOrEqual(0);
    await walk('/country/entries/278?proof=tree');
    expect(await widthOf(page, /entries 1–256/i)).toBeGreaterThan(size.width / 2);
    expect(await beyond()).toBeLessThanOrEqual(0);
  });

for (const [name, path, words, steps] of [
  ['9 steps', '/registers/country/v2/records/GB', ['Kingdom', 'Kingdum'], 9],
  ['20 steps', '/registers/premises/v2/records/10000003', ['Harbour', 'Harbor'], 20],
] as const)
  test(`a long path is folded, so that the data and its break are in the first screen, ${name}`, async ({
    page,
  }) => {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(words[0], words[1]) });
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path.replace('/registers', '').replace('/v2', ''));
    const picture = proofPicture(page);
    const box = (named: RegExp) => picture.getByRole('button', { name: named });
    for (const seen of [/^data · /i, /· hash of the data$/i, /equals the published root/i, /more steps/i])
      await expect(box(seen)).toBeInViewport({ ratio: 0.99 });
    const sent = box(/sent by the server · (?:entry|entries) \d/i);
    await expect(sent).toHaveCount(3);
    // Paper has no folds.
    await page.evaluate(() => void dispatchEvent(new Event('beforeprint')));
    await expect(sent).toHaveCount(steps);
    await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
    await expect(sent).toHaveCount(3);
    // It unfolds in its place, where the focus stays.
    await box(/more steps/i).press('Enter');
    await expect(sent).toHaveCount(steps);
    await expect(box(/^[0-9a-f]{6}….*computed here · entr/i).and(picture.locator(':focus'))).toHaveCount(1);
  });

test('on a phone steps are blocks of their own, with all of their bytes in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/country/records/GM?proof=steps');
  const rows = page.getByRole('region', { name: /all steps of the proof/i }).getByRole('row');
  await expect(rows).toHaveCount(11);
  for (const cell of await rows.nth(3).getByRole('cell').all()) {
    await cell.scrollIntoViewIfNeeded();
    await expect(cell).toBeInViewport({ ratio: 0.99 });
  }
});

test('on a phone an unfolded tree scrolls in its own box and the ladders fit', async ({ page, walk }) => {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/planet/entries/6?proof=tree');
  await node(page, /· entries 9–15/i).click();
  await node(page, /· entries 13–15/i).click();
  await node(page, /leaf hash of entry 15/i).scrollIntoViewIfNeeded();
  await expect(node(page, /leaf hash of entry 15/i)).toBeInViewport();
  expect(await beyond()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 780 });
  await walk('/country/proofs/consistency/197/208');
  await expect(ladders(page)).toBeVisible();
  expect(await beyond()).toBeLessThanOrEqual(0);
  const box = await ladders(page).boundingBox();
  expect((box?.x ?? -1) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  // Shape and letter carry the meaning, at every width.
  for (const letter of ['ON', 'N', 'C'])
    await expect(ladders(page).getByText(letter, { exact: true }).first()).toBeVisible();
  await walk('/country/entries/278');
  await press(proofPicture(page), /^\d+ more steps/i);
  const letters = proofPicture(page).getByText(/^[SC]$/);
  await expect(letters).toHaveCount(15);
  for (const letter of await letters.all()) await expect(letter).toBeVisible();
});

test('on a phone the header is at most 96 pixels high, and every tab is wholly in view', async ({
  page,
  walk,
}) => {
  for (const [width, view] of [
    [390, 'records/GM'],
    [320, 'items'],
    [320, 'api'],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    await walk(`/country/${view}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: /views of this register/i }).getByRole('link');
    await expect(tabs).toHaveCount(6);
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 0.99 });
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height).toBeLessThanOrEqual(96);
  }
});
