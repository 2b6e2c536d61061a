import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mirror } from '../trust/reader-lists.ts';
import {
  compareWithMirror,
  type MirrorComparison,
  type MirrorProgress,
  saveMirror,
  useMirrorList,
} from './mirror-queries.ts';
import { type RegisterSession, useSession } from './session.ts';
import { type Site, useSite } from './site-context.ts';

/** MirrorRun is a comparison under way. */
export interface MirrorRun {
  readonly end: AbortController;
  readonly progress: MirrorProgress;
}

/**
 * useMirrors reads the mirrors of the register on view, and compares it with them on request: `runs` are the
 * comparisons under way, by mirror, and `problem` is a sentence about what went wrong last. A comparison outlives
 * the view: its result is stored.
 */
export function useMirrors() {
  const queries = useQueryClient();
  const session = useSession();
  const site = useSite();
  const { mirrors, error } = useMirrorList(session);
  const [runs, setRuns] = useState<ReadonlyMap<string, MirrorRun>>(new Map());
  const [problem, setProblem] = useState('');
  const save = (id: string, mirror: Mirror | undefined): Promise<void> =>
    saveMirror(queries, session, id, mirror).catch(() => setProblem(UNKEPT));
  const compare = async (id: string): Promise<void> => {
    if (site.sessionAt(id) === undefined || runs.has(id)) return;
    const end = new AbortController();
    const onProgress = (progress: MirrorProgress): void => {
      if (!end.signal.aborted) setRuns((now) => new Map(now).set(id, { end, progress }));
    };
    onProgress({ step: 'roots' });
    setProblem('');
    const mirror = { id, ...mirrors.find((one) => one.id === id) };
    // Storage may be slow: neither the row nor the comparison waits for it.
    const saved = save(id, mirror);
    try {
      const said = await compareAgain(queries, session, site, mirror, { signal: end.signal, onProgress });
      if (said !== undefined) setProblem(said);
    } catch {
      // The reader ended it: the previous result stays.
    }
    await saved;
    setRuns((now) => new Map([...now].filter(([one]) => one !== id)));
  };
  const remove = (id: string): void => {
    runs.get(id)?.end.abort();
    setProblem('');
    void save(id, undefined);
  };
  return { mirrors, error, runs, problem, compare, remove };
}

const UNKEPT = 'This browser could not keep this: it lasts until the page is closed.';

/**
 * compareAgain compares a register with a mirror and stores the result. A difference that was found before counts
 * until the two could be compared again. Resolves with a sentence about what went wrong, if anything did; rejects
 * only if the signal aborts.
 */
async function compareAgain(
  queries: QueryClient,
  session: RegisterSession,
  site: Site,
  { id, result: before }: Mirror,
  comparing: MirrorComparison,
): Promise<string | undefined> {
  const other = site.sessionAt(id);
  if (other === undefined) return undefined;
  const reread = () => site.reread(id);
  const result = await compareWithMirror(queries, session, other, { ...comparing, reread });
  if (result.outcome === 'cannot-check' && before?.outcome === 'does-not-match')
    return `It could not be compared again: ${result.reason}. What was found before still counts.`;
  return saveMirror(queries, session, id, { id, result }).then(
    () => undefined,
    () => UNKEPT,
  );
}
