import type { Replica } from './replica-desk.ts';

/** NO_REPLICA stands in the options of a question that is not asked, because the register was not read. */
export const NO_REPLICA: Replica = {
  id: '',
  size: 0,
  head: undefined,
  verdict: { outcome: 'not-checked', code: 'not-made', reason: 'the register was not read' },
  missing: 0,
};
