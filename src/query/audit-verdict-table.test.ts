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

const DIFFERS: Row = { ...HOLDS, first: 'does-not-match', known: 'does-not-match' };

/** EXPECTED has a row for each fault. Where the rebuilt root is not the published one, nothing is known of any record. A list that is out of order is read another way: the remark says what the server did, and the root is rebuilt all the same. */
const EXPECTED = new Map<string, Row>(
  (
    [
      ['honest altered-proof altered-consistency forged-record other-record wrong-length', HOLDS],
      [
        'long-proof fork fork-longer rollback other-moment links-circle links-back links-away links-endless',
        HOLDS,
      ],
      ['truncated-json wrong-type not-found-html dead slow late stall stall-body broken-off log-cut', FAILS],
      ['endless-body gzip-bomb deep-json web-page too-many-requests unavailable fails-once', FAILS],
      ['numbers-huge numbers-exponent numbers-hex numbers-other-digits', FAILS],
      ['altered-item', { ...DIFFERS, finds: ['item'] }],
      ['half-character', { ...HOLDS, first: 'cannot-check', known: 'cannot-check', finds: ['unreadable'] }],
      ['altered-entry', { ...DIFFERS, finds: ['entry 14'], record: 'unread' }],
      ['altered-root', { ...DIFFERS, first: 'cannot-check', finds: ['root'], record: 'unread' }],
      ['stale-root', { ...HOLDS, record: 'ahead' }],
      ['stale-record short-trail', { ...HOLDS, record: 'superseded' }],
      ['entries-skipped', { ...outOfOrder(3, 2), record: 'trail' }],
      ['entries-repeated', outOfOrder(2, 3)],
      ['entries-reversed', outOfOrder(15, 1)],
    ] as const
  ).flatMap(([faults, row]) => faults.split(' ').map((fault): [string, Row] => [fault, row])),
);

function outOfOrder(there: number, due: number): Row {
  return { ...HOLDS, remark: `The list of entries has entry ${there} where entry ${due} belongs.` };
}

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
    expect([...EXPECTED.keys()].sort()).toEqual(['honest', ...FAULTS.map(({ id }) => id)].sort());
  });

  test.each([...EXPECTED])('%s', async (fault, expected) => {
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
