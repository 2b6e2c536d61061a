import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { country } from '../mock/registers/country.ts';
import { readRsf } from '../mock/rsf/read-rsf.ts';
import { auditOptions, runAudit } from '../testing/audit-world.ts';
import { sharedRegisters, SKIP_REASON } from '../testing/shared-registers.ts';

const app = createApp({ registers: new Map([['country', () => country]]) });

/** The entry that the faults of the mock touch. */
const SHOWCASE = createRegister(country).showcase?.entryNumber;

/** Every leaf rule of both variants. */
const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;

describe.each(MODES)('an audit of country, %s', (mode) => {
  it('finds that the whole register is what the root commits to', async () => {
    const options = await auditOptions(app, `/registers/country/${mode}`);
    const result = await runAudit(options);
    expect(result).toMatchObject({
      verdict: { outcome: 'holds' },
      computedRoot: options.head.rootHash,
      entries: country.entries.length,
      findings: [],
      continuedFrom: 0,
      hasher: 'hash-wasm',
    });
    expect(result.items).toBe(result.itemsNamed);
  });

  it('names an altered entry by proofs that lead to the published root', async () => {
    const options = await auditOptions(app, `/registers/country/${mode}+altered-entry`);
    const { verdict, findings, computedRoot } = await runAudit(options);
    expect(verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: options.head.rootHash,
      computed: computedRoot,
    });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ kind: 'entry', entryNumber: SHOWCASE });
  });

  it('names an altered item and the entries that name it', async () => {
    const { verdict, findings } = await runAudit(
      await auditOptions(app, `/registers/country/${mode}+altered-item`),
    );
    expect(verdict).toMatchObject({ outcome: 'does-not-match' });
    expect(findings).toMatchObject([
      { kind: 'item', entries: [SHOWCASE], sent: expect.stringMatching(/^\{"/) },
    ]);
  });

  it('accuses no entry where the root is wrong and the proofs lead to another', async () => {
    const options = await auditOptions(app, `/registers/country/${mode}+altered-root`);
    const honest = await auditOptions(app, `/registers/country/${mode}`);
    const { leafRule } = await runAudit(honest);
    if (leafRule === undefined) throw new Error('no leaf rule');
    const { verdict, findings } = await runAudit({ ...options, leafRule });
    expect(verdict).toMatchObject({ outcome: 'does-not-match', computed: honest.head.rootHash });
    expect(findings).toMatchObject([{ kind: 'root' }]);
    const unknown = await runAudit(options);
    expect(unknown.verdict).toMatchObject({ outcome: 'cannot-check' });
  });

  it('needs no proof where the root is equal: an altered proof does not disturb it', async () => {
    const { verdict } = await runAudit(await auditOptions(app, `/registers/country/${mode}+altered-proof`));
    expect(verdict).toEqual({ outcome: 'holds' });
  });
});

const NAMES = [
  'allergen',
  'country',
  'datatype',
  'field',
  'government-organisation',
  'local-authority-eng',
  'local-authority-type',
  'register',
  'territory',
];

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  it.each(NAMES)('%s is exactly what its published root commits to', async (name) => {
    const text = readFileSync(`${sharedRegisters}${name}.rsf`, 'utf8');
    const server = createApp({ registers: new Map([[name, () => readRsf([text])]]) });
    const options = await auditOptions(server, `/registers/${name}/v2+small-pages`);
    const published = /assert-root-hash\tsha-256:([0-9a-f]{64})\s*$/.exec(text)?.[1];
    const result = await runAudit(options);
    expect(result).toMatchObject({ verdict: { outcome: 'holds' }, computedRoot: published });
    const earlier = await runAudit(await auditOptions(server, `/registers/${name}/earlier`));
    expect(earlier.verdict).toEqual({ outcome: 'holds' });
  });
});
