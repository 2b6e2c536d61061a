import type { ServedLog } from './engine/register-log.ts';
import type { Shape } from './shape.ts';
import type { HasSwitch } from './switches/switches.ts';

/** Call is one request to one resource of a register. */
export interface Call {
  readonly has: HasSwitch;
  readonly log: ServedLog;
  readonly shape: Shape;
  /** For example `https://host:1234`. */
  readonly origin: string;
  /** The path of the mount as it was asked for, percent-encoded: `/registers/country/v2`. */
  readonly base: string;
  /** The path below the base as it was asked for, percent-encoded, suffix included. */
  readonly fullPath: string;
  /** The path below the base, percent-encoded, without a suffix that asks for a form: what is routed. */
  readonly path: string;
  readonly query: URLSearchParams;
}
