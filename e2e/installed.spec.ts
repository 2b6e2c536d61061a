import { writeRsf } from '../src/mock/rsf/write-rsf.ts';
import { planet } from '../src/mock/registers/planet.ts';
import { expect, test } from './fixtures.ts';
import { expectTitle, expectVerified, oneBox, press } from './words.ts';

interface Manifest {
  readonly start_url: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
  readonly file_handlers: readonly { readonly action: string }[];
  readonly share_target: { readonly action: string };
}

test('the site can be installed, and says what it is where a link to it is shown', async ({ page, site }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A page of a test is in a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const manifest = (await (await page.request.get(url)).json()) as Manifest;
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(new URL(src, url).href);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
    const body = await answer.body();
    // The width and height of a PNG are in its first chunk.
    if (type === 'image/png') expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes);
  }
  // Relative, so that they hold below any path.
  const actions = manifest.file_handlers.map(({ action }) => action);
  for (const action of [manifest.start_url, manifest.share_target.action, ...actions])
    expect(action).toMatch(/^\.\//);
  const property = (name: string) =>
    page.locator(`meta[property="og:${name}"]`).evaluate((meta) => (meta as HTMLMetaElement).content);
  expect(await property('title')).toBe('Register Explorer');
  expect(await property('description')).toContain('browser');
  // A relative address is no use to those who read it: the picture is named by a build that knows where it will be.
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
  for (const picture of [`${site}/picture.png`, `${site}/favicon.ico`])
    expect((await page.request.get(picture)).headers()['content-type']).toMatch(/^image\//);
});

test('an address that another app shares is in the box', async ({ page, site }) => {
  const address = `${site}/registers/planet/v2`;
  for (const query of [
    `url=${encodeURIComponent(address)}`,
    `text=${encodeURIComponent(`See ${address} now`)}`,
    `text=${encodeURIComponent(address)}&url=`,
    `title=${encodeURIComponent(address)}&text=&url=`,
  ]) {
    await page.goto(`/?${query}&title=Planets`);
    await expect(oneBox(page)).toHaveValue(address);
    await expect(page).toHaveURL(`${site}/`);
  }
  await page.keyboard.press('Enter');
  await expectTitle(page, 'Planets');
});

test('a file that is opened with the installed site is opened', async ({ page }) => {
  const launch = (name: string, text: string): void => {
    const handle = { getFile: () => Promise.resolve(new File([text], name)) };
    const launchQueue = {
      setConsumer: (consume: (launched: unknown) => void) => consume({ files: [handle] }),
    };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
  };
  const text = [...writeRsf({ ...planet, name: 'worlds' })].join('');
  await page.addInitScript(`(${String(launch)})("worlds.rsf", ${JSON.stringify(text)})`);
  await page.goto('/');
  await expect(page).toHaveURL(/\/file:worlds-[0-9a-f]{8}$/);
  await expectTitle(page, 'Planets');
});

test('a link is shared by the sheet of the system, where there is one', async ({ page, site }) => {
  const share = (): void => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, {
      share: (data: unknown) => {
        shared.push(data);
        return Promise.reject(new DOMException('', 'AbortError'));
      },
    });
  };
  await page.addInitScript(`(${String(share)})()`);
  await page.goto('/country/records/GM');
  await expectVerified(page, 278);
  await press(page, /share this record/i);
  expect(await page.evaluate('shared')).toEqual([
    { title: expect.stringContaining('Gambia'), url: `${site}/country/records/GM` },
  ]);
});
