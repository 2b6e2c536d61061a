import type { Misbehaviour } from './misbehaviour.ts';

/** writeReport writes a misbehaviour as the text of a report file (JSON). `madeAtMs` is milliseconds since 1970. */
export function writeReport(misbehaviour: Misbehaviour, madeAtMs: number): string {
  return JSON.stringify({ ...misbehaviour, madeAtMs }, null, 2);
}
