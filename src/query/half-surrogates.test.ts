import { describe, expect, test } from 'vitest';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { planet } from '../mock/registers/planet.ts';
import { createCopyHost } from '../log/copy-host.ts';
import { ended, memoryStorage } from '../testing/audit-world.ts';
import { inProcessWorker } from '../testing/in-process-worker.ts';
import { type MockVisit, visitMock } from '../testing/mock-session.ts';
import { createAudit } from '../log/audit.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { recordDataCheckQuery } from './data-queries.ts';
import { clientOf } from './client-query.ts';
import { headQuery } from './register-queries.ts';
import { readAll } from './copy-reading.ts';
import type { RemoteHost } from './copy-desk.ts';

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
  test('in the data is "cannot check", never a mismatch', async () => {
    const { session, queries } = visit(mode, 'name');
    const api = await clientOf(queries, session);
    const { items } = await api.record('earth');
    const [entry] = (await api.trail('earth')).slice(-1);
    if (entry === undefined) throw new Error('no entry');
    const { verdict } = await queries.fetchQuery(recordDataCheckQuery(session, items, entry));
    expect(verdict).toMatchObject({ outcome: 'cannot-check', reason: expect.stringContaining('U+D800') });
  });

  test('in a key is "cannot check" of its entry', async () => {
    const { session, queries } = visit(mode, 'key');
    const api = await clientOf(queries, session);
    const head = await queries.fetchQuery(headQuery(session));
    const entries = await api.entries(1, head.logSize);
    const entry = entries.find(({ key }) => key.startsWith('earth'));
    if (entry === undefined) throw new Error('no entry');
    expect(entry.key).toBe('earth\ud800');
    expect((await queries.fetchQuery(entryCheckQuery(session, entry, head))).verdict.outcome).toBe(
      'cannot-check',
    );
  });

  test.each(['name', 'key'] as const)('in a %s is not called wrong by a copy, nor right', async (where) => {
    const { session, queries } = visit(mode, where);
    const client = await clientOf(queries, session);
    const head = await queries.fetchQuery(headQuery(session));
    const host = createCopyHost(bulkDecoder);
    host.open(client.variant, undefined);
    const state = await readAll(
      {
        host: host as unknown as RemoteHost,
        base: client.base,
        pages: bulkPages(client, session.transport),
        size: head.logSize,
        oneByOne: 100,
        signal: new AbortController().signal,
        show: () => undefined,
        remarked: () => undefined,
      },
      head,
    );
    expect(state.verdict.outcome).toBe('cannot-check');
  });

  test.each(['name', 'key'] as const)('in a %s is not called right by an audit', async (where) => {
    const { session, queries } = visit(mode, where);
    const client = await clientOf(queries, session);
    const audit = createAudit({
      registerId: session.id,
      head: await queries.fetchQuery(headQuery(session)),
      variant: client.variant,
      pages: bulkPages(client, session.transport),
      storage: memoryStorage(),
      makeWorker: inProcessWorker,
      workers: 1,
    });
    audit.start();
    const { result, failure } = await ended(audit);
    if (result === undefined) expect(failure?.message).toContain('U+D800');
    else expect(result.verdict.outcome).toBe('cannot-check');
  });
});
