import { createLedger } from '../api/ledger.ts';
import { createTransport, type FetchLike } from '../api/transport.ts';
import { endReplica } from '../query/replica.ts';
import type { RegisterSession, SessionMemory } from '../query/session.ts';
import { formatRegisterId, type RegisterId } from '../ui/paths.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import { createRootMemory, type RootMemory } from '../verify/root-memory.ts';
import { recallRoot } from '../verify/recall-root.ts';
import { createVerifier } from '../verify/verifier.ts';
import type { Verifier } from '../verify/protocol.ts';
import { baseAddressOf } from './addresses.ts';
import { mockHost } from './mock-host.ts';

const OPENED_AT_MS = Date.now();

const sessions = new Map<string, RegisterSession>();
let verifier: Verifier | undefined;
let writer: RootMemory | undefined;

/** sessionFor returns the session of a register; the same one for the same register as long as the page is open. */
export function sessionFor(given: RegisterId): RegisterSession {
  const register = canonical(given);
  const id = formatRegisterId(register);
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const ledger = createLedger();
  const session: RegisterSession = {
    id,
    memory: memoryOf(memoryIdOf(register)),
    base: baseAddressOf(register),
    ...(register.kind === 'remote'
      ? {}
      : { variant: register.mount.startsWith('earlier') ? 'blob' : 'item' }),
    ledger,
    transport: createTransport({
      fetch: fetchFor(register),
      ledger,
      from: register.kind === 'file' ? 'in-page' : 'network',
    }),
    verifier: sharedVerifier(),
    trust: createTrustStore(),
  };
  sessions.set(id, session);
  return session;
}

/** canonical is the one spelling of a register's address: another one is the same register, with the same memory. */
function canonical(register: RegisterId): RegisterId {
  if (register.kind !== 'remote' || !URL.canParse(register.base)) return register;
  const { origin, pathname } = new URL(register.base);
  return { kind: 'remote', base: origin + pathname.replace(/\/+$/, '') };
}

/** forgetSessions begins all registers anew, after what is remembered of them was changed by hand. */
export function forgetSessions(): void {
  const closed = [...sessions.values()];
  closed.forEach(endReplica);
  sessions.clear();
}

function memoryOf(id: string): SessionMemory {
  return {
    id,
    openedAtMs: OPENED_AT_MS,
    recall: () => recallRoot(id),
    writer: async () => (writer ??= createRootMemory()),
  };
}

/**
 * memoryIdOf is what a register is remembered as. `unfaithful` shows what a register that lies looks like: its faults are moods of one register, so that
 * the root seen in one is held against the next. Elsewhere a switch makes another register.
 */
function memoryIdOf(register: RegisterId): string {
  if (register.kind !== 'bundled' || register.name !== 'unfaithful') return formatRegisterId(register);
  return formatRegisterId({ ...register, mount: register.mount.split('+')[0] ?? register.mount });
}

function fetchFor(register: RegisterId): FetchLike {
  if (register.kind === 'remote') return (address, init) => fetch(address, init);
  return register.kind === 'file' ? inPage : mockFetch;
}

/** mockFetch asks whoever answers for the bundled registers. */
export async function mockFetch(address: string, init: RequestInit): Promise<Response> {
  return (await mockHost()) === 'network' ? fetch(address, init) : inPage(address, init);
}

async function inPage(address: string, init: RequestInit): Promise<Response> {
  const { inPageFetch } = await import('./files.ts');
  return inPageFetch()(address, init);
}

function sharedVerifier(): Verifier {
  verifier ??= createVerifier(
    () => new Worker(new URL('../verify/worker.ts', import.meta.url), { type: 'module', name: 'verifier' }),
  );
  return verifier;
}
