import { isNotFound } from '../api/api-error.ts';
import { createRegisterClient } from '../api/create-client.ts';
import { itemWire } from '../api/wire-item.ts';
import type { RegisterRecord, Variant } from '../core/model.ts';
import type { RegisterSession } from './session.ts';

/**
 * recordUnopened reads one record of a register by a single request, without asking first which variant the register speaks: as its session expects, else as
 * items. Undefined where the server has no such record, which may also mean that there is no such register. Rejects with ApiError.
 */
export async function recordUnopened(
  session: RegisterSession,
  key: string,
  signal?: AbortSignal,
): Promise<RegisterRecord | undefined> {
  const wire = await wireOf(session.variant ?? 'item');
  const client = createRegisterClient(session.base.replace(/\/+$/, ''), wire, session.transport, 'absent');
  try {
    return await client.record(key, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function wireOf(variant: Variant) {
  return variant === 'item' ? itemWire : (await import('../api/wire-blob.ts')).blobWire;
}
