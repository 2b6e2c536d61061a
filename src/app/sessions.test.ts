import { expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { noteStored } from '../query/stored-audit.ts';
import { checkOf, finding, FIRST_VISIT, HEAD, HOLDS, publish, report } from '../testing/trust-builders.ts';

vi.hoisted(() => {
  vi.stubGlobal('location', new URL('https://site.example/planet'));
  vi.stubGlobal('document', { querySelector: () => null, baseURI: 'https://site.example/' });
});

const { restartSessions, sessionFor } = await import('./sessions.ts');

test('a register with witnesses is not green before what is stored of them is read', () => {
  noteStored('witnesses', 'planet');
  const states = ['planet', 'currency'].map((name) => {
    const { trust } = sessionFor({ kind: 'bundled', name, mount: 'v2' });
    publish(trust, HEAD);
    trust.heads.set(HEAD);
    trust.reportMemory(HEAD, finding(FIRST_VISIT));
    report(trust, checkOf('inclusion'), HOLDS);
    const checks = { inclusion: checkOf('inclusion'), memory: checkOf('memory') };
    trust.declare({ page: 'overview', checks });
    return trust.page().state;
  });
  expect(states).toEqual(['checking', 'holds']);
});

test('a register that is restarted has the same session, and nothing of what was read and found', () => {
  const queries = new QueryClient();
  const open = (name: string) => {
    const session = sessionFor({ kind: 'file', file: name, mount: 'v2' });
    session.trust.heads.publish({ ...HEAD, address: '' });
    session.trust.heads.set(HEAD);
    session.trust.setOthers('another-log');
    queries.setQueryData([session.id, 'register'], name);
    return session;
  };
  const sessions = ['oak', 'ash'].map(open);
  const known = () =>
    sessions.map(({ id, trust }) => [
      trust.heads.published(),
      trust.heads.current(),
      trust.page().others,
      queries.getQueryData([id, 'register']),
    ]);
  const [nothing, all] = [
    [[], undefined, undefined, undefined],
    [[HEAD], HEAD, 'another-log', 'ash'],
  ];
  restartSessions(queries, (id) => id === 'file:oak');
  expect(known()).toEqual([nothing, all]);
  restartSessions(queries);
  expect(known()).toEqual([nothing, nothing]);
  expect(sessionFor({ kind: 'file', file: 'ash', mount: 'v2' })).toBe(sessions[1]);
});
