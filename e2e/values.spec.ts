import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { expectText, fileOf, followLink, keyTo, press } from './words.ts';
import { writeRegister } from '../src/testing/rsf-files.ts';
import type { FieldDefinition, RegisterSource } from '../src/mock/source.ts';

const define = (id: string, datatype: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  datatype,
  cardinality: '1',
  ...more,
});

/** Values of most kinds, and some that are not what their datatype says; what looks like code would do nothing if it ran. Every datatype is in ui/value/. */
const VALUES = {
  since: ['datetime', '1990-10', 'Oct 1990'],
  site: ['url', 'https://example.org/path', 'https://example.org/path'],
  trap: ['url', 'javascript:void(0)', 'javascript:void(0)'],
  kin: ['string', ['two', 'gone'], 'two Second specimengone no such record in specimen'],
  secret: ['string', `**REDACTED**${'0f'.repeat(32)}`, 'redacted by the register; a hash stands in for it'],
  long: ['string', 'x'.repeat(10_000), /^x{600} …\s*Show all 10,000 characters$/],
  nothing: ['string', '', 'not set'],
} as const;

const definitions: readonly FieldDefinition[] = [
  define('specimen', 'string', { register: 'specimen' }),
  define('name', 'string'),
  ...Object.entries(VALUES).map(([id, [datatype]]) =>
    define(
      id,
      datatype,
      id === 'kin' ? { register: 'specimen', cardinality: 'n', title: 'Kin', text: 'Its *kin*.' } : {},
    ),
  ),
];

const specimens: RegisterSource = {
  name: 'specimen',
  domain: 'specimens.example',
  title: 'Specimens',
  fields: definitions.map(({ id }) => id),
  definitions,
  entries: [
    specimen(
      'one',
      'First specimen',
      Object.entries(VALUES).map(([id, [, value]]) => [id, value]),
    ),
    specimen('two', 'Second specimen', [['kin', ['one']]]),
  ],
};

function specimen(
  key: string,
  name: string,
  values: readonly (readonly [string, string | readonly string[]])[],
): RegisterSource['entries'][number] {
  const item = new Map<string, string | readonly string[]>([['specimen', key], ['name', name], ...values]);
  return { key, timestamp: '2021-03-04T05:06:07Z', items: [item] };
}

/** The line of an attribute in the data of a record. */
function line(page: Page, attribute: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: `${attribute}: what it means`, exact: true }) });
}

const value = (page: Page, attribute: string) => line(page, attribute).locator('dd').first();

test('values are written by datatype, with the raw value at hand', async ({ page, walk }) => {
  await page.goto('/');
  const text = [...writeRegister(specimens)].join('');
  await page.locator('input[type="file"]').setInputFiles(fileOf('specimen.rsf', text));
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible();
  await walk(`${page.url().split('?')[0] ?? ''}/records/one`);
  await expect(page.getByRole('link', { name: 'Link to since' })).toBeVisible();
  for (const [attribute, [, , shown]] of Object.entries(VALUES)) {
    await value(page, attribute).scrollIntoViewIfNeeded();
    await expect.soft(value(page, attribute), attribute).toHaveText(shown);
  }
  await expect(value(page, 'site').getByRole('link')).toHaveAttribute('href', 'https://example.org/path');
  await expect(value(page, 'trap').getByRole('link')).toHaveCount(0);
  await expectAccessible(page, 'values', () => expect(value(page, 'kin')).toContainText('no such record'));

  await page.getByRole('button', { name: 'kin: what it means' }).press('Enter');
  await expectText(page, 'Keys of the register specimen: by the register’s own');
  await expectText(page, '["two","gone"]');
  await page.keyboard.press('Escape');
  await press(page, 'Show all 10,000 characters');
  await expect(value(page, 'long')).toHaveText('x'.repeat(10_000));

  await followLink(page, 'Inspect its bytes');
  await expect(value(page, 'nothing')).toHaveText('not set: an empty text, ""');
});

test('a key leads to another register and back, by keyboard', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/country/records/BT');
  await expect(value(page, 'currency').getByRole('listitem')).toHaveText([
    'BTN Ngultrum',
    'INR Indian Rupee',
  ]);
  await expect(page.getByRole('link', { name: 'Link to currency' })).toBeVisible();
  const link = value(page, 'currency').getByRole('link', { name: 'INR' });
  await page.getByRole('button', { name: 'currency: what it means' }).focus();
  await page.keyboard.press('Tab');
  await keyTo(page, 'Tab', link);
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('Indian Rupee');
  await expect(card).toContainText('countries');
  await expect(link).toHaveAccessibleDescription(/Verified: .*its log of 262 entries/);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(link).toBeFocused();
  // What the linked records link to is not followed.
  expect(asked.filter((address) => /registers\/currency\/[^/]+\/records\/[^/]+$/.test(address))).toHaveLength(
    3,
  );
  expect(asked.filter((address) => /registers\/country\/[^/]+\/records\/(?!BT)/.test(address))).toEqual([]);

  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Indian Rupee');
  const back = page.getByRole('region', { name: /^Links in countr/i });
  await press(back, /^Search countr/i);
  await expectText(back, '2 records by currency');
  await followLink(back, 'BT Bhutan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bhutan');
});
