import { expect, test } from 'vitest';
import type { Variant } from '../core/model.ts';
import type { RecallResult } from '../verify/remembered-root.ts';
import { openSmall } from '../testing/small-register.ts';
import { clientQuery } from './client-query.ts';

/** firstAsked is the path that a register never opened in this visit is asked for first, and what follows where that is not there. */
async function asked(base: string, recalled: RecallResult): Promise<readonly string[]> {
  const { session, queries } = openSmall();
  const paths: string[] = [];
  queries.clear();
  const remote = {
    ...session,
    base,
    memory: { ...session.memory, recall: () => Promise.resolve(recalled) },
    transport: {
      ...session.transport,
      get: (address: string) => {
        paths.push(address.slice(base.length));
        return Promise.reject(new Error('404'));
      },
    },
  };
  await queries.fetchQuery(clientQuery(remote)).catch(() => undefined);
  return paths;
}

const remembered = (variant: Variant) =>
  ({ kind: 'remembered', root: { variant } }) as unknown as RecallResult;

test('a remote register is asked first for the summary of the variant that it spoke, or that its address tells', async () => {
  const first = { kind: 'first-visit' } as const;
  expect((await asked('https://r.example/v2', first))[0]).toBe('/register');
  expect((await asked('https://r.example', remembered('blob')))[0]).toBe('/context');
  expect((await asked('https://r.example/v2', remembered('blob')))[0]).toBe('/context');
  expect((await asked('https://r.example', remembered('item')))[0]).toBe('/register');
  // Of another nothing is known, and a wrong guess is followed by both.
  for (const paths of [
    await asked('https://r.example', first),
    (await asked('https://r.example/v2', first)).slice(1),
  ])
    expect(paths.slice(0, 2).toSorted()).toEqual(['/context', '/register']);
});
