import { describe, expect, it } from 'vitest';
import { createApp } from '../mock/app.ts';
import type { LoadSource } from '../mock/engine/register.ts';
import { country } from '../mock/registers/country.ts';
import { auditOptions, ended, runAudit, withPages } from '../testing/audit-world.ts';
import { createAuditStore } from './audit-store.ts';
import type { AuditOptions, RawPage } from './audit-types.ts';
import { createAudit } from './audit.ts';

const app = createApp({ registers: new Map<string, LoadSource>([['country', () => country]]) });

const MODES = ['v2', 'earlier'] as const;

/** The register when it had nine tenths of its entries, and today, with one storage. */
async function growing(mode: (typeof MODES)[number]): Promise<{ before: AuditOptions; now: AuditOptions }> {
  const before = await auditOptions(app, `/registers/country/${mode}+stale-root`);
  const { head } = await auditOptions(app, `/registers/country/${mode}`);
  expect(head.logSize).toBeGreaterThan(before.head.logSize);
  return { before, now: { ...before, head } };
}

function spelledWrong({ bytes, address }: RawPage): RawPage {
  const text = new TextDecoder().decode(bytes).replaceAll('Afghanistan', 'Afghanistam');
  return { bytes: new TextEncoder().encode(text), address };
}

/** The same register, with one name changed in its data. */
function altered(options: AuditOptions): AuditOptions {
  return withPages(options, {
    async itemsPage(ref, signal) {
      const page = await options.pages.itemsPage(ref, signal);
      return page === 'none' ? page : { ...page, ...spelledWrong(page) };
    },
    async item(hash, signal) {
      const page = await options.pages.item(hash, signal);
      return page === 'none' ? page : spelledWrong(page);
    },
  });
}

/** An audit made to its end, and kept. */
async function kept(options: AuditOptions): Promise<void> {
  const store = createAuditStore(options.storage);
  const audit = createAudit(options);
  audit.start();
  await ended(audit);
  expect((await store.result(options.registerId))?.head).toEqual(options.head);
}

describe.each(MODES)('a log that has grown since its audit, %s', (mode) => {
  it('is gone on with from where all held', async () => {
    const { before, now } = await growing(mode);
    await kept(before);
    expect(await runAudit(now)).toMatchObject({
      verdict: { outcome: 'holds' },
      continuedFrom: before.head.logSize,
    });
  });

  it('is read anew where something did not match, so that it is found again', async () => {
    const { before, now } = await growing(mode);
    await kept(altered(before));
    const result = await runAudit(altered(now));
    expect(result).toMatchObject({ verdict: { outcome: 'does-not-match' }, continuedFrom: 0 });
    expect(result.findings).toMatchObject([{ kind: 'item' }]);
  });

  it('has a trail index all the same: the root tells which entry is the latest', async () => {
    const { before } = await growing(mode);
    await kept(altered(before));
    const index = await createAuditStore(before.storage).trailIndex(before.registerId);
    expect(index?.checkpoint).toEqual(before.head);
    expect(index?.latestOf('AF')?.count).toBeGreaterThan(0);
  });
});
