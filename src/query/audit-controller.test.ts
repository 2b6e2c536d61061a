import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AuditOptions } from '../log/audit.ts';
import { headAt, honest, openSmall, SEEN } from '../testing/small-register.ts';
import { CANNOT, HEAD, HOLDS, LATER, MISMATCH, OTHER } from '../testing/trust-builders.ts';
import { TrustStore } from '../trust/trust-store.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { auditCheckQuery, hasStored } from './stored-audit.ts';
import { createAuditController } from './audit-controller.ts';
import { clientQuery } from './client-query.ts';
import type { LogTools } from './log-tools.ts';
import type { RegisterSession } from './session.ts';

const progress = {
  phase: 'entries',
  logSize: 9,
  entriesDone: 3,
  itemsDone: 0,
  itemsTotal: 3,
  bytes: 10,
  since: { done: 3, ms: 1 },
} as const;

const audited = (verdict: Verdict, of: Checkpoint = HEAD): AuditResult =>
  ({
    verdict,
    head: of,
    variant: 'item',
    leafRule: 'item-json',
    computedRoot: of.rootHash,
    finishedAt: 1,
  }) as unknown as AuditResult;

/** FakeAudit is an audit controlled by the test. */
interface FakeAudit {
  readonly of: Checkpoint;
  readonly signal: AbortSignal;
  readonly read: () => void;
  readonly storing: () => void;
  readonly done: (result?: AuditResult) => void;
  readonly aborted: () => void;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** open makes the controller of a register; `begun` begins an audit of HEAD and waits for it. */
async function open(id: string, { broken, begun = true }: { broken?: Error; begun?: boolean } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = { id, memory: { id }, trust: new TrustStore() } as unknown as RegisterSession;
  queries.setQueryData(clientQuery(session).queryKey, { variant: 'item' } as RegisterClient);
  const made: FakeAudit[] = [];
  let failing = broken;
  const tools = {
    audit: ({ head: of, signal, report, storing }: AuditOptions) =>
      new Promise<AuditResult>((resolve, reject) => {
        made.push({
          of,
          signal,
          read: () => report?.(progress),
          storing: () => storing?.(audited(HOLDS)),
          done: (result = audited(HOLDS)) => resolve(result),
          aborted: () => reject(signal.reason as Error),
        });
      }),
    source: (proving: object) => proving,
  } as unknown as LogTools;
  const controller = createAuditController(session, queries, () =>
    failing === undefined ? Promise.resolve(tools) : Promise.reject(failing),
  );
  const states: (string | undefined)[] = [];
  controller.subscribe(() => states.push(controller.run()?.state));
  if (begun) {
    controller.begin(HEAD);
    await settled();
  }
  return { controller, session, queries, made, states, mend: () => (failing = undefined) };
}

describe('the controller', () => {
  test('shows a run from the moment it is begun, before its code has come, and begins one, however often it is pressed', async () => {
    const { controller, made, states } = await open('begun', { begun: false });
    expect(controller.run()).toBeUndefined();
    expect(hasStored('audit', 'begun')).toBe(false);
    controller.begin(HEAD);
    expect(controller.run()).toEqual({ state: 'running', head: HEAD });
    await settled();
    controller.begin(LATER);
    made[0]?.read();
    expect(controller.run()).toEqual({ state: 'running', head: HEAD, progress });
    expect(new Set(states)).toEqual(new Set(['running']));
    expect(hasStored('audit', 'begun')).toBe(true);
    controller.begin(LATER);
    made[0]?.done();
    await settled();
    expect(made.map(({ of }) => of)).toEqual([HEAD]);
    expect(controller.run()?.state).toBe('done');
  });

  test('an audit that is stopped is gone at once; the next one waits for its end, and shows nothing of it', async () => {
    const { controller, made } = await open('stopped');
    made[0]?.read();
    controller.stop();
    expect(controller.run()).toBeUndefined();
    expect(made[0]?.signal.aborted).toBe(true);
    controller.begin(LATER);
    made[0]?.read();
    made[0]?.storing();
    await settled();
    expect(made).toHaveLength(1);
    expect(controller.run()).toEqual({ state: 'running', head: LATER });
    made[0]?.aborted();
    await settled();
    expect(made[1]?.of).toBe(LATER);
    expect(controller.run()).toEqual({ state: 'running', head: LATER });
  });

  test('an audit that was finished as it was stopped is read from storage', async () => {
    const { controller, made, queries, session } = await open('finished');
    queries.setQueryData([session.id, 'stored-audit'], 'old');
    controller.stop();
    made[0]?.done();
    await settled();
    expect(controller.run()).toBeUndefined();
    expect(queries.getQueryState([session.id, 'stored-audit'])?.isInvalidated).toBe(true);
  });

  test('a finished audit makes what was read before out of date, and tells the leaf rule; not one that led to another root', async () => {
    const { made, session, queries } = await open('done');
    const kinds = ['check latest', 'stored-audit', 'trail-index'];
    for (const kind of kinds) queries.setQueryData([session.id, ...kind.split(' ')], 'old');
    made[0]?.done();
    await settled();
    const stale = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    expect(stale.map(({ queryKey }) => queryKey.slice(1).join(' '))).toEqual(expect.arrayContaining(kinds));
    expect(session.trust.leafRule()).toBe('item-json');

    const other = await open('other root');
    other.made[0]?.done({ ...audited(MISMATCH), computedRoot: OTHER.rootHash });
    await settled();
    expect(other.session.trust.leafRule()).toBeUndefined();
  });

  test('a result is shown while storage is slow, and another audit waits until it is stored', async () => {
    const { controller, made } = await open('slow storage');
    made[0]?.storing();
    expect(controller.run()).toMatchObject({ state: 'done', result: { head: HEAD }, isStoring: true });
    controller.begin(LATER);
    await settled();
    expect(made).toHaveLength(1);
    made[0]?.done();
    await settled();
    expect(made[1]?.of).toBe(LATER);
    expect(controller.run()).toEqual({ state: 'running', head: LATER });
    made[1]?.storing();
    made[1]?.done();
    await settled();
    expect(controller.run()?.isStoring).toBeUndefined();
  });

  test('code or a client that cannot be had is a failure, with its address, and can be tried again', async () => {
    const address = 'https://r.example/register';
    const { controller, made, mend } = await open('failure', {
      broken: new ApiError('NETWORK', 'no answer', { address }),
    });
    expect(controller.run()).toMatchObject({
      state: 'failed',
      failure: { message: 'no answer', address },
    });
    expect(controller.run()?.result).toBeUndefined();
    mend();
    controller.begin(HEAD);
    await settled();
    expect(made[0]?.of).toBe(HEAD);
  });

  test('stopped while its code is on the way, it is not begun', async () => {
    const { controller, made } = await open('early stop', { begun: false });
    controller.begin(HEAD);
    controller.stop();
    await settled();
    expect(controller.run()).toBeUndefined();
    expect(made).toEqual([]);
  });
});

const odd = { ...honest, rootHash: headAt(8).rootHash };
const OTHER_HEAD = { outcome: 'not-checked', code: 'other-head' };
test.each<[string, AuditResult | undefined, object, Checkpoint?]>([
  ['that held', audited(HOLDS, honest), HOLDS],
  ['that did not match', audited(MISMATCH, honest), MISMATCH],
  ['that could not check', audited(CANNOT, honest), CANNOT],
  [
    'of a head that contradicts the remembered one',
    audited(HOLDS, honest),
    { code: 'head-contradicted' },
    odd,
  ],
  ['that was not made', undefined, { outcome: 'not-checked', code: 'not-made' }],
  ['of a shorter log', audited(HOLDS, headAt(8)), OTHER_HEAD],
  ['of another root', audited(CANNOT, odd), OTHER_HEAD],
  ['of another root that did not match', audited(MISMATCH, odd), MISMATCH],
])('what an audit %s is worth for the head on view', async (_, result, worth, remembered) => {
  const { memory, queries, session } = openSmall();
  if (remembered !== undefined) await memory.advance({ ...SEEN, head: remembered }, 0);
  const query = auditCheckQuery(session, result, honest);
  const { ofAnotherHead } = await queries.fetchQuery(query);
  expect(ofAnotherHead).toBe(result !== undefined && result.head.rootHash !== honest.rootHash);
  expect(session.trust.verdictOf(query.meta?.check as Check)).toMatchObject(worth);
});
