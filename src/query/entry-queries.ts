import { readQuery } from './client-query.ts';
import type { RegisterSession } from './session.ts';

/** entryQuery reads one entry of the log. */
export function entryQuery(session: RegisterSession, entryNumber: number) {
  return readQuery(session, ['entry', entryNumber], (api, signal) => api.entry(entryNumber, signal));
}
