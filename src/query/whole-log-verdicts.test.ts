import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { LeafRuleId } from '../core/model.ts';
import { readTrailIndex } from '../log/audit-store.ts';
import { audit } from '../log/audit.ts';
import { createApp } from '../mock/app.ts';
import { parseMode } from '../mock/mount.ts';
import { planet } from '../mock/registers/planet.ts';
import { BEHAVIOURS } from '../mock/switches/switches.ts';
import { auditOptions, copyControllerFor, settled } from '../testing/audit-world.ts';
import { faultRows, hasVariant, MODES, modeWith, USUAL, WAITING } from '../testing/fault-rows.ts';
import { visitMock } from '../testing/mock-session.ts';
import { copyIn } from './copy-controller.ts';
import { latestStatusOf } from './find-latest.ts';
import { trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

// A whole log, audited and read as a copy × every fault of the mock × both variants × every leaf rule. A
// whole log shows more than a proof, and less: on a first visit a fork looks like any other register.

const app = createApp({ registers: new Map([['planet', () => planet]]) });

/**
 * ROWS are the verdict on a first visit; where the leaf rule is known; and on a copy in a browser that
 * remembers the honest register: an audit and a copy come to the same in the first two. Then what an audit
 * lets one say of the record of uranus as sent, what it finds, and what it says of the server. Where the
 * rebuilt root is not the published one, nothing is known of any record. A list that is out of order is read
 * another way: the root is rebuilt all the same.
 */
const ROWS = faultRows(`
honest altered-proof forged-record other-record wrong-length
links-circle links-back links-away links-endless
  holds, holds, holds, latest
altered-consistency long-proof fork fork-longer rollback other-moment
  holds, holds, cannot-check, latest
stale-root
  holds, holds, cannot-check, unread
stale-record short-trail
  holds, holds, holds, superseded
truncated-json wrong-type not-found-html dead slow late stall stall-body broken-off log-cut
endless-body gzip-bomb deep-json web-page too-many-requests unavailable fails-once
numbers-huge numbers-fraction numbers-hex numbers-other-digits
  failed, failed, failed, unread
altered-item
  does-not-match, does-not-match, does-not-match, latest, item
half-character
  cannot-check, cannot-check, cannot-check, latest, unreadable
altered-entry
  does-not-match, does-not-match, does-not-match, unread, entry 14
altered-root
  cannot-check, does-not-match, does-not-match, unread, root
entries-skipped
  holds, holds, holds, trail, The list of entries has entry 3 where entry 2 belongs.
entries-repeated
  holds, holds, holds, latest, The list of entries has entry 2 where entry 3 belongs.
entries-reversed
  holds, holds, holds, latest, The list of entries has entry 15 where entry 1 belongs.
`);

/** unlessRefused returns the result of a server's answers; undefined if none was usable. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

const auditOf = (mode: string, leafRule?: LeafRuleId) =>
  unlessRefused(async () => {
    const options = await auditOptions(app, `/registers/planet/${mode}`);
    const result = await audit({ ...options, ...(leafRule && { leafRule }) }).catch(() => undefined);
    const index = await readTrailIndex(options.storage, options.registerId);
    return { verdict: result?.verdict, result, index, head: options.head };
  });

const copyOf = (mode: string, leafRule?: LeafRuleId, rememberedSize?: number) =>
  unlessRefused(async () => {
    const visit = visitMock({ source: planet, mode, ...(rememberedSize && { rememberedSize }) });
    if (leafRule) visit.session.trust.learnLeafRule(leafRule);
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    const controller = copyControllerFor(visit);
    void controller.read(head.logSize, head);
    return copyIn(await settled(controller));
  });

const outcomeOf = (found: { verdict?: { outcome: string } | undefined } | undefined): string =>
  found?.verdict?.outcome ?? 'failed';

/** statusIn returns the latest status of the record of uranus by an audit. */
async function statusIn(audited: Awaited<ReturnType<typeof auditOf>>, mode: string): Promise<string> {
  if (audited?.index === undefined) return 'unread';
  const { session, queries } = visitMock({ source: planet, mode });
  const trail = await queries.fetchQuery(trailQuery(session, 'uranus'));
  const { entryNumber } = trail.at(-1) ?? { entryNumber: 0 };
  const shown = { key: 'uranus', entryNumber, trailLength: trail.length, head: audited.head, asRecord: true };
  const { index } = audited;
  return latestStatusOf(shown, { audited: index.checkpoint, latest: index.latestOf('uranus') }).status;
}

// Waiting for each answer, or reading megabytes of it, shows no more than `dead`.
const quick = [...ROWS].filter(([fault]) => !WAITING.has(fault) && !/endless-body|gzip/.test(fault));
test.each(quick)('a whole log with %s: %s', async (fault, row) => {
  // The leaf rule does not matter if requests fail, or if the root is computed without proofs.
  const isUsual = fault !== 'honest' && /^failed|^holds, holds, \S+ latest$/.test(row);
  for (const mode of isUsual ? USUAL : MODES) {
    const switched = modeWith(mode, fault);
    const { leafRule } = parseMode(mode);
    const [first, copy, compared] = await Promise.all([
      auditOf(switched),
      copyOf(switched),
      copyOf(switched, undefined, 14),
    ]);
    // Where requests fail, a known leaf rule changes nothing.
    const [known, knownCopy] = row.startsWith('failed')
      ? [first, copy]
      : await Promise.all([auditOf(switched, leafRule), copyOf(switched, leafRule)]);
    const { findings = [], remarks = [] } = known?.result ?? {};
    const finds = findings.map(({ kind, entryNumber }) => `${kind} ${entryNumber ?? ''}`.trim());
    const status = await statusIn(known, switched);
    const said = [first, known, compared].map(outcomeOf).concat(status, finds, remarks.slice(0, 1));
    expect([mode, said.join(', ')]).toEqual([mode, row]);
    // The copy has the same verdict, counts missing data, and reports the same faults.
    expect([copy, knownCopy].map(outcomeOf)).toEqual([first, known].map(outcomeOf));
    const lacking = findings.filter(({ itemHash }) => itemHash !== undefined).length;
    expect([copy?.missing ?? 0, copy?.remark]).toEqual([lacking, remarks[0]]);
  }
});

// The browser's fetch follows redirects; these tests have none.
test.each(BEHAVIOURS.filter(({ id }) => id !== 'redirects'))(
  'a whole log holds for an honest server with the behaviour $id',
  async ({ id, variant }) => {
    // Behaviours and leaf rules are independent.
    for (const mode of USUAL.filter((one) => hasVariant(one, variant))) {
      const [audited, copy] = await Promise.all([auditOf(`${mode}+${id}`), copyOf(`${mode}+${id}`)]);
      expect([mode, ...[audited, copy].map(outcomeOf)]).toEqual([mode, 'holds', 'holds']);
      expect(audited?.index?.latestOf('uranus')).toEqual({ entryNumber: 14, count: 3 });
    }
  },
);
