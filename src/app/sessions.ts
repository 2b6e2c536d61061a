import type { QueryClient } from '@tanstack/react-query';
import { createLedger } from '../api/ledger.ts';
import { createTransport } from '../api/transport.ts';
import { endCopy } from '../query/copy.ts';
import type { RegisterSession } from '../query/session.ts';
import { hasStored } from '../query/stored-audit.ts';
import { formatRegisterId, type RegisterId, simulatesAttacks } from '../ui/paths.ts';
import { TrustStore } from '../trust/trust-store.ts';
import type { Verifier } from '../verify/checks.ts';
import { RootMemory } from '../trust/root-memory.ts';
import { createVerifier } from '../verify/verifier.ts';
import { takeEarly, takeWorker } from './early-requests.ts';
import { canonicalBase } from '../trust/spellings.ts';
import { fetchOf, baseAddressOf, variantOf } from './register-address.ts';

const OPENED_AT_MS = Date.now();

const sessions = new Map<string, RegisterSession>();
let verifier: Verifier | undefined;

/**
 * sessionFor returns the session of a register; the same one for the same register as
 * long as the page is open.
 */
export function sessionFor(registerId: RegisterId): RegisterSession {
  const register = canonical(registerId);
  const id = formatRegisterId(register);
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const ledger = createLedger();
  const variant = variantOf(register);
  const session: RegisterSession = {
    id,
    memory: Object.assign(new RootMemory(), { id: memoryIdOf(register), openedAtMs: OPENED_AT_MS }),
    base: baseAddressOf(register),
    ...(variant && { variant }),
    ledger,
    transport: createTransport({
      fetch: takeEarly(fetchOf(register)),
      ledger,
      from: register.kind === 'file' ? 'in-page' : 'network',
    }),
    verifier: (verifier ??= createVerifier(takeWorker)),
    trust: new TrustStore(),
  };
  if (hasStored('witnesses', session.memory.id)) session.trust.setOthers('reading');
  sessions.set(id, session);
  return session;
}

/** canonical returns the canonical form of a register's address. */
function canonical(register: RegisterId): RegisterId {
  return register.kind === 'remote' ? { ...register, base: canonicalBase(register.base) } : register;
}

/**
 * restartSessions forgets what was read of registers, by default of all, and what their checks found: after remembered
 * roots were changed by hand, or another file was opened under an address. One on view is read again, and its audit
 * goes on.
 */
export function restartSessions(queries: QueryClient, isMeant: (id: string) => boolean = () => true): void {
  for (const [id, session] of sessions) {
    if (!isMeant(id)) continue;
    endCopy(session);
    session.trust.restart();
    session.trust.heads.drop();
    if (!hasStored('witnesses', session.memory.id)) session.trust.setOthers(undefined);
    void queries.resetQueries({ queryKey: [id] });
  }
}

/**
 * memoryIdOf returns the id under which a register's root is remembered. `unfaithful` demonstrates a
 * dishonest register: with any of its faults it has one id, so that the root seen with one is compared with
 * the next. Elsewhere a switch makes another register.
 */
function memoryIdOf(register: RegisterId): string {
  if (!simulatesAttacks(register)) return formatRegisterId(register);
  return formatRegisterId({ ...register, mount: register.mount.split('+')[0] ?? register.mount });
}
