import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { memoryQuery } from '../query/memory-queries.ts';
import { markupOf, textOf } from '../testing/markup.ts';
import { inSession, trueHead, visitMock } from '../testing/mock-session.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { Alarms } from './alarms.tsx';

test('alarms are shown one after the other, the newest first, each until it is dismissed itself', async () => {
  const visit = visitMock({ source: planet, mode: 'v2', rememberedSize: 9 });
  const { session, queries } = visit;
  const of = (kind: Misbehaviour['kind'], newSize: number, oldSize = 9): Misbehaviour => ({
    kind,
    base: session.base,
    variant: 'item',
    registerId: session.memory.id,
    old: { ...trueHead(planet, 'v2', oldSize), seenAtMs: 1 },
    new: { ...trueHead(planet, 'v2', newSize), seenAtMs: 2 },
    addresses: { head: session.base },
  });
  // The last two differ only in the older root.
  const alarms = [of('shorter-log', 4), of('not-a-continuation', 12), of('not-a-continuation', 12, 8)];
  const { memory } = session;
  for (const alarm of alarms) await memory.raise(alarm);
  const shown = async (): Promise<string> => {
    await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
    return textOf(markupOf(inSession(visit, <Alarms head={undefined} />)));
  };
  for (const alarm of alarms.toReversed()) {
    const text = await shown();
    for (const { rootHash } of [alarm.old, alarm.new]) expect(text).toContain(rootHash.slice(0, 8));
    await memory.markRead(alarm);
  }
  expect(await shown()).toBe('');
});
