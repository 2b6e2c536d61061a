import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { planet } from '../src/mock/registers/planet.ts';
import { DIST, expect, test } from './fixtures.ts';
import { buildBelow, staticHost } from './hosts/site-hosts.ts';
import {
  button,
  checkEveryEntry,
  chooseFile,
  controlled,
  expectCheck,
  expectVerified,
  expectWholeLog,
  fileOf,
  fileStored,
  followLink,
  link,
  openRecord,
  remote,
  rsfOf,
} from './words.ts';

// A page from disk has its own storage, which a shared profile does not empty.
test.use({ reuseContext: false });

const TOP = fileURLToPath(new URL('..', import.meta.url));

/** The packages that fonts of these names come from. */
const FONT_PACKAGES: Readonly<Record<string, string>> = {
  'ibm-plex-sans': '@fontsource-variable/ibm-plex-sans',
  'ibm-plex-mono': '@fontsource/ibm-plex-mono',
};

test('npm run dev serves site and mock, and React has no complaint', async ({ page, origins }) => {
  test.slow();
  const cacheDir = await mkdtemp(join(tmpdir(), 'register-explorer-vite-'));
  const server = await createServer({
    root: TOP,
    configFile: join(TOP, 'vite.config.ts'),
    logLevel: 'error',
    cacheDir,
    server: { port: 0, host: '127.0.0.1', hmr: false },
  });
  await server.listen();
  const address = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  origins.add(address);
  try {
    await page.goto(`${address}/country/records/GM`);
    // The first page of a cold server brings hundreds of modules.
    await expect(page.getByRole('heading', { level: 1, name: 'The Gambia' })).toBeVisible({
      timeout: 60_000,
    });
    await expectVerified(page, 278);
    // From view to view without loading each module again, which a development server sends by the hundred.
    const views = page.getByRole('navigation', { name: /views of this register/i });
    for (const view of [/^entries/i, /^records/i, /^proofs/i, /^audit/i, /^developer/i, /^overview/i]) {
      await followLink(views, view);
      await expect(views.locator('[aria-current=page]')).toHaveText(view);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await followLink(page, 'Register Explorer');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    // Pieces that come later may still be on their way.
    await page.close();
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
});

test('_headers has the headers that npm start sends with pages and workers', async ({ site }) => {
  const [first = ''] = (await readFile(join(DIST, '_headers'), 'utf8')).split(/^(?=\/.+\/)/m);
  const headers = [...first.matchAll(/^  ([\w-]+): (.+)$/gm)];
  expect(headers).toHaveLength(3);
  for (const path of ['/', '/service-worker.js']) {
    const answer = await fetch(site + path);
    for (const [, name = '', value] of headers)
      expect(answer.headers.get(name)?.replace(/; report-uri .*/, ''), `${name} of ${path}`).toBe(value);
  }
});

test.describe('built to be served below a path, with source maps', () => {
  // One build for both.
  test.describe.configure({ mode: 'default' });
  test.use({ serviceWorkers: 'allow' });
  let folder: string;

  test.beforeAll(async () => {
    folder = await buildBelow('/sub/');
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a deep link, the start page, and a reload offline work', async ({ page, guard, serve }) => {
    // A host of files answers a deep link with its page for what is not there; so it does the search for a mock server.
    guard.expectFailures(/status of 404 .*http/, /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/);
    const host = await serve(staticHost(folder, '/sub/'));
    const address = `${host.origin}/sub/country/records/GM`;
    // There is no service worker yet: a worker of the page answers.
    await openRecord(page, address);
    const manifest = page.locator('link[rel=manifest]');
    await expect(manifest).toHaveAttribute('href', '/sub/manifest.webmanifest');
    await followLink(page, 'Register Explorer');
    await expect(page).toHaveURL(`${host.origin}/sub/`);
    await followLink(page, /^planets$/i);
    await expect(page).toHaveURL(`${host.origin}/sub/planet`);
    await expectCheck(page, 'Verified', /all 15 entries verified/i);
    await controlled(page);
    await host.stop();
    await openRecord(page, address);
    await host.start();
  });

  test('licenses.md names every package of the bundles, those of workers too, and every font', async () => {
    // The maps say from which files each script was made: another opinion than the bundler's list of modules.
    const files = await readdir(folder, { recursive: true });
    const maps = await Promise.all(
      files
        .filter((name) => name.endsWith('.js.map'))
        .map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as { sources: string[] }),
    );
    const packages = maps
      .flatMap(({ sources }) => sources)
      .flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
    const fonts = files
      .flatMap((name) => /(?:ibm-plex-(?:sans|mono)|register)(?=[^/]*\.woff2$)/.exec(name) ?? [])
      .map((name) => (name === 'register' ? 'Register Sans, Register Mono' : FONT_PACKAGES[name]));
    const list = await readFile(join(folder, 'licenses.md'), 'utf8');
    const named = [...list.matchAll(/^## (.+?)(?: [\d.]+)? \([\w.-]+\)$/gm)].map(([, name = '']) => name);
    expect(named).toContain('hash-wasm');
    expect(new Set(named)).toEqual(new Set([...packages, ...fonts, 'rolldown']));
    expect(list.match(/SIL OPEN FONT LICENSE/g)).toHaveLength(3);
  });
});

test.describe('the site as one file', () => {
  // One build for both.
  test.describe.configure({ mode: 'default' });
  test.use({ serviceWorkers: 'allow' });
  const SINGLE = ['--config', 'src/build/single-file.config.ts'];
  let folder: string;
  test.beforeAll(async () => {
    // A space and a # in its path, as folders of people have.
    folder = await mkdtemp(join(tmpdir(), 'register explorer #'));
    const build = spawn(process.execPath, ['src/tools/vite.mjs', 'build', ...SINGLE, '--outDir', folder], {
      cwd: TOP,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await new Promise((resolve) => void build.once('exit', resolve))).toBe(0);
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  test('one file from disk proves a record, rebuilds a log and opens an RSF file', async ({
    page,
    elsewhere,
  }) => {
    const file = pathToFileURL(join(folder, 'register-explorer.html')).href;
    await page.goto(file);
    await followLink(page, /^planets$/i);
    await expectCheck(page, 'Verified', /all 15 entries verified/i);
    await expect(page).toHaveURL(`${file}#/planet`);

    // A link to one record, and a reload there.
    await openRecord(page, `${file}#/country/records/GB`, 65);
    await page.reload();
    await expectVerified(page, 65);
    await link(page, /skip to the content/i).press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await expect(page).toHaveURL(`${file}#/country/records/GB`);

    // The workers of the audit. Compiled hashing, were it refused, would be an error in the console.
    await page.goto(`${file}#/planet/audit`);
    await checkEveryEntry(page);
    await expectWholeLog(page);

    // A register elsewhere: its server has to allow everybody, because a page from disk has no origin.
    await openRecord(page, `${file}#${remote(`${elsewhere.origin}/registers/planet/v2`, '/entries/3')}`, 3);

    await page.goto(file);
    const rsf = fileOf('planets.rsf', rsfOf(planet));
    await chooseFile(page, button(page, 'Choose a file'), rsf);
    await expect(page).toHaveURL(/#\/file:planet-[0-9a-f]{8}/);
    await expectCheck(page, 'Verified', /all 15 entries verified/i);
    await fileStored(page);
    await page.reload();
    await expectCheck(page, 'Verified', /all 15 entries verified/i);
  });

  test('the file names its scripts by their hashes and lets nothing else run', async ({ page }) => {
    const file = join(folder, 'register-explorer.html');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+' 'wasm-unsafe-eval'; style-src 'sha256-\S+';/,
    );
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy).not.toContain('unsafe-inline');
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByRole('contentinfo')).toContainText(/build [0-9a-f]{8}/);
  });
});
