import type { QueryClient } from '@tanstack/react-query';
import { witnessLists } from '../trust/reader-lists.ts';
import { createRootMemory } from '../trust/root-memory.ts';
import { hasStored, noteStored } from './stored-audit.ts';
import type { Site } from './site-context.ts';

/**
 * VKEY is the key of the tour's witness. Its private half is the SHA-256 of "demo witness of Register
 * Explorer", so that nobody takes it for anyone's.
 */
const VKEY = 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO';

/** NOTES are its signed notes of the honest log of `unfaithful`, in both API variants. */
const NOTES = {
  items:
    'register.invalid/unfaithful/45622c7445eef120c4c9ad13a7a48f5a4deef4b92de5ff912e85dbc25e0b2665#items\n295\nhh0XepuSNmZa7aRXIMwic9UjnCosLIrWs7AAjcJeFRo=\n\n\u2014 demo.example/witness c4Bh0QAAAABq/42A7EOlne79wex2iHo+sYGZ1pGetee0TW8u58aR6RVrN1ZQLUHw1qnmHZnuu3xODs6MKt2WRJ89M9Hia1y2jfDYDw==\n',
  blobs:
    'register.invalid/unfaithful/03dbbb909551d0a6655302495fd80c88d52846ccdf9c4e7694396006d2802541#blobs\n295\nuLGEufIKri6Chvh6iVXagcfwOZYZ/7H61aVmNKqrAYo=\n\n\u2014 demo.example/witness c4Bh0QAAAABq/42ALZ6+JFW/u7CsYSDpkJ65Ivg9HJnZ0tIjAtUviZmLgEWK8UlEF74T0waLSdLM9LPvnRmk1+XBOC658rFgoxgZDQ==\n',
};

/** demoWitness returns the tour's witness of `unfaithful` in that variant. */
export function demoWitness(api: keyof typeof NOTES) {
  return { vkey: VKEY, note: NOTES[api] };
}

/**
 * resetDemo removes what earlier stops of the tour stored about a register, and leaves its honest root, a
 * witness of it, or nothing. Resolves with whether the honest root is remembered.
 */
export async function resetDemo(
  queries: QueryClient,
  { forgetSessions }: Site,
  registerId: string,
  left: 'root' | 'nothing' | 'witness',
): Promise<boolean> {
  await setDemoWitness(registerId, left === 'witness');
  const remembers = await resetMemory(registerId, left !== 'root');
  forgetSessions(registerId);
  const [name = ''] = registerId.split('~');
  queries.removeQueries({ predicate: ({ queryKey: [first] }) => String(first).split('~')[0] === name });
  return remembers;
}

/**
 * resetMemory removes alarms and replaced roots of earlier stops, or the register as a whole. Resolves with
 * whether its first root is still remembered.
 */
async function resetMemory(registerId: string, isWhole: boolean): Promise<boolean> {
  const memory = createRootMemory();
  const recalled = await memory.recall(registerId);
  if (recalled.kind === 'first-visit') return false;
  await memory.forget(registerId);
  if (recalled.kind !== 'remembered' || isWhole) return false;
  const { base, variant, leafRule, lastSeenMs, openedAtMs = lastSeenMs } = recalled.root;
  const { logSize, rootHash } = recalled.root.givenUp[0] ?? recalled.root;
  const head = { logSize, rootHash };
  await memory.advance({ registerId, base, variant, leafRule, head, seenAtMs: lastSeenMs, openedAtMs }, 0);
  return true;
}

/** setDemoWitness adds the tour's witness to a register, or removes it. Rejects if storage refuses. */
async function setDemoWitness(registerId: string, isWanted: boolean): Promise<void> {
  if (!isWanted && !hasStored('witnesses', registerId)) return;
  const witness = demoWitness(registerId.endsWith('~earlier') ? 'blobs' : 'items');
  await witnessLists.change(registerId, VKEY, isWanted ? witness : undefined);
  noteStored('witnesses', registerId);
}
