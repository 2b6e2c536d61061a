import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../mock/app.ts';
import { type RunningServer, createListener, listen } from '../mock/hosts/node/serve.ts';
import { VARIANT_NAMES } from '../mock/http/request.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import type { Switch } from '../mock/switches/switch.ts';
import { BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { caseIds, groupsWith, idsOf, MOCK_ORIGIN, runAll, VARIANTS } from '../testing/conformance-run.ts';
import { fetchOf } from '../testing/fake-server.ts';

/**
 * CAUGHT_BY names the faults that each case finds. A fault with two cases shows otherwise in each variant.
 */
const CAUGHT_BY: Readonly<Record<string, string>> = {
  'item/hash': 'altered-item half-character',
  'record/latest': 'stale-record other-record',
  'record/data': 'forged-record other-record',
  'trail/complete': 'short-trail',
  'register-proof/root': 'altered-entry altered-root',
  'register-proof/size': 'stale-root',
  'entry-proof/root': 'altered-proof other-moment long-proof',
  'consistency-proof/roots': 'altered-consistency',
  'entries/links': 'links-circle links-back links-away links-endless',
  'entries/order': 'entries-skipped entries-repeated entries-reversed',
  'entries/complete': 'log-cut',
  'entries/form': 'numbers-huge numbers-fraction numbers-hex numbers-other-digits deep-json',
  'entries/answers': 'web-page',
  'register/found': 'truncated-json wrong-type not-found-html',
};

/** By these faults requests fail. A failed request is not a wrong answer: the cases could not run. */
const UNANSWERED =
  'dead stall stall-body broken-off endless-body gzip-bomb wrong-length too-many-requests unavailable fails-once';

/**
 * With these all answers are consistent: only a remembered root shows them, unless only
 * one endpoint has the fault.
 */
const CONSISTENT = 'fork fork-longer rollback';

/** The document states no time. */
const LATE = 'slow late';

/**
 * DIFFERING are behaviours of honest servers that the document does not allow, and the cases that
 * say so. All others pass.
 */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  'link-none': ['entries/links', 'record/version-history'],
  'link-loop': ['entries/links'],
  'numbers-as-strings': ['register-proof/form', 'summary/numbers'],
  'sparse-context': ['summary/form'],
  'no-items-list': ['items/answers'],
  'no-summary': ['summary/answers'],
};

const ask = fetchOf(createApp({ registers: bundledRegisters() }));
const idsIn = (text: string): string[] => text.split(' ');
const casesCatching = (fault: string): string[] =>
  Object.keys(CAUGHT_BY).filter((id) => idsIn(CAUGHT_BY[id] ?? '').includes(fault));

/**
 * The planets with each of these switches on, in every variant that it has. Links lead further only where
 * a list has several pages.
 */
const planetsWith = (switches: readonly Switch[]): [base: string, id: string][] =>
  switches.flatMap(({ id, variant }) =>
    (variant ? [variant] : VARIANTS).map((one): [string, string] => {
      const pages = id.startsWith('link-') ? '+small-pages' : '';
      return [`/registers/planet/${VARIANT_NAMES[one]}${pages}+${id}`, id];
    }),
  );
const faultsAmong = (text: string): Switch[] => FAULTS.filter(({ id }) => idsIn(text).includes(id));

test('every switch of the mock server is in one of the tables, or allowed', () => {
  const caught = new Set(Object.values(CAUGHT_BY).flatMap(idsIn));
  const named = [...caught, ...[UNANSWERED, CONSISTENT, LATE].flatMap(idsIn)];
  expect(named.toSorted()).toEqual(FAULTS.map(({ id }) => id).toSorted());
  expect(BEHAVIOURS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(DIFFERING)));
  const cases = [...caseIds(), 'register/found'];
  expect(cases).toEqual(
    expect.arrayContaining([...Object.keys(CAUGHT_BY), ...Object.values(DIFFERING).flat()]),
  );
});

test.each(planetsWith(FAULTS.filter(({ id }) => casesCatching(id).length > 0)))(
  '%s is caught',
  async (base, id) => {
    const cases = casesCatching(id);
    const results = await runAll(MOCK_ORIGIN + base, ask, { groups: groupsWith(...cases) });
    const caught = results.find((result) => cases.includes(result.id) && result.outcome === 'fail');
    expect(caught).toMatchObject({ level: 'MUST', found: /./, curl: expect.stringContaining(base) });
  },
);

test.each(planetsWith(BEHAVIOURS))(
  '%s fails no case but those by which it differs from the document',
  async (base, id) => {
    const failed = idsOf(await runAll(MOCK_ORIGIN + base, ask), 'fail');
    const due = DIFFERING[id];
    expect(failed).toEqual(due === undefined ? [] : expect.arrayContaining([...due]));
  },
);

test.each(planetsWith(faultsAmong(CONSISTENT)))(
  '%s is consistent in itself, and found if only one endpoint has it',
  async (base) => {
    expect(idsOf(await runAll(MOCK_ORIGIN + base, ask), 'fail')).toEqual([]);
    expect(idsOf(await runAll(`${MOCK_ORIGIN}${base}@entries`, ask), 'fail')).not.toEqual([]);
  },
);

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const app = createApp({ registers: bundledRegisters() });
    server = await listen(createListener(app), { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  // Of one variant: what breaks below HTTP does not know what was asked for.
  const planets = planetsWith(faultsAmong(UNANSWERED)).filter(([base]) => base.includes(VARIANT_NAMES.item));
  test.each(planets)('%s: cases could not run', async (base) => {
    const limits = { answerMs: 300, bodyBytes: 1_000_000 };
    const results = await runAll(server.address + base, fetch, { limits, groups: ['entries'] });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'could-not-run')).not.toEqual([]);
  });
});
