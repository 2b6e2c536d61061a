import type { RequestListener } from 'node:http';

/** failing answers requests that match with status 501, which is not tried again, readable from other origins, until it is mended; all others as `answer` does. */
export function failing(answer: RequestListener, matching: RegExp) {
  let broken = true;
  const listener: RequestListener = (request, response) =>
    broken && matching.test(request.url ?? '')
      ? void response.writeHead(501, { 'access-control-allow-origin': '*' }).end('no')
      : answer(request, response);
  return {
    listener,
    mend() {
      broken = false;
    },
  };
}
