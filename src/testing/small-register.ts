import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/client.ts';
import { createLedger } from '../api/ledger.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { MerkleLog, auditPath, consistencyPath, rootAt } from '../core/merkle-log.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint, Entry, LeafRuleId } from '../core/model.ts';
import { clientQuery } from '../query/client-query.ts';
import { entryCheckQuery } from '../query/inclusion-queries.ts';
import { headQuery } from '../query/register-queries.ts';
import type { RegisterSession } from '../query/session.ts';
import { anEntry } from './builders.ts';
import { TrustStore } from '../trust/trust-store.ts';
import { checks } from '../verify/checks.ts';
import type { Verifier } from '../verify/checks.ts';
import { type RootStorage, RootMemory } from '../trust/root-memory.ts';

const SIZE = 9;
const entries: Entry[] = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1));

/**
 * smallLog is the log of nine entries that a small register has, whose leaves are
 * written by the rule item-json.
 */
export const smallLog = logWith(entries);

/** logWith makes the log of these entries by a leaf rule. */
export function logWith(list: readonly Entry[], rule: LeafRuleId = 'item-json'): MerkleLog {
  const log = new MerkleLog();
  for (const entry of list) log.append(hashLeaf(leafRule(rule).leafBytes(entry) ?? new Uint8Array()));
  return log;
}

/** forkedLog returns the log of a register like the small one with this entry changed. */
export function forkedLog(at: number, size = SIZE): MerkleLog {
  return logWith(
    Array.from({ length: size }, (_, n) => anEntry(n + 1, n + 1 === at ? { key: 'another' } : {})),
  );
}

/** proofsOf answers with the proofs of a log. */
export function proofsOf(log: MerkleLog): Pick<RegisterClient, 'entryProof' | 'consistencyProof'> {
  return {
    entryProof: async (entryNumber, logSize) => ({
      entryNumber,
      logSize,
      auditPath: auditPath(log, entryNumber, logSize),
    }),
    consistencyProof: async (from, to) => ({ from, to, path: consistencyPath(log, from, to) }),
  };
}

/** SEEN is the part of a remembered root from an earlier visit. */
export const SEEN = {
  registerId: 'r',
  base: 'https://r.example',
  variant: 'item',
  leafRule: 'item-json',
  seenAtMs: 5,
  openedAtMs: 5,
} as const;

/** headAt is the head of a log at a size; of smallLog if none is given. */
export function headAt(logSize: number, log: MerkleLog = smallLog): Checkpoint {
  return { logSize, rootHash: rootAt(log, logSize) };
}

/** honest is the head of the whole small log. */
export const honest = headAt(SIZE);

/** notFound is the error of a request that was answered with status 404. */
export const notFound = new ApiError('HTTP_STATUS', 'not found', {
  address: 'https://r.example/proof',
  status: 404,
});

/**
 * aStorage returns a storage like IndexedDB: sequential transactions, values copied in and out.
 * `stored` is its content.
 */
export function aStorage(start: Record<string, unknown> = {}): {
  readonly storage: RootStorage;
  readonly stored: Map<string, unknown>;
} {
  const stored = new Map<string, unknown>(Object.entries(start));
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => T): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const storage: RootStorage = {
    keys: () => inTurn(() => [...stored.keys(), 7]),
    getMany: (keys) => inTurn(() => keys.map((key) => structuredClone(stored.get(key)))),
    update: (key, updater) => inTurn(() => void stored.set(key, structuredClone(updater(stored.get(key))))),
    del: (key) => inTurn(() => void stored.delete(key)),
  };
  return { storage, stored };
}

/** verifierHere makes the checks in this thread, with what goes in and out copied as between threads. */
function verifierHere(): Verifier {
  const made = Object.entries(checks).map(([name, check]: [string, (request: never) => unknown]) => [
    name,
    async (request: unknown) => structuredClone(check(structuredClone(request) as never)),
  ]);
  return Object.fromEntries(made) as Verifier;
}

/** sessionOn makes a session with the real checks in place of the worker, whose memory is this storage. */
export function sessionOn(
  storage: RootStorage,
  given: Pick<RegisterSession, 'id' | 'base' | 'transport'> & Partial<RegisterSession>,
): RegisterSession {
  const { id } = given;
  return {
    ledger: createLedger(),
    verifier: verifierHere(),
    trust: new TrustStore(),
    memory: Object.assign(new RootMemory(storage), { id, openedAtMs: Date.now() }),
    ...given,
  };
}

/**
 * SmallRegister overrides the honest answers of a small register: any method, the heads it publishes in
 * turn, its remembered root.
 */
export type SmallRegister = Partial<RegisterClient> & {
  readonly heads?: readonly (Checkpoint | Error)[];
  readonly storage?: RootStorage;
};

/**
 * openSmall opens a register of nine entries with the real checks in place of the worker, and its own memory.
 */
export function openSmall(given: SmallRegister = {}) {
  const heads = given.heads ?? [honest];
  const storage = given.storage ?? aStorage().storage;
  let requests = 0;
  const client = {
    base: 'https://r.example',
    variant: 'item',
    entry: (entryNumber: number) => Promise.resolve(entries[entryNumber - 1]),
    ...proofsOf(smallLog),
    registerProof: () => {
      const head = heads[Math.min(requests, heads.length - 1)];
      requests += 1;
      return head instanceof Error
        ? Promise.reject(head)
        : Promise.resolve({ ...head, address: 'https://r.example/proof/register' });
    },
    ...given,
  } as unknown as RegisterClient;
  const session = sessionOn(storage, {
    id: 'r',
    base: client.base,
    transport: {
      get: () => Promise.reject(new Error('not asked')),
      getBytes: () => Promise.reject(new Error('not asked')),
    },
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(clientQuery(session).queryKey, client);
  const head = (): Promise<Checkpoint> => queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
  /** Proves an entry; the verdict is the one that counts. */
  const check = async (entry: Entry, at: Checkpoint) => {
    const found = await queries.fetchQuery(entryCheckQuery(session, entry, at));
    return { ...found, verdict: session.trust.judge(found.checkpoint, found.verdict) ?? found.verdict };
  };
  return { session, queries, memory: new RootMemory(storage), head, check };
}
