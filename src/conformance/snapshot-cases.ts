import { nonEmptyLog } from './log-cases.ts';
import { type ConformanceCase, must, should, expect, shown } from './model.ts';
import { hasData, historyLink, sameEntry } from './record-cases.ts';
import { entryOf, itemOf, type Json } from './register-under-test.ts';

/** SNAPSHOT_CASES are about the register at an earlier size. */
export const SNAPSHOT_CASES: readonly ConformanceCase[] = [
  must(
    'snapshot',
    'state',
    'A snapshot is the register as it was at that size',
    'A snapshot is the state of the register computed for a given log size.',
    async (register) => {
      const log = await nonEmptyLog(register);
      for (const size of new Set([1, Math.ceil(log.last / 2)])) {
        if (![...Array(size).keys()].every((at) => log.entries.has(at + 1))) continue;
        const answer = await register.ask<Json | Json[]>('snapshot', { 'log-size': size });
        const latest = new Map(
          [...log.keys].map(([key, numbers]) => [key, numbers.findLast((one) => one <= size)]),
        );
        for (const one of [answer.json].flat()) {
          const key = String(one['_id'] ?? one['key']);
          const entry = log.entries.get(latest.get(key) ?? 0);
          expect(
            entry !== undefined,
            `It has ${shown(key)}, which the log did not have at size ${size}.`,
            answer.exchange,
          );
          const isSame =
            '_id' in one
              ? hasData(register, [itemOf(one, register.variant)], entry)
              : sameEntry(entryOf(one, register.variant), entry);
          expect(isSame, `${shown(key)} is not as entry ${entry.entryNumber} has it.`, answer.exchange);
        }
      }
    },
  ),
  should(
    'snapshot',
    'version-history',
    'A snapshot of one record links to its trail',
    'The response SHOULD carry the version-history Link header as for a record.',
    async (register) => {
      const { entries } = await nonEmptyLog(register);
      const { exchange } = await register.ask('snapshot', { 'log-size': 1 });
      historyLink(register, entries.get(1)?.key ?? '', exchange);
    },
  ),
  must(
    'snapshot-entry',
    'latest',
    'The entry of a key in a snapshot is its latest at that size',
    'An Entry (entry-number, entry-timestamp, key, blob-hash).',
    async (register) => {
      const log = await nonEmptyLog(register);
      for (const key of (await register.keys()).slice(0, 2))
        for (const size of new Set(log.keys.get(key)?.slice(0, 3))) {
          const { json, exchange } = await register.ask('snapshot-entry', { 'log-size': size, key });
          const [entry, latest] = [entryOf(json, register.variant), log.entries.get(size)];
          expect(
            latest !== undefined && sameEntry(entry, latest),
            `It is entry ${entry.entryNumber}, not ${size}.`,
            exchange,
          );
        }
    },
  ),
];
