import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Part } from '../ui/part.tsx';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck } from '../core/verdict.ts';
import { clientQuery } from '../query/client-query.ts';
import { rereadAudit, useHasStored, useStoredFinding } from '../query/stored-audit.ts';
import { memoryQuery, useMemory } from '../query/memory-queries.ts';
import { useHead } from '../query/register-queries.ts';
import { useSession, type RegisterSession } from '../query/session.ts';
import { useUnread } from '../query/use-page-checks.ts';
import type { RecallResult } from '../trust/remembered-root.ts';
import { subscribeToTabs } from '../trust/root-news.ts';
import { compareAfterNews, keepRoot, rememberAgain } from './keep-root.ts';
import { LiveRemote, RegisterAlarms, SenderAlarm } from './parts.ts';
import { usePaths } from '../ui/link.tsx';
import { hasSeen } from '../ui/seen-part.ts';

const CODE: Check = { kind: 'others', subject: 'code' };
const AUDIT: Check = { kind: 'others', subject: 'audit stored here' };

/** useUnloaded returns what keeps pages from being green while code that compares could not be loaded. */
function useUnloaded() {
  const { trust } = useSession();
  return useCallback(() => {
    const verdict = cannotCheck('request-failed', 'a part of this page could not be loaded');
    trust.report({ ...CODE, verdict, checkedAt: Date.now() });
    return trust.require(CODE);
  }, [trust]);
}

/** lookAgain rereads the remembered root once this tab listens to others: earlier writes were missed. */
async function lookAgain(queries: QueryClient, session: RegisterSession): Promise<void> {
  const before = queries.getQueryData(memoryQuery(session).queryKey);
  const now = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  if (before === undefined || writingOf(now) === writingOf(before)) return;
  if (await compareAfterNews(queries, session)) rememberAgain(session);
}

function writingOf(recalled: RecallResult): string | number {
  return recalled.kind === 'remembered' ? recalled.root.revision : recalled.kind;
}

/**
 * Watch waits until the register is open: looking for the head of one that could not be
 * opened would open it again.
 */
export function Watch() {
  const session = useSession();
  const { isSuccess } = useQuery({ ...clientQuery(session), enabled: false });
  return isSuccess && <WatchOpened />;
}

/**
 * WatchOpened compares the head with the remembered root on every page of a register, remembers the root once
 * a visit has confirmed it, and shows alarms and audit findings.
 */
function WatchOpened() {
  const session = useSession();
  const queries = useQueryClient();
  const { data: head } = useHead();
  const { verdict } = useMemory(head);
  const { data: recalled } = useQuery(memoryQuery(session));
  // Bundled registers and those from files do not grow.
  const { register } = usePaths();
  // What another tab forgot is remembered again by the next page that holds, not by the one on view.
  const forgotten = useRef(false);
  const { key } = useLocation();
  useEffect(() => {
    if (forgotten.current) rememberAgain(session);
    forgotten.current = false;
  }, [session, key]);
  useEffect(() => {
    // The head of this tab is compared with the root that another tab wrote.
    const compare = async (): Promise<void> => {
      forgotten.current = await compareAfterNews(queries, session);
    };
    const unsubscribe = subscribeToTabs(session.memory.id, (elsewhere) => {
      void queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
      if (!elsewhere) return;
      rereadAudit(queries, session);
      void compare();
    });
    void lookAgain(queries, session);
    const end = keepRoot(queries, session);
    return () => {
      end();
      unsubscribe();
    };
  }, [queries, session]);
  const hasAudit = useHasStored('audit', session.id);
  const { isUnread, problem } = useStoredFinding(head);
  useUnread(AUDIT, isUnread, problem);
  const hasOthers = useHasStored('witnesses', session.memory.id);
  const onMissing = useUnloaded();
  const unread = recalled?.kind === 'remembered' && recalled.root.alarms.some((alarm) => !alarm.read);
  const hasMemory = unread || verdict?.outcome === 'does-not-match';
  return (
    <>
      <WatchSender head={head} />
      <Part onMissing={onMissing}>
        {(hasOthers || hasMemory || hasAudit) && (
          <RegisterAlarms {...{ head, hasOthers, hasMemory, hasAudit }} />
        )}
      </Part>
      <Part>{register.kind === 'remote' && <LiveRemote />}</Part>
    </>
  );
}

/**
 * WatchSender follows the link that led to this register: what its sender saw counts on every page of it. It is kept in
 * the state of each place in the history, and so is gone with the tab.
 */
function WatchSender({ head }: { head: Checkpoint | undefined }) {
  const { id, trust } = useSession();
  const { key, hash, state } = useLocation();
  const [kept, setKept] = useState({ id, link: '' });
  const stated: unknown = hasSeen(hash) ? hash : state?.sent;
  const link = typeof stated === 'string' ? stated : kept.id === id ? kept.link : '';
  if (kept.id !== id || kept.link !== link) setKept({ id, link });
  useEffect(() => {
    const { usr, ...place } = history.state ?? {};
    if (link !== '' && usr?.sent !== link)
      history.replaceState({ ...place, usr: { ...usr, sent: link } }, '');
  }, [key, link]);
  // Before a page can be green.
  useLayoutEffect(() => {
    if (link === '') return undefined;
    trust.setSender('checking');
    return () => trust.setSender(undefined);
  }, [trust, link]);
  return (
    <Part onMissing={useUnloaded()}>{link !== '' && <SenderAlarm key={link} link={link} head={head} />}</Part>
  );
}
