import { activity } from './activity.ts';
import { changes } from './changes.ts';
import { exported, exportPlan } from './export/export.ts';
import { rootAt } from './export/root-at.ts';
import { hashes } from './hashes.ts';
import { held } from './held.ts';
import { linksTo } from './links-to.ts';
import type { LogCopy } from './log-copy.ts';
import { records } from './records.ts';
import { sizeAtTime } from './size-at-time.ts';
import { snapshotDiffers } from './snapshot-differs.ts';
import { summary } from './summary.ts';
import { trail } from './trail.ts';

/** QUESTIONS are what can be asked of a register's copy: pure functions of the copy and what is asked, whose answers can be copied between threads. */
export const QUESTIONS = {
  summary,
  activity,
  exportPlan,
  rootAt,
  changes,
  sizeAtTime,
  snapshotDiffers,
  linksTo,
  trail,
  records,
  hashes,
  held,
};

/** STREAMS are what can be taken out of a copy piece by piece. */
export const STREAMS = { exported } satisfies Record<string, (log: LogCopy, ask: never) => Iterable<string>>;

/** QuestionName names a question. */
export type QuestionName = keyof typeof QUESTIONS;

/** AskOf is what a question needs to know. */
export type AskOf<Name extends QuestionName> = Parameters<(typeof QUESTIONS)[Name]>[1];

/** AnswerOf is what a question is answered with. */
export type AnswerOf<Name extends QuestionName> = ReturnType<(typeof QUESTIONS)[Name]>;

/** StreamName names a stream. */
export type StreamName = keyof typeof STREAMS;

/** StreamAsk is what a stream needs to know. */
export type StreamAsk<Name extends StreamName> = Parameters<(typeof STREAMS)[Name]>[1];
