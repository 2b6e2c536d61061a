import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright/test';
import { readRsf } from '../src/rsf/read-rsf.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { button, expectCheck, expectText, fileOf, press } from './words.ts';

function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /download data/i });
}

/** Takes the file and its manifest, both as downloads, as browsers without a file picker do. */
async function taken(page: Page): Promise<{ text: string; manifest: Manifest; name: string }> {
  const files: Download[] = [];
  const note = (file: Download): void => void files.push(file);
  page.on('download', note);
  await press(dialog(page), /^save \S+\.(?:csv|json|rsf)$/i);
  await expect(dialog(page).getByRole('status')).toContainText(/its manifest was saved with it/i);
  await expect.poll(() => files.length).toBe(2);
  page.off('download', note);
  const [data, about] = await Promise.all(files.map(async (file) => readFile(await file.path(), 'utf8')));
  return {
    text: data ?? '',
    manifest: JSON.parse(about ?? '') as Manifest,
    name: files[0]?.suggestedFilename() ?? '',
  };
}

interface Manifest {
  readonly file: { readonly name: string; readonly sha256: string };
  readonly register: { readonly address: string };
  readonly holds: Record<string, unknown>;
  readonly published: { readonly logSize: number; readonly rootHash: string };
  readonly verified: { readonly outcome: string };
}

/** Files are downloads where the browser has no picker. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

test('records are saved as a table with a manifest, by keyboard', async ({ page }) => {
  await page.goto('/country/records?q=island&sort=name');
  await expectText(page, /11 of 236 records/i);
  await button(page, /download data/i).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { name: '11 records found here' })).toBeChecked();
  await expect(dialog(page)).toContainText('11 records. Computed here from all 295 entries');
  await expectAccessible(page, 'dialog of a copy', () => expect(dialog(page)).toBeVisible());
  const { text, manifest, name } = await taken(page);
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFindex-entry-number,entry-number,entry-timestamp,key,country,name,/);
  expect(lines).toHaveLength(13);
  expect(lines[1]).toContain('British Virgin Islands');
  expect(manifest).toMatchObject({
    file: { name, sha256: createHash('sha256').update(text).digest('hex') },
    register: {
      address: expect.stringMatching(/\/registers\/country\/v2$/),
      note: 'Demonstration data, dates invented.',
    },
    holds: { what: 'records', count: 11, filter: { text: 'island', sort: 'name' }, atLogSize: 295 },
    published: { logSize: 295 },
    verified: { outcome: 'holds' },
  });
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, /download data/i)).toBeFocused();
});

test('an earlier log is saved as RSF, which opens as a register', async ({ page, walk }) => {
  await page.goto('/country/entries?at=200');
  await press(page, /download data/i);
  await dialog(page).getByRole('radio', { name: 'RSF' }).check();
  const { text, manifest, name } = await taken(page);
  const source = await readRsf([text], { name: 'country' });
  expect(source.entries).toHaveLength(200);
  const root = /assert-root-hash\t(\S+)\n$/.exec(text)?.[1];
  expect(manifest.holds).toMatchObject({
    what: 'entries',
    count: 200,
    atLogSize: 200,
    rootAtLogSize: root,
  });
  await walk('/');
  await page.locator('input[type=file]').first().setInputFiles(fileOf(name, text));
  await expectCheck(page, 'Verified', /all 200 entries verified/i);
});

test('a register that does not match is saved as that', async ({ page }) => {
  await page.goto('/country~v2+altered-item/entries');
  await press(page, /download data/i);
  await expect(dialog(page)).toContainText(/they do not match/i);
  await expect(dialog(page).getByRole('radio', { name: 'RSF' })).toBeDisabled();
  await dialog(page).getByRole('radio', { name: 'JSON' }).check();
  const { text, manifest } = await taken(page);
  expect(JSON.parse(text)).toHaveLength(295);
  expect(manifest.verified.outcome).toBe('does-not-match');
  expect(manifest.holds).toMatchObject({ withoutData: 1 });
});

test('a file, or its manifest, that cannot be written is said in words of this page', async ({ page }) => {
  await page.addInitScript(() => {
    const full = (): never => {
      throw new DOMException('own words of a browser', 'QuotaExceededError');
    };
    // The first file and the manifest of the second find no room.
    const sinks = [{ write: full }, {}, { write: full }];
    const pick = async ({ suggestedName }: { suggestedName: string }) => ({
      name: suggestedName,
      createWritable: async () => new WritableStream(sinks.shift()),
    });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await page.goto('/planet/records');
  await press(page, /download data/i);
  await press(dialog(page), /^save planet/i);
  await expectText(dialog(page), /could not be written\. there is no room left for it\. no file was left/i);
  await press(dialog(page), /^save planet/i);
  await press(dialog(page), /save its manifest/i);
  await expectText(dialog(page), /manifest could not be written\. there is no room left for it/i);
});
