import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { expectNoText, expectText, fileOf, followLink, keyTo, press } from './words.ts';
import { createApp } from '../src/mock/app.ts';
import { readRsfFiles } from '../src/mock/hosts/node/cli.ts';
import { createListener } from '../src/mock/hosts/node/serve.ts';
import { SKIP_REASON, sharedRegisters, writeRegister } from '../src/testing/rsf-files.ts';
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
  place: ['point', '[-0.1277,51.5073]', '51.5073° N, 0.1277° W'],
  about: ['text', 'A *text* with <b>', 'A text with <b>'],
  secret: ['string', `**REDACTED**${'0f'.repeat(32)}`, 'redacted by the register; a hash stands in for it'],
  turned: ['string', 'abc\u202Edef', 'abc\u202Edef'],
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
  await expect(value(page, 'turned').getByTitle('U+202E, a character that cannot be seen')).toBeVisible();
  await expect(value(page, 'site').getByRole('link')).toHaveAttribute('href', 'https://example.org/path');
  await expect(value(page, 'trap').getByRole('link')).toHaveCount(0);
  await expectAccessible(page, 'values', () => expect(value(page, 'kin')).toContainText('no such record'));

  await press(page, 'since: what it means');
  await expectText(page, 'datetime, one value: by the register’s own definitions');
  await expect(page.getByText('"1990-10"', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'kin: what it means' }).press('Enter');
  await expectText(page, 'string, several values, keys of the register specimen');
  await expectText(page, '["two","gone"]');
  await page.keyboard.press('Escape');
  await press(page, 'Show all 10,000 characters');
  await expect(value(page, 'long')).toHaveText('x'.repeat(10_000));

  await followLink(page, 'Inspect its bytes');
  await expect(value(page, 'nothing')).toHaveText('not set: an empty text, ""');
});

/** What registers from before archives hold that define no field, and how it looks. */
const BARE = {
  'start-date': ['2011-10', 'Oct 2011'],
  opened: ['2011', '2011'],
  website: ['https://example.org/school', 'https://example.org/school'],
  'school-type': [['02', '05', '11'], '020511'],
  address: ['uprn:200000071925', 'uprn:200000071925'],
  'local-authority': ['local-authority-eng:LND', 'local-authority-eng:LND'],
  text: ['**Bold** and [a link](https://example.org)', 'Bold and a link'],
} as const;

test('a register without definitions, from an old file, looks right', async ({ page, walk }) => {
  const school = (key: string, values: readonly (readonly [string, string | readonly string[]])[]) =>
    new Map([['school', key], ...values]);
  const source: RegisterSource = {
    name: 'school',
    domain: 'localhost',
    title: 'Schools in England',
    fields: [],
    definitions: [],
    entries: [
      {
        key: '100000',
        timestamp: '2016-04-05T13:23:05',
        items: [
          school(
            '100000',
            Object.entries(BARE).map(([id, [given]]) => [id, given] as const),
          ),
        ],
      },
      {
        key: '100001',
        timestamp: '2016-04-05T13:23:05',
        items: [school('100001', [['name', 'Upper']]), school('100001', [['name', 'Lower']])],
      },
    ],
  };
  const text = `\uFEFF${[...writeRegister(source)].join('')}\n`.replaceAll('\n', '\r\n');
  await page.goto('/');
  await page.locator('input[type="file"]').setInputFiles(fileOf('old.rsf', text));
  await expect(page.getByRole('heading', { level: 1, name: 'Schools in England' })).toBeVisible();
  await expectText(page, /odd in this file.*byte order mark.*CR LF.*blank lines/i);
  const address = page.url();
  await walk(`${address}/records/100000`);
  for (const [attribute, [, shown]] of Object.entries(BARE))
    await expect.soft(value(page, attribute), attribute).toHaveText(shown);
  await expect(value(page, 'website').getByRole('link')).toHaveCount(1);
  // Nobody opened the registers that these lead to.
  for (const attribute of ['address', 'local-authority'])
    await expect(value(page, attribute).getByRole('link')).toHaveCount(0);
  await walk(`${address}/records`);
  const row = page.getByRole('row', { name: /100001/ });
  for (const name of ['Upper', 'Lower']) await expect(row.getByText(name, { exact: true })).toBeVisible();
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
  await page.getByRole('heading', { level: 1 }).click();
  // The pointer may go from the link onto the card.
  await link.hover();
  await card.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  // What the linked records link to is not followed.
  expect(asked.filter((address) => /registers\/currency\/[^/]+\/records\/[^/]+$/.test(address))).toHaveLength(
    2,
  );
  expect(asked.filter((address) => /registers\/country\/[^/]+\/records\/(?!BT)/.test(address))).toEqual([]);

  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Indian Rupee');
  const back = page.getByRole('region', { name: /^Links in countr/i });
  await press(back, /^Search countr/i);
  await expectText(back, '2 records by currency');
  await expectText(back, /verified copy of the whole log/);
  await followLink(back, 'BT Bhutan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bhutan');
});

test(`a field register beside a register defines its attributes; a request that fails is not a missing record; ${SKIP_REASON}`, async ({
  page,
  serve,
  guard,
}) => {
  test.skip(sharedRegisters === undefined, SKIP_REASON);
  const names = ['field', 'local-authority-eng', 'local-authority-type'];
  const files = await readRsfFiles(names.map((name) => join(sharedRegisters ?? '', `${name}.rsf`)));
  const honest = createListener(
    createApp({ registers: new Map([...files].map(([name, source]) => [name, () => source])) }),
  );
  let broken = true;
  const server = await serve((request, response) => {
    if (broken && request.url?.includes('/local-authority-type/') === true) {
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
    } else honest(request, response);
  });
  guard.expectFailures(/status of 503/);
  const record = `/${encodeURIComponent(`${server.origin}/registers/local-authority-eng/v2`)}/records/BAS`;
  await page.goto(record);
  const type = value(page, 'local-authority-type');
  await expect(type.getByRole('link', { name: 'UA' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Link to local-authority-type' })).toBeVisible();
  await type.getByRole('link', { name: 'UA' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('It could not be read');
  await expect(type).toHaveText(/^UA/);
  await expectNoText(page, 'no such record');
  await press(page, 'local-authority-type: what it means');
  await expectText(
    page,
    'string, one value, keys of the register local-authority-type: by the field register',
  );
  broken = false;
  await page.reload();
  await expect(type).toHaveText('UA Unitary authority');
  await followLink(type, 'UA');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unitary authority');
});
