import type { RegisterLog } from '../engine/register-log.ts';
import type { Format } from './accept.ts';
import { keyOf } from './key-segment.ts';

const SUFFIXES: readonly { readonly suffix: string; readonly format: Format }[] = [
  { suffix: '.json', format: 'json' },
  { suffix: '.csv', format: 'csv' },
];

/** Suffixed is a path, and the form that its suffix asked for. */
export interface Suffixed {
  readonly path: string;
  readonly format?: Format;
}

/**
 * splitSuffix takes `.json` or `.csv` off a percent-encoded path, unless it ends a key or a value that the register has: what is literally
 * there wins over the suffix. Without a register (`log` absent) nothing is literally there. One trailing slash
 * means nothing.
 */
export function splitSuffix(asked: string, log?: RegisterLog): Suffixed {
  const path = asked.replace(/\/$/, '');
  const found = SUFFIXES.find(({ suffix }) => path.endsWith(suffix));
  if (!found || (log && isLiteral(path, log))) return { path };
  return { path: path.slice(0, -found.suffix.length), format: found.format };
}

function isLiteral(path: string, log: RegisterLog): boolean {
  const [, resource, first = '', second, ...more] = path.split('/').map(decodeURIComponent);
  if (more.length > 0) return false;
  if (resource === 'snapshots') return second !== undefined && log.trail(keyOf(second)).length > 0;
  if (resource !== 'records') return false;
  if (second === undefined) return log.trail(keyOf(first)).length > 0;
  return (log.keysWhere(first, second) ?? []).length > 0;
}
