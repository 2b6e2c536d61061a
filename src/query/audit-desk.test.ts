import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Audit, AuditSnapshot } from '../log/audit-types.ts';
import { createAuditDesk } from './audit-desk.ts';
import { keepsAudit } from './audit-flag.ts';
import type { LogTools } from './log-tools.ts';
import { clientQuery } from './client-query.ts';
import type { RegisterSession } from './session.ts';
import { createTrustStore } from '../trust/trust-store.ts';

const ROOT = 'a'.repeat(64) as Hash;
const head: Checkpoint = { logSize: 9, rootHash: ROOT };
const later: Checkpoint = { logSize: 12, rootHash: 'c'.repeat(64) as Hash };

const progress = {
  phase: 'entries',
  logSize: 9,
  entriesDone: 3,
  itemsDone: 0,
  itemsTotal: 3,
  bytes: 10,
  elapsedMs: 1,
  remainingMs: undefined,
} as const;

const result = {
  verdict: { outcome: 'holds' },
  head,
  variant: 'item',
  leafRule: 'item-json',
  computedRoot: ROOT,
  findings: [],
  findingCount: 0,
  entries: 9,
  items: 9,
  itemsNamed: 9,
  continuedFrom: 0,
  hasher: '@noble/hashes',
  elapsedMs: 1,
  bytes: 1,
  finishedAt: 1,
} as const;

/** An audit that does nothing but what the test tells it. */
function fakeAudit(of: Checkpoint) {
  const calls: string[] = [];
  let snapshot: AuditSnapshot = { state: 'new', progress };
  const listeners = new Set<() => void>();
  const become = (next: AuditSnapshot): void => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  const noted = (name: string, state: AuditSnapshot['state']) => (): void => {
    calls.push(name);
    become({ ...snapshot, state });
  };
  const audit: Audit = {
    head: of,
    start: noted('start', 'running'),
    pause: noted('pause', 'paused'),
    resume: noted('resume', 'running'),
    cancel: noted('cancel', 'cancelled'),
    dispose: () => void calls.push('dispose'),
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { audit, become, calls };
}

function open(id: string, broken?: Error) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = { id, trust: createTrustStore() } as unknown as RegisterSession;
  queries.setQueryData(clientQuery(session).queryKey, { variant: 'item' } as RegisterClient);
  const made: ReturnType<typeof fakeAudit>[] = [];
  let failing = broken;
  const tools = {
    audit: (...[, of]: Parameters<LogTools['audit']>) => {
      const fake = fakeAudit(of);
      made.push(fake);
      return fake.audit;
    },
    discard: vi.fn(() => Promise.resolve()),
  } as unknown as LogTools;
  const desk = createAuditDesk(session, queries, () =>
    failing === undefined ? Promise.resolve(tools) : Promise.reject(failing),
  );
  const states: (string | undefined)[] = [];
  desk.subscribe(() => states.push(desk.snapshot()?.state));
  return { desk, session, queries, made, tools, states, mend: () => (failing = undefined) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the desk', () => {
  test('shows a run from the moment it is begun, before its code has come', async () => {
    const { desk, made, states } = open('begun');
    expect(desk.snapshot()).toBeUndefined();
    expect(keepsAudit('begun')).toBe(false);
    desk.begin(head);
    expect(desk.snapshot()).toMatchObject({ state: 'running', progress: { logSize: 9, entriesDone: 0 } });
    await settled();
    expect(made[0]?.calls).toEqual(['start']);
    expect(desk.snapshot()?.progress.entriesDone).toBe(3);
    expect(new Set(states)).toEqual(new Set(['running']));
    expect(keepsAudit('begun')).toBe(true);
  });

  test('begins one audit, however often it is pressed', async () => {
    const { desk, made } = open('once');
    desk.begin(head);
    desk.begin(head);
    await settled();
    desk.begin(later);
    desk.pause();
    desk.begin(later);
    await settled();
    expect(made).toHaveLength(1);
    expect(made[0]?.calls).toEqual(['start', 'pause']);
  });

  test('a new object stands for every change, the same one until then', async () => {
    const { desk, made } = open('snapshot');
    desk.begin(head);
    await settled();
    const first = desk.snapshot();
    expect(desk.snapshot()).toBe(first);
    made[0]?.become({ state: 'running', progress: { ...progress, entriesDone: 5 } });
    expect(desk.snapshot()).not.toBe(first);
    expect(desk.snapshot()?.progress.entriesDone).toBe(5);
  });

  test('a finished audit makes what was read before out of date, and tells the leaf rule', async () => {
    const { desk, made, session, queries } = open('done');
    for (const kind of [['check', 'latest'], ['kept-audit'], ['trail-index']])
      queries.setQueryData([session.id, ...kind], 'old');
    desk.begin(head);
    await settled();
    made[0]?.become({ state: 'done', progress, result });
    const stale = queries
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.isInvalidated })
      .map(({ queryKey }) => queryKey.slice(1).join(' '));
    expect(stale).toEqual(expect.arrayContaining(['kept-audit', 'check latest', 'trail-index']));
    expect(session.trust.leafRule()).toBe('item-json');
  });

  test('a leaf rule is not taken from an audit that led to another root', async () => {
    const { desk, made, session } = open('other root');
    desk.begin(head);
    await settled();
    made[0]?.become({
      state: 'done',
      progress,
      result: {
        ...result,
        computedRoot: 'b'.repeat(64) as Hash,
        verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'x' },
      },
    });
    expect(session.trust.leafRule()).toBeUndefined();
  });

  test('code or a client that cannot be had is a failure, with its address, and can be tried again', async () => {
    const error = new ApiError('NETWORK', 'no answer', { address: 'https://r.example/register' });
    const { desk, made, mend } = open('failure', error);
    desk.begin(head);
    await settled();
    expect(desk.snapshot()).toMatchObject({
      state: 'failed',
      failure: { message: 'no answer', address: 'https://r.example/register' },
    });
    expect(desk.snapshot()?.result).toBeUndefined();
    mend();
    desk.resume();
    await settled();
    expect(made[0]?.calls).toEqual(['start']);
  });

  test('cancelled while its code is on the way, it is not begun', async () => {
    const { desk, made } = open('early cancel');
    desk.begin(head);
    desk.cancel();
    await settled();
    expect(desk.snapshot()?.state).toBe('cancelled');
    expect(made.flatMap(({ calls }) => calls)).toEqual([]);
  });

  test('after the end of one audit another may be begun, and the first one is heard no more', async () => {
    const { desk, made } = open('again');
    desk.begin(head);
    await settled();
    made[0]?.become({ state: 'done', progress, result });
    desk.begin(later);
    await settled();
    made[0]?.become({ state: 'done', progress, result });
    expect(made[0]?.calls).toContain('dispose');
    expect(made[1]?.audit.head).toBe(later);
    expect(desk.snapshot()?.state).toBe('running');
  });
});
