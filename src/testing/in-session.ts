import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { type RegisterSession, SessionContext } from '../query/session.ts';

/** inSession is an element as it stands on a page of that register, at this address. */
export function inSession(
  { session, queries }: { readonly session: RegisterSession; readonly queries: QueryClient },
  element: ReactNode,
  address = '/',
): ReactNode {
  const inContext = createElement(SessionContext, { value: session }, element);
  const withQueries = createElement(QueryClientProvider, { client: queries }, inContext);
  return createElement(MemoryRouter, { initialEntries: [address] }, withQueries);
}
