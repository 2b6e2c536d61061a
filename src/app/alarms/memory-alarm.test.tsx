import { expect, test } from 'vitest';
import type { Checkpoint } from '../../core/model.ts';
import { planet } from '../../mock/registers/planet.ts';
import { memoryCheckQuery, memoryQuery } from '../../query/memory-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { markupOf, textOf } from '../../testing/markup.ts';
import { inSession, type MockVisit, trueHead, visitMock } from '../../testing/mock-session.ts';
import type { Misbehaviour } from '../../verify/evidence/misbehaviour.ts';
import { RegisterContext } from '../../ui/link.tsx';
import { MemoryAlarm } from './memory-alarm.tsx';

const anAlarm = (
  session: RegisterSession,
  kind: Misbehaviour['kind'],
  newSize: number,
  oldSize = 9,
): Misbehaviour => ({
  kind,
  base: session.base,
  variant: 'item',
  registerId: session.memory.id,
  old: { ...trueHead(planet, 'v2', oldSize), seenAtMs: 1 },
  new: { ...trueHead(planet, 'v2', newSize), seenAtMs: 2 },
  addresses: { head: session.base },
});

const alarmText = (visit: MockVisit, head: Checkpoint | undefined, name = 'planet'): string =>
  textOf(
    markupOf(
      inSession(
        visit,
        <RegisterContext value={{ kind: 'bundled', name, mount: 'v2' }}>
          <MemoryAlarm head={head} />
        </RegisterContext>,
      ),
    ),
  );

test('alarms are shown one after the other, the newest first, each until it is dismissed itself', async () => {
  const visit = visitMock({ source: planet, mode: 'v2', rememberedSize: 9 });
  const { session, queries } = visit;
  // The last two differ only in the older root.
  const alarms = [
    anAlarm(session, 'shorter-log', 4),
    anAlarm(session, 'not-a-continuation', 12),
    anAlarm(session, 'not-a-continuation', 12, 8),
  ];
  const { memory } = session;
  for (const alarm of alarms) await memory.raise(alarm);
  const shown = async (): Promise<string> => {
    await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
    return alarmText(visit, undefined);
  };
  for (const alarm of alarms.toReversed()) {
    const text = await shown();
    for (const { rootHash } of [alarm.old, alarm.new]) expect(text).toContain(rootHash.slice(0, 8));
    await memory.markRead(alarm);
  }
  expect(await shown()).toBe('');
});

const NOT_COMPARED = 'was not compared';
const CONTINUES = 'published now continues';
const SIMULATED = 'the attack is simulated';
const NOTHING = 'nothing here is shown as verified';

test.each([
  ['is not read', 'v2', 5, false, NOT_COMPARED],
  ['cannot be compared', 'v2+dead@consistency-proof', 5, true, NOT_COMPARED],
  ['continues the remembered log', 'v2', 5, true, CONTINUES],
  ['contradicts it', 'v2+fork', 9, true, NOTHING],
])('an earlier alarm while the published root %s', async (_, mode, rememberedSize, isRead, expected) => {
  const visit = visitMock({ source: planet, mode, rememberedSize });
  const { session, queries } = visit;
  await session.memory.raise(anAlarm(session, 'shorter-log', 4));
  const head = isRead ? await queries.fetchQuery(headQuery(session)) : undefined;
  if (head) await queries.fetchQuery(memoryCheckQuery(session, head)).catch(() => undefined);
  await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  const text = alarmText(visit, head);
  for (const one of [NOT_COMPARED, CONTINUES, NOTHING])
    expect([one, text.includes(one)]).toEqual([one, one === expected]);
  expect(text).not.toContain(SIMULATED);
  expect(alarmText(visit, head, 'unfaithful')).toContain(SIMULATED);
});
