import type { Page } from 'playwright/test';
import { axeFindings } from './accessible.ts';
import { walkIn } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { createFileHost } from './hosts/servers.ts';
import {
  checkLine,
  alertOf,
  button,
  chooseFile,
  copyLink,
  dropFile,
  expectCheck,
  expectHeader,
  expectHeading,
  expectNeverHeld,
  expectRemembered,
  expectText,
  expectTitle,
  expectVerified,
  fileOf,
  fileStored,
  holdFile,
  followLink,
  hoursAhead,
  link,
  main,
  openRecord,
  openTab,
  press,
  proofPicture,
  registerOf,
  rsfOf,
  watchHeader,
  textIn,
} from './words.ts';

const trees = registerOf(
  'tree',
  [
    { tree: 'oak', name: 'Oak', leaves: ['lobed'] },
    { tree: 'ash', name: 'Ash', leaves: ['pinnate'] },
    { tree: 'fir', name: 'Fir', leaves: ['needles'] },
    { tree: 'oak', name: 'Common oak', leaves: ['lobed', 'alternate'] },
    { tree: 'elm', name: 'Elm', leaves: ['toothed'] },
  ],
  [{ id: 'leaves', datatype: 'string', cardinality: 'n' }],
);

/** The register of trees as it was with this many entries, as an RSF file. */
function dump(size = trees.entries.length): string {
  return rsfOf({ ...trees, entries: trees.entries.slice(0, size) });
}

async function choose(page: Page, file: Parameters<typeof chooseFile>[2]): Promise<void> {
  await walkIn(page)('/');
  await chooseFile(page, button(page, /choose a file/i), file);
}

async function openTrees(page: Page): Promise<string> {
  await choose(page, fileOf('tree.rsf', dump()));
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  await expectCheck(page, 'Verified', /all 5 entries verified/i);
  await fileStored(page);
  return page.url();
}

test('an RSF file stays in this browser', async ({ page, walk, context }) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  const address = await openTrees(page);
  for (const variant of ['', '~earlier']) {
    await openRecord(page, `${address}${variant}/records/oak`, 4);
    await expectTitle(page, 'Common oak');
    await expect(button(proofPicture(page), /computed here from the other entries/i)).toHaveCount(3);
    const stated = /^computed here; the file states the root of its items, which matches/i;
    await expectText(
      main(page),
      variant === '' ? /^consistent with the root hash stated in the file/i : stated,
    );
    // A file has no server.
    await expectCheck(page, 'Not checked', /only the file says this is the newest version/i);
    await expect(main(page)).not.toContainText(/server|published root/i);
  }
  expect(sent).toEqual([]);

  // It survives a reload, answers after the garbage collector ran, and opens in another tab.
  await page.reload();
  await page.requestGC();
  await walk(`${address}/entries/1`);
  await expectVerified(page, 1);
  const tab = await context.newPage();
  await openRecord(tab, `${address}/entries/2`, 2);

  // Storage that gives no answer may have it.
  const silent = await context.newPage();
  await silent.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await silent.goto(`${address}/records/oak`);
  await expect(silent.locator('[data-notice]')).toContainText(/storage of this browser gives no answer/i);
  await expect(button(silent, 'Try again')).toBeVisible();
});

test('a file that this browser does not have can be opened where it is missed', async ({ page }) => {
  await page.goto('/file:tree-12345678/records/oak');
  await expect(page.locator('[data-notice]')).toContainText(/this browser does not have it/i);
  await followLink(page, /open the file/i);
  await chooseFile(page, button(page, /choose a file/i), fileOf('tree.rsf', dump()));
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
});

test('another file under the same address is noticed by what no root hash covers', async ({ page, walk }) => {
  // The first one lacks an item, of which its log has the hash alone.
  await choose(page, fileOf('tree.rsf', dump().replace(/^add-item\t.*Common oak.*\n/m, '')));
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  const address = page.url();
  const replaced = textIn(page, /another file, tree\.rsf, was opened here before/i);
  await expectText(page, /no root hash covers the title and description of this file/i);
  await expect(replaced).toHaveCount(0);
  await fileStored(page);
  await walk(`${new URL(address).pathname}/records/oak`);
  await expectHeading(page, /the data is not in the file/i);
  await dropFile(page, 'evil.rsf', rsfOf({ ...trees, title: 'Other title' }));
  await expect(page).toHaveURL(address);
  await expect(replaced).toBeVisible();
  await expectTitle(page, 'Other title');
  await expectCheck(page, 'Verified', /all 5 entries verified/i);
  await walk(`${new URL(address).pathname}/records/oak`);
  await expectVerified(page, 4);
  // With the name of the first.
  await fileStored(page, 2);
  await page.reload();
  await expect(replaced).toBeVisible();
});

test('a file takes the place of one that is still being read', async ({ page, walk }) => {
  await walk('/');
  const release = await holdFile(page, 'slow.rsf');
  await dropFile(page, 'slow.rsf', rsfOf(domains));
  await expect(page.getByRole('region', { name: 'Open files' })).toBeVisible();
  await dropFile(page, 'tree.rsf', dump());
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  await release();
  await expectCheck(page, 'Verified', /all 5 entries verified/i);
  await openTab(page, /^records/i);
  await followLink(main(page), 'oak');
  await expectVerified(page, 4);
  await walk('/');
  await expect(page.locator('a[href^="/file:tree-"]')).not.toHaveCount(0);
  await expect(page.locator('a[href^="/file:host-"]')).toHaveCount(0);
});

/** Domains without a name, with attributes whose names are long, and a record of two items. */
const LONG_NAMES = ['level', 'role', 'skill'].map((end) => `ddat-profession-capability-framework-${end}`);
const hosts = [1, 2, 3, 4, 5, 6].map((host) =>
  Object.fromEntries([
    ['host', String(host)],
    ['hostname', `h${host}.example`],
    ...LONG_NAMES.map((name) => [name, host % 2 === 0 ? 'even' : 'odd'] as const),
  ]),
);
const domains = registerOf('host', hosts);
const [first, second] = domains.entries.flatMap(({ items }) => items);
const DOMAINS = {
  ...domains,
  custodian: `**REDACTED**${'0'.repeat(64)}`,
  entries: [
    ...domains.entries,
    {
      key: '7',
      timestamp: '2021-03-04T05:06:07Z',
      items: [first, second].filter((item) => item !== undefined),
    },
  ],
};

test('a register without names is read by what names things there, on a desk and on a phone', async ({
  page,
  walk,
}) => {
  await choose(page, fileOf('host.rsf', rsfOf(DOMAINS)));
  await expect(page).toHaveURL(/\/file:host-[0-9a-f]{8}$/);
  const { pathname } = new URL(page.url());
  await expect(
    main(page)
      .locator('dl > div')
      .filter({ hasText: /^custodian/i }),
  ).toContainText(/^custodian\s*redacted/i);
  await walk(`${pathname}/records/3`);
  await expectVerified(page, 3);
  await expectTitle(page, 'h3.example');
  await walk(`${pathname}/records/7`);
  await expectVerified(page, 7);
  await expectTitle(page, 'h1.example and h2.example');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await walk(`${pathname}/entries`);
    await expect(page.getByRole('row').filter({ hasText: 'h3.example' })).toBeVisible();
    await walk(`${pathname}/records`);
    for (const name of LONG_NAMES) {
      const menu = button(main(page).getByRole('search'), name);
      await expect(menu).toBeVisible();
      const cut = await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(cut, `${name} beyond its button at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

// What else is refused, and at which line, is in rsf/read-rsf.test.ts.
test('a broken file is refused with its line, one that states no root is never green, and the whole one counts in its place', async ({
  page,
  walk,
}) => {
  const lines = dump().trimEnd().split('\n');
  await choose(page, fileOf('broken.rsf', dump().replace(/[0-9a-f]{64}\n$/, `${'0'.repeat(64)}\n`)));
  const refused = page.getByRole('region', { name: 'Open files' }).getByText('broken.rsf');
  await expect(refused).toHaveText(new RegExp(`inconsistent: line ${lines.length} .*expected`));
  await expect(page).toHaveURL(/\/$/);
  await watchHeader(page);
  await choose(page, fileOf('tree.rsf', `${lines.slice(0, -1).join('\n')}\n`));
  await expectText(page, /this file states no root hash; it may have been cut short\. .*computed here: /i);
  const address = page.url();
  for (const rest of ['/records/oak', '~earlier/records/oak']) {
    await page.goto(`${address}${rest}`);
    await expectCheck(page, 'Verified', /data matches its fingerprint/i);
    await expectCheck(page, 'Could not check', /this file states no root hash/i);
    await expect(main(page)).not.toContainText(/root hash stated|published root/i);
    await expectHeader(page, 'cannot-check');
    await expectNeverHeld(page);
  }
  await walk('/');
  await dropFile(page, 'tree.rsf', dump());
  await expect(page).toHaveURL(/\/file:tree-[0-9a-f]{8}$/);
  await expectCheck(page, 'Verified', /all 5 entries verified/i);
});

const TREES = '/data/tree.rsf';

function placeOf(origin: string, path: string, rest = ''): string {
  return `/rsf:${encodeURIComponent(origin + path)}${rest}`;
}

test('the address of an RSF file is a register', async ({ page, serve }) => {
  const host = createFileHost({ [TREES]: { text: dump() } });
  const { origin } = await serve(host.listener);
  await openRecord(page, placeOf(origin, TREES, '~earlier/records/oak'), 4);
  await expectTitle(page, 'Common oak');
  await expect(main(page)).not.toContainText(/server|published root/i);
  const address = await copyLink(page);
  expect(address).toMatch(/~earlier\/records\/oak#seen=5\.[0-9a-f]{32}$/);

  // Whoever opens it fetches and verifies the same file, and it is the one that the sender saw.
  await page.goto('about:blank');
  await openRecord(page, address, 4);
  await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
});

test('an older link to a file has a whole root; one that differs is said on every page', async ({
  page,
  serve,
}) => {
  const host = createFileHost({ [TREES]: { text: dump() } });
  const { origin } = await serve(host.listener);
  const rootOf = (text: string): string => /[0-9a-f]{64}(?=\n$)/.exec(text)?.[0] ?? '';
  const open = (query: string): Promise<unknown> => page.goto(placeOf(origin, TREES, `/records/oak${query}`));

  await open(`?size=3&root=sha-256:${rootOf(dump(3))}`);
  await expectVerified(page, 4);
  await expectCheck(page, 'Verified', /sender of this link saw the same log/i);

  await watchHeader(page);
  for (const go of [
    () => open(`?size=5&root=${rootOf(dump(3))}`),
    () => openTab(page, /^overview/i),
    () => page.reload(),
  ]) {
    await go();
    await expect(alertOf(page, /was shown another log/i)).toBeVisible();
    await expectHeader(page, 'does-not-match');
    await expectNeverHeld(page);
  }
  await press(page, /go on without comparing/i);
  await expectCheck(page, 'Verified', /all 5 entries verified/i);

  await watchHeader(page);
  for (const query of ['?root=abc', `?size=6&root=${rootOf(dump())}`]) {
    await open(query);
    await expect(alertOf(page, /could not compare/i)).toBeVisible();
    await openTab(page, /^entries/i);
    await expectHeader(page, 'cannot-check');
    await expectNeverHeld(page);
  }
  // The next load has a link without a root.
  await open('');
  await expectVerified(page, 4);
});

test('a file that grew continues the one before; one that changed is an alarm', async ({ page, serve }) => {
  const host = createFileHost({ [TREES]: { text: dump(3), validator: 'date' } });
  const { origin } = await serve(host.listener);
  const visit = async (hoursLater: number): Promise<void> => {
    await hoursAhead(page, hoursLater);
    await page.goto(placeOf(origin, TREES));
    await expectCheck(page, 'Verified', /all \d+ entries verified/i);
  };
  await visit(0);
  await expect(checkLine(page, 'memory')).toContainText(/first visit/i);
  await expectRemembered(page, `rsf:${origin}${TREES}`, 3);
  // Reading again asks whether the file has changed.
  await visit(1);
  expect(host.answered(TREES)).toEqual([200, 304]);
  await expectCheck(page, 'Verified', /nothing earlier has changed/i);
  host.files.set(TREES, { text: dump(5) });
  await visit(2);
  await expectCheck(page, 'Verified', /nothing earlier has changed/i);
  await expectRemembered(page, `rsf:${origin}${TREES}`, 5);

  const reversed = { ...trees, entries: trees.entries.toReversed() };
  host.files.set(TREES, { text: rsfOf(reversed) });
  await page.goto(placeOf(origin, TREES, '/records/oak'));
  await expect(alertOf(page, /another root for the same log size/i)).toBeVisible();
  await expectHeader(page, 'does-not-match');
});

/** The heading of a page that has a file's problem instead. */
const problem = (page: Page) => page.locator('[data-notice]').getByRole('heading', { level: 1 });

// The other reasons are in rsf/fetch-rsf.test.ts and read-rsf.test.ts.
test('what keeps a file from being read is said, with what to do next', async ({
  page,
  walk,
  serve,
  deadOrigin,
  guard,
}) => {
  guard.expectFailures(/./);
  const good = dump();
  const host = createFileHost({
    '/no-cors.rsf': { text: good, cors: false },
    '/large.rsf': { text: good, length: 300 * 2 ** 20, stopsAfter: 20 },
    '/root.rsf': { text: good.replace(/[0-9a-f]{64}\n$/, `${'0'.repeat(64)}\n`) },
  });
  const { origin } = await serve(host.listener);
  const cases: readonly (readonly [address: string, words: RegExp])[] = [
    [`${origin}/no-cors.rsf`, /Access-Control-Allow-Origin: \*/i],
    [`${origin}/large.rsf`, /256 MB/],
    [`${deadOrigin}/tree.rsf`, /did not answer/i],
    [`${origin}/root.rsf`, new RegExp(`line ${good.split('\n').length - 1} states the root`, 'i')],
  ];
  for (const [address, words] of cases) {
    await test.step(address, async () => {
      await walk(`/rsf:${encodeURIComponent(address)}/records/oak`);
      await expect(problem(page)).toHaveText(/could not be read/i);
      await expect(page.locator('[data-notice]')).toContainText(words);
      await expect(page.locator('[data-outcome=holds], [data-outcome=does-not-match]')).toHaveCount(0);
    });
  }
  expect(await axeFindings(page)).toEqual([]);
  // The address is mended, and the page goes on where it was.
  host.files.set('/root.rsf', { text: good });
  await press(page, 'Try again');
  await expectVerified(page, 4);
});

test('reading a file is stopped, and begun again', async ({ page, serve }) => {
  const host = createFileHost({ [TREES]: { text: dump(), stopsAfter: 1_000 } });
  const { origin } = await serve(host.listener);
  await page.goto(placeOf(origin, TREES));
  await expect(page.getByText('1.0 kB')).toBeVisible();
  await press(page, 'Stop reading');
  await expect(problem(page)).toHaveText(/reading was stopped/i);
  host.files.set(TREES, { text: dump() });
  await press(page, 'Read the file');
  await expectCheck(page, 'Verified', /all 5 entries verified/i);
});

/** A register whose data links to the trees, and to a register that is nowhere. */
const forest = registerOf(
  'forest',
  [{ forest: 'sherwood', 'main-tree': 'oak', see: 'river:trent' }],
  [
    { id: 'main-tree', datatype: 'string', cardinality: '1', register: 'tree' },
    { id: 'see', datatype: 'curie', cardinality: '1' },
  ],
);

test('several files are a family: listed together, with links between them', async ({ page, walk }) => {
  const texts = [dump(), rsfOf(forest).replaceAll('\n', '\r\n'), 'nothing'];
  await choose(
    page,
    texts.map((text, index) => fileOf(`file${index}.rsf`, text)),
  );
  await expectText(page, /2 registers opened/i);
  await expectText(page, /file2\.rsf: this is not an RSF file/i);
  const family = page.getByRole('region', { name: /files in this browser/i });
  await followLink(family, 'Forests');
  await expectCheck(page, 'Verified', /all 1 entry verified/i);
  await expect(textIn(page, /lines that end with CR LF.*\(line 1\)/)).toBeVisible();
  await openTab(page, /^records/i);
  await link(main(page), 'sherwood').first().click();
  await expectTitle(page, 'sherwood');
  // Nobody opened a register of rivers.
  await expect(link(page, /river:trent/)).toHaveCount(0);
  await link(main(page), 'oak').first().click();
  await expectTitle(page, 'Common oak');
  await walk('/');
  await expect(family.getByRole('listitem')).toHaveText([/^Forests.*1 entry/, /^Trees.*5 entries/]);
});
