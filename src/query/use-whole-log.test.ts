import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { headAt, openSmall } from '../testing/small-register.ts';
import { anEntry } from '../testing/builders.ts';
import { GrowingCopy } from '../log/log-copy.ts';
import { rootAt, type RootAtAsk } from '../log/questions.ts';
import { NO_COPY } from './copy.ts';
import { copyShows } from './use-whole-log.ts';

const copy = new GrowingCopy('item');
for (let number = 1; number <= 9; number += 1) copy.append(anEntry(number));

vi.mock(import('./copy.ts'), async (load) => ({
  ...(await load()),
  copyAnswer: (_session: unknown, _copy: unknown, name: unknown, ask: unknown) =>
    ({ queryKey: [name, ask], queryFn: async () => rootAt(copy, ask as RootAtAsk) }) as never,
}));

test('a copy shows roots that are those of its first entries, and no others', async () => {
  const { session } = openSmall();
  const shows = (...roots: Parameters<typeof copyShows>[4]) =>
    copyShows(new QueryClient(), session, NO_COPY, 'item-json', roots);
  expect(await shows(headAt(3), headAt(9))).toBe(true);
  expect(await shows(headAt(5))).toBe(true);
  expect(await shows({ ...headAt(3), logSize: 4 })).toBe(false);
  expect(await shows(headAt(9), { ...headAt(3), rootHash: headAt(4).rootHash })).toBe(false);
  expect(await shows()).toBe(false);
});
