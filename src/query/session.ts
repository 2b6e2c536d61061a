import { createContext, use } from 'react';
import type { Ledger } from '../api/ledger.ts';
import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rules.ts';
import type { Variant } from '../core/model.ts';
import type { Transport } from '../api/transport.ts';
import type { Verifier } from '../verify/protocol.ts';

/** RegisterSession is everything one opened register is read and checked with. Its `id` is the first segment of its addresses. */
export interface RegisterSession {
  readonly id: string;
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  /** The variant it is expected to speak, where its address tells. */
  readonly variant?: Variant;
  readonly transport: Transport;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  /** The first root that the server published for each size: a log has one root at each. */
  readonly heads: Map<number, Hash>;
  /** The leaf rule, once an entry has been proved by it; never switched afterwards. */
  readonly leafRule: { found: LeafRuleId | undefined };
}

/** SessionContext carries the session of the register that the address names. */
export const SessionContext = createContext<RegisterSession | undefined>(undefined);

/** useSession returns the session of the register being shown. Throws outside one: a bug, not a state. */
export function useSession(): RegisterSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession outside a register');
  return session;
}
