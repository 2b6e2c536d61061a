import { expect, test } from 'vitest';
import { createApp } from '../../mock/app.ts';
import { bundledRegisters } from '../../mock/registers/bundled.ts';
import { EXPLANATIONS } from '../../ui/explanation.tsx';
import { pathTo } from '../../ui/paths.ts';
import { GLOSSARY } from '../help/help-view.tsx';
import { placeOf, STOPS } from './tour-view.tsx';

const app = createApp({ registers: bundledRegisters() });
const get = (path: string) => app.fetch(new Request(`http://mock/registers${path}`));

test.each(['v2', 'earlier'] as const)(
  'the tour leads to faults and a record that the mock server has, %s',
  async (api) => {
    const list = await (await get('')).json();
    const { showcase } = list.registers.find((one: { name: string }) => one.name === 'unfaithful');
    for (const stop of STOPS) {
      const address = pathTo(placeOf(stop, api));
      const [, mount = 'v2', rest] = /^\/unfaithful(?:~([^/]+))?(\/.*)?$/.exec(address) ?? [];
      expect(mount).toBe(api + stop.faults);
      expect([address, (await get(`/unfaithful/${mount}${rest ?? '/records'}`)).status]).toEqual([
        address,
        200,
      ]);
      expect([undefined, `/records/${showcase.key}`]).toContain(rest);
    }
  },
);

test('each check leads to a word of the help that there is, and no two words have one place', () => {
  const ids = GLOSSARY.map(([term]) => term.toLowerCase().replaceAll(' ', '-'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { term } of Object.values(EXPLANATIONS)) expect(ids).toContain(term.replace(' ', '-'));
});
