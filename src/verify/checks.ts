import { checkConsistency } from './check-consistency.ts';
import { checkEarlierEntry } from './check-earlier-entry.ts';
import { checkEntry } from './check-entry.ts';
import { checkGrowth } from './check-growth.ts';
import { checkItem, checkItems } from './check-item.ts';
import { checkRange } from './check-range.ts';
import { checkRecordData } from './check-record-data.ts';
import type { Checks } from './protocol.ts';

/** checks are the pure functions that the worker offers; they also work without a worker. */
export const checks: Checks = {
  checkEntry,
  checkItem,
  checkItems,
  checkRecordData,
  checkEarlierEntry,
  checkConsistency,
  checkGrowth,
  checkRange,
};
