import { createLedger } from '../api/ledger.ts';
import { createTransport, type FetchLike } from '../api/transport.ts';
import { endCopy } from '../query/copy.ts';
import type { RegisterSession } from '../query/session.ts';
import { pathSegment } from '../api/wire.ts';
import { itemWire } from '../api/wire-item.ts';
import { canBeAddressed, formatRegisterId, type Place, type RegisterId } from '../ui/paths.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import { REGISTERS_ADDRESS } from '../ui/site-address.ts';
import type { Verifier } from '../verify/protocol.ts';
import { recallRoot } from '../verify/recall-root.ts';
import { createRootMemory, type RootMemory } from '../verify/root-memory.ts';
import { createVerifier } from '../verify/verifier.ts';
import { beginRequest, takeEarly } from './early-requests.ts';
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
  const memoryId = memoryIdOf(register);
  const session: RegisterSession = {
    id,
    memory: {
      id: memoryId,
      openedAtMs: OPENED_AT_MS,
      recall: () => recallRoot(memoryId),
      writer: async () => (writer ??= createRootMemory()),
    },
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

/** forgetSessions begins all registers again, or the one of that memory, after what is remembered was changed by hand. */
export function forgetSessions(memoryId?: string): void {
  for (const [id, session] of sessions) {
    if (memoryId !== undefined && session.memory.id !== memoryId) continue;
    endCopy(session);
    sessions.delete(id);
  }
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
  return register.kind === 'file' ? inPage : takeEarly(askOf(register));
}

function askOf({ kind }: RegisterId): FetchLike {
  return kind === 'remote' ? (address, init) => fetch(address, init) : mockFetch;
}

/** beginPlace asks for what the view of a register will ask for first, while the code of that view is on its way: the summary, the head, the record and its trail. */
export function beginPlace(place: Place, isPast: boolean): void {
  if (!('register' in place) || place.register.kind === 'file') return;
  const { base, variant } = sessionFor(place.register);
  const wire = variant === 'item' || /\/v\d+$/.test(base) ? itemWire : undefined;
  if (wire === undefined) return;
  const ask = askOf(place.register);
  const begin = (path: string): void => beginRequest(ask, `${base}/${path}`);
  begin(wire.summaryPath);
  begin(wire.registerProofPath);
  // What no path can carry has no address (see pathSegment).
  if (place.view !== 'record' || isPast || !canBeAddressed(place.key) || /^\.{0,2}$/.test(place.key)) return;
  begin(`records/${pathSegment(place.key)}`);
  begin(`records/${pathSegment(place.key)}/entries`);
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
  if (verifier !== undefined) return verifier;
  const start = (): Worker =>
    new Worker(new URL('../verify/worker.ts', import.meta.url), { type: 'module', name: 'verifier' });
  // The first one is fetched before there is anything to check; where that fails, the first check tries again.
  let first: Worker | undefined = start();
  const drop = (): void => void (first = undefined);
  first.addEventListener('error', drop);
  verifier = createVerifier(() => {
    const worker = first ?? start();
    drop();
    return worker;
  });
  return verifier;
}

/** baseAddressOf is the API's base address of a register, without a trailing slash. */
function baseAddressOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  return `${REGISTERS_ADDRESS}/${id.kind === 'file' ? id.file : id.name}/${id.mount}`;
}
