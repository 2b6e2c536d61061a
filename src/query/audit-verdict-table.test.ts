import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { createAuditStore } from '../log/audit-store.ts';
import { createAudit } from '../log/audit.ts';
import { createApp } from '../mock/app.ts';
import { parseMode } from '../mock/mount.ts';
import { planet } from '../mock/registers/planet.ts';
import { BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { latestStatusOf } from './latest-version.ts';
import { trailQuery } from './record-queries.ts';
import { auditOptions, ended } from '../testing/audit-world.ts';
import { visitMock } from '../testing/mock-session.ts';

// A full audit × every fault of the mock × both variants × every leaf rule. Whoever reads everything sees more than a proof shows, and less: a fork is a
// register like any other to one who has not seen it before.

const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;
const app = createApp({ registers: new Map([['planet', () => planet]]) });

interface Row {
  /** The verdict, or that requests failed, on a first visit and where the leaf rule is known. */
  readonly first: string;
  readonly known: string;
  /** What is named where the leaf rule is known. */
  readonly finds: readonly string[];
  /** What it lets one say of the record of uranus, as the server tells it. */
  readonly record: string;
  /** What is said of the server beside the verdict. */
  readonly remark?: string;
}

const HOLDS: Row = { first: 'holds', known: 'holds', finds: [], record: 'latest' };
const FAILS: Row = { first: 'failed', known: 'failed', finds: [], record: 'unread' };

/** A list that is out of order, or whose links lead nowhere, is read another way: the remark says what the server did, and the root is rebuilt all the same. */
function remarked(remark: string, record = 'latest'): Row {
  return { ...HOLDS, record, remark };
}

/** EXPECTED has a row for each fault. Where the rebuilt root is not the published one, nothing is known of any record. */
const EXPECTED: Readonly<Record<string, Row>> = {
  honest: HOLDS,
  'altered-item': { first: 'does-not-match', known: 'does-not-match', finds: ['item'], record: 'latest' },
  'half-character': { first: 'cannot-check', known: 'cannot-check', finds: ['unreadable'], record: 'latest' },
  'altered-entry': {
    first: 'does-not-match',
    known: 'does-not-match',
    finds: ['entry 14'],
    record: 'unread',
  },
  'altered-proof': HOLDS,
  'altered-consistency': HOLDS,
  'altered-root': { first: 'cannot-check', known: 'does-not-match', finds: ['root'], record: 'unread' },
  'stale-root': { ...HOLDS, record: 'ahead' },
  'stale-record': { ...HOLDS, record: 'superseded' },
  'forged-record': HOLDS,
  'other-record': HOLDS,
  'short-trail': { ...HOLDS, record: 'superseded' },
  fork: HOLDS,
  'fork-longer': HOLDS,
  rollback: HOLDS,
  'other-moment': HOLDS,
  'long-proof': { ...HOLDS, first: 'failed' },
  'links-circle': HOLDS,
  'links-back': HOLDS,
  'links-away': HOLDS,
  'links-endless': HOLDS,
  'entries-skipped': remarked('The list of entries has entry 3 where entry 2 belongs.', 'trail'),
  'entries-repeated': remarked('The list of entries has entry 2 where entry 3 belongs.'),
  'entries-reversed': remarked('The list of entries has entry 15 where entry 1 belongs.'),
  'log-cut': FAILS,
  'numbers-huge': FAILS,
  'numbers-exponent': FAILS,
  'numbers-hex': FAILS,
  'numbers-other-digits': FAILS,
  'truncated-json': FAILS,
  'wrong-type': FAILS,
  'not-found-html': FAILS,
  dead: FAILS,
  slow: FAILS,
  late: FAILS,
  stall: FAILS,
  'stall-body': FAILS,
  'broken-off': FAILS,
  'endless-body': FAILS,
  'gzip-bomb': FAILS,
  'wrong-length': HOLDS,
  'deep-json': FAILS,
  'web-page': FAILS,
  'too-many-requests': FAILS,
  unavailable: FAILS,
  'fails-once': FAILS,
};

async function auditOf(mode: string, fault: string, leafRule?: LeafRuleId) {
  const path = `/registers/planet/${mode}${fault === 'honest' ? '' : `+${fault}`}`;
  try {
    const options = await auditOptions(app, path);
    const audit = createAudit(leafRule === undefined ? options : { ...options, leafRule });
    audit.start();
    const { result } = await ended(audit);
    const index = await createAuditStore(options.storage).trailIndex(options.registerId);
    return { result, index, head: options.head };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

async function trailOf(mode: string, fault: string): Promise<number[]> {
  const { session, queries } = visitMock({
    source: planet,
    mode: fault === 'honest' ? mode : `${mode}+${fault}`,
  });
  const trail = await queries.fetchQuery(trailQuery(session, 'uranus'));
  return trail.map(({ entryNumber }) => entryNumber);
}

describe('a full audit', () => {
  test('is expected to say something of every fault', () => {
    expect(Object.keys(EXPECTED)).toEqual(['honest', ...FAULTS.map(({ id }) => id)]);
  });

  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    // Waiting three seconds for each answer shows nothing that `dead` does not.
    if (['slow', 'late', 'stall', 'stall-body'].includes(fault)) return;
    // Where requests fail, or the root is rebuilt whatever the proofs are, the leaf rule changes nothing.
    const usual = expected === FAILS || expected === HOLDS;
    for (const mode of MODES.filter((one) => fault === 'honest' || !usual || !one.includes('+'))) {
      const first = await auditOf(mode, fault);
      const known = await auditOf(mode, fault, parseMode(mode).behaviour.leafRule);
      const finds = (known?.result?.findings ?? []).map(({ kind, entryNumber }) =>
        entryNumber === undefined ? kind : `${kind} ${entryNumber}`,
      );
      let record = 'unread';
      if (known?.index !== undefined) {
        const trail = await trailOf(mode, fault);
        const served = {
          key: 'uranus',
          entryNumber: trail.at(-1) ?? 0,
          trailLength: trail.length,
          head: known.head,
          asRecord: true,
        };
        record = latestStatusOf(served, { index: known.index }).status;
      }
      const [remark] = known?.result?.remarks ?? [];
      const found = {
        first: first?.result?.verdict.outcome ?? 'failed',
        known: known?.result?.verdict.outcome ?? 'failed',
        finds,
        record,
        ...(remark !== undefined && { remark }),
      };
      expect({ mode, ...found }).toEqual({ mode, ...expected });
    }
  });

  // Redirects are followed by fetch itself, which these tests do without.
  const behaviours = BEHAVIOURS.filter(({ id }) => id !== 'redirects');
  test.each(behaviours)('holds for an honest server with the behaviour $id', async ({ id, variant }) => {
    // Behaviours and leaf rules know nothing of each other.
    for (const mode of ['v2', 'earlier'].filter(
      (one) => variant === undefined || (variant === 'item') === (one === 'v2'),
    )) {
      const { result, index } = (await auditOf(mode, id)) ?? {};
      expect([mode, result?.verdict]).toEqual([mode, { outcome: 'holds' }]);
      expect(index?.latestOf('uranus')).toEqual({ entryNumber: 14, count: 3 });
    }
  });
});
