import type { RequestListener } from 'node:http';
import { mockListener } from '../fixtures.ts';

/** moody serves the country register in one variant at one path, in a mood that can change: switches of the mock, or none. `asked` lists the paths of all requests so far. */
export function moody(first: string, variant: 'v2' | 'earlier' = 'v2') {
  const mock = mockListener();
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    request.url = (request.url ?? '').replace(`/country/${variant}`, `/country/${variant}${host.mood}`);
    mock(request, response);
  };
  const host = { mood: first, listener, asked, path: `/registers/country/${variant}` };
  return host;
}
