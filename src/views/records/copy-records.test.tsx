import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import type { Replica } from '../../query/replica-desk.ts';
import { replicaAnswer } from '../../query/replica.ts';
import type { RegisterSession } from '../../query/session.ts';
import { records } from '../../log/records.ts';
import { copyOf } from '../../testing/log-copy.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { readRequest } from './records-address.ts';
import { filterOf, useCopyRecords } from './copy-records.ts';

const now = vi.hoisted(() => ({ session: undefined as unknown }));

vi.mock(import('../../query/session.ts'), async (load) => ({
  ...(await load()),
  useSession: () => now.session as RegisterSession,
}));

const REPLICA: Replica = {
  id: '1',
  size: 2,
  head: undefined,
  verdict: { outcome: 'holds' },
  missing: 0,
};
const LOG = copyOf([
  ['A', { n: '1' }],
  ['B', { n: '1' }],
]);
const ASKED = readRequest(new URLSearchParams());
const RUN = { start: 0, count: 60 };

/** What is shown at once after the view, which shows the answer about size 2, goes on to another size, or to another register. */
function shownAfter(at: number | undefined, elsewhere: boolean) {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  now.session = session;
  const ask = { at: 2, ...filterOf(ASKED), from: RUN.start, count: RUN.count };
  queries.setQueryData(replicaAnswer(session, REPLICA, 'records', ask).queryKey, records(LOG, ask));
  const seen: ReturnType<typeof useCopyRecords>[] = [];
  const leave = (): void => {
    if (elsewhere) now.session = { ...session, id: 'other' };
  };
  function Probe() {
    const [moved, setMoved] = useState(false);
    const shown = useCopyRecords(REPLICA, ASKED, moved ? at : 2, RUN);
    seen.push(shown);
    if (!moved && shown.found?.listing.total === 2) {
      leave();
      setMoved(true);
    }
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Probe />
    </QueryClientProvider>,
  );
  expect(seen.some(({ found }) => found?.listing.total === 2)).toBe(true);
  return seen.at(-1);
}

test('rows of another moment or of another register never stand for those asked for', () => {
  expect(shownAfter(2, false)?.found?.listing.total).toBe(2);
  for (const [at, elsewhere] of [
    [1, false],
    [undefined, false],
    [2, true],
  ] as const)
    expect(shownAfter(at, elsewhere)).toMatchObject({ found: undefined });
});
