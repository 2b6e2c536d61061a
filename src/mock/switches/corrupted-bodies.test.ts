import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createDirectMount } from '../hosts/browser/direct-mount.ts';
import { createListener, listen } from '../hosts/node/serve.ts';
import { planet } from '../registers/planet.ts';
import { BOMB_BYTES } from './answers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const app = createApp({ registers: new Map([['planet', () => planet]]) });

function address(fault: string, origin = 'http://mock.example'): string {
  return `${origin}/registers/planet/v2+${fault}/entries/15`;
}

test('what fails once is true when it is asked for again, and fails the time after', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await app.fetch(new Request(address('fails-once')))).status);
  expect(statuses).toEqual([500, 200, 500, 200]);
});

// That no answer, half of one, or a broken one ends a request is in conformance/faults.test.ts.
test('a packed bomb is small, and large when unpacked', async () => {
  const server = await listen(createListener(app), { port: 0, host: '127.0.0.1' });
  const [response] = (await once(get(address('gzip-bomb', server.address)), 'response')) as [IncomingMessage];
  expect(Number(response.headers['content-length'])).toBeLessThan(200_000);
  response.resume();
  const unpacked = await (await fetch(address('gzip-bomb', server.address))).arrayBuffer();
  expect(unpacked.byteLength).toBe(BOMB_BYTES);
  await server.close();
});

describe('in a worker of the page', () => {
  const mount = createDirectMount();
  const ask = (fault: string, port = new MessageChannel().port1) =>
    mount.fetch({ port, url: address(fault), method: 'GET', headers: [], basePath: '' });

  test('an endless answer is cut after more than any page reads', async () => {
    const { body } = await ask('endless-body');
    expect(body).toMatch(/^\[\{"/);
    expect(body.length).toBeGreaterThan(32 * 1024 * 1024);
  });

  test.each(['stall', 'stall-body'])('%s: ends when the caller gives up, however late', async (fault) => {
    const { port1, port2 } = new MessageChannel();
    const answer = ask(fault, port1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    collectGarbage();
    port2.postMessage('abort');
    await expect(answer).rejects.toThrow('aborted');
  });

  test('an answer that breaks off rejects', async () => {
    await expect(ask('broken-off')).rejects.toThrow(/terminated|on purpose/);
  });
});
