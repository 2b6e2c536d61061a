import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startWatchLoop, FIRST_MS, LONGEST_MS, type Looked, nextWaitMs, spread } from './watch-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;

/** A page that looks: how it goes is taken from `outcomes` one after another, the last one for ever. */
function aPage(outcomes: readonly (Looked | Error)[] = ['same'], chance = 0.5) {
  const listeners = new Set<() => void>();
  const signals: AbortSignal[] = [];
  const page = { awake: true, looks: [] as number[], looked: [] as Looked[], hang: false };
  const stop = startWatchLoop({
    async look(signal) {
      signals.push(signal);
      const outcome = outcomes[Math.min(page.looks.length, outcomes.length - 1)] ?? 'same';
      page.looks.push(Date.now());
      if (page.hang)
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    waking: {
      isAwake: () => page.awake,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    chance: () => chance,
    onLooked: (looked) => page.looked.push(looked),
  });
  const start = Date.now();
  return {
    page,
    stop,
    signals,
    listeners,
    wake(awake: boolean) {
      page.awake = awake;
      for (const listener of listeners) listener();
    },
    /** The seconds at which it looked. */
    at: () => page.looks.map((time) => Math.round((time - start) / SECOND)),
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND),
  };
}

describe('the schedule', () => {
  test('waits longer while nothing changes, up to five minutes', () => {
    const waits = [FIRST_MS];
    for (let looks = 0; looks < 8; looks += 1) waits.push(nextWaitMs(waits.at(-1) ?? 0, 'same'));
    expect(waits.map((wait) => Math.round(wait / SECOND))).toEqual([
      30, 45, 68, 101, 152, 228, 300, 300, 300,
    ]);
  });
  test('backs off faster after a failure, begins again after growth, and rests after a contradiction', () => {
    expect(nextWaitMs(FIRST_MS, 'failed')).toBe(60_000);
    expect(nextWaitMs(LONGEST_MS, 'failed')).toBe(LONGEST_MS);
    expect(nextWaitMs(LONGEST_MS, 'grown')).toBe(FIRST_MS);
    expect(nextWaitMs(FIRST_MS, 'contradicted')).toBe(LONGEST_MS);
  });
  test('is spread by a fifth at most', () => {
    expect([0, 0.5, 1].map((chance) => spread(30_000, chance))).toEqual([24_000, 30_000, 36_000]);
  });
});

describe('the loop', () => {
  test('does not look before a first wait has passed, then ever more rarely', async () => {
    const { at, pass } = aPage();
    await pass(29);
    expect(at()).toEqual([]);
    await pass(500);
    expect(at()).toEqual([30, 75, 143, 244, 396]);
  });

  test('looks soon again after the log grew', async () => {
    const { at, pass } = aPage(['same', 'grown', 'same']);
    await pass(160);
    expect(at()).toEqual([30, 75, 105, 150]);
  });

  test('backs off from a server in trouble, whether the look says so or throws', async () => {
    const { at, pass, page } = aPage([new Error('no network'), 'failed', 'same']);
    await pass(400);
    expect(at()).toEqual([30, 90, 210, 390]);
    expect(page.looked).toEqual(['failed', 'failed', 'same', 'same']);
  });

  test('does nothing in a hidden or offline page, and looks at once when it wakes late', async () => {
    const { at, pass, wake } = aPage();
    await pass(31);
    wake(false);
    await pass(3600);
    expect(at()).toEqual([30]);
    wake(true);
    await pass(1);
    expect(at()).toEqual([30, 3631]);
    await pass(45);
    expect(at()).toEqual([30, 3631, 3676]);
  });

  test('does not look again at once where it only blinked', async () => {
    const { at, pass, wake } = aPage();
    await pass(40);
    wake(false);
    await pass(1);
    wake(true);
    await pass(15);
    expect(at()).toEqual([30]);
    await pass(5);
    expect(at()).toEqual([30, 60]);
  });

  test('breaks a look off that is under way when it falls asleep, and counts it as none', async () => {
    const { page, pass, wake, signals, at } = aPage();
    page.hang = true;
    await pass(31);
    wake(false);
    await pass(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(page.looked).toEqual([]);
    page.hang = false;
    wake(true);
    await pass(32);
    expect(at()).toEqual([30, 61]);
  });

  test('ends for good', async () => {
    const { stop, pass, at, listeners, wake } = aPage();
    stop();
    wake(true);
    await pass(1000);
    expect(at()).toEqual([]);
    expect(listeners.size).toBe(0);
  });
});
