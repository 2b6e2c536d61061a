import { afterEach, describe, expect, it } from 'vitest';
import { ITEM, ITEM_HASH } from '../testing/builders.ts';
import { answerCalls, WorkerBridge } from './worker-bridge.ts';
import { checks } from './checks.ts';
import type { Checks } from './protocol.ts';

const request = { variant: 'item', item: ITEM, expected: ITEM_HASH } as const;
const channels: MessageChannel[] = [];

function callerOf(offered: Checks): WorkerBridge<Checks> {
  const { port1, port2 } = new MessageChannel();
  channels.push({ port1, port2 });
  void answerCalls(offered, port2);
  port1.start();
  port2.start();
  const worker = {
    postMessage: (message: unknown) => port1.postMessage(message),
    addEventListener: (type: string, listener: (event: MessageEvent) => void) =>
      port1.addEventListener(type, listener as EventListener),
    terminate: () => port1.close(),
  };
  return new WorkerBridge(worker, { limitMs: 10_000, lost: (error) => error });
}

afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

describe('calls through a port', () => {
  it('come back each to its own caller, whatever the order of answers', async () => {
    const released: (() => void)[] = [];
    const slow = {
      ...checks,
      checkItem: (given: typeof request) =>
        new Promise((resolve) => {
          released.unshift(() =>
            resolve({ ...checks.checkItem(given), hashedText: String(given.item.get('n')) }),
          );
          if (released.length === 3) for (const release of released) release();
        }),
    } as unknown as Checks;
    const bridge = callerOf(slow);
    const numbered = ['1', '2', '3'].map((n) =>
      bridge.call('checkItem', { ...request, item: new Map([['n', n]]) }),
    );
    expect((await Promise.all(numbered)).map((check) => check.hashedText)).toEqual(['1', '2', '3']);
  });

  it.each(['no-such-check', 'toString', '__proto__', 'constructor', ''])(
    'refuse the name %j',
    async (name) => {
      const bridge = callerOf(checks);
      await expect(bridge.call(name as 'checkItem', request)).rejects.toThrow('there is no method');
      expect((await bridge.call('checkItem', request)).verdict.outcome).toBe('holds');
    },
  );

  it('carry the text of a fault', async () => {
    const fault = (): never => {
      throw new TypeError('a bug');
    };
    await expect(callerOf({ ...checks, checkItem: fault }).call('checkItem', request)).rejects.toThrow(
      'a bug',
    );
  });

  it('pass over answers to calls that were never made', async () => {
    const bridge = callerOf(checks);
    channels[0]?.port2.postMessage({ id: 77, result: 'unasked' });
    expect((await bridge.call('checkItem', request)).verdict.outcome).toBe('holds');
  });
});
