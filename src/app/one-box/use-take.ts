import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { describeFailure } from '../../query/failure.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { sessionFor } from '../sessions.ts';
import type { BoxContext } from './box-context.ts';
import { findSpan } from './find-span.ts';
import { momentPath } from './read-date.ts';
import { rememberChoice } from './recent-choices.ts';
import { type Offer, plainWords, type Target } from './understood.ts';
import { SITE } from './use-box-context.ts';

/** Taking is what is done with an offer that is taken. */
export interface Taking {
  /** What is being looked for before it can be gone to, or why that failed. */
  readonly state: { readonly kind: 'busy' | 'failed'; readonly words: string } | undefined;
  /** take goes where an offer leads; in a new tab, this page stays as it is. */
  readonly take: (offer: Pick<Offer, 'what' | 'target'>, inNewTab: boolean) => Promise<void>;
  /** note keeps an offer among the recent ones, for a browser that goes there by itself. */
  readonly note: (offer: Pick<Offer, 'what' | 'target'>) => void;
  /** leaveFor closes the box before the browser follows the link of an offer. */
  readonly leaveFor: (offer: Pick<Offer, 'target'>) => void;
}

/** useTake returns what takes offers; `leave` closes the box before the page goes elsewhere. */
export function useTake(context: BoxContext, leave: () => void): Taking {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const moment = use(MomentContext);
  const [state, setState] = useState<Taking['state']>();

  const pathOf = async (target: Exclude<Target, { kind: 'check' }>): Promise<string> => {
    if (target.kind === 'path') return target.present ? target.path : keepMoment(target.path, moment);
    const found = await findSpan(queries, sessionFor(target.register), target.span);
    return momentPath({ id: target.register }, found, target.as);
  };
  const keep = (what: Offer['what'], path: string): void =>
    rememberChoice({ what: plainWords(what), where: context.here?.title ?? '', path });

  const leaveTo = (path: string): void => {
    leave();
    // Another page takes the focus by itself; the one that is open already does not.
    if (path.split(/[?#]/)[0] === pathname)
      document.getElementById('content')?.focus({ preventScroll: true });
  };

  return {
    state,
    leaveFor({ target }) {
      if (target.kind === 'path') leaveTo(target.path);
      else leave();
    },
    note({ what, target }) {
      if (target.kind === 'path') keep(what, target.present ? target.path : keepMoment(target.path, moment));
    },
    async take({ what, target }, inNewTab) {
      if (target.kind === 'check') {
        leave();
        void navigate('/check', { state: { pasted: target.text } });
        return;
      }
      if (target.kind === 'moment')
        setState({ kind: 'busy', words: `Looking for ${target.span.words} in the log …` });
      try {
        const path = await pathOf(target);
        keep(what, path);
        setState(undefined);
        if (inNewTab) {
          window.open(SITE + path, '_blank', 'noopener');
          return;
        }
        leaveTo(path);
        void navigate(path);
      } catch (error) {
        const { message } = describeFailure(error instanceof Error ? error : new Error(String(error)));
        setState({ kind: 'failed', words: `This could not be looked for: ${message}` });
      }
    },
  };
}
