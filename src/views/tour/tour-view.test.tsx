import { expect, it } from 'vitest';
import { createApp } from '../../mock/app.ts';
import { bundledRegisters } from '../../mock/registers/bundled.ts';
import { pathTo } from '../../ui/paths.ts';
import { placeOf, STOPS } from './tour-view.tsx';

const app = createApp({ registers: bundledRegisters() });

it.each(['v2', 'earlier'] as const)(
  'leads to faults and a record that the mock server has, %s',
  async (api) => {
    const list = await (await app.fetch(new Request('http://mock/registers'))).json();
    const { showcase } = list.registers.find((one: { name: string }) => one.name === 'unfaithful');
    for (const stop of STOPS) {
      const address = pathTo(placeOf(stop, api));
      const [, mount = 'v2', rest] = /^\/unfaithful(?:~([^/]+))?(\/.*)?$/.exec(address) ?? [];
      expect(mount).toBe(api + stop.faults);
      const answer = await app.fetch(
        new Request(`http://mock/registers/unfaithful/${mount}${rest ?? '/records'}`),
      );
      expect([address, answer.status]).toEqual([address, 200]);
      expect([undefined, `/records/${showcase.key}`]).toContain(rest);
    }
  },
);
