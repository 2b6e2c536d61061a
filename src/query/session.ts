import { createContext, use } from 'react';
import type { Ledger } from '../api/ledger.ts';
import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rules.ts';
import type { Variant } from '../core/model.ts';
import type { Transport } from '../api/transport.ts';
import type { SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { Verifier } from '../verify/protocol.ts';
import type { Recalled } from '../verify/remembered-root.ts';
import type { RootMemory } from '../verify/root-memory.ts';

/** RegisterSession is everything one opened register is read and checked with. Its `id` is the first segment of its addresses. */
export interface RegisterSession {
  readonly id: string;
  readonly memory: SessionMemory;
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  /** The variant it is expected to speak, where its address tells. */
  readonly variant?: Variant;
  readonly transport: Transport;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  /** The first root that the server published for each size: a log has one root at each. */
  readonly heads: Map<number, Hash>;
  /** The largest head of this visit against which a proof held: later heads are compared with it, too. */
  readonly seen: { head: SeenHead | undefined };
  /** The leaf rule, once an entry has been proved by it, or as it is remembered; never switched afterwards. */
  readonly leafRule: { found: LeafRuleId | undefined };
}

/** SessionMemory is what this browser remembers of the register, and the writer of it. */
export interface SessionMemory {
  /** What the register is remembered as: the session's id, but for the mounts of a register that is one register in several moods. */
  readonly id: string;
  readonly recall: () => Promise<Recalled>;
  /** The writer's code is fetched when it is first needed. */
  readonly writer: () => Promise<RootMemory>;
}

/** SessionContext carries the session of the register that the address names. */
export const SessionContext = createContext<RegisterSession | undefined>(undefined);

/** useSession returns the session of the register being shown. Throws outside one: a bug, not a state. */
export function useSession(): RegisterSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession outside a register');
  return session;
}
