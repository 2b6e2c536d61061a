import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { sizeAtDateQuery } from '../../query/size-at-date.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import { sessionFor } from '../sessions.ts';
import type { BoxContext, Offer, Target } from './model.ts';
import { rememberChoice } from './recent-choices.ts';
import { SITE } from './use-box-context.ts';

/** useTake returns what takes offers; `close` closes the box before the page goes elsewhere. */
export function useTake(context: BoxContext, close: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const moment = use(MomentContext);
  const [state, setState] = useState<{ readonly isFailed: boolean; readonly words: string }>();

  const pathOf = async (target: Exclude<Target, { kind: 'check' }>): Promise<string> => {
    if (target.kind === 'path') return target.present ? target.path : keepMoment(target.path, moment);
    setState({ isFailed: false, words: `Looking for ${target.span.words} in the log …` });
    const session = sessionFor(target.register);
    const { logSize } = await queries.ensureQueryData(headQuery(session));
    const before = sizeAtDateQuery(session, target.span.fromMs - 1, logSize);
    const { size } = await queries.ensureQueryData(before);
    return pathsIn(target.register).log(Math.max(1, Math.min(size + 1, logSize)));
  };
  const keep = (what: string, path: string): void =>
    rememberChoice({ what, where: context.here?.title ?? '', path });

  const leaveFor = (path: string): void => {
    close();
    // Another page takes the focus by itself; the one that is open already does not.
    if (path.split(/[?#]/)[0] === pathname)
      document.getElementById('content')?.focus({ preventScroll: true });
  };

  return {
    /** What is being looked for before it can be gone to, or why that failed. */
    state,
    /** follow notes that the browser follows the link of an offer by itself; `isHere` closes the box. */
    follow({ what, target }: Offer, isHere: boolean): void {
      if (target.kind !== 'path') return;
      keep(what, target.present ? target.path : keepMoment(target.path, moment));
      if (isHere) leaveFor(target.path);
    },
    /** take goes where an offer leads; in a new tab, this page stays as it is. */
    async take({ what, target }: Offer, inNewTab: boolean): Promise<void> {
      // A pasted file travels in the history, which another tab does not have.
      if (target.kind === 'check') {
        leaveFor('/check');
        return void navigate('/check', { state: { pasted: target.text } });
      }
      try {
        const path = await pathOf(target);
        keep(what, path);
        setState(undefined);
        if (inNewTab) return void window.open(SITE + path, '_blank', 'noopener');
        leaveFor(path);
        void navigate(path);
      } catch (error) {
        const { message } = describeFailure(error);
        setState({ isFailed: true, words: `This could not be looked for: ${message}` });
      }
    },
  };
}
