import { describe, expect, test } from 'vitest';
import { bulkPages } from '../api/bulk-pages.ts';
import { planet } from '../mock/registers/planet.ts';
import { readLog } from '../log/read-log.ts';
import { startLog } from '../log/remote-log.ts';
import { inProcessWorker } from '../testing/in-process-worker.ts';
import { type MockVisit, visitMock } from '../testing/mock-session.ts';
import { clientOf } from './client-query.ts';
import { headQuery } from './register-queries.ts';

// `\ud800` is JSON for half of a character. No bytes can stand for it in UTF-8, so that nothing that holds it has a hash: that is no mismatch, and nothing holds.
const HALF = String.raw`\ud800`;

/** A visit to planets whose Earth has half a character: in its name, or in the key of its entry. */
function visit(mode: string, where: 'name' | 'key'): MockVisit {
  const [from, to] =
    where === 'name'
      ? ['"name":"Earth"', `"name":"Earth${HALF}"`]
      : ['"key":"earth"', `"key":"earth${HALF}"`];
  return visitMock({ source: planet, mode, tamper: (_path, body) => body.replaceAll(from, to) });
}

describe.each(['v2', 'earlier'])('half a character, %s', (mode) => {
  test.each(['name', 'key'] as const)('in a %s is not called wrong by a copy, nor right', async (where) => {
    const { session, queries } = visit(mode, where);
    const client = await clientOf(queries, session);
    const head = await queries.fetchQuery(headQuery(session));
    const { host } = startLog(inProcessWorker);
    await host.open({ variant: client.variant, keeps: 'all' });
    const state = await readLog({
      host,
      pages: bulkPages(client, session.transport),
      size: head.logSize,
      head,
      oneByOne: 100,
      signal: new AbortController().signal,
      changed: () => undefined,
      remarks: [],
      list: { at: undefined },
    });
    expect(state.verdict.outcome).toBe('cannot-check');
  });
});
