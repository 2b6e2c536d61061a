import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { gated, listenerOf, mockListener, failing, switchable } from './hosts/servers.ts';
import {
  alertOf,
  button,
  checkEveryEntry,
  downloaded,
  expectCheck,
  expectHeader,
  expectHeading,
  expectNeverHeld,
  expectNoText,
  expectText,
  expectTitle,
  expectWholeLog,
  followLink,
  headerOutcome,
  holdDatabase,
  inTurns,
  keyTo,
  openChecks,
  openEvidence,
  openTab,
  press,
  registerOf,
  remote,
  requestsOf,
  textIn,
  watchHeader,
} from './words.ts';

async function startAudit(page: Page, register: string): Promise<void> {
  await page.goto(`${register}/audit`);
  await checkEveryEntry(page);
}

/** What the audit found has been written to storage. */
async function expectStored(page: Page): Promise<void> {
  await expectText(page, 'The result is kept in this browser.');
}

/** Nothing on the page claims that the whole register holds. */
async function expectNoClaim(page: Page): Promise<void> {
  await expect(page.locator('[data-check=whole-log][data-outcome=holds]')).toHaveCount(0);
}

// Pages are read from their bytes in either variant, which log/ and query/whole-log-verdicts.test.ts hold; the views know none.
test('an audit shows that the register is exactly what the root commits to', async ({ page }) => {
  await page.goto('/country~earlier/audit');
  await expectText(page, /it will read 295 entries and their blobs, about \d+ kB/i);
  await expectCheck(page, 'Not checked', /^the root rebuilt from them$/i);
  await checkEveryEntry(page);
  for (const words of [
    /295 entries numbered and in place/i,
    /all blobs match the hashes in the entries/i,
    /root rebuilt from 295 entries equals the published root/i,
  ])
    await expectCheck(page, 'Verified', words);
  await expectWholeLog(page);
  await expectCheck(page, 'Not checked', /do others see the same log/i);
  await expectText(page, /^finished on .*: 295 entries and \d+ blobs \([\d.]+ kB\) in /i);
  await expectHeader(page, 'holds');
  await expectAccessible(page, 'exactly');
});

test('every view knows what was audited, also after a reload', async ({ page, walk }) => {
  await page.goto('/country');
  // What was read for the pictures counts for this visit, and is not an audit.
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  await openChecks(page);
  await expect(button(page, /^check every entry$/i)).toBeVisible();
  // It runs where it is asked for, and its page knows it at once.
  await page.goto('/country/records/GM');
  await expectCheck(page, 'Not checked', /only the server says this is the newest version/i);
  await openChecks(page);
  await checkEveryEntry(page);
  await expectCheck(page, 'Verified', /entry 278 is the latest version of GM/i);
  await expectText(page, /versions, all there are/i);
  for (const [name, says] of [
    ['end-date', 'never set'],
    ['official-name', /^since entry 278/i],
  ] as const) {
    await press(page, `${name}: what it means`);
    await expectText(page.locator(':popover-open'), says);
    await page.keyboard.press('Escape');
  }
  await followLink(page, /^view the result$/i);
  await expectWholeLog(page);
  await expectStored(page);
  await page.reload();
  await expectWholeLog(page);
  await expect(button(page, /^check every entry again$/i)).toBeVisible();
  await walk('/country');
  await expectCheck(page, 'Verified', /^all \d+ entries verified$/i);
  await openChecks(page);
  await expectText(page, /every entry and item was read, .* on \d+ \w+ \d{4}, [\d:]+ UTC/i);
  await walk('/country/records/FR');
  await expectCheck(page, 'Verified', /entry \d+ is the latest version of FR/i);
  await expectHeader(page, 'holds');
});

test('an altered item is named with both hashes, on every page', async ({ page, walk }) => {
  const entryNumber = 292;
  await startAudit(page, '/country~v2+altered-item');
  await expectWholeLog(page, 'does-not-match', /^does not match: the item of entry/i);
  const finding = page.getByRole('listitem').filter({
    hasText: new RegExp(`the item of .*\\b${entryNumber}\\b.* does not match its hash`, 'i'),
  });
  await expectText(finding, 'computed here');
  await expectText(finding, 'recorded in the entry');
  await expectCheck(page, 'Verified', /root rebuilt from 295 entries equals the published root/i);
  await expectNoClaim(page);
  await expectHeader(page, 'does-not-match');
  await expectAccessible(page, 'not exactly');
  const found = textIn(page, /the audit of .* found what does not match in this register/i);
  await expectStored(page);
  await followLink(page, /^records/i);
  await expect(found).toBeVisible();
  await walk('/country~v2+altered-item/records/GM');
  await expectCheck(page, 'Does not match', /not all of the log matches/i);
  await openChecks(page);
  await followLink(page, /see what it found/i);
  await expectWholeLog(page, 'does-not-match', /^does not match: the item of entry/i);
  await followLink(finding, new RegExp(`^entry ${entryNumber}$`, 'i'));
  await expectCheck(page, 'Does not match', /data is not what entry/i);
});

test('a page is not green before storage has said what an audit found', async ({ page, newPage }) => {
  await startAudit(page, '/country~v2+altered-item');
  await expectStored(page);
  const late = await page.context().newPage();
  await watchHeader(late);
  const release = await holdDatabase(late, 'register-explorer-audits');
  await late.goto('/country~v2+altered-item/records/GM');
  await expectHeader(late, 'cannot-check');
  await expectText(late, /could not check: .*audit.* the storage of this browser gives no answer/i);
  await late.goto('/country~v2+altered-item/audit');
  await expect(button(late, /^check every entry$/i)).toBeVisible();
  await release();
  // Storage is asked again after 4, 8, 16 s.
  await expect(headerOutcome(late, 'does-not-match')).toBeVisible({ timeout: 40_000 });
  await expectNeverHeld(late);
  // One that was never audited does not wait for it.
  const other = await newPage();
  await holdDatabase(other, 'register-explorer-audits');
  await other.goto('/country/records/GM');
  await expectHeader(other, 'holds');
});

test('every tab knows what the latest audit found', async ({ page, context, serve }) => {
  const host = switchable('');
  const register = remote((await serve(host.listener)).origin + host.path);
  const other = await context.newPage();
  await other.goto(`${register}/records/GM`);
  await expectHeader(other, 'holds');
  host.switches = '+altered-item';
  await startAudit(page, register);
  await expectHeader(page, 'does-not-match');
  await expectHeader(other, 'does-not-match');
  await expectCheck(other, 'Does not match', /not all of the log matches/i);
  host.switches = '';
  await press(page, /^check every entry again$/i);
  await expectHeader(page, 'holds');
  await expectHeader(other, 'holds');
});

test('what a search read and found not to match is said by the audit', async ({ page }) => {
  for (const variant of inTurns(1)) {
    await page.goto(`/country~${variant}+altered-item/records?q=zim`);
    await expectHeader(page, 'does-not-match');
    await openTab(page, /^audit/i);
    await expectWholeLog(page, 'does-not-match', /^not all of the log matches/i);
    await expectHeader(page, 'does-not-match');
  }
});

test('an audit by keyboard goes on beside other views, and is stopped', async ({ page, serve, guard }) => {
  guard.expectFailures(/ERR_/);
  const gate = gated(mockListener(), /\/items/);
  const server = await serve(gate.listener);
  const read = page.getByText('295 of 295', { exact: true });
  await startAudit(page, remote(`${server.origin}/registers/country/v2`));
  await expect(read).toBeVisible();
  await followLink(page, /^entries/i);
  await expectTitle(page, 'Entries');
  await followLink(page, 'Audit');
  await expect(page.getByRole('progressbar', { name: /how much of the audit is done/i })).toBeVisible();
  await expectAccessible(page, 'while');
  await button(page, /^stop$/i).focus();
  await keyTo(page, 'Enter', button(page, /^check every entry$/i));
  await expectWholeLog(page, 'not-checked', 'Not checked');
  await keyTo(page, 'Space', button(page, /^stop$/i));
  await expect(read).toBeVisible();
  await page.reload();
  await expectWholeLog(page, 'not-checked', 'Not checked');
  await expectNoClaim(page);
  gate.open();
  await button(page, /^check every entry$/i).press('Enter');
  await expectWholeLog(page);
});

test('a failed request stops the audit until it is tried again', async ({ page, serve, guard }) => {
  // Without a list of items the records are read, until there is no further page of them.
  guard.expectFailures(/status of (501|404 .*page-index=2)/);
  const busy = failing(mockListener(), /\/items/);
  const { origin } = await serve(busy.listener);
  await startAudit(page, remote(`${origin}/registers/country/v2`));
  const notice = alertOf(page, /the audit cannot go on/i);
  await expect(notice).toContainText(/501/);
  await expectNoText(page, /does not match/i);
  await expectNoClaim(page);
  busy.mend();
  // The bar of the page has it.
  await expect(button(notice, /try again/i)).toHaveCount(0);
  await press(page, /^try again$/i);
  await expectWholeLog(page);
});

// An audit of a long log is in networks.spec.ts.
test('a long log of somebody else is read only when the reader says so', async ({ page, serve }) => {
  const motes = Array.from({ length: 20_001 }, (_, index) => ({ mote: `m${index}` }));
  const server = await serve(listenerOf(registerOf('mote', motes)));
  await page.goto(remote(`${server.origin}/registers/mote/v2`));
  await press(page, 'Read 20,001 entries with their data');
  await expectCheck(page, 'Verified', /^all 20,001 entries verified$/i);
});

test('the report of an altered entry shows it without the register', async ({ page, walk }) => {
  await startAudit(page, '/country~v2+altered-entry');
  await expectHeading(page, /what does not match/i);
  await expectCheck(page, 'Does not match', /entry 292 is not the one under the published root/i);
  await expectCheck(page, 'Does not match', /root rebuilt .* does not match the published root/i);
  await expectHeader(page, 'does-not-match');
  const report = (await downloaded(page, () => press(page, /^save the report$/i))).text;
  expect(JSON.parse(report)).toMatchObject({ format: 'register-audit-report', findingCount: 1 });
  await walk('/check');
  const asked = requestsOf(page);
  await openEvidence(page, report, 'audit.json');
  await expectText(page, /this file shows what it says/i);
  await expectCheck(page, 'Does not match', /entry 292 as it was sent is not the one under the root hash/i);
  await expectText(page, /^rebuilt root hash$/);
  await expectAccessible(page);
  expect(asked).toEqual([]);
});
