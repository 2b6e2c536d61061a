import type { Checkpoint, Entry, Item } from '../core/model.ts';
import { keyCheckQuery, recordDataCheckQuery } from './data-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery, memoryQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** recordReads are what the page of a current record reads, all at once; app/early-requests.ts begins with the same. */
export function recordReads(session: RegisterSession, key: string) {
  return {
    memory: memoryQuery(session),
    register: registerQuery(session),
    head: headQuery(session),
    record: recordQuery(session, key),
    trail: trailQuery(session, key),
  };
}

/** recordChecks are the checks of a current record, once it is read. */
export function recordChecks(
  session: RegisterSession,
  key: string,
  {
    items,
    entry,
    trail,
    head,
  }: {
    readonly items: readonly Item[];
    readonly entry: Entry;
    readonly trail: readonly Entry[] | undefined;
    readonly head: Checkpoint;
  },
) {
  return {
    key: keyCheckQuery(session, key, entry),
    data: recordDataCheckQuery(session, items, entry, trail),
    inclusion: entryCheckQuery(session, entry, head),
    memory: memoryCheckQuery(session, head),
  };
}
