import { expect, test } from 'vitest';
import { confirmed } from './read-again.ts';

/** A finding is the age of its answer: 0 is new, 'failed' an unreadable answer. */
type Answer = number | 'failed';

test.each<[string, readonly Answer[], { times?: number; unread?: () => number }, number | 'rejects', number]>(
  [
    ['that fits counts at once', [0, 1], {}, 0, 0],
    ['that fits when it is read again does not count', [3, 0], {}, 0, 1],
    ['that never fits counts after one more reading', [3, 2, 0], {}, 2, 1],
    ['may be read again more often', [3, 2, 0], { times: 2 }, 0, 2],
    ['that never fits counts after as many readings', [4, 3, 2, 0], { times: 2 }, 2, 2],
    ['that cannot be read again is a failure', [3, 'failed'], {}, 'rejects', 1],
    [
      'that cannot be read again comes to what was chosen',
      [3, 'failed', 0],
      { times: 2, unread: () => 9 },
      9,
      1,
    ],
  ],
)('a finding %s', async (_, answers, more, expected, readings) => {
  let made = 0;
  const result = confirmed(Number(answers[0]), {
    isDoubtful: (age) => age > 0,
    again: async () => {
      const answer = answers[(made += 1)];
      if (typeof answer !== 'number') throw new Error('not read');
      return answer;
    },
    ...more,
  });
  expect([await result.catch(() => 'rejects'), made]).toEqual([expected, readings]);
});
