import { CompactRange } from '../core/compact-range.ts';
import type { Hash } from '../core/hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import type { Entry, LeafRuleId } from '../core/model.ts';
import { instantOf } from '../core/datetime.ts';
import { sha256 } from '../core/sha256.ts';
import { activity } from './activity.ts';
import { changes } from './changes.ts';
import { exportPlan } from './export.ts';
import { linksTo } from './links-to.ts';
import type { LogCopy } from './log-copy.ts';
import { logRows } from './log-rows.ts';
import { membersOf } from './records-at.ts';
import { records } from './records.ts';
import { snapshotDiffers } from './snapshot-differs.ts';

/**
 * QUESTIONS are the questions that a register's copy answers: pure functions of the copy and the question,
 * whose answers can be cloned between threads.
 */
export const QUESTIONS = {
  summary,
  activity,
  exportPlan,
  rootAt,
  changes,
  timestamps,
  snapshotDiffers,
  linksTo,
  trail,
  records,
  hashes,
  fingerprints,
  logRows,
};

/** QuestionName names a question. */
export type QuestionName = keyof typeof QUESTIONS;

/** QuestionOf is the parameter of a question. */
export type QuestionOf<Name extends QuestionName> = Parameters<(typeof QUESTIONS)[Name]>[1];

/** AnswerOf is the answer to a question. */
export type AnswerOf<Name extends QuestionName> = ReturnType<(typeof QUESTIONS)[Name]>;

/** SummaryAnswer counts what the first `at` entries contain. */
export interface SummaryAnswer {
  readonly entries: number;
  /** Keys with at least one entry; ended records count. */
  readonly records: number;
  /** Different items or blobs that these entries name. */
  readonly items: number;
}

/** SizeQuestion asks about a register at a log size, 0 <= at <= size. */
interface SizeQuestion {
  readonly at: number;
}

/** summary counts the register at a log size. */
function summary(log: LogCopy, { at }: SizeQuestion): SummaryAnswer {
  const items = new Set<Hash>();
  const keys = new Set<string>();
  for (const { key, itemHashes } of log.upTo(at)) {
    keys.add(key);
    for (const hash of itemHashes) items.add(hash);
  }
  return { entries: at, records: keys.size, items: items.size };
}

/**
 * timestamps are those of the first `at` entries in milliseconds since 1970; NaN for one that cannot be read.
 */
function timestamps(log: LogCopy, { at }: SizeQuestion): Float64Array {
  return Float64Array.from(log.upTo(at), ({ timestamp }) => instantOf(timestamp) ?? NaN);
}

/** trail returns the numbers of a key's entries among the first `at`, ascending. */
export function trail(log: LogCopy, { key, at }: SizeQuestion & { readonly key: string }): readonly number[] {
  return log.trail(key).filter((entryNumber) => entryNumber <= at);
}

/**
 * HashesQuestion asks for the entries whose data has a hash that begins and ends with these
 * lowercase hexadecimal digits.
 */
interface HashesQuestion {
  readonly start: string;
  readonly end?: string;
  /** The log size, 0 <= at <= log.size; by default all entries. */
  readonly at?: number | undefined;
  readonly count: number;
}

/** hashes finds entries by an abbreviated hash of their data, at most `count`, the oldest first. */
export function hashes(
  log: LogCopy,
  { start, end = '', at = log.size, count }: HashesQuestion,
): readonly Entry[] {
  const found: Entry[] = [];
  for (const entry of log.upTo(at)) {
    if (found.length >= count) break;
    if (entry.itemHashes.some((hash) => hash.startsWith(start) && hash.endsWith(end))) found.push(entry);
  }
  return found;
}

/**
 * rootAt computes the root of the log at a size under a leaf rule; undefined if the rule cannot write one of
 * its entries. Throws UnhashableError for a lone surrogate.
 */
export function rootAt(
  log: LogCopy,
  { at, leafRule: id }: SizeQuestion & { readonly leafRule: LeafRuleId },
): Hash | undefined {
  const { leafHash } = leafRule(id);
  const range = new CompactRange();
  for (const entry of log.upTo(at)) {
    const leaf = leafHash(entry);
    if (leaf === undefined) return undefined;
    range.append(leaf);
  }
  return range.root();
}

/** FINGERPRINT_BYTES is the length of one entry's fingerprint. */
const FINGERPRINT_BYTES = 32;

/**
 * fingerprints returns the concatenated hashes of key, time and data of each of the first `at` entries. They
 * are the same in both API variants: attributes and lists are sets, and unset values are left out. They
 * prove nothing about a root.
 */
export function fingerprints(log: LogCopy, { at }: SizeQuestion): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(at * FINGERPRINT_BYTES);
  for (const { entryNumber, key, timestamp, itemHashes } of log.upTo(at)) {
    const data = itemHashes.map((hash) => {
      const set = [...(log.item(hash) ?? [])].flatMap(([name, value]) => {
        const members = [...new Set(membersOf(value))].sort();
        return members.length === 0 ? [] : [[name, ...members]];
      });
      return JSON.stringify(set.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
    });
    const text = JSON.stringify([key, instantOf(timestamp) ?? timestamp, data.sort()]);
    all.set(sha256(text), (entryNumber - 1) * FINGERPRINT_BYTES);
  }
  return all;
}
