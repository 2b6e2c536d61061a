import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { linkedNameQuery, type Linked } from '../query/link-query.ts';
import type { Replica } from '../query/replica-desk.ts';
import { replicaAnswer, type ReplicaInSight } from '../query/replica.ts';
import { type RegisterSession, SessionContext } from '../query/session.ts';
import { records } from '../replica/records.ts';
import { copyOf } from '../testing/log-copy.ts';
import { visitMock } from '../testing/mock-session.ts';
import { LinkValue } from './link-value.tsx';

const now = vi.hoisted(() => ({ session: undefined as unknown, copied: true }));

const LOG = copyOf([
  ['SZ', { country: 'SZ', name: 'Swaziland' }],
  ['SZ', { country: 'SZ', name: 'Eswatini' }],
]);
const REPLICA: Replica = {
  id: '1',
  size: LOG.size,
  head: undefined,
  verdict: { outcome: 'holds' },
  missing: 0,
};

vi.mock(import('../query/replica.ts'), async (load) => ({
  ...(await load()),
  useReplica: (): ReplicaInSight => ({
    ...(now.copied ? { phase: 'ready', replica: REPLICA } : { phase: 'absent' }),
    entries: LOG.size,
    start: () => undefined,
  }),
}));

vi.mock('./link-world.ts', () => ({
  whereWords: () => 'here',
  mayBeNamed: () => true,
  linkSession: () => now.session,
}));
vi.mock('./link-opened.ts', () => ({ recentRegisters: () => [] }));

let queries: QueryClient;

beforeEach(() => {
  const visit = visitMock({ source: planet, mode: 'v2' });
  now.session = visit.session;
  queries = visit.queries;
  const present: Linked = { state: 'found', items: [new Map([['name', 'Eswatini']])], entryNumber: 2 };
  queries.setQueryData(linkedNameQuery(visit.session, 'SZ').queryKey, present);
  const ask = {
    at: 1,
    where: [{ attribute: 'country', values: ['SZ'] }],
    today: '',
    from: 0,
    count: 20,
  };
  queries.setQueryData(replicaAnswer(visit.session, REPLICA, 'records', ask).queryKey, records(LOG, ask));
});

function shown(own: string, search: string): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={now.session as RegisterSession}>
        <MemoryRouter initialEntries={[`/country/records/XX${search}`]}>
          <LinkValue
            to={{ prefix: 'country', key: 'SZ' }}
            text="country:SZ"
            named
            guessed={false}
            world={{ register: { kind: 'bundled', name: own, mount: 'v2' }, name: own, variant: 'item' }}
          />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
}

test('within a register shown as it was, the name beside a link is the one of then', () => {
  expect(shown('country', '')).toContain('Eswatini');
  expect(shown('country', '?at=1')).toContain('Swaziland');
  expect(shown('country', '?at=1')).not.toContain('Eswatini');
});

test('without a copy it is left out', () => {
  now.copied = false;
  expect(shown('country', '?at=1')).toContain('country:SZ');
  expect(shown('country', '?at=1')).not.toMatch(/Eswatini|Swaziland/);
  now.copied = true;
});

test('another register is told as it is now', () => {
  expect(shown('territory', '?at=1')).toContain('Eswatini');
});
