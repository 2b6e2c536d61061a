import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCanonicalItem } from '../../core/canonical-json.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { itemTextHash } from '../../core/data-hash.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import { logOf } from '../../testing/builders.ts';
import { NOON } from '../../testing/evidence-builders.ts';
import { splitRsf } from '../../testing/rsf-lines.ts';
import { sharedRegisters, SKIP_REASON } from '../../testing/shared-registers.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-data.ts';
import { checkBundle } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import { makeBundle, writeEvidence } from './write-evidence.ts';

const files =
  sharedRegisters === undefined ? [] : readdirSync(sharedRegisters).filter((file) => file.endsWith('.rsf'));

describe.skipIf(files.length === 0)(`bundles of the real registers (${SKIP_REASON})`, () => {
  it.each(files)(
    'hold for the first, a middle and the last entry of %s, against its published root',
    (file) => {
      const { itemTexts, entries, roots } = splitRsf(readFileSync(join(sharedRegisters ?? '', file), 'utf8'));
      const items = new Map(itemTexts.map((text) => [itemTextHash(text), text]));
      const write = leafRule('item-json').leafBytes;
      const log = logOf(entries.map((entry) => hashFromBytes(hashLeaf(write(entry) ?? new Uint8Array()))));
      const logSize = entries.length;
      const published = roots.findLast((root) => root.logSize === logSize)?.rootHash;
      expect(published).toBe(rootAt(log, logSize));
      for (const entryNumber of [1, Math.ceil(logSize / 2), logSize]) {
        const entry = entries[entryNumber - 1];
        if (entry === undefined || published === undefined) throw new Error('no entry');
        const checkpoint = { logSize, rootHash: published };
        const data = entry.itemHashes.map((hash) => parseCanonicalItem(items.get(hash) ?? ''));
        const bundle = makeBundle({
          register: { title: file, address: 'https://example.org', variant: 'item', place: 'x' },
          entry: checkEntry({
            variant: 'item',
            entry,
            auditPath: auditPath(log, entryNumber, logSize),
            checkpoint,
            leafRule: 'item-json',
          }),
          data: checkRecordData({ variant: 'item', items: data, entry }),
          madeAtMs: NOON,
        });
        const opened = bundle === undefined ? undefined : decodeEvidence(writeEvidence(bundle));
        if (opened?.kind !== 'bundle') throw new Error(`no bundle of entry ${entryNumber}`);
        const recheck = checkBundle(opened.file);
        expect([recheck.data.verdict, recheck.leaf, recheck.entry.verdict]).toEqual(
          Array.from({ length: 3 }, () => ({ outcome: 'holds' })),
        );
        expect(opened.file.items).toEqual(entry.itemHashes.map((hash) => items.get(hash)));
      }
    },
  );
});
