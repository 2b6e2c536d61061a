import { DEPTH, MAX_DEPTH } from './json.ts';

/** TOO_DEEP says that an answer is nested deeper than this page reads. */
export const TOO_DEEP = `lists within lists go deeper than ${MAX_DEPTH} levels, the most this page reads`;

/** stoppedAt says in words where reading a text as JSON stopped. The engines word their errors differently; V8 names no position for an unexpected end and in short texts. */
export function stoppedAt(error: unknown, text: string): string {
  if (error === DEPTH) return `where ${TOO_DEEP}`;
  const message = error instanceof Error ? error.message : '';
  const place = /position (\d+)/.exec(message)?.[1];
  if (place !== undefined) return `at character ${place}`;
  const line = /line (\d+) column (\d+)/.exec(message);
  if (line !== null) return `at line ${line[1]}, column ${line[2]}`;
  return /\bend\b/i.test(message) ? `after ${text.length} characters` : `within ${text.length} characters`;
}
