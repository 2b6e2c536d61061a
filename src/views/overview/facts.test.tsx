import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import type { CopyInSight } from '../../query/copy.ts';
import { SessionContext } from '../../query/session.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { Facts } from './facts.tsx';

const copy = vi.hoisted(() => ({ size: 0 }));

vi.mock(import('../../query/copy.ts'), async (load) => ({
  ...(await load()),
  useCopy: (): CopyInSight => ({
    phase: 'ready',
    copy: { id: '1', size: copy.size, head: undefined, verdict: { outcome: 'holds' }, missing: 0 },
    entries: copy.size,
    start: () => undefined,
  }),
}));

function shown(size: number): string {
  copy.size = size;
  const { session } = visitMock({ source: planet, mode: 'earlier' });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <Facts about={{ variant: 'blob', schema: [], extra: new Map() }} at={14} />
      </SessionContext>
    </QueryClientProvider>,
  );
}

test('the server’s snapshot is held against a copy that reaches its size, and against no shorter one', () => {
  expect(shown(14)).toContain('own snapshot at size 14');
  expect(shown(13)).not.toContain('own snapshot');
});
