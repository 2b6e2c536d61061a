import { expect, test } from './fixtures.ts';
import { expectVerified, proofPicture } from './words.ts';

// A register too large to be read whole: what is asked for is proved all the same, and what would need all of it is refused in words.
for (const mount of ['', '~earlier']) {
  test(`one record among a million is proved by twenty hashes, at any size of the log, /premises${mount}`, async ({
    page,
  }) => {
    await page.goto(`/premises${mount}/records/10777777`);
    await expectVerified(page, '972,221');
    await expect(proofPicture(page).getByRole('button', { name: /sent by the server/i })).toHaveCount(20);
    await page.goto(`/premises${mount}/records/10777777?at=972221`);
    await expect(
      page.getByText(/the log of 972,221 entries is the beginning of the present log/i),
    ).toBeVisible();

    await page.goto(`/premises${mount}/entries?entry=777777`);
    await expect(page.getByRole('row', { name: /777,777/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /of 1,000,000/ })).toBeVisible();

    await page.goto(`/premises${mount}/records`);
    await expect(page.getByText(/too large to be read whole/i)).toBeVisible();
    await expect(page.getByRole('link', { name: '10000001' })).toBeVisible();
    await page.goto(`/premises${mount}?at=5000`);
    await expect(page.getByText(/too large to be held in this page/i).filter({ visible: true })).toHaveCount(
      1,
    );
    await expect(page.getByRole('button', { name: /^read .*entries/i })).toHaveCount(0);
  });
}
