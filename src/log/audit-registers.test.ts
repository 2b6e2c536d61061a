import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApp } from '../mock/app.ts';
import { country } from '../mock/registers/country.ts';
import { readRsf } from '../mock/rsf/read-rsf.ts';
import { auditOptions, runAudit } from '../testing/audit-world.ts';
import { sharedRegisters, SKIP_REASON } from '../testing/shared-registers.ts';

const app = createApp({ registers: new Map([['country', () => country]]) });

// What is found of every fault is a table in query/audit-verdict-table.test.ts.
describe.each(['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'])(
  'an audit of country, %s',
  (mode) => {
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
  },
);

const NAMES =
  'allergen country datatype field government-organisation local-authority-eng local-authority-type register territory';

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  it.each(NAMES.split(' '))('%s is exactly what its published root commits to', async (name) => {
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
