import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { planet } from '../../mock/registers/planet.ts';
import { snapshotEntryQuery, trailQuery, trailReachingQuery } from '../../query/record-queries.ts';
import { type RegisterSession, SessionContext } from '../../query/session.ts';
import { anEntry, anItem } from '../../testing/builders.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { useVersions } from './use-earlier.ts';
import { type ItemState, versionData } from './use-version.ts';

const TRAIL = [anEntry(2, { key: 'GM' }), anEntry(5, { key: 'GM' })];

/** What a hook returns on a page whose cache holds what `fill` puts there. */
function returned<T>(fill: (queries: QueryClient, session: RegisterSession) => void, use: () => T): T {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  fill(queries, session);
  const found: T[] = [];
  function Probe() {
    found.push(use());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <Probe />
      </SessionContext>
    </QueryClientProvider>,
  );
  return found.at(-1) as T;
}

describe('useVersions', () => {
  test('tells no state at a size from a trail that may be of a shorter log', () => {
    const fill = (queries: QueryClient, session: RegisterSession): void => {
      queries.setQueryData(trailQuery(session, 'GM').queryKey, TRAIL);
      queries.setQueryData(snapshotEntryQuery(session, 8, 'GM').queryKey, null);
    };
    expect(returned(fill, () => useVersions('GM', 8))).toMatchObject({ state: undefined, trail: undefined });
    const reached = (queries: QueryClient, session: RegisterSession): void => {
      fill(queries, session);
      queries.setQueryData(trailReachingQuery(session, 'GM', 8).queryKey, true);
    };
    expect(returned(reached, () => useVersions('GM', 8)).state?.versions).toEqual(TRAIL);
    expect(returned(fill, () => useVersions('GM', undefined)).state?.versions).toEqual(TRAIL);
  });
});

const A = 'a'.repeat(64) as Hash;
const B = 'b'.repeat(64) as Hash;
const item = anItem({ n: 'x' });

function read(verdict: Verdict): ItemState {
  const data = { verdict, variant: 'item' as const, item, expected: A, hashedText: '', computedInMs: 0 };
  return { data, error: null, isError: false, isFetching: false };
}
const failed: ItemState = { error: new Error('gone'), isError: true, isFetching: false };
const holds = read({ outcome: 'holds' });
const kindOf = (...states: (ItemState | undefined)[]) => {
  const hashes = [A, B].slice(0, states.length);
  const items = new Map(states.flatMap((state, index) => (state ? [[hashes[index] as Hash, state]] : [])));
  return versionData(anEntry(1, { itemHashes: hashes }), items).kind;
};

describe('versionData', () => {
  it('is an item only where it hashed to its name', () => {
    expect(kindOf(holds)).toBe('item');
    expect(kindOf(read({ outcome: 'does-not-match', code: 'data-differs', reason: 'x' }))).toBe('mismatch');
    expect(kindOf(read({ outcome: 'cannot-check', code: 'incomplete', reason: 'x' }))).toBe('unreadable');
    expect(kindOf(failed)).toBe('unreadable');
    expect(kindOf(undefined)).toBe('waiting');
  });

  it('counts several items, and takes the worst of them', () => {
    expect(kindOf()).toBe('none');
    expect(kindOf(holds, holds)).toBe('several');
    expect(kindOf(holds, failed)).toBe('unreadable');
    expect(kindOf(holds, undefined)).toBe('waiting');
    expect(kindOf(failed, read({ outcome: 'does-not-match', code: 'data-differs', reason: 'x' }))).toBe(
      'mismatch',
    );
  });
});
