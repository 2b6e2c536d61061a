import { type Guard, fieldsOf, isText, isWhole, listOf, object, oneOf, optional } from '../core/guards.ts';
import { isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import { type CannotCheck, cannotCheck } from '../core/verdict.ts';

// Requests were decoded once, but have crossed threads or storage since, so their types may be wrong.

const isNumber: Guard = (value) => isWhole(value, 1);
const isVariant = oneOf('item', 'blob');
const isHead = object({ logSize: (value) => isWhole(value, 0), rootHash: isHash });
const isPath = listOf(isHash);
const isEntry = object({
  entryNumber: isNumber,
  indexEntryNumber: isNumber,
  key: isText,
  timestamp: isText,
  itemHashes: isPath,
});
const isTexts = listOf(isText);
const isItem: Guard = (value) =>
  value instanceof Map &&
  [...value].every(([name, one]) => isText(name) && (one === null || isText(one) || isTexts(one)));

/** FORMS has the form of each part that a check needs and does not leave to another check. */
const FORMS = {
  checkEntry: {
    entry: isEntry,
    checkpoint: isHead,
    auditPath: isPath,
    earlier: optional(object({ logSize: isNumber, path: isPath })),
  },
  checkItem: { variant: isVariant, expected: isHash, item: isItem },
  checkRecordData: { variant: isVariant, entry: isEntry, items: Array.isArray },
  checkConsistency: { from: isHead, to: isHead, path: isPath },
  checkHeadConsistency: { remembered: isHead, head: isHead, path: optional(isPath) },
  checkRun: {
    variant: isVariant,
    entries: (value) => listOf(isEntry)(value) && (value as readonly unknown[]).length > 0,
    firstPath: isPath,
    lastPath: isPath,
    checkpoint: isHead,
  },
  checkRange: {
    start: optional(object({ last: isEntry, before: isPath })),
    entries: listOf(isEntry),
    to: isHead,
    leafRule: oneOf(...LEAF_RULE_NAMES.map(({ id }) => id)),
  },
} satisfies Record<string, Readonly<Record<string, Guard>>>;

/**
 * malformed returns the verdict on a request with a part of the wrong form; undefined if it can be checked.
 */
export function malformed(check: keyof typeof FORMS, request: unknown): CannotCheck | undefined {
  const own = fieldsOf(request);
  const wrong = Object.entries<Guard>(FORMS[check]).find(([name, fits]) => !fits(own[name]));
  return wrong && cannotCheck('malformed', `a part of what was to be checked is malformed (${wrong[0]})`);
}
