import type { Hash } from '../core/hash.ts';
import type { Verdict } from '../core/verdict.ts';
import { checkItem } from './check-item.ts';
import type { ItemCheck, RecordDataCheck, RecordDataCheckRequest } from './protocol.ts';
import { recordDataRequestProblem } from './request-problem.ts';

/**
 * checkRecordData hashes every item of a record and holds it against the hashes that its entry names: as many items as hashes, each item with a
 * hash of its own, in any order (API document, "Record": the record inlines its items). Never throws for bad data.
 */
export function checkRecordData(request: RecordDataCheckRequest): RecordDataCheck {
  const problem = recordDataRequestProblem(request);
  if (problem !== undefined) return { verdict: problem, items: [] };
  const { variant, items, entry } = request;
  const left: Hash[] = [...entry.itemHashes];
  const checks: ItemCheck[] = [];
  for (const item of items) {
    const expected = left[0];
    if (expected === undefined) break;
    // The first try tells the item's own hash; where the entry names that one further on, it is what the item is held against.
    const check = checkItem({ variant, item, expected });
    const at = check.computed === undefined ? -1 : left.indexOf(check.computed);
    checks.push(at > 0 ? checkItem({ variant, item, expected: left[at] ?? expected }) : check);
    left.splice(Math.max(at, 0), 1);
  }
  return { verdict: overall(checks, items.length, entry.itemHashes.length), items: checks };
}

function overall(checks: readonly ItemCheck[], items: number, hashes: number): Verdict {
  if (items !== hashes) {
    return {
      outcome: 'does-not-match',
      code: 'item-count',
      reason: `the entry names ${hashes} hashes, and the record has ${items} items`,
    };
  }
  if (items === 0) return { outcome: 'cannot-check', code: 'no-data', reason: 'there is no data to hash' };
  const bad =
    checks.find((check) => check.verdict.outcome === 'does-not-match') ??
    checks.find((check) => check.verdict.outcome !== 'holds');
  return bad?.verdict ?? { outcome: 'holds' };
}
