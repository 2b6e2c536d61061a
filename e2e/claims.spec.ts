import { expect, test } from './fixtures.ts';
import { lying } from './hosts/servers.ts';
import {
  expectCheck,
  expectHeader,
  expectLine,
  expectText,
  inTurns,
  link,
  main,
  remote,
  versionOf,
} from './words.ts';

// What a page says is what was checked, also where a server leaves one answer out.

/** The list of versions of The Gambia: entries 69, 208, 275 and 278. */
const GM_LIST = /\/records\/GM\/entries$/;

type EntryBody = Readonly<Record<string, unknown>>;
const numberOf = (entry: EntryBody): number => Number(entry['entry-number']);
const listIn = (body: unknown) => body as readonly EntryBody[];

for (const variant of inTurns(0))
  test(`an entry proved on any page of ${variant} is missed in the list of versions`, async ({
    page,
    walk,
    serve,
    guard,
  }) => {
    guard.expectFailures(/status of 404/);
    let leftOut = 275;
    const { origin } = await serve(
      lying((path, honest) =>
        path.includes('/snapshots/')
          ? 404
          : GM_LIST.test(path)
            ? listIn(honest).filter((entry) => numberOf(entry) !== leftOut)
            : undefined,
      ),
    );
    const at = (path: string) => remote(`${origin}/registers/country/${variant}`, path);
    // The last entry of that size is proved with it.
    await page.goto(at('/records/GM?at=275'));
    await expectHeader(page, 'does-not-match');
    await expectCheck(page, 'Does not match', /list of versions leaves out entry 275, which is in the log/i);

    leftOut = 278;
    await page.goto(at('/records/GM?at=278'));
    await expectHeader(page, 'cannot-check');
    await expectText(main(page), 'Could not check: entry 278 of this key is newer than the version shown');
    await expectCheck(page, 'Could not check', /entry 278 of this key is newer/i);
    await expectText(versionOf(page, 275), 'newest reported then');
    await page.getByText('What was checked?').click();
    await expect(link(page, 'See entry 278')).toHaveAttribute('href', /\/entries\/278\?at=278$/);

    // From another page of the same visit.
    await page.goto(at('/entries/278'));
    await expectHeader(page, 'holds');
    await walk(at('/records/GM?version=208'));
    await expectHeader(page, 'cannot-check');
  });

for (const variant of inTurns(1))
  test(`a version of ${variant} whose proof is refused leaves the record verified in part`, async ({
    page,
    serve,
    guard,
  }) => {
    guard.expectFailures(/status of 404/);
    const { origin } = await serve(
      lying((path, honest) => {
        if (/\/proofs?\/entries\/208\//.test(path)) return 404;
        if (!GM_LIST.test(path)) return undefined;
        const dated = { 'entry-timestamp': '1999-01-01T00:00:00Z' };
        return listIn(honest).map((entry) => Object.assign(entry, numberOf(entry) === 208 && dated));
      }),
    );
    await page.goto(remote(`${origin}/registers/country/${variant}`, '/records/GM'));
    await expectHeader(page, 'cannot-check');
    await expectText(main(page), /this record is verified; 1 of 4 listed versions could not be checked/i);
    await expectLine(page, 'inclusion', 'holds');
    await expect(versionOf(page, 208)).toContainText('reported by the server, not checked');
    await expect(page.getByRole('banner')).toContainText('Partly verified');
  });

test('a page is verified if all that it shows was checked, and claims nothing if it shows nothing', async ({
  page,
  walk,
}) => {
  for (const variant of inTurns(1)) {
    const register = `country~${variant}`;
    await walk(`/${register}/changes/200/210`);
    await expectHeader(page, 'holds');
    await walk(`/${register}/changes/10/10`);
    await expect(page.getByRole('banner')).toContainText('No checks');
    await walk(`/${register}/changes/0/10`);
    await expectHeader(page, 'holds');
    await expectCheck(page, 'Verified', /an empty log is the beginning of every log/i);
  }
});

for (const variant of inTurns(0))
  test(`an item of premises is verified by an entry that names it: ${variant}`, async ({
    page,
    walk,
    guard,
  }) => {
    guard.expectFailures(/status of 404/);
    await page.goto(`/premises~${variant}/entries/500000`);
    await expectHeader(page, 'holds');
    const item = main(page)
      .locator('dl')
      .getByRole('link', { name: /^[0-9a-f]{6}…[0-9a-f]{4}/ });
    const linked = (await item.getAttribute('href')) ?? '';
    await walk(linked);
    await expectHeader(page, 'holds');
    await expectCheck(page, 'Verified', /entry 500,000 is in the log/i);
    // Without the link, by the versions of the record that the data names; without these it is not known.
    const [alone = ''] = linked.split('?');
    await page.goto(alone);
    await expectHeader(page, 'holds');
    await page.route(/\/records\/[^/]+\/entries$/, (route) => route.fulfill({ status: 404, body: 'no' }));
    await page.goto(alone);
    await expectHeader(page, 'not-checked');
    await expectText(main(page), 'Data matches its fingerprint; not known to be in the log');
    await expectLine(page, 'data', 'holds');
  });
