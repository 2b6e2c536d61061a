import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTabsTurn } from './live-waking.ts';

let page: { visible: boolean; online: boolean; events: EventTarget };
let held: string[];
let queue: { name: string; grant: () => void }[];

/** Locks as a browser has them: one holder of a name at a time, the others in line until they give up. */
const locks = {
  request(
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<void> | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = {
        name,
        grant() {
          held.push(name);
          const done = (): void => {
            held.splice(held.indexOf(name), 1);
            next();
            resolve();
          };
          void Promise.resolve(work()).finally(done);
        },
      };
      signal.addEventListener('abort', () => {
        if (!queue.includes(entry)) return;
        queue.splice(queue.indexOf(entry), 1);
        reject(signal.reason as Error);
      });
      queue.push(entry);
      next();
    });
  },
};

function next(): void {
  const [first] = queue;
  if (first === undefined || held.includes(first.name)) return;
  queue.shift();
  first.grant();
}

beforeEach(() => {
  page = { visible: true, online: true, events: new EventTarget() };
  held = [];
  queue = [];
  const events = page.events;
  const target = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  vi.stubGlobal('document', {
    ...target,
    get visibilityState() {
      return page.visible ? 'visible' : 'hidden';
    },
  });
  vi.stubGlobal('window', target);
  vi.stubGlobal('navigator', {
    locks,
    get onLine() {
      return page.online;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function set(change: Partial<typeof page>): void {
  Object.assign(page, change);
  page.events.dispatchEvent(new Event('visibilitychange'));
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the turn of a tab', () => {
  test('is one tab’s at a time, and passes on when that one is hidden, offline or closed', async () => {
    const [one, other] = [createTabsTurn('r'), createTabsTurn('r')];
    expect([one.isAwake(), other.isAwake()]).toEqual([true, false]);
    const heard = vi.fn();
    other.onChange(heard);
    one.end();
    await settle();
    expect(heard).toHaveBeenCalledOnce();
    expect(other.isAwake()).toBe(true);
    other.end();
    await settle();
    expect([held, queue]).toEqual([[], []]);
  });

  test('of another register does not wait', () => {
    const [one, other] = [createTabsTurn('r'), createTabsTurn('s')];
    expect([one.isAwake(), other.isAwake()]).toEqual([true, true]);
  });

  test.each([{ visible: false }, { online: false }])(
    'is given up by a page that is %j, and taken again',
    async (change) => {
      const turn = createTabsTurn('r');
      const heard = vi.fn();
      turn.onChange(heard);
      set(change);
      await settle();
      expect(turn.isAwake()).toBe(false);
      expect(held).toEqual([]);
      set({ visible: true, online: true });
      await settle();
      expect(turn.isAwake()).toBe(true);
      expect(heard.mock.calls.length).toBeGreaterThanOrEqual(2);
    },
  );

  test('is everybody’s where there are no locks', () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect([createTabsTurn('r').isAwake(), createTabsTurn('r').isAwake()]).toEqual([true, true]);
  });
});
