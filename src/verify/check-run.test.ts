import { describe, expect, it } from 'vitest';
import { LEAF_RULES } from '../core/leaf-rules.ts';
import { auditPath } from '../core/merkle-log.ts';
import { anEntry, BLOB_HASH, GARBAGE, replaceAt } from '../testing/builders.ts';
import { headAt, logWith } from '../testing/small-register.ts';
import { checkRun } from './check-run.ts';

const SIZE = 23;
const entries = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1, { itemHashes: [BLOB_HASH] }));
const doesNot = (code: string) => ({ outcome: 'does-not-match', code });
const cannot = (code: string) => ({ outcome: 'cannot-check', code });

describe.each(LEAF_RULES)('checkRun of a register whose leaves are $id', ({ id, variant }) => {
  const log = logWith(entries, id);
  const [first, last] = [10, 14];
  const request = {
    variant,
    entries: entries.slice(first - 1, last),
    firstPath: auditPath(log, first, SIZE),
    lastPath: auditPath(log, last, SIZE),
    checkpoint: headAt(SIZE, log),
  };
  const altered = replaceAt(request.entries, 2, { ...anEntry(12), key: 'another', itemHashes: [BLOB_HASH] });
  const unwritable = replaceAt(request.entries, 2, { ...anEntry(12), key: '\ud800' });

  it('finds the rule, and blames the run only by a rule that is known', () => {
    expect(checkRun(request)).toEqual({ verdict: { outcome: 'holds' }, leafRule: id });
    for (const [change, verdict, known = verdict] of [
      [{}, { outcome: 'holds' }],
      [{ entries: altered }, cannot('unknown-leaf-rule'), doesNot('hash-differs')],
      [{ entries: unwritable }, cannot('unknown-leaf-rule'), cannot('unhashable')],
      [{ firstPath: request.lastPath }, cannot('unknown-leaf-rule'), doesNot('hash-differs')],
      [{ lastPath: [GARBAGE] }, doesNot('path-length')],
      [{ entries: request.entries.toSpliced(2, 1) }, doesNot('numbering')],
      [{ entries: request.entries.toReversed() }, doesNot('numbering')],
      [{ checkpoint: headAt(12, log) }, cannot('log-moved-on')],
      [{ entries: [] }, cannot('malformed')],
    ] as const) {
      expect(checkRun({ ...request, ...change }).verdict).toMatchObject(verdict);
      expect(checkRun({ ...request, ...change, leafRule: id }).verdict).toMatchObject(known);
    }
  });
});
