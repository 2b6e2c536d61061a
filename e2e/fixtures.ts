import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Browser, type BrowserContext, expect, type Page, test as base } from 'playwright/test';
import { walkIn, watchRequests } from './fault-walk.ts';
import { mockListener, type RestartableServer, startServer } from './hosts/servers.ts';
import { staticHost } from './hosts/site-hosts.ts';
import { serveSite } from '../src/mock/hosts/node/serve.ts';

export { expect };

/** DIST is the folder of the built site. */
export const DIST = process.env['SITE_DIST'] ?? 'dist';

interface WorkerFixtures {
  /** What this worker's servers answer at; a request to any other origin fails the test. */
  readonly origins: Set<string>;
  /** What browsers reported of the site's policy being broken, in pages and workers. */
  readonly reports: { readonly address: string; readonly seen: readonly string[] };
  /** The site with the mock server, as `npm start` serves it; its origin. */
  readonly site: string;
  /** The site on a host that knows files and nothing else. */
  readonly staticSite: RestartableServer;
  /** The mock server alone, at another origin than the site. */
  readonly elsewhere: RestartableServer;
  /** An origin where nothing listens. */
  readonly deadOrigin: string;
}

interface TestFixtures {
  readonly guard: Guard;
  /** Opens a page in another browser profile, watched like the first one. */
  readonly newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
  /** Serves with a listener of the test's own until it ends. */
  readonly serve: (listener: RequestListener) => Promise<RestartableServer>;
  /** Goes to an address as a link within the page does, and waits until the view rests. Takes a third of what it takes to load a page. */
  readonly walk: (path: string) => Promise<void>;
}

/** test is Playwright's, with the servers of these journeys, and with every page watched for faults of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  origins: [new Set<string>(), { scope: 'worker', option: true }],

  reports: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern what a fixture needs.
    async ({}, provide) => {
      const seen: string[] = [];
      const server = await startServer((request, response) => {
        void text(request)
          .then((report) => seen.push(`breaks the policy of the site: ${report}`))
          .finally(() => response.writeHead(204).end());
      });
      await provide({ address: server.origin, seen });
      await server.stop();
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ origins, reports }, provide) => {
      const server = await serveSite({
        distFolder: DIST,
        port: 0,
        host: '127.0.0.1',
        reportTo: reports.address,
      });
      origins.add(server.address);
      await provide(server.address);
      await server.close();
    },
    { scope: 'worker' },
  ],

  staticSite: [
    async ({ origins }, provide) => {
      const server = await startServer(staticHost(DIST));
      origins.add(server.origin);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  elsewhere: [
    async ({ origins }, provide) => {
      const server = await startServer(mockListener());
      origins.add(server.origin);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  deadOrigin: [
    async ({ origins }, provide) => {
      const server = await startServer(() => undefined);
      await server.stop();
      origins.add(server.origin);
      await provide(server.origin);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, provide) => provide(site),

  guard: [
    async ({ origins, reports }, provide) => {
      const guard = createGuard(origins, reports.seen);
      await provide(guard);
      guard.done();
    },
    { auto: true },
  ],

  // After its last step a page may still be fetching: it leaves the site before the servers of its test end.
  context: async ({ context, guard, serve: _servedUntilThen }, provide) => {
    await guard.watch(context);
    await provide(context);
    const [first, ...others] = context.pages();
    await Promise.all([first?.goto('about:blank'), ...others.map((page) => page.close())]);
  },

  newPage: async ({ browser, guard, serve: _servedUntilThen }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext(options);
      await guard.watch(context);
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },

  walk: async ({ page }, provide) => provide(walkIn(page)),

  serve: async ({ origins }, provide) => {
    const started: RestartableServer[] = [];
    await provide(async (listener) => {
      const server = await startServer(listener);
      started.push(server);
      origins.add(server.origin);
      return server;
    });
    await Promise.all(started.map((server) => server.stop()));
  },
});

/** Guard holds every page of a test to this: no error of its own, no unexpected failure in the console, nothing asked of strangers, nothing that breaks the policy of the page. */
export interface Guard {
  /** watch looks at all pages and workers of a browser profile. */
  watch(context: BrowserContext): Promise<void>;
  /** expectFailures names failed requests that belong to the journey; each pattern is tried on `text address`. */
  expectFailures(...patterns: readonly RegExp[]): void;
  /** done throws if something was seen. */
  done(): void;
}

/** What may not be there is asked for all the same: both summaries, to find the variant, and what a field register beside this one says of an attribute. */
const MAY_BE_MISSING = [
  /status of 404 .*\/(?:register|context)\/?$/,
  /status of 404 .*\/registers\/field\/[^/]+\/records\/[^/]+$/,
];

const BREACH = 'breaks the policy of the page: ';

/** Runs in every page: says what its policy refused. Workers report to the server instead; see fixtures.ts. */
function reportBreach(breach: string): void {
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
function createGuard(origins: ReadonlySet<string>, reports: readonly string[]): Guard {
  const expected = [...MAY_BE_MISSING];
  const failures: string[] = [];
  const faults: string[] = [];
  return {
    async watch(context) {
      for (const page of context.pages()) watchRequests(page);
      context.on('page', watchRequests);
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
      await context.addInitScript(reportBreach, BREACH);
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
