import { isolated } from '../core/invisible.ts';
import { ApiError } from './api-error.ts';
import type { Transport } from './transport.ts';
import { ShapeError, type Wire } from './wire.ts';

/** Connection is what the parts of one client share: the register's address, its wire shape and its last known size. */
export interface Connection {
  /** Base address, without a trailing slash. */
  readonly base: string;
  readonly wire: Wire;
  readonly transport: Transport;
  readonly counts: { entries?: number | undefined; records?: number | undefined; items?: number | undefined };
}

/** ask reads and decodes a resource of the register; `path` is relative to the base address and percent-encoded. See AskOptions for `fresh`. */
export function ask<T>(
  { base, transport }: Connection,
  path: string,
  decode: (body: unknown) => T,
  signal: AbortSignal | undefined,
  fresh = false,
): Promise<T> {
  return transport.get(`${base}/${path}`, decode, { signal, fresh });
}

/** addressable makes a path from a key or value. @throws ApiError UNSUPPORTED for one that no address can carry */
export function addressable({ base }: Connection, make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ApiError(error.code, `${isolated(error.message)}.`, { address: base });
  }
}

/** demandAscending checks numbers that callers made: whole, from `least` on, none smaller than the one before. @throws RangeError */
export function demandAscending(least: number, ...numbers: readonly number[]): void {
  let before = least;
  for (const number of numbers) {
    if (!Number.isSafeInteger(number) || number < before)
      throw new RangeError(
        `expected whole numbers in ascending order from ${least} on: ${numbers.join(', ')}`,
      );
    before = number;
  }
}
