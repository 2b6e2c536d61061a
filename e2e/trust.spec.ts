import type { CheckState } from '../src/core/check-result.ts';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { country } from '../src/mock/registers/country.ts';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { gated, listenerOf, lying, mockListener, switchable } from './hosts/servers.ts';
import {
  button,
  checkEveryEntry,
  chooseFile,
  expectHeader,
  expectLine,
  expectNeverHeld,
  expectNoText,
  expectText,
  expectTitle,
  fileOf,
  followLink,
  inTurns,
  logRow,
  main,
  remote,
  watchHeader,
} from './words.ts';

// No green over a lie: what the header says of a register on another origin, in a browser that has never been there. The table of all faults is
// fault-matrix.spec.ts; here it is watched from the first moment on.

test.beforeEach(async ({ page }) => watchHeader(page));

/** Data is neither listed nor to be had by its hash or its record. */
const NO_DATA = '+not-found-html@items+not-found-html@item+not-found-html@records';

/** expectSettled waits until the header says one of these, and expects that it still does once nothing more is asked. */
async function expectSettled(page: Page, ...outcomes: CheckState[]): Promise<void> {
  await expectHeader(page, ...outcomes);
  await rest(page);
  await expectHeader(page, ...outcomes);
}

/** Lies and gaps: where the register is asked for what, and what its page may say. The record of GM is entry 278 of 295, the last of four. */
const NEVER_GREEN: readonly (readonly [string, string, string, ...CheckState[]])[] = [
  // Each pair disagrees with itself in another way.
  ['country', '+forged-record+short-trail', '/records/GM', 'cannot-check', 'does-not-match'],
  ['country', '+other-record+short-trail', '/records/GM', 'cannot-check', 'does-not-match'],
  ['country', '+forged-record+dead@trail', '/records/GM', 'cannot-check', 'does-not-match'],
  // The data of an entry cannot be read.
  ['country', '+not-found-html@item', '/entries/206', 'cannot-check'],
  ['country', '+dead@item', '/entries/206', 'cannot-check'],
  ['country', '+wrong-type@item', '/entries/206', 'cannot-check'],
  // Lists from a copy without data.
  ['planet', NO_DATA, '/records?q=Mars', 'cannot-check', 'not-checked'],
  ['planet', NO_DATA, '/changes/10/15', 'cannot-check', 'not-checked'],
  ['planet', '+altered-item', '/changes/10/15', 'does-not-match'],
  ['planet', '+half-character', '/changes/10/15', 'cannot-check', 'not-checked'],
  // An earlier size rests on its own last entry: entry 14 is altered, and the newest one, 15, is not.
  ['planet', '+altered-entry', '?at=14', 'does-not-match', 'cannot-check'],
  ['planet', '+altered-entry', '/proofs?at=14', 'does-not-match', 'cannot-check'],
  ['planet', '+altered-entry', '/proofs/consistency/3/15?at=14', 'does-not-match', 'cannot-check'],
  // An audit cannot read everything.
  ['planet', '+web-page@entries', '/audit', 'cannot-check'],
  ['planet', NO_DATA, '/audit', 'cannot-check'],
];

test('what lies or is missing is never green', async ({ page, walk, elsewhere, guard }) => {
  test.slow();
  guard.expectFailures(/Failed to load resource/);
  await page.goto('/settings');
  for (const [at, [register, switches, path, ...outcomes]] of NEVER_GREEN.entries())
    for (const variant of inTurns(at))
      await test.step(`${register}/${variant}${switches}${path}`, async () => {
        await walk(remote(`${elsewhere.origin}/registers/${register}/${variant}${switches}`, path));
        if (path === '/audit') await checkEveryEntry(page);
        await expectSettled(page, ...outcomes);
        if (path.startsWith('/entries')) await expectLine(page, 'inclusion', 'holds');
        if (switches === '+half-character')
          await expect(page.locator('[data-outcome="does-not-match"]')).toHaveCount(0);
        await expectNeverHeld(page);
      });
});

// Data that is not what the entry names is known to be that before any proof is there; a blob that no entry of its list names may be newer, which only the log tells.
for (const variant of inTurns(0))
  test(`no green while the register proof is late, ${variant}`, async ({ page, serve }) => {
    for (const [switches, meanwhile, then] of [
      ['', 'checking', 'holds'],
      ['+forged-record', variant === 'v2' ? 'does-not-match' : 'checking', 'does-not-match'],
    ] as const) {
      const gate = gated(mockListener(), /\/proofs?\/register/);
      const { origin } = await serve(gate.listener);
      await page.goto(remote(`${origin}/registers/country/${variant}${switches}`, '/records/GM'));
      await expectTitle(page, /gambi|GM/i);
      await expect.poll(() => gate.asked.some((path) => /\/proofs?\/register/.test(path))).toBe(true);
      await expectHeader(page, meanwhile);
      await expectNeverHeld(page);
      gate.open();
      await expectHeader(page, then);
      if (then === 'does-not-match') await expectNeverHeld(page);
    }
  });

test('what was read here outranks the summary; two roots are red', async ({ page, walk, serve }) => {
  for (const [variant, root] of [
    ['v2', undefined],
    ['earlier', `1220${'0'.repeat(64)}`],
  ] as const) {
    const { origin } = await serve(lying((path, honest) => misstated(path, honest, root)));
    await walk(remote(`${origin}/registers/planet/${variant}`, ''));
    await expectSettled(page, root === undefined ? 'holds' : 'does-not-match');
    await expectLine(page, 'whole-log', 'holds');
    await expectText(main(page), /states another number of .*records.* than this page found/i);
    await expect(page.getByText(MISSTATED.toLocaleString('en'))).toHaveCount(0);
    if (root !== undefined) await expectLine(page, 'consistency', 'does-not-match');
  }
});

test('a log of no entries, or a file of one, has nothing that was checked', async ({ page, walk, serve }) => {
  // The root of an empty log begins every file; again at its end it says that this is all.
  const root = 'assert-root-hash\tsha-256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n';
  await page.goto('/');
  await chooseFile(page, button(page, /choose a file/i), fileOf('empty.rsf', root + root));
  await expect(page).toHaveURL(/\/file:empty-e3b0c442$/);
  await expectSettled(page, 'not-checked');
  const { origin } = await serve(listenerOf({ ...country, entries: [] }));
  for (const [variant, path] of [
    ['v2', ''],
    ['earlier', '/records'],
  ] as const) {
    await walk(remote(`${origin}/registers/country/${variant}`, path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSettled(page, 'not-checked');
  }
  await expectNeverHeld(page);
});

test('a proved copy says nothing of later answers', async ({ page, walk, serve, guard }) => {
  guard.expectFailures(/status of 404 .*\/records\//);
  const host = switchable('');
  const base = (await serve(host.listener)).origin + host.path;
  await page.goto(remote(base, '/records?q=andorra'));
  await expectSettled(page, 'holds');
  host.switches = '+not-found-html@record';
  await followLink(main(page), 'AD');
  await expectText(main(page), /the log that this page read has entries of this key/i);
  await expectSettled(page, 'cannot-check');
  host.switches = '';
  // A stored audit shows that a key without entries does not exist.
  await walk(remote(base, '/audit'));
  await checkEveryEntry(page);
  await expectSettled(page, 'holds');
  await expectText(page, 'The result is kept in this browser.');
  await walk(remote(base, '/records/XX'));
  await expectSettled(page, 'holds');
  host.switches = '+altered-item';
  await walk(remote(base, '/items'));
  await expectSettled(page, 'does-not-match', 'not-checked');
  await page.goto(remote(base));
  await expectSettled(page, 'does-not-match');
  await expectLine(page, 'whole-log', 'does-not-match');
});

test('a version that was never in the log is neither compared nor shown', async ({ page, serve, guard }) => {
  guard.expectFailures(/status of 404/);
  const lie = JSON.stringify({ country: 'GB', name: 'Kingdom of Lies' });
  const hash = `sha-256:${createHash('sha256').update(lie).digest('hex')}`;
  const { origin } = await serve(
    lying((path, honest) => {
      if (path.includes(hash)) return JSON.parse(lie) as unknown;
      if (path.includes('/proof/entries/3/')) return 404;
      if (!path.endsWith('/records/GB/entries')) return undefined;
      const trail = honest as readonly object[];
      const invented = {
        ...trail[0],
        'entry-number': '3',
        'index-entry-number': '3',
        'entry-timestamp': '1999-01-01T00:00:00Z',
        'item-hash': [hash],
      };
      return [...trail, invented];
    }),
  );
  await page.goto(remote(`${origin}/registers/country/v2`, '/records/GB'));
  await expectLine(page, 'inclusion', 'holds');
  await expectText(main(page), 'not compared: the version before is not known to be in the log');
  await expectNoText(main(page), 'Kingdom of Lies');
  // The log, which is read whole, has no entry of this key before.
  await page.goto(remote(`${origin}/registers/country/v2`, '/entries?entry=65'));
  await expect(logRow(page, 65)).toContainText('first reported');
});

test('the start page does not call the record of another key verified', async ({ page, request, site }) => {
  const answer = await request.get(`${site}/registers/country/v2/records/GM`);
  const { GM } = (await answer.json()) as { GM: object };
  await page.route(/\/country\/v2\/records\/ZW$/, (route) => route.fulfill({ json: { ZW: GM } }));
  await page.goto('/');
  const shown = page.getByRole('region', { name: 'As published' });
  await expect(shown).toHaveAttribute('data-tone', /does-not-match|cannot-check/);
  await expect(main(page).getByText('Verified', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'name', exact: true })).toBeDisabled();
});

const MISSTATED = 999_999;

/** misstated is a summary with other counts, a cardinality that nobody knows, and another root where `root` is given. */
function misstated(path: string, honest: unknown, root: string | undefined): unknown {
  if (!/\/(?:register|context)$/.test(path) || path.includes('proof')) return undefined;
  const body = structuredClone(honest) as Record<string, unknown>;
  const counts = (body['statistics'] ?? body) as Record<string, unknown>;
  for (const name of ['total-records', 'total-items', 'total-blobs'])
    if (name in counts) counts[name] = MISSTATED;
  const schema = (body['schema'] ?? []) as Record<string, unknown>[];
  for (const attribute of schema) attribute['cardinality'] = '__proto__';
  if (root !== undefined) body['root-hash'] = root;
  return body;
}
