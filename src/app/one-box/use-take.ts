import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { describeFailure } from '../../query/failure.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { sessionFor } from '../sessions.ts';
import type { BoxContext, Offer } from './model.ts';
import { findSpan, momentPath } from './read-date.ts';
import { rememberChoice } from './recent-choices.ts';
import { SITE } from './use-context-anywhere.ts';

/** Taking is what is done with an offer that is taken. */
export interface Taking {
  /** What is being looked for before it can be gone to, or why that failed. */
  readonly state: { readonly kind: 'busy' | 'failed'; readonly words: string } | undefined;
  /** take goes where an offer leads; in a new tab, this page stays as it is. */
  readonly take: (offer: Offer, inNewTab: boolean) => Promise<void>;
  /** follow notes that the browser follows the link of an offer by itself; `isHere` closes the box. */
  readonly follow: (offer: Offer, isHere: boolean) => void;
}

/** useTake returns what takes offers; `close` closes the box before the page goes elsewhere. */
export function useTake(context: BoxContext, close: () => void): Taking {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const moment = use(MomentContext);
  const [state, setState] = useState<Taking['state']>();

  const pathOf = async ({ target }: Offer): Promise<string> => {
    if (target.kind === 'check') return '/check';
    if (target.kind === 'path') return target.present ? target.path : keepMoment(target.path, moment);
    setState({ kind: 'busy', words: `Looking for ${target.span.words} in the log …` });
    const found = await findSpan(queries, sessionFor(target.register), target.span);
    return momentPath(target.register, found, target.as);
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
    state,
    follow({ what, target }, isHere) {
      if (target.kind !== 'path') return;
      keep(what, target.present ? target.path : keepMoment(target.path, moment));
      if (isHere) leaveFor(target.path);
    },
    async take(offer, inNewTab) {
      const { what, target } = offer;
      try {
        const path = await pathOf(offer);
        if (target.kind !== 'check') keep(what, path);
        setState(undefined);
        // A pasted file travels in the history, which another tab does not have.
        if (inNewTab && target.kind !== 'check') {
          window.open(SITE + path, '_blank', 'noopener');
          return;
        }
        leaveFor(path);
        void navigate(path, target.kind === 'check' ? { state: { pasted: target.text } } : {});
      } catch (error) {
        const { message } = describeFailure(error instanceof Error ? error : new Error(String(error)));
        setState({ kind: 'failed', words: `This could not be looked for: ${message}` });
      }
    },
  };
}
