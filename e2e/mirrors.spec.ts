import type { Locator, Page } from 'playwright/test';
import { country } from '../src/mock/registers/country.ts';
import { writeRegister } from '../src/testing/rsf-files.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { createFileHost } from './hosts/servers.ts';
import { expectHeader, fileOf, followLink, remote } from './words.ts';

/** The register of countries as an RSF file of its first `size` entries; with `altered`, entry 101 has another time. */
function dump(size: number, altered = false): string {
  const entries = country.entries.slice(0, size);
  const entry = entries[100];
  if (altered && entry) entries[100] = { ...entry, timestamp: '2001-01-01T00:00:00Z' };
  return [...writeRegister({ ...country, entries })].join('');
}

function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name });
}

async function compareWith(page: Page, address: string): Promise<void> {
  await page.getByLabel(/address of a mirror/i).fill(address);
  await page.keyboard.press('Enter');
}

test('mirrors: the same, shorter, different, of the other API and as files', async ({
  page,
  walk,
  serve,
}) => {
  const host = createFileHost({ '/short.rsf': { text: dump(290) } });
  const { origin } = await serve(host.listener);
  await page.goto('/country/compare');
  const cases = [
    ['unfaithful~v2', /the same log: 295 entries/i],
    ['country~v2+rollback', /beginning of the longer: 265 entries there, 295 entries here/i],
    [`${origin}/short.rsf`, /beginning of the longer: 290 entries there, 295 entries here/i],
    ['country~earlier', /the same log: 295 entries.*keys, times and data were compared/i],
  ] as const;
  for (const [address, words] of cases) {
    await compareWith(page, address);
    await expect(row(page, words)).toHaveAttribute('data-outcome', 'holds');
  }
  await expectHeader(page, 'holds');

  await page.getByLabel('RSF file of a mirror').setInputFiles(fileOf('altered.rsf', dump(295, true)));
  await expect(row(page, /differs from entry 101 on/i)).toHaveAttribute('data-outcome', 'does-not-match');
  await expectHeader(page, 'does-not-match');
  await compareWith(page, 'country~earlier+fork');
  const forked = row(page, /differs from entry \d+ on.*keys, times and data were compared/i);
  await expect(forked).toHaveAttribute('data-outcome', 'does-not-match');
  await expectAccessible(page, 'mirrors', (on) => expect(row(on, /entry 101/)).toBeVisible());

  // What was found is kept, with its date, and counts on no other page.
  await walk('/country');
  await expect(row(page, /differs from entry 101 on/i).getByRole('time')).toBeVisible();
  await expectHeader(page, 'holds');
  await followLink(page, 'Compare with a mirror again');
  await row(page, /differs from entry 101 on/i)
    .getByRole('link', { name: 'in the mirror' })
    .click();
  await expect(page).toHaveURL(/file:[a-z]+-[0-9a-f]{8}\/entries\/101$/);
});

test('a mirror that cannot be read, or whose proofs do not hold, could not be checked', async ({
  page,
  walk,
  guard,
  deadOrigin,
  elsewhere,
}) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED|status of/);
  await page.goto('/country/compare');
  const cases = [
    [`${deadOrigin}/registers/country`, /could not check: the mirror could not be read/i],
    [
      'country~v2+altered-root',
      /could not check: the proofs of the first 295 entries of the mirror do not hold/i,
    ],
  ] as const;
  for (const [address, words] of cases) {
    await compareWith(page, address);
    await expect(row(page, words)).toHaveAttribute('data-outcome', 'cannot-check', { timeout: 30_000 });
  }
  await expectHeader(page, 'holds');
  await row(page, deadOrigin)
    .getByRole('button', { name: /remove/i })
    .press('Enter');
  await expect(row(page, deadOrigin)).toHaveCount(0);
  await page.reload();
  await expect(row(page, /altered-root/)).toHaveCount(1);
  await expect(row(page, deadOrigin)).toHaveCount(0);
  // A mirror elsewhere is opened like any other register.
  await walk(remote(`${elsewhere.origin}/registers/country/v2`, '/compare'));
  await compareWith(page, 'country');
  await expect(row(page, /the same log: 295 entries/i)).toHaveAttribute('data-outcome', 'holds');
});

test('a mirror that never answers is given up by the reader, and one that is no RSF file is named', async ({
  page,
  serve,
}) => {
  const { origin } = await serve((request, response) => {
    if (request.url?.endsWith('.rsf')) response.setHeader('access-control-allow-origin', '*').end('hello\n');
  });
  await page.goto('/country/compare');
  await compareWith(page, `${origin}/registers/country`);
  const hanging = row(page, `${origin}/registers/country`);
  await expect(hanging).toHaveAttribute('data-outcome', 'checking');
  await hanging.getByRole('button', { name: /^cancel/i }).press('Enter');
  await expect(hanging).toHaveAttribute('data-outcome', 'not-checked');
  await hanging.getByRole('button', { name: /^remove/i }).press('Enter');
  await expect(hanging).toHaveCount(0);

  await compareWith(page, `${origin}/country.rsf`);
  const file = row(page, `${origin}/country.rsf`);
  await expect(file).toHaveAttribute('data-outcome', 'cannot-check', { timeout: 30_000 });
  await expectHeader(page, 'holds');
});
