import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  checkLine,
  expectCheck,
  expectHeader,
  expectLine,
  expectNoText,
  expectRemembered,
  expectText,
  expectVerified,
  expectWholeLog,
  followLink,
  hoursAhead,
  press,
  proofPicture,
  rememberedSize,
} from './words.ts';

// Each test is a browser that has never been here.
test.use({ reuseContext: false });

const RECORD = '/country/records/GM';
const foot = (page: Page) => page.getByRole('contentinfo');
const alarms = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /shorter than it was|another root|does not begin with/i });

/** Ways in which a browser does not keep what it is given; each is run before the page. Every use of storage in every state is held by the unit tests beside it. */
const BROKEN: readonly {
  readonly name: string;
  readonly says: RegExp;
  readonly breakIt: () => void;
}[] = [
  {
    name: 'denied',
    says: /does not let the page keep anything/i,
    breakIt: () => {
      const refuse = (): never => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(globalThis, name, { get: refuse });
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      LockManager.prototype.query = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
    },
  },
  {
    name: 'full',
    says: /has no room left/i,
    breakIt: () => {
      const full = (): never => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      IDBObjectStore.prototype.put = full;
      Storage.prototype.setItem = full;
    },
  },
  {
    name: 'silent',
    says: /gives no answer/i,
    breakIt: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
];

test('denied, full or silent storage takes nothing from the proofs', async ({ newProfile }) => {
  for (const { name, says, breakIt } of BROKEN)
    await test.step(name, async () => {
      const context = await newProfile({ reducedMotion: 'reduce', serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.addInitScript(breakIt);
      await page.goto(RECORD);
      // Storage that does not answer may have something that was not compared: the proof stands, the visit is not green.
      if (name === 'silent') await expectProvedAlone(page);
      else await expectVerified(page, 278);
      await expectLine(page, 'memory', name === 'silent' ? 'cannot-check' : 'not-checked');
      if (name !== 'silent') await expect(checkLine(page, 'memory')).toContainText(/first visit/i);
      await expect(foot(page).getByText(says)).toContainText(/the roots of registers/i);
      await expect(alarms(page)).toHaveCount(0);
      if (name === 'denied') await auditWhatCannotBeKept(page);
      await followLink(foot(page), /what is kept here/i);
      await expect(page.getByRole('list', { name: /what cannot be kept/i })).toContainText(says);
    });
});

/** The proof of the record on view leads to the published root, and the header says that not everything could be checked. */
async function expectProvedAlone(page: Page): Promise<void> {
  await expect(proofPicture(page)).toHaveAccessibleName(/equals the published root/i);
  await expectHeader(page, 'cannot-check');
}

/** An audit lasts as long as the page: the trail of a record is known to be whole by it. */
async function auditWhatCannotBeKept(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await press(page, /^check every entry$/i);
  await expectWholeLog(page);
  await expectText(page, /it lasts until this page is closed/i);
  await page.goBack();
  await expectCheck(page, 'Verified', /entry 278 is the latest version of GM/i);
}

/** Writes over what this browser keeps, as damage would: a digit of a root, a line of JSON, the store of a database. */
async function spoil(page: Page): Promise<void> {
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

test('damaged or cleared storage is said, and is no first visit', async ({ page, context }) => {
  await page.goto(RECORD);
  await expectVerified(page, 278);
  await expectRemembered(page, 'country', 295);
  await hoursAhead(page, 2);
  await page.reload();
  await expectLine(page, 'memory', 'holds');
  await spoil(page);
  await page.reload();
  await expectProvedAlone(page);
  await expectLine(page, 'memory', 'cannot-check');
  await expect(checkLine(page, 'memory')).toContainText(/could not compare with your last visit/i);
  await page.getByText(/what was checked/i).click();
  await expectText(page, /what this browser kept of this register cannot be read\. forget it/i);
  await expect(alarms(page)).toHaveCount(0);
  await followLink(page, /register explorer/i);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/check a public register yourself/i);
  const other = await context.newPage();
  await other.goto('/settings');
  await expectText(other, /what was kept of this register cannot be read/i);
  await page.goto(RECORD);
  await expectProvedAlone(page);
  await press(other, /forget everything/i);
  await press(other.getByRole('dialog'), /^forget everything$/i);
  await expectText(other, /everything was forgotten/i);
  await expect(other.getByRole('heading', { name: /nothing is remembered yet/i })).toBeVisible();
  await expectNoText(page, /cannot be read/i);
  await expectRemembered(page, 'country', 295);
  // All is cleared while the page is open, as a browser does it.
  const session = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.getByRole('link', { name: 'entry 208' }).first().click();
  await expectCheck(page, 'Verified', /entry 208 is in the log/i);
  await expect(alarms(page)).toHaveCount(0);
  expect(await rememberedSize(page, 'country')).toBeUndefined();
  await page.reload();
  await expectCheck(page, 'Verified', /entry 208 is in the log/i);
  await expectRemembered(page, 'country', 295);
});
