import { describe, expect, it } from 'vitest';
import { runAudit } from '../testing/audit-world.ts';
import { pagedRegister } from '../testing/paged-register.ts';
import { createAuditStore } from './audit-store.ts';

const KEY = 'register-explorer:audit:paged:result';

interface Kept {
  readonly result: Readonly<Record<string, unknown>>;
}

describe('a kept result', () => {
  it('holds only where it bears that out by itself', async () => {
    const { storage, ...options } = pagedRegister(30).options();
    await runAudit({ ...options, storage });
    const store = createAuditStore(storage);
    expect((await store.result('paged'))?.verdict.outcome).toBe('holds');
    const kept = (await storage.get(KEY)) as Kept;
    for (const spoilt of [
      { computedRoot: 'f'.repeat(64) },
      { computedRoot: undefined },
      { entries: 29 },
      { items: 29 },
      { itemsNamed: 31 },
      { findingCount: 1 },
      { remarks: [7] },
      { findings: [{ kind: 'entry', text: 'x' }] },
      { findings: [{ kind: 'unknown', text: 'x' }], verdict: { outcome: 'does-not-match', reason: 'x' } },
      { head: { ...(kept.result['head'] as object), logSize: 31 } },
    ]) {
      await storage.set(KEY, { ...kept, result: { ...kept.result, ...spoilt } });
      expect([spoilt, await store.result('paged')]).toEqual([spoilt, undefined]);
    }
    await storage.set(KEY, kept);
    expect((await store.result('paged'))?.verdict).toEqual({ outcome: 'holds' });
  });
});
