import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { createAuditStore } from '../log/audit-store.ts';
import { createAudit } from '../log/audit.ts';
import { createApp } from '../mock/app.ts';
import { parseMode } from '../mock/mount.ts';
import { planet } from '../mock/registers/planet.ts';
import { BEHAVIOURS } from '../mock/switches/switches.ts';
import { auditOptions, ended } from '../testing/audit-world.ts';
import { faultRows, hasVariant, MODES, modeWith, USUAL, WAITING } from '../testing/fault-rows.ts';
import { visitMock } from '../testing/mock-session.ts';
import { latestStatusOf } from './latest-version.ts';
import { trailQuery } from './record-queries.ts';

// A full audit × every fault of the mock × both variants × every leaf rule. Whoever reads everything sees more than a proof shows, and less: a fork is a
// register like any other to one who has not seen it before.

const app = createApp({ registers: new Map([['planet', () => planet]]) });

/**
 * ROWS are the verdict on a first visit and where the leaf rule is known; what that lets one say of the record of uranus, as the server tells it; what is found where the
 * leaf rule is known, and what is said of the server. Where the rebuilt root is not the published one, nothing is known of any record. A list that is out of order is read
 * another way: the root is rebuilt all the same.
 */
const ROWS = faultRows(`
honest altered-proof altered-consistency forged-record other-record wrong-length long-proof fork
fork-longer rollback other-moment links-circle links-back links-away links-endless
  holds, holds, latest
truncated-json wrong-type not-found-html dead slow late stall stall-body broken-off log-cut
endless-body gzip-bomb deep-json web-page too-many-requests unavailable fails-once
numbers-huge numbers-exponent numbers-hex numbers-other-digits
  failed, failed, unread
altered-item
  does-not-match, does-not-match, latest, item
half-character
  cannot-check, cannot-check, latest, unreadable
altered-entry
  does-not-match, does-not-match, unread, entry 14
altered-root
  cannot-check, does-not-match, unread, root
stale-root
  holds, holds, ahead
stale-record short-trail
  holds, holds, superseded
entries-skipped
  holds, holds, trail, The list of entries has entry 3 where entry 2 belongs.
entries-repeated
  holds, holds, latest, The list of entries has entry 2 where entry 3 belongs.
entries-reversed
  holds, holds, latest, The list of entries has entry 15 where entry 1 belongs.
`);

async function auditOf(mode: string, leafRule?: LeafRuleId) {
  try {
    const options = await auditOptions(app, `/registers/planet/${mode}`);
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

type Audited = Awaited<ReturnType<typeof auditOf>>;

const verdictOf = (audited: Audited): string => audited?.result?.verdict.outcome ?? 'failed';

/** statusIn is what an audit lets one say of the record of uranus. */
async function statusIn(audited: Audited, mode: string): Promise<string> {
  if (audited?.index === undefined) return 'unread';
  const { session, queries } = visitMock({ source: planet, mode });
  const trail = await queries.fetchQuery(trailQuery(session, 'uranus'));
  const { entryNumber } = trail.at(-1) ?? { entryNumber: 0 };
  const shown = { key: 'uranus', entryNumber, trailLength: trail.length, head: audited.head, asRecord: true };
  return latestStatusOf(shown, { index: audited.index }).status;
}

// Waiting three seconds for each answer shows nothing that `dead` does not.
test.each([...ROWS].filter(([fault]) => !WAITING.has(fault)))(
  'a full audit of %s: %s',
  async (fault, row) => {
    // Where requests fail, or the root is rebuilt whatever the proofs are, the leaf rule changes nothing.
    const isUsual = fault !== 'honest' && /^failed|^holds, holds, latest$/.test(row);
    for (const mode of isUsual ? USUAL : MODES) {
      const switched = modeWith(mode, fault);
      const first = await auditOf(switched);
      const known = await auditOf(switched, parseMode(mode).behaviour.leafRule);
      const { findings = [], remarks = [] } = known?.result ?? {};
      const finds = findings.map(({ kind, entryNumber }) => `${kind} ${entryNumber ?? ''}`.trim());
      const status = await statusIn(known, switched);
      const said = [verdictOf(first), verdictOf(known), status, ...finds, ...remarks.slice(0, 1)];
      expect([mode, said.join(', ')]).toEqual([mode, row]);
    }
  },
);

// Redirects are followed by fetch itself, which these tests do without.
test.each(BEHAVIOURS.filter(({ id }) => id !== 'redirects'))(
  'a full audit holds for an honest server with the behaviour $id',
  async ({ id, variant }) => {
    // Behaviours and leaf rules know nothing of each other.
    for (const mode of USUAL.filter((one) => hasVariant(one, variant))) {
      const audited = await auditOf(`${mode}+${id}`);
      expect([mode, verdictOf(audited)]).toEqual([mode, 'holds']);
      expect(audited?.index?.latestOf('uranus')).toEqual({ entryNumber: 14, count: 3 });
    }
  },
);
