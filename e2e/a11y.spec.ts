import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { failedRequest, proofPicture, provedRow, remote } from './words.ts';

interface View {
  readonly name: string;
  readonly path: string;
  /** Waits until the view shows what it is for. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (page: Page, name: RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
const proof = (page: Page) =>
  expect(proofPicture(page)).toHaveAccessibleName(/equals the published|is the root at/i);

/** The newest data of uranus, in either variant. */
const URANUS = 'ec6878aa11e37ece0c4abf1fb6fe8a45d50d86f4af0d1710f93129e32c99c54e';
const URANUS_BLOB = '4443f6368b42e9a09651d835050843c9ee1c08d5dd699f8fa500310da0e78475';

const VIEWS: readonly View[] = [
  {
    name: 'start',
    path: '/',
    ready: (page) => expect(page.getByRole('link', { name: /^planets$/i })).toBeVisible(),
  },
  {
    name: 'overview',
    path: '/country~earlier',
    ready: (page) => expect(page.getByText(/newest entry, 295, leads/i)).toBeVisible(),
  },
  {
    name: 'overview of the register that lies',
    path: '/unfaithful',
    ready: (page) =>
      expect(page.getByRole('link', { name: /rewritten its history and gone on/i })).toBeVisible(),
  },
  {
    name: 'records',
    path: '/planet/records?sort=-name',
    ready: (page) => expect(page.getByRole('link', { name: 'venus', exact: true })).toBeVisible(),
  },
  {
    name: 'records, none that fit',
    path: '/country/records?q=nothing',
    ready: (page) => heading(page, /no record fits/i),
  },
  { name: 'record', path: '/country/records/GM', ready: proof },
  { name: 'record that does not match', path: '/country~v2+altered-item/records/ZW', ready: proof },
  { name: 'missing record', path: '/country/records/XX', ready: (page) => heading(page, /no record/i) },
  {
    name: 'entries',
    path: '/country/entries?at=150',
    ready: (page) => expect(provedRow(page, 150)).toBeInViewport(),
  },
  { name: 'entry', path: '/country~earlier/entries/150', ready: proof },
  { name: 'missing entry', path: '/country/entries/999', ready: (page) => heading(page, /no entry/i) },
  {
    name: 'items',
    path: '/planet~earlier/items',
    ready: (page) => expect(page.getByRole('img', { name: /matches its hash/i })).toHaveCount(15),
  },
  { name: 'item', path: `/planet/items/${URANUS}`, ready: (page) => heading(page, /^item$/i) },
  { name: 'blob', path: `/planet~earlier/items/${URANUS_BLOB}`, ready: (page) => heading(page, /^blob$/i) },
  { name: 'proofs', path: '/country/proofs', ready: (page) => heading(page, /^proofs$/i) },
  { name: 'entry proof', path: '/country/proofs/entries/10/200', ready: proof },
  {
    name: 'whole tree, small',
    path: '/planet/entries/6?proof=tree',
    ready: (page) => expect(page.getByRole('figure', { name: /tree of 15/i })).toBeVisible(),
  },
  {
    name: 'whole tree that does not match',
    path: '/country~v2+altered-proof/records/ZW?proof=tree',
    ready: (page) => expect(page.getByRole('figure', { name: /tree of 295.*does not match/i })).toBeVisible(),
  },
  {
    name: 'steps',
    path: '/country~earlier/entries/150?proof=steps',
    ready: (page) => expect(page.getByRole('columnheader', { name: /bytes hashed/i })).toBeVisible(),
  },
  {
    name: 'consistency proof',
    path: '/country/proofs/consistency/200/208',
    ready: (page) => expect(page.getByRole('columnheader', { name: /goes into/i })).toBeVisible(),
  },
  {
    name: 'proof that does not match',
    path: '/country~v2+altered-proof/records/ZW',
    ready: (page) => expect(proofPicture(page)).toHaveAccessibleName(/does not match/i),
  },
  {
    name: 'proof that cannot be checked',
    path: '/planet~v2+altered-root/entries/3',
    ready: (page) => expect(proofPicture(page)).toHaveAccessibleName(/cannot be checked/i),
  },
  {
    name: 'tamper lab',
    path: '/planet/lab?entry=12&preset=order',
    ready: (page) => expect(page.getByRole('img', { name: 'Proof: does not match' })).toBeVisible(),
  },
  {
    name: 'tamper lab with blobs',
    path: '/country~earlier/lab?preset=compare',
    ready: (page) => expect(page.getByRole('img', { name: 'Root: does not match' })).toBeVisible(),
  },
  { name: 'api', path: '/planet/api', ready: (page) => heading(page, /^endpoints$/i) },
  {
    name: 'nowhere',
    path: '/nothing/here/at/all',
    ready: (page) => heading(page, /nothing at this address/i),
  },
];

/** Axe's findings, one line each: rule and element. All its rules, or the ones given. */
async function axeFindings(page: Page, rules: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  );
}

/** How far the page reaches beyond the window, in px. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

/** The theme changes no more than colours, so that one look at all else will do for each width. */
const LOOKS = [
  { colorScheme: 'light', size: WIDE, rules: [] },
  { colorScheme: 'dark', size: WIDE, rules: ['color-contrast'] },
  { colorScheme: 'dark', size: PHONE, rules: [] },
  { colorScheme: 'light', size: PHONE, rules: ['color-contrast'] },
] as const;

async function expectAccessible(page: Page, ready: View['ready']): Promise<void> {
  const found: string[] = [];
  for (const { colorScheme, size, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await ready(page);
    found.push(
      ...(await axeFindings(page, rules)).map((line) => `${colorScheme}, ${size.width} px: ${line}`),
    );
  }
  expect(found).toEqual([]);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 780 });
    await ready(page);
    await expect.poll(() => overflow(page), `beyond the edge at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test.beforeEach(({ guard }) => guard.expectFailures(/status of 404/));

for (const { name, path, ready } of VIEWS) {
  test(`${name}: axe finds nothing in both themes and on a phone`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page, ready);
  });
}

test.describe('an alarm', () => {
  test.beforeEach(async ({ page }) => {
    await expect(async () => {
      await page.goto('/unfaithful/records/GM');
      await expect(page.getByText(/same root as last seen here/i).first()).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.goto('/unfaithful~v2+fork-longer/entries/3');
    await expect(page.getByText(/the consistency proof, drawn/i)).toBeVisible();
  });

  // The page is loaded in each look: where theme and width change together the browser may keep colours of before.
  for (const { colorScheme, size } of LOOKS) {
    test(`with its proof, and in the settings: axe finds nothing, ${colorScheme}, ${size.width} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await page.reload();
      await expect(page.getByRole('alert').filter({ hasText: /does not begin with/i })).toBeVisible();
      await page.getByText(/the consistency proof, drawn/i).click();
      await expect(page.getByRole('figure', { name: /two ladders/i })).toBeVisible();
      await expect(proofPicture(page)).toHaveAccessibleName(/cannot be checked/i);
      expect(await axeFindings(page, [])).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.goto('/settings');
      await expect(page.getByRole('list', { name: /alarms of unfaithful/i })).toBeVisible();
      expect(await axeFindings(page, [])).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  }
});

test('failed request: axe finds nothing in both themes and on a phone', async ({
  page,
  deadOrigin,
  guard,
}) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  await page.goto(remote(`${deadOrigin}/v1`, '/records/GB'), { waitUntil: 'networkidle' });
  await expectAccessible(page, (current) =>
    expect(failedRequest(current).getByRole('heading', { level: 1 })).toBeVisible(),
  );
});

test('the look is chosen in the footer and remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/country/records/GM');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('combobox', { name: /look/i }).selectOption('dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect.poll(background).toBe(dark);
  await page.getByRole('combobox', { name: /look/i }).selectOption({ label: 'as the device' });
  await expect.poll(background).toBe(light);
});

test('text at 400 % and a phone on its side still show the record without a sideways scroll', async ({
  page,
}) => {
  // 1280 px wide at 400 % is 320 px; WCAG 2.2, 1.4.10.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/country/records/GM');
  await proof(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
