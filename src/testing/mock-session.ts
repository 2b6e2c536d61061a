import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { createLedger } from '../api/ledger.ts';
import type { FetchLike } from '../api/request.ts';
import { createTransport } from '../api/transport.ts';
import { memoize } from '../core/memoize.ts';
import { rootAt } from '../core/merkle-log.ts';
import type { Checkpoint } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { parseMode } from '../mock/mount.ts';
import type { RegisterSource } from '../rsf/register-source.ts';
import { type RegisterSession, SessionContext } from '../query/session.ts';
import { type RememberedRoot, toStored } from '../trust/remembered-root.ts';
import { rootKey } from '../trust/root-memory.ts';
import { fetchOf } from './fake-server.ts';
import { aStorage, sessionOn } from './small-register.ts';

/**
 * MockVisit is a visit to the mock server without a browser: the real client, queries, checks and
 * memory, with a map as storage.
 */
export interface MockVisit {
  readonly session: RegisterSession;
  readonly queries: QueryClient;
  /** The remembered root of the register. */
  readonly remembered: () => RememberedRoot | undefined;
}

/** MockVisitOptions are the results of an earlier visit: a root of the honest register at that size. */
export interface MockVisitOptions {
  readonly source: RegisterSource;
  /** As in the address: `v2+fork`. */
  readonly mode: string;
  /** By default this is a first visit. */
  readonly rememberedSize?: number;
  /** How long a request may take; 2,000 by default. */
  readonly timeoutMs?: number;
  /** The size limit of answers; by default the transport's. */
  readonly maxBytes?: number;
  /** Changes what the server sends, by its path below the base address. */
  readonly tamper?: (path: string, body: string) => string;
  /** The server's current mode, by default `mode`. */
  readonly modeNow?: () => string;
}

/** visitMock opens a session on the mock server in the given mode. */
export function visitMock(options: MockVisitOptions): MockVisit {
  const { source, mode, rememberedSize, timeoutMs = 2_000, maxBytes } = options;
  const id = `${source.name}~${mode}`;
  const base = `http://mock.example/registers/${source.name}/${mode}`;
  const { variant, leafRule } = parseMode(mode);
  const ledger = createLedger();
  const { storage, stored } = aStorage();
  if (rememberedSize !== undefined)
    stored.set(
      rootKey(id),
      toStored({
        registerId: id,
        base,
        variant,
        ...trueHead(source, mode, rememberedSize),
        leafRule,
        firstSeenMs: 1,
        lastSeenMs: 2,
        revision: 1,
        alarms: [],
        givenUp: [],
      }),
    );
  const session = sessionOn(storage, {
    id,
    base,
    variant,
    transport: createTransport({
      fetch: mockFetch(options, base),
      ledger,
      timeoutMs,
      ...(maxBytes !== undefined && { maxBytes }),
      waitsMs: [],
    }),
    ledger,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { session, queries, remembered: () => stored.get(rootKey(id)) as RememberedRoot | undefined };
}

/** trueHead returns the head of the honest register at a size, under the leaf rule of the mode. */
export function trueHead(source: RegisterSource, mode: string, logSize: number): Checkpoint {
  const { variant, leafRule } = parseMode(mode);
  const register = registerOf(source);
  return { logSize, rootHash: rootAt(register.log(variant).nodes(leafRule), logSize) };
}

/** mockFetch asks the mock server. */
function mockFetch({ source, mode, tamper, modeNow }: MockVisitOptions, base: string): FetchLike {
  const ask = fetchOf(appOf(source));
  return async (target, { headers = {}, signal = null }) => {
    const address = modeNow === undefined ? target : target.replace(`/${mode}`, `/${modeNow()}`);
    const response = await ask(address, { headers, signal });
    if (tamper === undefined) return response;
    return new Response(tamper(target.slice(base.length), await response.text()), response);
  };
}

/** One server for each register: it keeps nothing between requests but what it has computed. */
const appOf = memoize((source: RegisterSource) =>
  createApp({ registers: new Map([[source.name, () => source]]) }),
);
const registerOf = memoize((source: RegisterSource) => createRegister(source));

/** inSession wraps an element as on a page of that register, at this address. */
export function inSession(
  { session, queries }: Pick<MockVisit, 'session' | 'queries'>,
  element: ReactNode,
  address = '/',
): ReactNode {
  const inContext = createElement(SessionContext, { value: session }, element);
  const withQueries = createElement(QueryClientProvider, { client: queries }, inContext);
  return createElement(MemoryRouter, { initialEntries: [address] }, withQueries);
}
