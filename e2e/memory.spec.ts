import { setTimeout as wait } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { Hash } from '../src/core/hash.ts';
import { fromStored, toStored } from '../src/trust/remembered-root.ts';
import { type Driver, startBrowser, type Tab } from './browsers/drivers.ts';
import { walkIn } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { switchable } from './hosts/servers.ts';
import {
  alertOf,
  button,
  checkEveryEntry,
  checkLine,
  downloaded,
  expectCheck,
  expectHeader,
  expectHeading,
  expectLine,
  expectRemembered,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  expectWholeLog,
  fileOf,
  followLink,
  goBack,
  headerOutcome,
  hoursAhead,
  link,
  main,
  openChecks,
  openRecord,
  holdFile,
  openTab,
  rememberedSize,
  press,
  proofPicture,
  remote,
  requestsOf,
} from './words.ts';

const alarm = (page: Page) => alertOf(page, /shorter than it was|another root|does not begin with/i);
const proved = (page: Page) => main(page).locator('[data-check="inclusion"][data-outcome="holds"]');

/** Opens the register as it is honestly, so that its root is remembered. */
async function visitHonest(page: Page): Promise<void> {
  await page.goto('/unfaithful/records/GM');
  await expect(proved(page).first()).toBeAttached();
  await expectRemembered(page, 'unfaithful', 295);
}

test.beforeEach(({ guard }) =>
  // A log that was made shorter does not know the larger size any more.
  guard.expectFailures(/status of 400 .*\/consistency\/265\/295/),
);

const FORK = '/unfaithful~v2+fork';

// Heads and memory know no variant; that each variant's proofs are read is held by query/verdict-table.test.ts.
test('a later visit compares: growth is proved and offered, a rollback is an alarm', async ({ page }) => {
  await page.goto('/unfaithful~v2+rollback/records/FR');
  await expect(proved(page).first()).toBeAttached();
  await expectRemembered(page, 'unfaithful', 265);
  // To load it again is the same visit.
  await page.reload();
  await expectLine(page, 'memory', 'not-checked');
  await expectHeader(page, 'holds');
  await expect(checkLine(page, 'memory')).toContainText(/first visit/i);
  const asked = requestsOf(page);
  await hoursAhead(page, 2);
  await page.goto('/unfaithful');
  await expectHeader(page, 'holds');
  await expectRemembered(page, 'unfaithful', 295);
  expect(asked.filter((address) => address.includes('/consistency/'))).toHaveLength(1);
  await expectText(main(page), /^since your last visit: 30 entries, 23 changed$/i);
  await followLink(page, /^since your last visit/i);
  await expect(page).toHaveURL(/changes\/265\/295$/);
  await expectCheck(page, 'Verified', /log of 265 entries is the beginning of the log of 295/i);
  await openTab(page, /^records/i);
  await followLink(main(page), 'AD');
  await expectLine(page, 'memory', 'holds');
  await expect(proved(page).first()).toBeAttached();
  await expect(alarm(page)).toHaveCount(0);
  await page.goto('/unfaithful~v2+rollback');
  await expect(alarm(page)).toContainText(/shorter than it was/i);
  await expect(alarm(page)).toContainText('295 entries');
  await expect(alarm(page)).toContainText('265 entries');
  await expectRemembered(page, 'unfaithful', 295);
});

test('another root for one size is an alarm everywhere, until dismissed', async ({ page, context }) => {
  await visitHonest(page);
  const expectAlarm = async (): Promise<void> => {
    await expect(alarm(page)).toContainText(/another root for the same log size/i);
    await expect(alarm(page)).toContainText('295 entries');
    await expect(headerOutcome(page, 'holds')).toHaveCount(0);
    await expect(proved(page)).toHaveCount(0);
  };
  await page.goto(`${FORK}/records/GM`);
  await expectAlarm();
  await expectHeader(page, 'does-not-match');
  // Data of such a log is not called the register's: the key is the heading.
  await expectTitle(page, 'GM');
  await expect(main(page).getByText(/^unverified: /i)).not.toHaveCount(0);
  // Said of the history once, not of each version.
  await expect(main(page).getByText(/not checked$/i)).toHaveText(
    /^\d versions, reported by the server, not checked$/,
  );
  for (const name of [/^overview/i, /^entries/i, /^developer/i]) {
    await openTab(page, name);
    await expectAlarm();
  }
  await expectRemembered(page, 'unfaithful', 295);
  await test.step('also where the server is honest again, until it is dismissed in one tab', async () =>
    dismissInOneTab(page, await context.newPage()));
  await page.goto(`${FORK}/records/GM`);
  await expectLine(page, 'memory', 'does-not-match');
  await expect(proofPicture(page)).toHaveAccessibleName(/contradicts the one this browser remembers/i);
  await expect(proofPicture(page)).toHaveAttribute('data-tone', 'does-not-match');
  await expect(alarm(page)).toHaveCount(0);
  await expectHeader(page, 'does-not-match');
});

/** Dismisses an alarm in a later visit, while another tab shows it too. What it offered can be had there all the same. */
async function dismissInOneTab(page: Page, other: Page): Promise<void> {
  await hoursAhead(page, 2);
  await page.goto('/unfaithful/records/GM');
  await expect(alarm(page)).toBeVisible();
  await expectLine(page, 'memory', 'holds');
  await other.goto(`${FORK}/records`);
  await expect(alarm(other)).toBeVisible();
  await press(alarm(page), /^dismiss$/i);
  for (const tab of [page, other]) await expect(alarm(tab)).toHaveCount(0);
  // It is stored by then.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await other.getByText(/dismissed/i).click();
  for (const name of [/save the report/i, /trust the new root/i])
    await expect(button(other, name).first()).toBeVisible();
}

test('remembered roots are saved, forgotten, taken over and replaced', async ({ page }) => {
  await visitHonest(page);
  await page.goto('/settings');
  await expect(link(page, 'unfaithful')).toBeVisible();
  const { text } = await downloaded(page, () => press(page, /save all as a file/i));
  expect(JSON.parse(text)).toMatchObject({
    format: 'register-explorer-roots',
    roots: [{ registerId: 'unfaithful', logSize: 295 }],
  });
  const dialog = page.getByRole('dialog');
  await press(page, /^forget unfaithful/i);
  await press(dialog, /^forget it/i);
  await expectHeading(page, /nothing is remembered yet/i);
  // It ends only after the reader has gone on to a register, whose checks are made again.
  const release = await holdFile(page, 'roots.json');
  await page.getByLabel(/a file of remembered roots/i).setInputFiles(fileOf('roots.json', text));
  await walkIn(page)('/country/records/GM');
  await expectHeader(page, 'holds');
  await expectRemembered(page, 'country', 295);
  await release();
  await expectRemembered(page, 'unfaithful', 295);
  await openTab(page, /^entries/i);
  await expectHeader(page, 'holds');
  await openTab(page, /^overview/i);
  await expectHeader(page, 'holds');
  await walkIn(page)('/settings');
  await press(page, /^forget country/i);
  await press(dialog, /^forget it/i);
  await expectText(page, 'Forgot country.');
  // What is forgotten is remembered again by the next page that holds.
  await walkIn(page)('/country');
  await expectHeader(page, 'holds');
  await expectRemembered(page, 'country', 295);
  await page.goto(`${FORK}/records/GM`);
  const ofImported = alertOf(page, 'This is not the log that the imported root belongs to');
  await press(ofImported, /trust the new root/i);
  await press(dialog, /^trust the new root/i);
  await expect(ofImported).toHaveCount(0);
  await expectLine(page, 'memory', 'not-checked');
  await expect(proved(page).first()).toBeAttached();
  await expectHeader(page, 'holds');
  await page.goto('/settings');
  await expect(main(page)).toContainText(/replaced/i);
  // What was honest before is now the other root.
  await page.goto('/unfaithful');
  await expect(alarm(page)).toContainText(/another root/i);
});

test('a root that is forgotten in another tab is so in all, and remembered again by the next page', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await openRecord(page);
  await expectRemembered(page, 'country', 295);
  const other = await context.newPage();
  await other.goto('/settings');
  await press(other, /^forget country/i);
  await press(other.getByRole('dialog'), /^forget it/i);
  await expectHeading(other, /nothing is remembered yet/i);
  await expect(checkLine(page, 'memory')).toContainText(/remembers the root hash once a page is verified/i);
  // A page that holds stores its root after 250 ms of this clock.
  await page.clock.runFor(1_000);
  expect(await rememberedSize(page, 'country')).toBeUndefined();
  await openTab(page, /^overview/i);
  await expectHeader(page, 'holds');
  await expectRemembered(page, 'country', 295);
});

test('a missing consistency proof is no alarm, and nothing is proved', async ({ page, serve, guard }) => {
  guard.expectFailures(/status of 404 .*\/consistency\//);
  const server = switchable('+rollback');
  const base = (await serve(server.listener)).origin + server.path;
  await page.goto(remote(base, '/records/FR'));
  await expectRemembered(page, base, 265);
  server.switches = '+not-found-html@consistency-proof';
  await hoursAhead(page, 2);
  await page.reload();
  await expectLine(page, 'memory', 'cannot-check');
  await expectCheck(page, 'Could not check', /could not be proved/i);
  await expectHeader(page, 'cannot-check');
  await expect(proved(page)).toHaveCount(0);
  await expect(alarm(page)).toHaveCount(0);
  await expectRemembered(page, base, 265);
  server.switches = '';
  await button(page, 'Try again').first().click();
  await expectLine(page, 'memory', 'holds');
  await expect(proved(page).first()).toBeAttached();
  await expectRemembered(page, base, 295);
});

const foot = (page: Page) => page.getByRole('contentinfo');

/** Ways in which a browser does not keep what it is given; each is run before the page. Every use of storage in every state is held by the unit tests beside it. */
const BROKEN: readonly {
  readonly name: string;
  readonly says: RegExp;
  /** It breaks in the middle of a visit. */
  readonly isLater?: true;
  readonly breakIt: () => void;
}[] = [
  {
    name: 'denied',
    says: /does not let the page keep anything/i,
    // As Chromium where all site data is blocked.
    breakIt: () => {
      const refuse = (): never => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: refuse });
      IDBFactory.prototype.open = () => {
        const error = new DOMException('The user denied permission to access the database.', 'UnknownError');
        const request = Object.assign(new EventTarget(), { error });
        queueMicrotask(() => request.dispatchEvent(new Event('error')));
        return request as unknown as IDBOpenDBRequest;
      };
      ServiceWorkerContainer.prototype.getRegistration = () =>
        Promise.reject(new DOMException('The user denied permission.', 'NotSupportedError'));
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      LockManager.prototype.query = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
    },
  },
  {
    name: 'silent',
    says: /gives no answer/i,
    breakIt: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
  {
    name: 'full',
    says: /no room left/i,
    isLater: true,
    // What Settings writes to try it is small enough.
    breakIt: () => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value: unknown, ...key) {
        if (typeof value === 'object') throw new DOMException('full', 'QuotaExceededError');
        return put.call(this, value, ...key);
      };
    },
  },
];

test('denied, silent or full storage does not change what is proved', async ({ context }) => {
  for (const { name, says, breakIt, isLater } of BROKEN)
    await test.step(name, async () => {
      const page = await context.newPage();
      if (isLater) {
        // A page of no register: nothing may have been kept before.
        await page.goto('/help');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.evaluate(breakIt);
        await walkIn(page)('/country/records/GM');
      } else {
        await page.addInitScript(breakIt);
        await page.goto('/country/records/GM');
      }
      // Storage that does not answer may have something that was not compared: the proof stands, the visit is not green.
      if (name === 'silent') await expectProvedAlone(page);
      else await expectVerified(page, 278);
      await expectLine(page, 'memory', name === 'silent' ? 'cannot-check' : 'not-checked');
      await expect(foot(page).getByText(says)).toContainText(/the roots of registers/i);
      await expect(alarm(page)).toHaveCount(0);
      if (name === 'denied') await auditWithoutStorage(page);
      await followLink(foot(page), /what is kept here/i);
      await expect(page.getByRole('list', { name: /what cannot be kept/i })).toContainText(says);
      await expectNoText(page, /this browser keeps the roots/i);
      if (name === 'full') {
        await expectText(page, /nothing could be kept: this browser has no room/i);
        // Beside a root that was kept before.
        await page.goto('/planet/records/earth');
        await expectRemembered(page, 'planet', 15);
        await page.evaluate(breakIt);
        await walkIn(page)('/country/records/GM');
        await expectVerified(page, 278);
        await followLink(foot(page), /what is kept here/i);
        await expectText(page, /the last root could not be kept: this browser has no room/i);
      }
      await page.close();
    });
});

/** The proof of the record on view leads to the published root, and the header says that not everything could be checked. */
async function expectProvedAlone(page: Page): Promise<void> {
  await expect(proofPicture(page)).toHaveAccessibleName(/equals the published root/i);
  await expectHeader(page, 'cannot-check');
}

/** An audit lasts as long as the page: the trail of a record is known to be whole by it. */
async function auditWithoutStorage(page: Page): Promise<void> {
  await openTab(page, /^audit/i);
  await checkEveryEntry(page);
  await expectWholeLog(page);
  await expectText(page, /the result lasts until this page is closed/i);
  await goBack(page);
  await expectCheck(page, 'Verified', /entry 278 is the latest version of GM/i);
}

/** Writes over what this browser keeps, as damage would: a digit of a root, a line of JSON, the store of a database. */
async function corrupt(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        for (const key of Object.keys(localStorage)) localStorage.setItem(key, '[{"id":');
        localStorage.setItem('register-explorer:recent', '[{"id":"country","title":"C","openedAt":1e300}]');
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('success', () => {
          const objects = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
          const asked = objects.get('register-explorer:root:country');
          asked.addEventListener('success', () => {
            const root = asked.result as { rootHash: string };
            const rootHash = root.rootHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
            objects.put({ ...root, rootHash }, 'register-explorer:root:country');
          });
          objects.transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
}

// Storage that is cleared while a page is open is in trust/browser-store.test.ts.
test('damaged storage is said, and is no first visit', async ({ page }) => {
  await openRecord(page);
  await expectRemembered(page, 'country', 295);
  await hoursAhead(page, 2);
  await page.reload();
  await expectLine(page, 'memory', 'holds');
  await corrupt(page);
  await page.reload();
  await expectProvedAlone(page);
  await expectLine(page, 'memory', 'cannot-check');
  await openChecks(page);
  await expectText(page, /what this browser kept of this register cannot be read\. forget it/i);
  await expect(alarm(page)).toHaveCount(0);
  await page.goto('/settings');
  await expectText(page, /what this browser kept of this register cannot be read/i);
  await press(page, /forget everything/i);
  await press(page.getByRole('dialog'), /^forget everything$/i);
  await expectText(page, /everything was forgotten/i);
  await openRecord(page);
  await expectRemembered(page, 'country', 295);
});

/** What a browser answers to these requests to where it stores roots, as a script. */
const stored = (requests: string): string => `new Promise((resolve) => {
  const opening = indexedDB.open('keyval-store');
  opening.onsuccess = () => {
    const objects = opening.result.transaction('keyval').objectStore('keyval');
    const asked = ${requests};
    objects.transaction.oncomplete = () => {
      opening.result.close();
      resolve(asked.map(({ result }) => result));
    };
  };
})`;

/** storedRoots reads what a browser has stored: the number of whole roots, and the keys of others. */
async function storedRoots(
  tab: Tab,
): Promise<{ readonly whole: number; readonly others: readonly string[] }> {
  const [keys, values] = await tab.evaluate<readonly [keys: readonly string[], values: readonly unknown[]]>(
    stored('[objects.getAllKeys(), objects.getAll()]'),
  );
  const roots = keys.flatMap((key, at) => (key.includes(':root:') ? [{ key, value: values[at] }] : []));
  const others = roots.filter(({ value }) => fromStored(value) === undefined).map(({ key }) => key);
  return { whole: roots.length - others.length, others };
}

/** rootsFile is a file of the roots of so many registers. */
function rootsFile(count: number): string {
  const roots = Array.from({ length: count }, (_, index) =>
    toStored({
      registerId: `https://r${index}.example`,
      base: `https://r${index}.example`,
      variant: 'item',
      logSize: index + 1,
      rootHash: index.toString(16).padStart(64, '0') as Hash,
      leafRule: 'item-json',
      firstSeenMs: 1,
      lastSeenMs: 2,
      revision: 1,
      alarms: [],
      givenUp: [],
    }),
  );
  return JSON.stringify({ format: 'register-explorer-roots', version: 1, roots });
}

// Each time in a profile of its own: Chromium goes on with a database file after a record that was cut off, and deletes the whole database at the start after
// next, whichever page wrote it.
for (const afterMs of [0, 35, 200])
  test(`a browser that is killed ${afterMs} ms into writing roots has each of them whole, or not at all`, async ({
    site,
  }, info) => {
    test.slow();
    const [profile, file, most] = [info.outputPath('profile'), info.outputPath('roots.json'), 2_000];
    const field = `document.querySelector('main input[type=file]')`;
    const openSettings = async (): Promise<Driver> => {
      const driver = await startBrowser('chromium', profile);
      await driver.tab.goto(`${site}/settings`);
      await expect.poll(() => driver.tab.evaluate(`${field} !== null`)).toBe(true);
      return driver;
    };
    await writeFile(file, rootsFile(most));
    const { tab, kill } = await openSettings();
    await tab.upload(field, file);
    const count = async (): Promise<number | undefined> =>
      (await tab.evaluate<readonly number[]>(stored('[objects.count()]')))[0];
    await expect.poll(count, { intervals: [5] }).toBeGreaterThan(0);
    await wait(afterMs);
    await kill?.();
    const restarted = await openSettings();
    const { whole, others } = await storedRoots(restarted.tab);
    expect(others).toEqual([]);
    // Some and not all: it was killed in between.
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(most);
    await restarted.close();
  });
