import { expect, test, vi } from 'vitest';
import { noteStored } from '../query/stored-audit.ts';
import { checkOf, finding, FIRST_VISIT, HEAD, HOLDS, publish, report } from '../testing/trust-builders.ts';

vi.hoisted(() => {
  vi.stubGlobal('location', new URL('https://site.example/planet'));
  vi.stubGlobal('document', { querySelector: () => null, baseURI: 'https://site.example/' });
});

const { sessionFor } = await import('./sessions.ts');

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
