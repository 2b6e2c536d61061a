import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { memoryQuery } from '../query/memory-queries.ts';
import { CHECK } from '../query/keys.ts';
import type { RegisterSession } from '../query/session.ts';

/** trustHead puts a head in the place of the remembered root, because the person said so, and makes all checks of the register anew. Rejects where storage refuses. */
export async function trustHead(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
): Promise<void> {
  await (await session.memory.writer()).trust(session.memory.id, head, Date.now());
  session.trust.restart();
  await queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
  await queries.resetQueries({ queryKey: [session.id, CHECK] });
}
