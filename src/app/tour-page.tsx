import { useQueryClient } from '@tanstack/react-query';
import { createRootMemory } from '../verify/root-memory.ts';
import { setDemoWitness } from '../query/demo-witness.ts';
import { SiteContext } from '../query/site.ts';
import { TourView } from '../views/tour/tour-view.tsx';
import { forgetSessions } from './sessions.ts';
import { site } from './site.ts';

const memory = createRootMemory();

/** TourPage is the tour with what resets the memory of the register between its stops. */
export function TourPage() {
  const queries = useQueryClient();
  const onReset = async (registerId: string, left: 'root' | 'nothing' | 'witness'): Promise<boolean> => {
    await setDemoWitness(registerId, left === 'witness');
    const remembers = await resetMemory(registerId, left !== 'root');
    forgetSessions(registerId);
    const [name = ''] = registerId.split('~');
    queries.removeQueries({ predicate: ({ queryKey: [first] }) => String(first).split('~')[0] === name });
    return remembers;
  };
  return (
    <SiteContext value={site}>
      <TourView onReset={onReset} />
    </SiteContext>
  );
}

/** resetMemory forgets the alarms of the stops before, and heads that were trusted there, or the register as a whole. Resolves whether its first root is still remembered. */
async function resetMemory(registerId: string, isWhole: boolean): Promise<boolean> {
  const { roots, unreadable } = await memory.list();
  const root = roots.find((one) => one.registerId === registerId);
  if (root === undefined && !unreadable.includes(registerId)) return false;
  await memory.forget(registerId);
  if (root === undefined || isWhole) return false;
  const { base, variant, leafRule, lastSeenMs, openedAtMs } = root;
  const { logSize, rootHash } = root.givenUp[0] ?? root;
  const head = { logSize, rootHash };
  await memory.advance(
    { registerId, base, variant, leafRule, head, seenAtMs: lastSeenMs, openedAtMs: openedAtMs ?? lastSeenMs },
    0,
  );
  return true;
}
