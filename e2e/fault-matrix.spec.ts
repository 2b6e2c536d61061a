import type { Page } from 'playwright/test';
import { smallTargets } from './accessible.ts';
import { expectedOf, FAULT_NAMES, LISTED_STOPS, mayMismatch } from './fault-table.ts';
import { type StopContent, type Stop, type Subject, type Walker, stopsIn, visit } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { STRANGERS, strangerHost } from './hosts/servers.ts';
import { createApp } from '../src/mock/app.ts';
import { FLAG, hostile } from '../src/testing/hostile-register.ts';
import { planet } from '../src/mock/registers/planet.ts';
import { ANSWER_FAULTS, FAULTS } from '../src/mock/switches/switches.ts';
import { pathTo } from '../src/ui/paths.ts';
import { EVERY_VARIANT, inTurns, VARIANTS } from './words.ts';

// Every fault of the mock × every view × both variants: what a reader is told (fault-table.ts), and that the page stays whole: it rests, its head and tabs
// stay, nothing is wider than a phone, no script of a server runs, and nothing of its own fails. What is pressed is large enough for a finger.

const IDS = ['honest', ...FAULTS.map(({ id }) => id)];

/** Those in which the table has a fault. */
function variantsOf(fault: string): readonly string[] {
  return VARIANTS.filter((variant) => FAULT_NAMES.includes(`${fault} ${variant}`));
}

/** USUAL are walked in every run: no fault, a lie about data, about an entry and about the root, and an answer that is none. */
const USUAL: ReadonlySet<string> = new Set([
  'honest',
  'altered-item',
  'altered-entry',
  'altered-root',
  'web-page',
]);

/**
 * walkedIn are the variants in which a fault is walked. All are where EVERY_VARIANT is set. Else the usual faults, in the one variant and the other in turns: what each
 * fault comes to in either variant is held by query/verdict-table.test.ts, in any order and on each page by trust/arbitrary-order.test.ts.
 */
function walkedIn(fault: string): readonly string[] {
  const variants = variantsOf(fault);
  if (EVERY_VARIANT) return variants;
  return USUAL.has(fault) ? variants.filter((_, at) => at === IDS.indexOf(fault) % variants.length) : [];
}

test('the table has every fault of the mock, and its stops are those of the walk', () => {
  const faults = new Set(FAULT_NAMES.map((name) => name.split(' ')[0]));
  expect(faults).toEqual(new Set(IDS));
  const subject = { ...SIZES, key: 'uranus', entryNumber: '14', hash: 'none' };
  const stops = stopsIn({ kind: 'remote', base: 'http://x' }, subject).map(({ name }) => name);
  expect(stops).toEqual(expect.arrayContaining([...LISTED_STOPS]));
});

/** Where answers stall, or are tried again after a while, the clock of the page runs ahead whenever a view waits; by less than a request may take where one may yet come. */
const STALLING: ReadonlySet<string> = new Set(['slow', 'late', 'stall', 'stall-body']);
const WAITING: ReadonlySet<string> = new Set(['dead', ...STALLING, ...ANSWER_FAULTS.map(({ id }) => id)]);

async function walkerOn(page: Page, stepMs: number): Promise<Walker> {
  await page.setViewportSize({ width: 375, height: 800 });
  if (stepMs === 0) return { page };
  await page.clock.install();
  return { page, forward: () => page.clock.fastForward(stepMs) };
}

const SIZES = { from: '10', to: '15' };
const mock = createApp({ registers: new Map([['planet', () => planet]]) });

/** The entry that faults touch, and its data. */
async function subjectIn(variant: string): Promise<Subject> {
  const response = await mock.fetch(new Request(`http://x/registers/planet/${variant}/entries/14`));
  const hash = /(?:sha-256:|"1220)[0-9a-f]{64}/.exec(await response.text())?.[0].replace('"', '') ?? '';
  return { ...SIZES, key: 'uranus', entryNumber: '14', hash };
}

/** Not what was expected of a stop, in words; empty if all of it was. */
function wrongAt(stop: Stop, { findings, mismatch, faults }: StopContent, row: string): string[] {
  const { must, may } = expectedOf(row, stop.name);
  const wrong = [
    ...must.filter((finding) => !findings.includes(finding)).map((finding) => `does not tell: ${finding}`),
    ...findings.filter((finding) => !may.includes(finding)).map((finding) => `tells: ${finding}`),
    // In documentation the words are about what might be.
    ...(mismatch && !mayMismatch(row) && stop.name !== 'api' ? ['words of a mismatch'] : []),
    ...faults,
  ];
  return wrong.map((fault) => `${row}, ${stop.name}: ${fault}`);
}

async function walk(
  walker: Walker,
  base: string,
  subject: Subject,
  row: string,
  faultsOf: (page: Page) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const stop of stopsIn({ kind: 'remote', base }, subject))
    try {
      wrong.push(...wrongAt(stop, await visit(walker, stop), row));
      wrong.push(...(await faultsOf(walker.page)));
    } catch (error) {
      wrong.push(`${row}, ${stop.name}: ${String(error)}`);
    }
  return wrong;
}

function stepOf(fault: string): number {
  if (STALLING.has(fault)) return 21_000;
  return WAITING.has(fault) ? 2_000 : 0;
}

const CHUNK = 4;
const chunks = [0, 2_000, 21_000].flatMap((stepMs) => {
  const alike = IDS.filter((id) => stepOf(id) === stepMs && walkedIn(id).length > 0);
  return Array.from({ length: Math.ceil(alike.length / CHUNK) }, (_, at) => ({
    stepMs,
    faults: alike.slice(at * CHUNK, (at + 1) * CHUNK),
  }));
});

for (const { stepMs, faults } of chunks)
  test(`every view: ${faults.join(', ')}`, async ({ page, elsewhere, guard }) => {
    // A table of a hundred and sixty cells: a busy machine takes its time.
    test.setTimeout(240_000);
    guard.expectFailures(/Failed to load resource/);
    const walker = await walkerOn(page, stepMs);
    await page.goto('/settings');
    const wrong: string[] = [];
    for (const fault of faults)
      for (const variant of walkedIn(fault)) {
        const mount = fault === 'honest' ? variant : `${variant}+${fault}`;
        const base = `${elsewhere.origin}/registers/planet/${mount}`;
        const looks = fault === 'honest' ? smallTargets : undefined;
        wrong.push(...(await walk(walker, base, await subjectIn(variant), `${fault} ${variant}`, looks)));
      }
    expect(wrong).toEqual([]);
  });

test('an honest server that behaves otherwise is proved like ours', async ({ page, serve, guard }) => {
  guard.expectFailures(/status of 404/);
  const { origin } = await serve(strangerHost());
  await page.goto('/settings');
  const walker = await walkerOn(page, 0);
  const wrong: string[] = [];
  for (const variant of inTurns(1))
    wrong.push(
      ...(await walk(walker, origin + STRANGERS[variant], await subjectIn(variant), `honest ${variant}`)),
    );
  expect(wrong).toEqual([]);
});

/** No path of the API can carry these keys; that is said. */
const UNADDRESSABLE: ReadonlySet<string> = new Set(['record .', 'record ..', 'record ']);

test('hostile keys and values stay text in every view', async ({ page, elsewhere }) => {
  test.setTimeout(240_000);
  await page.goto('/settings');
  const walker = await walkerOn(page, 0);
  const wrong: string[] = [];
  const keys = [...new Set(hostile().entries.map(({ key }) => key))];
  for (const variant of inTurns(0)) {
    const base = `${elsewhere.origin}/registers/hostile/${variant}`;
    const register = { kind: 'remote', base } as const;
    const subject = { key: 'all', entryNumber: '19', hash: 'none', from: '18', to: '20' };
    const views = stopsIn(register, subject).filter(({ name }) => name !== 'item');
    const records = keys.map((key): Stop => ({
      name: `record ${key.slice(0, 20)}`,
      path: pathTo({ view: 'record', register, key }),
    }));
    for (const stop of [...views, ...records]) {
      const { findings, faults } = await visit(walker, stop).catch((error: unknown) => ({
        findings: [],
        faults: [String(error)],
      }));
      const bad = findings.filter((finding) => finding === 'mismatch' || finding === 'failed');
      if (bad.join(' ') !== (UNADDRESSABLE.has(stop.name) ? 'failed' : ''))
        wrong.push(`${variant}, ${stop.name}: tells ${bad.join(' ') || 'nothing'}`);
      wrong.push(...faults.map((fault) => `${variant}, ${stop.name}: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
  expect(await page.evaluate((flag) => flag in window, FLAG)).toBe(false);
  await expect(page.locator('a[href^="javascript:" i], a[href^="data:" i]')).toHaveCount(0);
});
