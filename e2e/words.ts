import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import type { RegisterSource } from '../src/rsf/register-source.ts';
import { writeRegister } from '../src/testing/rsf-files.ts';
import type { CheckKind, CheckState } from '../src/core/check-result.ts';
import { drawn } from './fault-walk.ts';

/** remote is the path of a register on another server. */
export function remote(baseAddress: string, rest = ''): string {
  return `/${encodeURIComponent(baseAddress)}${rest}`;
}

/** VARIANTS are the two forms of the API, as addresses name them. */
export const VARIANTS = ['v2', 'earlier'] as const;

/** EVERY_VARIANT runs whole what an everyday run makes in turns: both variants of the API, all faults, looks and screens; as .ci/run does. */
export const EVERY_VARIANT = process.env['EVERY_VARIANT'] !== undefined;

/**
 * inTurns are the variants in which the journey at this place is made: both where EVERY_VARIANT is set, as in .ci/run, else one, by turns. What decides verdicts is held
 * in both by unit tests (query/verdict-table.test.ts); what a page does with them in the other variant is seen only with EVERY_VARIANT.
 */
export function inTurns(at: number): readonly (typeof VARIANTS)[number][] {
  return EVERY_VARIANT ? VARIANTS : VARIANTS.slice(at % 2, (at % 2) + 1);
}

/** State is how a check went, as its badge names it. */
export type State = 'Verified' | 'Does not match' | 'Could not check' | 'Not checked';

/** check is the line of a named check that went this way, folded or not, or the verdict that names it; the words are of its title, or of all that it says. */
export function check(page: Page, state: State, words: RegExp): Locator {
  const lines = page
    .getByRole('main')
    .locator('li, [role=group]:has(> * > [data-verdict])')
    .filter({ has: page.locator(`svg[aria-label*="${state}" i]`) });
  const titled = lines.filter({ has: page.locator('p').filter({ hasText: words }) });
  return titled.or(lines.filter({ hasText: words })).first();
}

/** expectCheck waits until the line of a named check went this way. */
export async function expectCheck(page: Page, state: State, words: RegExp): Promise<void> {
  await expect(check(page, state, words)).toBeAttached();
}

/** expectWholeLog waits until the sentence at the top of an audit says this of the whole log. */
export async function expectWholeLog(
  page: Page,
  outcome: CheckState = 'holds',
  words: string | RegExp = /^(all [\d,]+ entries|the one entry is) verified/i,
): Promise<void> {
  const headline = page.getByRole('main').locator('[data-verdict][data-check=whole-log]');
  await expect(headline).toHaveAttribute('data-outcome', outcome);
  await expect(headline).toHaveText(words);
}

/** expectTitle waits until the page is called this, and is more than its name. */
export async function expectTitle(page: Page, name: string | RegExp): Promise<void> {
  const drawnTitle = page.locator(':not([data-loading]) > h1');
  await expect(page.getByRole('heading', { level: 1, name }).and(drawnTitle)).toBeVisible();
}

/** textIn is what says these words there. The page's live region, unseen, says some of them again a second later. */
export function textIn(place: Page | Locator, words: string | RegExp): Locator {
  return place.getByText(words).and(place.locator(':not(.visually-hidden[role=status])'));
}

/** expectText waits until these words stand there, in one place. */
export async function expectText(place: Page | Locator, words: string | RegExp): Promise<void> {
  await expect(textIn(place, words)).toBeVisible();
}

/** expectNoText waits until these words stand nowhere. */
export async function expectNoText(place: Page | Locator, words: string | RegExp): Promise<void> {
  await expect(textIn(place, words)).toHaveCount(0);
}

/** expectHeading waits until a heading says this. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** button is the button of this name; a text is the whole name. */
export function button(place: Page | Locator, name: string | RegExp): Locator {
  return place.getByRole('button', { name, exact: true });
}

/** link is the link of this name; a text is the whole name. */
export function link(place: Page | Locator, name: string | RegExp): Locator {
  return place.getByRole('link', { name, exact: true });
}

/** field is the field of text of this name; a text is the whole name. */
export function field(place: Page | Locator, name: string | RegExp): Locator {
  return place.getByRole('textbox', { name, exact: true });
}

/** followLink clicks the one link of this name, and waits until the page that it leads to is drawn; a text is the whole name. */
export async function followLink(place: Page | Locator, name: string | RegExp): Promise<void> {
  await link(place, name).click();
  await drawn('page' in place ? place.page() : place);
}

/** controlled waits until the service worker answers for a page. */
export async function controlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 40_000 })
    .toBe(true);
}

/** goBack goes one page back, and waits until that page is drawn. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack();
  await drawn(page);
}

/** press clicks the one button of this name; a text is the whole name. */
export async function press(place: Page | Locator, name: string | RegExp): Promise<void> {
  await button(place, name).click();
}

/** main is the part of the page that is its own. */
export function main(page: Page): Locator {
  return page.getByRole('main');
}

/** alertOf is the notice that says this. */
export function alertOf(page: Page, words: string | RegExp): Locator {
  return page.locator('[data-notice]').filter({ hasText: words });
}

/** openChecks unfolds what was checked on the page, and what each check means. */
export async function openChecks(page: Page): Promise<void> {
  await main(page).getByText('What was checked?').click();
  const why = main(page).locator('[data-checks] summary').filter({ hasText: /^why/i });
  for (const summary of await why.all()) await summary.click();
}

/** checkEveryEntry begins an audit where one is offered. */
export async function checkEveryEntry(page: Page): Promise<void> {
  await press(main(page), 'Check every entry');
}

/** holdBack keeps files of the site from the page, and returns what waits until one was asked for, and then sends them. */
export async function holdBack(page: Page, files: RegExp): Promise<() => Promise<void>> {
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  let isAsked = false;
  await page.route(files, async (route) => {
    isAsked = true;
    await sent;
    await route.continue();
  });
  return async () => {
    await expect.poll(() => isAsked).toBe(true);
    send();
  };
}

/** keyTo presses a key, and waits until that has led the focus there. */
export async function keyTo(page: Page, key: string, target: Locator): Promise<void> {
  await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** tabOf is the tab of a register's view, by its name. */
export function tabOf(page: Page, name: RegExp): Locator {
  return page.getByRole('navigation', { name: /views of this register/i }).getByRole('link', { name });
}

/** openTab opens the view of a tab, and waits until it is drawn. */
export async function openTab(page: Page, name: RegExp): Promise<void> {
  await tabOf(page, name).click();
  await drawn(page);
}

/** dropFile drops a file on the page. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([called, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], called));
      return data;
    },
    [name, text] as const,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
}

/** copied is the text that is on the clipboard once something was pressed, as soon as there is one. */
export async function copied(page: Page, act: () => Promise<void>): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await act();
  const text = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).not.toBe('');
  return text();
}

/** copyLink is the link to the page on view, with what this page saw, as its button copies it. */
export async function copyLink(page: Page): Promise<string> {
  await press(page, 'Copy link');
  return copied(page, () => press(page.getByRole('group', { name: 'Copy link' }), 'Copy link'));
}

/** downloaded is the file that is saved by what is done: its name and its text. */
export async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** fileOf is a text as a file that is chosen. */
export function fileOf(name: string, text: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/**
 * registerOf is a register of these items, an entry each; what names the register holds the key. Fields without a definition are not known to be anything but
 * texts.
 */
export function registerOf(
  name: string,
  items: readonly Readonly<Record<string, string | readonly string[]>>[],
  definitions: RegisterSource['definitions'] = [],
): RegisterSource {
  return {
    name,
    domain: `${name}s.example`,
    title: `${name[0]?.toUpperCase()}${name.slice(1)}s`,
    fields: [...new Set(items.flatMap((item) => Object.keys(item)))],
    definitions,
    entries: items.map((item) => ({
      key: String(item[name]),
      timestamp: '2021-03-04T05:06:07Z',
      items: [new Map(Object.entries(item))],
    })),
  };
}

/** rsfOf is a register as the text of an RSF file. */
export function rsfOf(source: RegisterSource): string {
  return [...writeRegister(source)].join('');
}

/** chooseFile chooses files behind a button, by keyboard. */
export async function chooseFile(
  page: Page,
  behind: Locator,
  file: Parameters<Page['setInputFiles']>[1],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), behind.press('Enter')]);
  await chooser.setFiles(file);
}

/** openEvidence opens a file on the page that checks files. */
export async function openEvidence(page: Page, text: string, name = 'evidence.json'): Promise<void> {
  await page.getByLabel('Evidence file').setInputFiles(fileOf(name, text));
}

/** requestsOf lists the addresses that a page asks for from now on, but for those of typefaces. */
export function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'font') asked.push(request.url());
  });
  return asked;
}

/** proofPicture is the drawn path of the entry proof. */
export function proofPicture(page: Page): Locator {
  return page.getByRole('figure', { name: /path from entry/i });
}

/** headerOutcome is what the header says of the page on view, or where it says just this; pages without a verdict have none. */
export function headerOutcome(page: Page, outcome?: CheckState): Locator {
  return page
    .getByRole('banner')
    .locator(outcome === undefined ? '[data-outcome]' : `[data-outcome="${outcome}"]`);
}

/** expectHeader waits until the header says this, or one of these. */
export async function expectHeader(page: Page, ...outcomes: readonly CheckState[]): Promise<void> {
  await expect(headerOutcome(page)).toHaveAttribute(
    'data-outcome',
    new RegExp(`^(?:${outcomes.join('|')})$`),
  );
}

/** checkLine is the first line of a strip that is about a check of this kind. */
export function checkLine(page: Page, kind: CheckKind): Locator {
  return page.getByRole('main').locator(`[data-check="${kind}"]`).first();
}

/** expectLine waits until the line about a check says this. */
export async function expectLine(page: Page, kind: CheckKind, outcome: CheckState): Promise<void> {
  await expect(checkLine(page, kind)).toHaveAttribute('data-outcome', outcome);
}

/** holdDatabase lets a database of this browser not open, on pages that are loaded from now on, until the function is called that it resolves with. */
export async function holdDatabase(page: Page, database: string): Promise<() => Promise<void>> {
  await page.addInitScript((held) => {
    const whole = indexedDB.open.bind(indexedDB);
    const released = new Promise<void>((resolve) => Object.assign(globalThis, { releaseDatabase: resolve }));
    IDBFactory.prototype.open = (name, ...version) => {
      if (name !== held) return whole(name, ...version);
      const late = new EventTarget();
      const openLate = async (): Promise<void> => {
        await released;
        const opening = whole(name, ...version);
        opening.addEventListener('success', () => {
          Object.assign(late, { result: opening.result });
          late.dispatchEvent(new Event('success'));
        });
      };
      void openLate();
      return late as IDBOpenDBRequest;
    };
  }, database);
  return () => page.evaluate('releaseDatabase()');
}

/** watchHeader lets every page that is loaded from now on write down what its header says, from the first moment; see headerHistory. */
export async function watchHeader(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const history: string[] = [];
    Object.assign(globalThis, { headerHistory: history });
    new MutationObserver(() => {
      const header = [...document.querySelectorAll('header')].find((one) => one.closest('main') === null);
      const outcome = header?.querySelector('[data-outcome]')?.getAttribute('data-outcome');
      if (typeof outcome === 'string' && outcome !== history.at(-1)) history.push(outcome);
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-outcome'],
    });
  });
}

/** headerHistory is every outcome that the header has shown since the page was loaded, in order. Needs watchHeader before that. */
function headerHistory(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as unknown as { headerHistory: string[] }).headerHistory);
}

/** expectNeverHeld expects that since it was loaded the page has shown a verdict, and never that everything holds. */
export async function expectNeverHeld(page: Page): Promise<void> {
  const history = await headerHistory(page);
  expect(history).not.toEqual([]);
  expect(history).not.toContain('holds');
}

/** expectVerified waits until an entry and its data are shown to hold, with the proof drawn up to the published root, or that of the file. */
export async function expectVerified(page: Page, entryNumber: number | string): Promise<void> {
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
  await expectCheck(page, 'Verified', new RegExp(`entry ${entryNumber} is in the log`, 'i'));
  const [isFile, isEarlier] = [/\/(?:file|rsf):/, /~earlier/].map((part) => part.test(page.url()));
  const root = isFile ? (isEarlier ? 'root of the whole file' : 'root in the file') : 'published root';
  await expect(proofPicture(page)).toHaveAccessibleName(new RegExp(`equals the ${root}`, 'i'));
  await expect(page.getByText(/does not match/i)).toHaveCount(0);
  await expectHeader(page, 'holds');
}

/** openRecord opens a record, that of The Gambia by default, and waits until it is verified. */
export async function openRecord(
  page: Page,
  path = '/country/records/GM',
  entryNumber: number | string = 278,
): Promise<void> {
  await page.goto(path);
  await expectVerified(page, entryNumber);
}

/** dataRow is the row of an attribute in the data of a record. */
export function dataRow(page: Page, attribute: string): Locator {
  return main(page)
    .locator('dl > div')
    .filter({ has: button(page, `${attribute}: what it means`) });
}

/** versionOf is the line of a version in the history of a record. */
export function versionOf(page: Page, entryNumber: number): Locator {
  return main(page)
    .getByRole('listitem')
    .filter({ has: link(page, `Entry ${entryNumber}`) });
}

/** listCount is the line that says how many records there are in a list. */
export function listCount(page: Page): Locator {
  return main(page)
    .locator('[data-announce]')
    .filter({ hasText: /records?$/ });
}

/** headOf is the log size and the root hash that a mount of the register `unfaithful` publishes. */
export async function headOf(page: Page, mount: string) {
  const proof = mount.startsWith('v2') ? 'proof/register/merkle:sha-256' : 'proofs/register';
  const body = await (await page.request.get(`/registers/unfaithful/${mount}/${proof}`)).text();
  return {
    size: /"total-entries":"?(\d+)/.exec(body)?.[1] ?? '',
    root: /([0-9a-f]{64})"/.exec(body)?.[1] ?? '',
  };
}

/** failedRequest is the notice of a request that failed. */
export function failedRequest(page: Page): Locator {
  return alertOf(page, /a failed request says nothing/i);
}

/** logRow is the row of an entry in the log. */
export function logRow(page: Page, entryNumber: number): Locator {
  return page
    .getByRole('grid', { name: /entries of the log/i })
    .locator(`[role=row][data-entry="${entryNumber}"]`);
}

/** provedRow is the row of an entry in the log, once its badge says that it holds. */
export function provedRow(page: Page, entryNumber: number): Locator {
  return logRow(page, entryNumber)
    .filter({ has: page.getByRole('img', { name: /^verified/i }) })
    .filter({ hasNot: page.getByRole('img', { name: /\bnot\b/i }) });
}

/** oneBox is the field in which anything can be looked for, once its box is open. */
export function oneBox(page: Page): Locator {
  return page.getByRole('combobox', { name: /find a key/i });
}

/** offer is what the open box offers by this name. */
export function offer(page: Page, name: RegExp): Locator {
  return page.getByRole('dialog').getByRole('option', { name });
}

/** rememberedSize is the log size of the root that this browser remembers of a register, as IndexedDB has it; undefined if there is none. */
export function rememberedSize(page: Page, registerId: string): Promise<number | undefined> {
  return page.evaluate(
    (key) =>
      new Promise<number | undefined>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'));
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('keyval').objectStore('keyval').get(key);
          asked.addEventListener('success', () => {
            opening.result.close();
            resolve((asked.result as { logSize?: number } | undefined)?.logSize);
          });
        });
      }),
    `register-explorer:root:${registerId}`,
  );
}

/** expectRemembered waits until this browser remembers a root of that size for the register; the page writes it when all checks of the visit have held. */
export async function expectRemembered(page: Page, registerId: string, logSize: number): Promise<void> {
  await expect.poll(() => rememberedSize(page, registerId)).toBe(logSize);
}

/**
 * hoursAhead sets the clock of this page and of all that are opened in its profile from now on. Page loads within half an hour are one visit; hours later is
 * another.
 */
export async function hoursAhead(page: Page, hours: number): Promise<void> {
  await page.context().clock.setSystemTime(Date.now() + hours * 3_600_000);
}

/** fileStored waits until the browser keeps the one file that was opened, or so many things of files: a slow disk may keep it after it is shown. */
export async function fileStored(page: Page, things = 1): Promise<void> {
  await expect.poll(() => page.evaluate(countStoredFiles)).toBe(things);
}

/** How many opened files this browser keeps. Runs in a page that has opened one. */
function countStoredFiles(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('register-explorer-files');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('files').objectStore('files').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

/** holdFile keeps what a file holds from the page until the function that it returns is called. */
export async function holdFile(page: Page, name: string): Promise<() => Promise<void>> {
  await page.evaluate((heldName) => {
    const { text } = Blob.prototype;
    const held = new Promise((release) => document.addEventListener('release', release));
    Blob.prototype.text = async function later() {
      if (this instanceof File && this.name === heldName) await held;
      return text.call(this);
    };
  }, name);
  return () => page.evaluate(() => void document.dispatchEvent(new Event('release')));
}
