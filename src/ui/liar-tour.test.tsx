import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createApp } from '../mock/app.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { LiarTour, type TourVariant } from './liar-tour.tsx';

const addressesIn = (variant: TourVariant) =>
  [
    ...renderToStaticMarkup(
      <MemoryRouter>
        <LiarTour begin={variant} />
      </MemoryRouter>,
    ).matchAll(/href="([^"]+)"/g),
  ].map(([, href = '']) => href);

describe('LiarTour', () => {
  it('begins where the register is honest', () => {
    expect(addressesIn('v2')[0]).toBe('/unfaithful');
    expect(addressesIn('earlier')[0]).toBe('/unfaithful~earlier');
  });

  it('stays in one variant, which is remembered as one register', () => {
    const moods = (variant: TourVariant) =>
      addressesIn(variant).map((address) => /~([^/]+)/.exec(address)?.[1] ?? 'v2');
    expect(moods('earlier').every((mood) => mood.startsWith('earlier'))).toBe(true);
    expect(moods('earlier').map((mood) => mood.replace('earlier', 'v2'))).toEqual(moods('v2'));
    for (const fault of ['fork-longer', 'altered-entry']) expect(moods('v2')).toContain(`v2+${fault}`);
  });

  it('leads to moods and a record that the mock server has', async () => {
    const app = createApp({ registers: bundledRegisters() });
    const list = await (await app.fetch(new Request('http://mock/registers'))).json();
    const { showcase } = list.registers.find((one: { name: string }) => one.name === 'unfaithful');
    for (const address of [...addressesIn('v2'), ...addressesIn('earlier')]) {
      const [, mount = 'v2', rest = '/records'] = /^\/unfaithful(?:~([^/]+))?(\/.*)?$/.exec(address) ?? [];
      const answer = await app.fetch(new Request(`http://mock/registers/unfaithful/${mount}${rest}`));
      expect(`${address} ${answer.status}`).toBe(`${address} 200`);
      if (rest !== '/records') expect(rest).toBe(`/records/${showcase.key}`);
    }
  });
});
