import type { Variant } from '../core/model.ts';
import { createRegisterClient } from './create-client.ts';
import { readSummary } from './read-summary.ts';
import type { RegisterClient } from './register-client.ts';
import type { Transport } from './transport.ts';
import { itemWire } from './wire-item.ts';

/**
 * openRegister finds out which variant the register at a base address speaks. It asks for /register and /context at the same time; the
 * first one decides if it answers rightly, else the second; where neither does, the shape of /records decides (a static copy of a
 * register). A summary that is there but wrong in its details still opens: the fault then comes with `register()`.
 * Where the caller has reason to `guess` the variant, its summary alone is asked for first; a wrong guess costs one request.
 * Rejects with the ApiError that says most about why the register cannot be opened.
 */
export async function openRegister(
  base: string,
  transport: Transport,
  signal?: AbortSignal,
  guess?: Variant,
): Promise<RegisterClient> {
  const root = base.replace(/\/+$/, '');
  if (guess !== undefined) {
    const wire = guess === 'item' ? itemWire : (await import('./wire-blob.ts')).blobWire;
    try {
      return createRegisterClient(root, wire, transport, await readSummary(root, wire, transport, signal));
    } catch {
      signal?.throwIfAborted();
      // Not as guessed, or not answered: ask as one asks an unknown register.
    }
  }
  const { findVariant } = await import('./find-variant.ts');
  return findVariant(root, transport, signal);
}
