import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { writeRsf } from '../src/mock/rsf/write-rsf.ts';
import type { RegisterSource } from '../src/mock/source.ts';
import { sharedRegisters, SKIP_REASON } from '../src/testing/shared-registers.ts';
import { expect, test } from './fixtures.ts';
import {
  expectCheck,
  expectTitle,
  expectVerified,
  followLink,
  press,
  proofPicture,
  expectWholeLog,
  fileOf,
} from './words.ts';

/** What was published of the country register, as hashing.md repeats it. */
const ROOT_AT_208 = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729';
const ROOT_AT_200 = 'e022997a144dada8aca9b9c0b6420636f6b808b65f99c6347075bcc4a61d3fe8';
const trees: RegisterSource = {
  name: 'tree',
  domain: 'trees.example',
  title: 'Trees',
  fields: ['tree', 'name', 'leaves'],
  definitions: [
    { id: 'tree', datatype: 'string', cardinality: '1' },
    { id: 'name', datatype: 'string', cardinality: '1' },
    { id: 'leaves', datatype: 'string', cardinality: 'n' },
  ],
  entries: [
    tree('oak', 'Oak', 'lobed'),
    tree('ash', 'Ash', 'pinnate'),
    tree('fir', 'Fir', 'needles'),
    tree('oak', 'Common oak', 'lobed', 'alternate'),
    tree('elm', 'Elm', 'toothed'),
  ],
};

function tree(key: string, name: string, ...leaves: string[]): RegisterSource['entries'][number] {
  const item = new Map<string, string | string[]>([
    ['tree', key],
    ['name', name],
    ['leaves', leaves],
  ]);
  return { key, timestamp: '2021-03-04T05:06:07Z', items: [item] };
}

function lines(): string[] {
  return [...writeRsf(trees)].map((line) => line.replace(/\n$/, ''));
}

async function choose(page: Page, file: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  await page.goto('/');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /choose a file/i }).press('Enter'),
  ]);
  await chooser.setFiles(file);
}

async function openTrees(page: Page): Promise<string> {
  await choose(page, fileOf('tree.rsf', `${lines().join('\n')}\n`));
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  await expectCheck(page, 'Verified', /newest entry \(5\) verified/i);
  return page.url();
}

test('an RSF file is served in this browser, sent nowhere, and kept', async ({ page, context }) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  const address = await openTrees(page);
  for (const variant of ['', '~earlier']) {
    await page.goto(`${address}${variant}/records/oak`);
    await expectTitle(page, 'Common oak');
    await expectVerified(page, 4);
    await expect(proofPicture(page).getByRole('button', { name: /from the file/i })).toHaveCount(3);
    // A file has no server, and opens nowhere else.
    await expectCheck(page, 'Not checked', /the file lists no newer entry/i);
    await expect(page.getByText(/2 versions, as stated in the file/)).toBeVisible();
    await expect(page.getByRole('button', { name: /copy the link .*only where the file is/i })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/server|published root/i);
    await expect(page.getByRole('insertion').filter({ hasText: 'alternate' })).toBeVisible();
  }
  expect(sent).toEqual([]);

  // It survives a reload, answers after the garbage collector ran, and opens in another tab.
  await page.reload();
  for (const entryNumber of [1, 2, 3]) {
    await page.requestGC();
    await page.goto(`${address}/entries/${entryNumber}`);
    await expectVerified(page, entryNumber);
  }
  const tab = await context.newPage();
  await tab.goto(`${address}/entries/2`);
  await expectVerified(tab, 2);
});

test('a link to a file says what to do in another profile', async ({ page, newProfile, site }) => {
  const link = `${await openTrees(page)}/records/oak`;
  const other = await (await newProfile({ baseURL: site })).newPage();
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText(/this browser does not have it/i);
  await expect(other.getByRole('alert')).toContainText(/give you the file/i);
  await followLink(other, /open the file/i);
  await openTrees(other);
  await other.goto(link);
  await expectVerified(other, 4);
});

const BROKEN: readonly (readonly [
  what: string,
  spoil: (good: string[]) => string[],
  at: (good: string[]) => number,
])[] = [
  [
    'whose root is another one',
    (good) => [...good.slice(0, -1), `assert-root-hash\tsha-256:${'0'.repeat(64)}`],
    (good) => good.length,
  ],
  ['that was cut short', (good) => good.slice(0, -1), (good) => good.length - 1],
  ['with a line that is no command', (good) => [...good.slice(0, 3), 'nonsense', ...good.slice(3)], () => 4],
];

test('a broken file is refused with its line, and the next one opened', async ({ page }) => {
  const good = lines();
  const refused = page.getByRole('status').filter({ hasText: /broken\.rsf|picture\.rsf/ });
  for (const [what, spoil, at] of BROKEN) {
    await test.step(what, async () => {
      await choose(page, fileOf('broken.rsf', `${spoil(good).join('\n')}\n`));
      await expect(refused).toHaveText(
        new RegExp(`broken\\.rsf: .*inconsistent: line ${at(good)} .*expected`),
      );
      await expect(page).toHaveURL(/\/$/);
    });
  }
  await choose(page, {
    name: 'picture.rsf',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]),
  });
  await expect(refused).toHaveText(/picture\.rsf.*(expected|could not be read)/i);
  // The next file can be tried at once.
  const dropped = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'tree.rsf'));
      return data;
    },
    `${lines().join('\n')}\n`,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  await expectCheck(page, 'Verified', /newest entry \(5\) verified/i);
});

test.describe('the real country register', () => {
  test.skip(sharedRegisters === undefined, SKIP_REASON);

  test('its published root at 208 entries is reproduced', async ({ page }) => {
    const file = await readFile(join(sharedRegisters ?? '', 'country.rsf'));
    await choose(page, { name: 'country.rsf', mimeType: 'text/plain', buffer: file });
    await expect(page).toHaveURL(/\/file:country-[0-9a-f]{8}$/);
    const address = page.url();
    await followLink(page, 'Audit');
    await press(page, /^check every entry$/i);
    await expectWholeLog(page);

    // Its roots are tied to each other, and its records hold.
    await page.goto(`${address}/proofs/consistency/200/208`);
    await expectCheck(page, 'Verified', /200 entries.*208/i);
    await expect(page.getByRole('main')).not.toContainText(/sent by the server/i);
    const ladders = page.getByRole('figure', { name: /two ladders.* from the file/i });
    await expect(ladders).toBeVisible();
    await expect(page.getByTitle(ROOT_AT_200).first()).toBeVisible();
    await expect(page.getByTitle(ROOT_AT_208).first()).toBeVisible();
    await page.goto(`${address}~earlier/records/GM?proof=steps`);
    await expect(page.getByText(/, from the file, combines from the left/i).first()).toBeVisible();
    await page.goto(`${address}~earlier/records/GM`);
    await expect(proofPicture(page)).toHaveAccessibleName(/equals the root in the file/i);
  });

  test('every real register opens and is verified', async ({ page }) => {
    test.slow();
    const folder = sharedRegisters ?? '';
    const files = (await readdir(folder)).filter((file) => file.endsWith('.rsf'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      await choose(page, join(folder, file));
      await expect(page).toHaveURL(new RegExp(`/file:${file.replace('.rsf', '')}-[0-9a-f]{8}$`));
      await expectCheck(page, 'Verified', /newest entry \([\d,]+\) verified/i);
    }
  });
});
