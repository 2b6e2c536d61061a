import { type BrowserContext, expect } from 'playwright/test';

/** Guard holds every page of a test to this: no error of its own, no unexpected failure in the console, nothing asked of strangers. */
export interface Guard {
  /** watch looks at all pages and workers of a browser profile. */
  watch(context: BrowserContext): void;
  /** expectFailures names failed requests that belong to the journey; each pattern is tried on `text address`. */
  expectFailures(...patterns: readonly RegExp[]): void;
  /** done throws where something was seen. */
  done(): void;
}

/** What may not be there is asked for all the same: both summaries, to find the variant, and what a field register beside this one says of an attribute. */
const MAY_BE_MISSING = [
  /status of 404 .*\/(?:register|context)\/?$/,
  /status of 404 .*\/registers\/field\/[^/]+\/records\/[^/]+$/,
];

/** createGuard makes a guard that takes `origins` for this test's own servers; they may grow while it runs. */
export function createGuard(origins: ReadonlySet<string>): Guard {
  const expected = [...MAY_BE_MISSING];
  const failures: string[] = [];
  const faults: string[] = [];
  return {
    watch(context) {
      context.on('weberror', (error) => faults.push(`page error: ${String(error.error())}`));
      context.on('console', (message) => {
        if (message.type() === 'error') failures.push(`${message.text()} ${message.location().url}`);
      });
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !origins.has(origin))
          faults.push(`request to a third party: ${request.url()}`);
      });
    },
    expectFailures: (...patterns) => void expected.push(...patterns),
    done() {
      const unexpected = failures.filter((failure) => !expected.some((pattern) => pattern.test(failure)));
      expect([...faults, ...unexpected.map((failure) => `console error: ${failure}`)]).toEqual([]);
    },
  };
}
