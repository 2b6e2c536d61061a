import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditPath } from '../core/merkle-log.ts';
import { anEntry, BLOB_HASH, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { headAt, smallLog } from '../testing/small-register.ts';
import { answerCalls, WorkerBridge } from './worker-bridge.ts';
import { checks } from './checks.ts';
import type { EntryCheckRequest, ItemCheckRequest } from './protocol.ts';
import type { Checks } from './checks.ts';
import { createVerifier } from './verifier.ts';

const answering = (offered: Checks) => (port: MessagePort) => {
  void answerCalls(offered, port);
  port.start();
};
const started: FakeWorker[] = [];
/**
 * startWith starts workers with these checks in turn, then always with the last; a worker
 * without checks never answers.
 */
const startWith =
  (...offers: readonly (Checks | undefined)[]) =>
  (): FakeWorker => {
    const offered = offers[Math.min(started.length, offers.length - 1)];
    const worker = new FakeWorker(offered && answering(offered));
    started.push(worker);
    return worker;
  };

const itemRequest: ItemCheckRequest = { variant: 'item', item: ITEM, expected: ITEM_HASH };
const entryRequest: EntryCheckRequest = {
  variant: 'item',
  entry: anEntry(3),
  auditPath: auditPath(smallLog, 3, 5),
  checkpoint: headAt(5),
};
const HOLDS = { outcome: 'holds' };
const AGAIN = { outcome: 'holds', madeAgain: true };
const never = new Promise<never>(() => undefined) as never;

/** crashInTurn makes the first workers crash, each as soon as it starts. */
async function crashInTurn(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    for (let turn = 0; turn < 20 && started[at] === undefined; turn += 1) await Promise.resolve();
    started[at]?.crash();
  }
}

/** failure waits for the rejection and returns it. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fulfilled',
    (error: unknown) => error,
  );
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const worker of started.splice(0)) worker.terminate();
  vi.useRealTimers();
});

describe('createVerifier', () => {
  it('starts one worker, at the first call, and returns the answers of the pure checks', async () => {
    const verifier = createVerifier(startWith(checks));
    expect(started).toHaveLength(0);
    const entry = await verifier.checkEntry(entryRequest);
    expect(entry).toEqual({ ...checks.checkEntry(entryRequest), computedInMs: entry.computedInMs });
    expect([entry.verdict, entry.leafBytes]).toEqual([HOLDS, expect.any(Uint8Array)]);
    const item = await verifier.checkItem({ variant: 'blob', item: ITEM, expected: BLOB_HASH });
    expect([item.item, item.verdict]).toEqual([ITEM, HOLDS]);
    const items = await verifier.checkItems([itemRequest, { ...itemRequest, expected: BLOB_HASH }]);
    expect(items.map((check) => check.verdict.outcome)).toEqual(['holds', 'does-not-match']);
    const { checkpoint } = entryRequest;
    const growth = await verifier.checkConsistency({ from: checkpoint, to: checkpoint, path: [] });
    expect(growth).toMatchObject({ verdict: HOLDS, oldSteps: [], newSteps: [] });
    expect(started).toHaveLength(1);
  });

  it('rejects if a check throws, or a request cannot be sent, and keeps the worker', async () => {
    const bug = new Error('a bug');
    const checkItem = () => {
      throw bug;
    };
    const verifier = createVerifier(startWith({ ...checks, checkItem }));
    const error = await failure(verifier.checkItem(itemRequest));
    expect(error).toMatchObject({ name: 'VerifierError', cause: { message: 'a bug' } });
    const item = new Map([['a', (() => 'function') as unknown as string]]);
    expect(await failure(verifier.checkItem({ ...itemRequest, item }))).toHaveProperty(
      'name',
      'VerifierError',
    );
    expect((await verifier.checkEntry(entryRequest)).verdict).toEqual(HOLDS);
    expect(started).toHaveLength(1);
  });
});

describe('a signal', () => {
  it('that is aborted already starts nothing', async () => {
    const reason = new Error('left the page');
    const verifier = createVerifier(startWith(checks));
    expect(await failure(verifier.checkItem(itemRequest, AbortSignal.abort(reason)))).toBe(reason);
    expect(started).toHaveLength(0);
  });

  it('rejects its own call at once, though the worker never answers: that is not made again, but the worker is watched', async () => {
    const verifier = createVerifier(startWith(undefined, checks));
    const controller = new AbortController();
    const pending = failure(verifier.checkItem(itemRequest, controller.signal));
    controller.abort('left the page');
    expect(await pending).toBe('left the page');
    vi.advanceTimersByTime(59_999);
    expect(started[0]?.terminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect([started[0]?.terminated, started.length]).toEqual([true, 1]);
  });
});

describe('a worker that crashes', () => {
  it.each(['error', 'messageerror'])(
    '(%s) is restarted, and its checks are repeated, as their verdicts say',
    async (type) => {
      const verifier = createVerifier(startWith(undefined, checks));
      const item = verifier.checkItem(itemRequest);
      const entry = verifier.checkEntry(entryRequest);
      const items = verifier.checkItems([itemRequest, itemRequest]);
      started[0]?.crash(type);
      expect(started[0]?.terminated).toBe(true);
      const verdicts = [await item, await entry, ...(await items)].map(({ verdict }) => verdict);
      expect(verdicts).toEqual([AGAIN, AGAIN, AGAIN, AGAIN]);
      expect((await verifier.checkItem(itemRequest)).verdict).toEqual(HOLDS);
      expect(started).toHaveLength(2);
    },
  );

  it('twice over the same check fails that check alone, and says nothing about the register', async () => {
    const verifier = createVerifier(startWith(undefined, undefined, checks));
    const pending = failure(verifier.checkItem(itemRequest));
    await crashInTurn(2);
    const error = await pending;
    expect(error).toHaveProperty('name', 'VerifierError');
    expect(String(error)).toMatch(/out of memory.*says nothing/);
    expect(started).toHaveLength(2);
    expect((await verifier.checkItem(itemRequest)).verdict).toEqual(HOLDS);
  });

  it('over one bad check takes no other along', async () => {
    const brittle = (): FakeWorker => {
      const worker: FakeWorker = startWith({
        ...checks,
        checkItem: (request) => {
          if (request.expected === BLOB_HASH) worker.crash();
          return checks.checkItem(request);
        },
      })();
      return worker;
    };
    const verifier = createVerifier(brittle);
    const bad = failure(verifier.checkItem({ ...itemRequest, expected: BLOB_HASH }));
    const others = [verifier.checkEntry(entryRequest), verifier.checkItem(itemRequest)];
    expect(await bad).toHaveProperty('name', 'VerifierError');
    for (const other of await Promise.all(others)) expect(other.verdict).toEqual(AGAIN);
  });

  it('again and again is not started for every check that waits', async () => {
    const verifier = createVerifier(startWith(undefined));
    const pending = Array.from({ length: 50 }, () => failure(verifier.checkItem(itemRequest)));
    await crashInTurn(3);
    for (const error of await Promise.all(pending)) expect(error).toHaveProperty('name', 'VerifierError');
    expect(started.length).toBe(3);
  });

  it('or cannot be started is tried again, and then rejects', async () => {
    const refused = new Error('refused by policy');
    const refuse = (): never => {
      throw refused;
    };
    const once = vi.fn<() => FakeWorker>(startWith(checks)).mockImplementationOnce(refuse);
    expect((await createVerifier(once).checkItem(itemRequest)).verdict).toEqual(AGAIN);
    const always = vi.fn<() => FakeWorker>(refuse);
    const error = await failure(createVerifier(always).checkItem(itemRequest));
    expect(error).toMatchObject({ name: 'VerifierError', cause: refused });
    expect(always).toHaveBeenCalledTimes(2);
  });
});

/** A worker that answers once, so that it counts as started, and then hangs. */
const stuckAfterOne = (): Checks => {
  let calls = 0;
  return { ...checks, checkItem: (request) => (++calls === 1 ? checks.checkItem(request) : never) };
};

describe('a worker that hangs', () => {
  it.each([
    ['20 seconds', true, 20_000],
    ['a minute, if it has not answered yet: it may still be on its way', false, 60_000],
  ])('is ended after %s, and what it was at is made again', async (_, isStarted, limitMs) => {
    const verifier = createVerifier(startWith(isStarted ? stuckAfterOne() : undefined, checks));
    if (isStarted) await verifier.checkItem(itemRequest);
    const pending = verifier.checkItem(itemRequest);
    vi.advanceTimersByTime(limitMs - 1);
    expect([started.length, started[0]?.terminated]).toEqual([1, false]);
    vi.advanceTimersByTime(1);
    expect(started[0]?.terminated).toBe(true);
    expect((await pending).verdict).toEqual(AGAIN);
    expect(started).toHaveLength(2);
  });

  it('is not one while the page itself sleeps: however late its clock is looked at, it takes ten looks', async () => {
    const verifier = createVerifier(startWith(stuckAfterOne(), checks));
    await verifier.checkItem(itemRequest);
    const pending = verifier.checkItem(itemRequest);
    for (let look = 0; look < 9; look += 1) vi.advanceTimersToNextTimer();
    expect(started[0]?.terminated).toBe(false);
    vi.advanceTimersToNextTimer();
    expect((await pending).verdict).toEqual(AGAIN);
  });

  it('is not one that answers another call first: each answer is a sign of life', async () => {
    const verifier = createVerifier(startWith({ ...checks, checkEntry: () => never }, checks));
    const waiting = verifier.checkEntry(entryRequest);
    await verifier.checkItem(itemRequest);
    vi.advanceTimersByTime(15_000);
    await verifier.checkItem(itemRequest);
    vi.advanceTimersByTime(17_999);
    expect(started[0]?.terminated).toBe(false);
    vi.advanceTimersByTime(2_001);
    expect((await waiting).verdict).toEqual(AGAIN);
  });
});

describe('calls through a port', () => {
  function callerOf(offered: Checks, also: (port: MessagePort) => void = () => undefined) {
    const worker = new FakeWorker((port) => {
      answering(offered)(port);
      also(port);
    });
    started.push(worker);
    return new WorkerBridge<Checks>(worker, { limitMs: () => 10_000, lost: (reason) => new Error(reason) });
  }

  it('come back each to its own caller, whatever the order of answers', async () => {
    const released: (() => void)[] = [];
    const checkItem = (given: ItemCheckRequest) =>
      new Promise((resolve) => {
        released.unshift(() => resolve({ hashedText: String(given.item.get('n')) }));
        if (released.length === 3) for (const release of released) release();
      });
    const bridge = callerOf({ ...checks, checkItem } as unknown as Checks);
    const numbered = ['1', '2', '3'].map((n) =>
      bridge.call('checkItem', { ...itemRequest, item: new Map([['n', n]]) }),
    );
    expect((await Promise.all(numbered)).map((check) => check.hashedText)).toEqual(['1', '2', '3']);
  });

  it.each(['no-such-check', 'toString', '__proto__', ''])('refuse the name %j', async (name) => {
    const bridge = callerOf(checks);
    await expect(bridge.call(name as 'checkItem', itemRequest)).rejects.toThrow('there is no method');
  });
});
