import type { RequestListener } from 'node:http';

/** gated answers as `answer` does, but requests that match wait until the gate is opened. `asked` lists the paths of all requests so far. */
export function gated(answer: RequestListener, matching: RegExp) {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  let open = false;
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    if (open || !matching.test(request.url ?? '')) return answer(request, response);
    waiting.push(() => answer(request, response));
  };
  return {
    listener,
    asked,
    open() {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}
