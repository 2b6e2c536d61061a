import { type CaseResult, type RunOptions, runConformance } from '../conformance/run.ts';
import { GROUPS } from '../conformance/model.ts';
import type { App } from '../mock/app.ts';

/** MOCK_ORIGIN is the origin of fetchOf. */
export const MOCK_ORIGIN = 'http://mock.example';

/** fetchOf asks a mock server without a network, as fetch does: it follows redirects, and rejects if the connection breaks. */
export function fetchOf({ fetch }: App): RunOptions['fetch'] {
  return async (address, init) => {
    for (let url = address; ;) {
      const response = await fetch(new Request(url, init));
      if (response.type === 'error') throw new TypeError('the connection broke');
      const location = response.headers.get('location');
      if (location === null) return response;
      url = new URL(location, url).href;
    }
  };
}

/** runAll runs every case, hostile requests too, as fast as possible, and returns the results. */
export async function runAll(
  base: string,
  fetch: RunOptions['fetch'],
  options: Partial<RunOptions> = {},
): Promise<readonly CaseResult[]> {
  const { signal } = new AbortController();
  const results: CaseResult[] = [];
  const run = { base, fetch, rate: Infinity, seesLinks: true, groups: GROUPS, signal, ...options };
  for await (const step of runConformance(run)) if (step.kind === 'result') results.push(step.result);
  return results;
}

/** idsOf are the cases with an outcome. */
export function idsOf(results: readonly CaseResult[], outcome: CaseResult['outcome']): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}
