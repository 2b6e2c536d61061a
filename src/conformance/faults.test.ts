import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GROUPS } from './model.ts';
import { casesFor } from './cases.ts';
import { createApp } from '../mock/app.ts';
import { type RunningServer, createMockServer } from '../mock/hosts/node/serve.ts';
import { VARIANT_NAMES } from '../mock/mount.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { BEHAVIOURS, FAULTS, SWITCHES, type Switch } from '../mock/switches/switches.ts';
import { fetchOf, idsOf, MOCK_ORIGIN, runAll } from '../testing/conformance-run.ts';

/** CAUGHT_BY names the case that finds each fault; two where it shows otherwise in each variant. */
const CAUGHT_BY: Readonly<Record<string, string>> = {
  'altered-item': 'item/hash',
  'half-character': 'item/hash',
  'altered-entry': 'register-proof/root',
  'altered-proof': 'entry-proof/root',
  'altered-consistency': 'consistency-proof/roots',
  'altered-root': 'register-proof/root',
  'stale-root': 'register-proof/size',
  'stale-record': 'record/latest',
  'forged-record': 'record/data',
  'other-record': 'record/latest record/data',
  'short-trail': 'trail/complete',
  'other-moment': 'entry-proof/root',
  'long-proof': 'entry-proof/root',
  'links-circle': 'entries/links',
  'links-back': 'entries/links',
  'links-away': 'entries/links',
  'links-endless': 'entries/links',
  'entries-skipped': 'entries/order',
  'entries-repeated': 'entries/order',
  'entries-reversed': 'entries/order',
  'log-cut': 'entries/complete',
  'numbers-huge': 'entries/form',
  'numbers-exponent': 'entries/form',
  'numbers-hex': 'entries/form',
  'numbers-other-digits': 'entries/form',
  'truncated-json': 'register/found',
  'wrong-type': 'register/found',
  'not-found-html': 'register/found',
  'deep-json': 'entries/form',
  'web-page': 'entries/answers',
};

/** UNANSWERED are faults by which requests fail. A failed request is no wrong answer: the cases could not run. */
const UNANSWERED: readonly string[] = [
  ['dead', 'stall', 'stall-body', 'broken-off', 'endless-body', 'gzip-bomb', 'wrong-length'],
  ['too-many-requests', 'unavailable', 'fails-once'],
].flat();

/** UNSEEN are faults that nobody can see who reads a register once, and why. */
const UNSEEN: Readonly<Record<string, string>> = {
  fork: 'All answers fit each other: only who remembers another root sees it. At one endpoint alone it is seen.',
  'fork-longer': 'As fork.',
  rollback: 'As fork.',
  slow: 'Every answer is right, and the document states no time.',
  late: 'As slow.',
};

/** DIFFERING are behaviours of honest servers that the document does not allow, with the cases that say so and its words. All others pass. */
const DIFFERING: Readonly<Record<string, readonly [words: string, ...cases: string[]]>> = {
  'link-none': [
    'A paginated response carries a Link header with rel="next". SHOULD return rel="version-history".',
    'entries/links',
    'record/version-history',
  ],
  'link-loop': ['A Link header with rel="next" pointing at /entries?start=<n>.', 'entries/links'],
  'sparse-context': ['licence: yes. start-date: yes.', 'summary/form'],
  'no-items-list': ['GET /items, GET /blobs.', 'items/answers'],
  'no-summary': ['GET /register, GET /context.', 'summary/answers'],
};

const fetch = fetchOf(createApp({ registers: bundledRegisters() }));
const groupOf = (id: string) => GROUPS.filter((group) => caseIds([group]).includes(id));

function caseIds(groups: readonly (typeof GROUPS)[number][]): string[] {
  return (['item', 'blob'] as const).flatMap((variant) => casesFor(variant, groups).map(({ id }) => id));
}

function basesOf({ id, variant }: Switch, register: string): string[] {
  const variants = variant ? [variant] : (['item', 'blob'] as const);
  return variants.map((one) => `/registers/${register}/${VARIANT_NAMES[one]}+${id}`);
}

/** The registers of these switches, in every variant that they have. */
function bases(among: readonly Switch[], register: string, isAsked: (id: string) => boolean) {
  return among
    .filter(({ id }) => isAsked(id))
    .flatMap((one) => basesOf(one, register).map((base) => [base, one.id] as const));
}

test('every switch of the mock server is in one of the tables, or allowed', () => {
  const named = [CAUGHT_BY, UNSEEN].flatMap((table) => Object.keys(table)).concat(UNANSWERED);
  expect(named.toSorted()).toEqual(FAULTS.map(({ id }) => id).toSorted());
  expect(BEHAVIOURS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(DIFFERING)));
  const known = [...caseIds(GROUPS), 'register/found'];
  const caughtBy = Object.values(CAUGHT_BY).flatMap((ids) => ids.split(' '));
  for (const id of caughtBy.concat(Object.values(DIFFERING).flatMap(([, ...ids]) => ids)))
    expect(known).toContain(id);
});

test.each(bases(FAULTS, 'planet', (id) => id in CAUGHT_BY))('%s is caught', async (base, id) => {
  const caughtBy = CAUGHT_BY[id]?.split(' ') ?? [];
  const results = await runAll(MOCK_ORIGIN + base, fetch, { groups: caughtBy.flatMap(groupOf) });
  const caught = results.find((result) => caughtBy.includes(result.id) && result.outcome === 'fail');
  expect(caught).toMatchObject({ level: 'MUST', found: /./, curl: expect.stringContaining(base) });
});

// Links lead further only where a list has several pages.
const register = (id: string): string => (id.startsWith('link-') ? 'country' : 'planet');

test.each(BEHAVIOURS.flatMap((one) => basesOf(one, register(one.id)).map((base) => [base, one.id] as const)))(
  '%s fails no case but those by which it differs from the document',
  async (base, id) => {
    const [, ...expected] = DIFFERING[id] ?? [''];
    const failed = idsOf(await runAll(MOCK_ORIGIN + base, fetch), 'fail');
    if (expected.length === 0) expect(failed).toEqual([]);
    else expect(failed).toEqual(expect.arrayContaining(expected));
  },
);

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await createMockServer({
      app: createApp({ registers: bundledRegisters() }),
      port: 0,
      host: '127.0.0.1',
    });
  });
  afterAll(() => server.close());

  test.each(bases(SWITCHES, 'planet', (id) => UNANSWERED.includes(id)))(
    '%s: cases could not run',
    async (base) => {
      const limits = { answerMs: 300, bodyBytes: 1_000_000 };
      const results = await runAll(server.address + base, globalThis.fetch, { limits, groups: ['entries'] });
      expect(idsOf(results, 'fail')).toEqual([]);
      expect(idsOf(results, 'could-not-run')).not.toEqual([]);
    },
  );
});

test.each(bases(FAULTS, 'planet', (id) => ['fork', 'fork-longer', 'rollback'].includes(id)))(
  '%s is consistent in itself, and is caught where one endpoint alone tells it',
  async (base) => {
    expect(idsOf(await runAll(MOCK_ORIGIN + base, fetch), 'fail')).toEqual([]);
    expect(idsOf(await runAll(`${MOCK_ORIGIN}${base}@entries`, fetch), 'fail')).not.toEqual([]);
  },
);
