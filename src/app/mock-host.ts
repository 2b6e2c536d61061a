import { REGISTERS_ADDRESS } from '../ui/site-address.ts';
import { BUILD_ID } from './site-keeper.ts';

declare const __SINGLE_FILE__: boolean;

/** MockHost is who answers for the bundled registers: the network (a server, or the service worker in front of it), or a worker of this page. */
export type MockHost = 'network' | 'direct';

const PROBE_MS = 4_000;

let found: Promise<MockHost> | undefined;

/** mockHost finds out once who answers for the bundled registers. */
export function mockHost(): Promise<MockHost> {
  found ??= findHost();
  return found;
}

async function findHost(): Promise<MockHost> {
  if (__SINGLE_FILE__) return 'direct';
  // A worker of another build would answer as that build's mock does.
  if (navigator.serviceWorker?.controller) return (await isOfThisBuild()) ? 'network' : 'direct';
  return saysItself() || (await serverAnswers()) ? 'network' : 'direct';
}

/** saysItself reports whether the server that sent the page is the mock's as well, which npm start notes in a header: then nobody has to be asked. */
function saysItself(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming?.some(({ name }) => name === 'registers') ?? false;
}

/** isOfThisBuild asks the service worker, whose files are those of its own build, for the name of that build. */
async function isOfThisBuild(): Promise<boolean> {
  try {
    const answer = await fetch(`${import.meta.env.BASE_URL}build.txt`);
    return (await answer.text()).trim() === BUILD_ID;
  } catch {
    return false;
  }
}

/** serverAnswers asks for the list of registers. A static host answers with a page or a 404, which is no list. */
async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch(REGISTERS_ADDRESS, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const body: unknown = answer.ok ? await answer.json() : undefined;
    return typeof body === 'object' && body !== null && 'registers' in body;
  } catch {
    return false;
  }
}
