import {
  alertOf,
  button,
  copyLink,
  downloaded,
  expectCheck,
  expectHeader,
  expectLine,
  expectNeverHeld,
  expectRemembered,
  expectText,
  field,
  fileOf,
  followLink,
  headerOutcome,
  goBack,
  headOf,
  holdDatabase,
  inTurns,
  main,
  openEvidence,
  press,
  remote,
  rsfOf,
  watchHeader,
} from './words.ts';
import type { Locator, Page } from 'playwright/test';
import { parseHash } from '../src/core/hash.ts';
import { country } from '../src/mock/registers/country.ts';
import { trueHead } from '../src/testing/mock-session.ts';
import { type WitnessSigner, witnessSigner } from '../src/testing/witness-signer.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { createFileHost } from './hosts/servers.ts';

// What others were shown: roots of other readers, mirrors, and witnesses.

test('a verified page gives a link to what it shows, and a link of before is compared by it', async ({
  page,
}) => {
  await page.goto('/unfaithful/records/GM');
  await press(page, /save proof/i);
  await followLink(page, /compare with others/i);
  await expectHeader(page, 'holds');
  const link = new URL(await copyLink(page));
  const [, size, digits] = /^#seen=(\d+)\.([0-9a-f]{32})$/.exec(link.hash) ?? [];
  await page.goto(`/unfaithful/compare?size=${size}&root=${digits}${'0'.repeat(32)}`);
  await expectText(page, /is now compared on every page/i);
  await expect(alertOf(page, /was shown another log/i)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link.pathname + link.hash);
  await expectCheck(page, 'Verified', /sender of this link saw the same log/i);
});

/** The register of countries as an RSF file of its first `size` entries; with `altered`, entry 101 has another time. */
function dump(size: number, altered = false): string {
  const entries = country.entries.slice(0, size);
  const entry = entries[100];
  if (altered && entry) entries[100] = { ...entry, timestamp: '2001-01-01T00:00:00Z' };
  return rsfOf({ ...country, entries });
}

function row(page: Page, name: string | RegExp): Locator {
  return main(page).getByRole('listitem').filter({ hasText: name });
}

async function compareWith(page: Page, address: string): Promise<void> {
  await page.getByLabel(/address of a mirror/i).fill(address);
  await page.keyboard.press('Enter');
}

test('mirrors: the same, shorter, different, and files', async ({ page, serve }) => {
  const host = createFileHost({ '/short.rsf': { text: dump(290) } });
  const { origin } = await serve(host.listener);
  await page.goto('/country/compare');
  const cases = [
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
  await expect(row(page, /first differ in entry 101/i)).toHaveAttribute('data-outcome', 'does-not-match');
  await expectHeader(page, 'does-not-match');
  await compareWith(page, 'country~earlier+fork');
  const forked = row(page, /first differ in entry \d+.*keys, times and data were compared/i);
  await expect(forked).toHaveAttribute('data-outcome', 'does-not-match');
  await expectAccessible(page, 'mirrors', (on) => expect(row(on, /entry 101/)).toBeVisible());
});

test('a difference is one alarm on every page and in every tab until its mirror is removed, after a reload too', async ({
  page,
  walk,
}) => {
  const other = await page.context().newPage();
  await other.goto('/country/records/GM');
  await expectHeader(other, 'holds');
  await walk('/country/compare');
  await compareWith(page, 'country~earlier');
  await page.getByLabel('RSF file of a mirror').setInputFiles(fileOf('altered.rsf', dump(295, true)));
  // The alarm has them in the order in which they were added.
  await expect(row(page, /first differ in/i)).toHaveCount(1);
  await compareWith(page, 'country~earlier+fork');
  await expect(row(page, /first differ in/i)).toHaveCount(2);
  await expect(row(page, /the same log/i)).toHaveAttribute('data-outcome', 'holds');
  await expectHeader(other, 'does-not-match');
  await page.goto('/country/records/GB');
  const alarm = anotherLog(page);
  for (const view of ['', '/records/GB?at=290', '/witnesses']) {
    await walk(`/country${view}`);
    await expect(alarm).toHaveCount(1);
    for (const differing of [/root of the mirror/, /published root/])
      await expect(button(alarm, differing)).toHaveCount(2);
    await expectHeader(page, 'does-not-match');
  }
  await expectLine(page, 'others', 'does-not-match');
  await alarm.getByRole('link', { name: 'in the mirror' }).first().click();
  await expect(page).toHaveURL(/file:[a-z]+-[0-9a-f]{8}\/entries\/101$/);
  await goBack(page);
  await followLink(page, 'View your mirrors');
  for (const differing of [/entry 101/, /^(?!.*entry 101).*first differ in/i])
    await press(row(page, differing).first(), /^remove/i);
  await expect(alarm).toHaveCount(0);
  await walk('/country/records/GB');
  for (const tab of [page, other]) {
    await expectLine(tab, 'others', 'holds');
    await expectHeader(tab, 'holds');
  }
});

for (const [what, refused] of [
  ['full', 'put'],
  ['damaged', 'get'],
] as const)
  test(`a difference counts until the page is closed where storage is ${what}`, async ({ page, walk }) => {
    await page.addInitScript((method) => {
      const whole: (...given: never[]) => unknown = IDBObjectStore.prototype[method];
      function refusing(this: IDBObjectStore, ...given: never[]): unknown {
        if (this.transaction.db.name === 'register-explorer-mirrors')
          throw new DOMException('refused', method === 'put' ? 'QuotaExceededError' : 'UnknownError');
        return Reflect.apply(whole, this, given);
      }
      Object.assign(IDBObjectStore.prototype, { [method]: refusing });
    }, refused);
    await page.goto('/country/compare');
    await compareWith(page, 'country~earlier+fork');
    await expect(row(page, /first differ in/i)).toHaveAttribute('data-outcome', 'does-not-match');
    await expectText(
      main(page),
      refused === 'put' ? /lasts until the page is closed/i : /could not be read/i,
    );
    await expectHeader(page, 'does-not-match');
    // Another tab has changed something.
    await page.evaluate(() =>
      new BroadcastChannel('register-explorer:roots').postMessage({ registerId: 'country', page: 'another' }),
    );
    await walk('/country/records/GB');
    await expectLine(page, 'others', 'does-not-match');
    await expectHeader(page, 'does-not-match');
    await expect(anotherLog(page)).toHaveCount(1);
  });

// The register itself, or another one, is no mirror: query/mirror-queries.test.ts.
test('a file is read again when it is compared again, beside it or by the alarm on any page', async ({
  page,
  walk,
  serve,
}) => {
  const file = { text: dump(290) };
  const { origin } = await serve(createFileHost({ '/short.rsf': file }).listener);
  await page.goto('/country/compare');
  await compareWith(page, 'country');
  await expectText(main(page), 'This is the register itself.');
  await compareWith(page, `${origin}/short.rsf`);
  const short = row(page, `${origin}/short.rsf`);
  await expect(short).toContainText(/290 entries there/i);
  file.text = dump(290, true);
  await press(short, /^compare again/i);
  await expect(short).toContainText(/first differ in entry 101/i);
  // What was found counts until the mirror can be compared again.
  file.text = 'hello';
  await press(short, /^compare again/i);
  await expectText(main(page), /could not be compared again: the mirror could not be read/i);
  await expect(short).toContainText(/first differ in entry 101/i);
  await walk('/country/records/GB');
  file.text = dump(290);
  await press(anotherLog(page), 'Compare again');
  await expect(anotherLog(page)).toHaveCount(0);
  await expectLine(page, 'others', 'holds');
  await expectHeader(page, 'holds');
});

test('an agreement with a mirror is about the log that was compared', async ({ page, walk }) => {
  for (const mount of inTurns(0)) {
    await walk(`/unfaithful~${mount}/compare`);
    await compareWith(page, `country~${mount}`);
    await expect(row(page, /^country.*the same log/i)).toHaveAttribute('data-outcome', 'holds');
    await walk(`/unfaithful~${mount}+fork/compare`);
    await expect(row(page, /^country.*compared with an earlier log of 295 entries/i)).toHaveAttribute(
      'data-outcome',
      'not-checked',
    );
    await expectLine(page, 'others', 'not-checked');
  }
});

test('a mirror that cannot be read or proved could not be checked', async ({
  page,
  walk,
  guard,
  deadOrigin,
  elsewhere,
  serve,
}) => {
  guard.expectFailures(/ERR_CONNECTION_REFUSED|status of/);
  const { origin } = await serve((request, response) => {
    if (request.url?.endsWith('.rsf')) response.setHeader('access-control-allow-origin', '*').end('hello\n');
  });
  await page.goto('/country/compare');
  for (const [address, words] of [
    [`${deadOrigin}/registers/country`, /could not check: the mirror could not be read/i],
    ['country~v2+altered-root', /could not check: the proofs of the first 295 entries of the mirror/i],
    [`${origin}/country.rsf`, /could not check: /i],
  ] as const) {
    await compareWith(page, address);
    const compared = row(page, address).filter({ hasText: words });
    await expect(compared).toHaveAttribute('data-outcome', 'cannot-check', { timeout: 30_000 });
  }
  await test.step('what hangs is cancelled, and what is removed does not come back', async () => {
    await compareWith(page, `${origin}/registers/country`);
    const hanging = row(page, `${origin}/registers/country`);
    await expect(hanging).toHaveAttribute('data-outcome', 'checking');
    await button(hanging, /^cancel/i).press('Enter');
    await expect(hanging).toHaveAttribute('data-outcome', 'not-checked');
    for (const removed of [hanging, row(page, deadOrigin)]) {
      await button(removed, /^remove/i).press('Enter');
      await expect(removed).toHaveCount(0);
    }
    await expectHeader(page, 'holds');
    await page.reload();
    await expect(row(page, /altered-root/)).toHaveCount(1);
    await expect(row(page, deadOrigin)).toHaveCount(0);
  });
  // A mirror elsewhere is opened like any other register.
  await walk(remote(`${elsewhere.origin}/registers/country/v2`, '/compare'));
  await compareWith(page, 'country');
  await expect(row(page, /the same log: 295 entries/i)).toHaveAttribute('data-outcome', 'holds');
});

/** originOf returns the origin of the checkpoints of a bundled register with the entries of countries. */
function originOf(name: string, mount: 'v2' | 'earlier'): string {
  const { rootHash } = trueHead(country, mount, 1);
  return `register.invalid/${name}/${rootHash}#${mount === 'v2' ? 'items' : 'blobs'}`;
}

/** checkpointOf returns what a mount of `unfaithful` publishes, as that witness signs it. */
async function checkpointOf(page: Page, mount: string, witness: WitnessSigner): Promise<string> {
  const { size, root } = await headOf(page, mount);
  const rootHash = parseHash(root, 'bare');
  if (rootHash === undefined) throw new Error(`no root of ${mount}`);
  const origin = originOf('unfaithful', mount.startsWith('v2') ? 'v2' : 'earlier');
  return witness.checkpoint(origin, { logSize: Number(size), rootHash });
}

async function addWitness(page: Page, key: string): Promise<void> {
  await field(page, /^its key/i).fill(key);
  await press(main(page), 'Add witness');
}

/** expectWitness waits until the first witness of the page stands so. */
async function expectWitness(page: Page, outcome: Parameters<typeof expectLine>[2]): Promise<void> {
  await expect(main(page).locator('[data-witness]').first()).toHaveAttribute('data-outcome', outcome);
}

async function giveCheckpoint(page: Page, note: string): Promise<void> {
  await main(page).getByText('Add its checkpoint').first().click();
  await field(page, /^signed checkpoint/i).fill(note);
  await press(main(page), 'Check it');
}

/** anotherLog is the alarm that others were shown another log. */
const anotherLog = (page: Page): Locator => alertOf(page, /someone else was shown another log/i);

interface SignedSide {
  readonly signed: { readonly note: string };
}

test('a witness that signed the same log agrees on every load, until it is removed', async ({ page }) => {
  const ada = witnessSigner('ada.example/w1');
  await page.goto('/unfaithful~earlier/witnesses');
  await field(page, /^its key/i).fill(ada.vkey);
  await button(main(page), 'Add witness').press('Enter');
  await expectWitness(page, 'not-checked');
  await giveCheckpoint(page, await checkpointOf(page, 'earlier', ada));
  await expectWitness(page, 'holds');
  await expectText(main(page), /it signed a log of 295 entries.*you are both shown the same log/is);
  await expectAccessible(page, 'witnesses');
  await page.reload();
  await expectWitness(page, 'holds');
  await expectLine(page, 'others', 'holds');
  await expectHeader(page, 'holds');
  await press(main(page), /^remove ada/i);
  await press(page.getByRole('dialog'), 'Remove');
  await expectText(main(page), /you have no witness for this register yet/i);
});

test('a witness that signed another log is shown on every page, with evidence that both sides signed', async ({
  page,
  walk,
}) => {
  const [ada, ben] = [witnessSigner('ada.example/w1'), witnessSigner('ben.example')];
  const note = await checkpointOf(page, 'earlier', ada);
  const forkedNote = await checkpointOf(page, 'earlier+fork', ben);
  const forked = '/unfaithful~earlier+fork';
  await walk(`${forked}/witnesses`);
  await expectHeader(page, 'holds');
  await addWitness(page, ada.vkey);
  await giveCheckpoint(page, note);
  await expectWitness(page, 'does-not-match');
  await expectText(main(page), /the two roots are different/i);
  await expectHeader(page, 'does-not-match');
  await addWitness(page, ben.vkey);
  await giveCheckpoint(page, forkedNote);
  await expectText(main(page), /^does not match: 1 of your 2 witnesses signed another log/i);
  for (const view of ['/records/GB', '/records', '/audit']) {
    await walk(forked + view);
    await expect(anotherLog(page)).toBeVisible();
    await expectHeader(page, 'does-not-match');
  }
  const { text } = await downloaded(page, () => press(anotherLog(page), 'Save the evidence'));
  const { old, new: later } = JSON.parse(text) as Record<'old' | 'new', SignedSide>;
  expect(old.signed.note.trim()).toBe(note.trim());
  expect(later.signed.note.trim()).toBe(forkedNote.trim());
  await walk('/check');
  await openEvidence(page, text);
  await expectText(main(page), /two different root hashes for a log of 295 entries/i);
});

test('a register that refuses the proof is compared by its entries', async ({ page, newPage, guard }) => {
  guard.expectFailures(/status of 404/);
  const eve = witnessSigner('eve.example');
  const { rootHash } = trueHead(country, 'v2', 260);
  const note = eve.checkpoint(originOf('unfaithful', 'v2'), { logSize: 260, rootHash });
  for (const [reader, fork, outcome] of [
    [page, '', 'holds'],
    [await newPage(), '+fork', 'does-not-match'],
  ] as const) {
    await reader.goto(`/unfaithful~v2${fork}+not-found-html@consistency-proof/witnesses`);
    await addWitness(reader, eve.vkey);
    await giveCheckpoint(reader, note);
    await expectWitness(reader, outcome);
    await expectHeader(reader, outcome);
  }
});

test('no register, mirror, witness or file sends a reader to another host', async ({
  page,
  walk,
  serve,
  guard,
}) => {
  guard.expectFailures(/Failed to load resource|CORS policy/);
  let visits = 0;
  const { origin: other } = await serve((_request, response) => {
    visits += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
  });
  const { origin } = await serve(({ url = '' }, response) => {
    response.writeHead(302, { 'access-control-allow-origin': '*', location: other + url }).end();
  });
  const saysSo = () =>
    expect(
      main(page)
        .getByText(/sends this address elsewhere/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  await page.goto(remote(`${origin}/registers/country/v2`, '/records/GB'));
  await saysSo();
  await expectHeader(page, 'cannot-check');
  await walk(`/rsf:${encodeURIComponent(`${origin}/a.rsf`)}`);
  await saysSo();
  await walk('/country/compare');
  await compareWith(page, `${origin}/registers/country/v2`);
  await saysSo();
  await walk('/country/witnesses');
  await addWitness(page, witnessSigner('ada.example').vkey);
  await giveCheckpoint(page, `${origin}/country.txt`);
  await saysSo();
  expect(visits).toBe(0);
});

test('a contradiction that a witness signed stays, whatever it answers later, until it is dismissed', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/status of 404/);
  const dora = witnessSigner('dora.example');
  let answer = { status: 200, body: await checkpointOf(page, 'v2', dora) };
  let isSilent = false;
  const { origin } = await serve((_request, response) => {
    if (isSilent) return;
    response.writeHead(answer.status, { 'access-control-allow-origin': '*' }).end(answer.body);
  });
  await page.goto('/unfaithful~v2+fork/witnesses');
  await expectRemembered(page, 'unfaithful', 295);
  await addWitness(page, dora.vkey);
  await giveCheckpoint(page, `${origin}/log`);
  await expectHeader(page, 'does-not-match');
  const alarm = anotherLog(page);
  await expect(alarm).toBeVisible();

  await test.step('when no trace of it comes from the network any more', async () => {
    const honest = await checkpointOf(page, 'v2+fork', dora);
    for (const next of [
      { status: 404, body: 'none' },
      { status: 200, body: honest },
    ]) {
      answer = next;
      await page.reload();
      await expect(alarm).toBeVisible();
      await expectHeader(page, 'does-not-match');
      await expectText(main(page), /^does not match: your witness signed another log/i);
    }
  });
  await test.step('the header waits for what is stored here, not for the witness, and is never green before', async () => {
    isSilent = true;
    await watchHeader(page);
    await page.goto('/unfaithful~v2+fork/records/GB');
    await expectHeader(page, 'does-not-match');
    await expectNeverHeld(page);
    await expect(alarm).toBeVisible();
    const { text } = await downloaded(page, () => press(alarm, 'Save the evidence'));
    expect((JSON.parse(text) as Record<'old', SignedSide>).old.signed.note).toContain('dora.example');
  });
  await test.step('nor before storage has given it', async () => {
    const late = await page.context().newPage();
    await watchHeader(late);
    const release = await holdDatabase(late, 'register-explorer-contradictions');
    await late.goto('/unfaithful~v2+fork/records/GB');
    await expectHeader(late, 'cannot-check');
    await expectText(main(late), /could not check: .*the storage of this browser gives no answer/i);
    await release();
    // Storage is asked again after 4, 8, 16 s.
    await expect(headerOutcome(late, 'does-not-match')).toBeVisible({ timeout: 40_000 });
    await expectNeverHeld(late);
    await late.close();
  });
  await test.step('the register is honest again, which this browser has to be told: it remembered the other log', async () => {
    await page.goto('/unfaithful/records/GB');
    await press(alertOf(page, /another root for the same log size/i), /trust the new root/i);
    await press(page.getByRole('dialog'), /^trust the new root/i);
    // What witnesses signed is compared with it at once.
    const earlier = alertOf(page, /someone else was shown another log than the one you saw here/i);
    await expectText(earlier, /what is published now agrees/i);
    await expectHeader(page, 'holds');
    await press(earlier, 'Dismiss');
    await expect(earlier).toHaveCount(0);
    await page.reload();
    await expectHeader(page, 'holds');
    await expect(earlier).toHaveCount(0);
    // Dismissed, it is folded where the log contradicts what was signed still.
    await page.goto('/unfaithful~v2+fork/records/GB');
    await expectText(main(page), /someone else was shown another log. dismissed/i);
    await expectHeader(page, 'does-not-match');
  });
});
