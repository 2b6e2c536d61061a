import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createApp } from '../mock/app.ts';
import { bundledRegisters } from '../mock/hosts/node/listener.ts';
import { LiarTour } from './liar-tour.tsx';

const addresses = [
  ...renderToStaticMarkup(
    <MemoryRouter>
      <LiarTour />
    </MemoryRouter>,
  ).matchAll(/href="([^"]+)"/g),
].map(([, href = '']) => href);

describe('LiarTour', () => {
  it('begins where the register is honest', () => {
    expect(addresses[0]).toBe('/unfaithful');
  });

  it('leads to moods and a record that the mock server has', async () => {
    const app = createApp({ registers: bundledRegisters() });
    const list = await (await app.fetch(new Request('http://mock/registers'))).json();
    const { showcase } = list.registers.find((one: { name: string }) => one.name === 'unfaithful');
    for (const address of addresses) {
      const [, mount = 'v2', rest = '/register'] = /^\/unfaithful(?:~([^/]+))?(\/.*)?$/.exec(address) ?? [];
      const answer = await app.fetch(new Request(`http://mock/registers/unfaithful/${mount}${rest}`));
      expect(`${address} ${answer.status}`).toBe(`${address} 200`);
      if (rest !== '/register') expect(rest).toBe(`/records/${showcase.key}`);
    }
  });
});
