import type { Variant } from '../../core/model.ts';
import type { RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import type { Register } from '../engine/register.ts';
import { notFound } from '../http/problem.ts';
import { type BlockRoots, createGeneratedLog, showcaseOf } from './generated-log.ts';
import { keyOfRecord, recordOfEntry, recordsAmong } from './premises-data.ts';

/** createGeneratedRegister serves the first `entries` entries of the premises without keeping any. It has one history: switches that rewrite it are answered with 404. */
export function createGeneratedRegister(about: RegisterAbout, entries: number, roots: BlockRoots): Register {
  const logs = new Map<Variant, RegisterLog>();
  const entryNumber = showcaseOf(entries);
  return {
    about,
    totalEntries: entries,
    totalRecords: recordsAmong(entries),
    showcase: { entryNumber, key: keyOfRecord(recordOfEntry(entryNumber).record) },
    log(variant) {
      const log = logs.get(variant) ?? createGeneratedLog(about, variant, entries, roots);
      logs.set(variant, log);
      return log;
    },
    rewritten() {
      throw notFound(
        'This register is too large to be given another history. Try the switch on another one.',
      );
    },
  };
}
