import { type BrowserContext, expect } from 'playwright/test';

/** Guard holds every page of a test to this: no error of its own, no unexpected failure in the console, nothing asked of strangers, nothing that breaks the policy of the page. */
export interface Guard {
  /** watch looks at all pages and workers of a browser profile. */
  watch(context: BrowserContext): Promise<void>;
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

const BREACH = 'breaks the policy of the page: ';

/** Runs in every page: says what its policy refused. Workers report to the server instead; see fixtures.ts. */
function tellBreaches(breach: string): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    // oxlint-disable-next-line no-console -- The guard listens to the console.
    console.error(`${breach}${effectiveDirective} ${blockedURI} ${sample}`),
  );
}

/** How many of the reports were looked at. One that comes after the journey it is of fails the next one. */
const lookedAt = new WeakMap<readonly string[], number>();

/**
 * createGuard makes a guard that takes `origins` for this test's own servers; they may grow while it runs, as may `reports`, what browsers reported of policies
 * that were broken.
 */
export function createGuard(origins: ReadonlySet<string>, reports: readonly string[]): Guard {
  const expected = [...MAY_BE_MISSING];
  const failures: string[] = [];
  const faults: string[] = [];
  return {
    async watch(context) {
      context.on('weberror', (error) => faults.push(`page error: ${String(error.error())}`));
      context.on('console', (message) => {
        if (message.text().startsWith(BREACH)) faults.push(message.text());
        else if (message.type() === 'error') failures.push(`${message.text()} ${message.location().url}`);
      });
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !origins.has(origin))
          faults.push(`request to a third party: ${request.url()}`);
      });
      await context.addInitScript(tellBreaches, BREACH);
    },
    expectFailures: (...patterns) => void expected.push(...patterns),
    done() {
      const unexpected = failures.filter((failure) => !expected.some((pattern) => pattern.test(failure)));
      const reported = lookedAt.get(reports) ?? 0;
      lookedAt.set(reports, reports.length);
      expect([
        ...faults,
        ...reports.slice(reported),
        ...unexpected.map((failure) => `console error: ${failure}`),
      ]).toEqual([]);
    },
  };
}
