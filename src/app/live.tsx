import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '../query/session.ts';
import { createHeadWatch } from '../query/watch-head.ts';
import { startWatchLoop } from '../query/watch-loop.ts';
import type { Looked } from '../query/watch-schedule.ts';
import { useLiveChoice } from './live-choice.ts';
import { LiveNews } from './live-news.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { openHeadTabs } from './live-tabs.ts';
import { createTabsTurn } from './live-waking.ts';

/** LastLook is what came of the last look, and when, in milliseconds since 1970. */
export interface LastLook {
  readonly looked: Looked;
  readonly atMs: number;
}

/** LiveRemote watches for new entries while the present of a register on another server is on view, and says so. */
export function LiveRemote({ register }: { register: { readonly kind: 'remote'; readonly base: string } }) {
  const session = useSession();
  const queries = useQueryClient();
  const isOn = useLiveChoice();
  const [last, setLast] = useState<LastLook>();
  const [foot] = useState(() => document.getElementById('foot'));
  useEffect(() => {
    if (!isOn) return undefined;
    const turn = createTabsTurn(session.id);
    const tabs = openHeadTabs(session.id, () => loop.nudge());
    const loop = startWatchLoop({
      look: createHeadWatch(queries, session),
      waking: turn,
      chance: Math.random,
      onLooked(looked) {
        setLast({ looked, atMs: Date.now() });
        if (looked === 'grown') tabs.tell();
      },
    });
    return () => {
      loop.stop();
      tabs.end();
      turn.end();
    };
  }, [isOn, queries, session]);
  return (
    <>
      <LiveNews register={register} />
      {foot !== null && createPortal(<LiveSwitch last={isOn ? last : undefined} />, foot)}
    </>
  );
}
