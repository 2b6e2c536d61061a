export { expect } from 'playwright/test';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Browser, type BrowserContext, test as base } from 'playwright/test';
import { type Guard, createGuard } from './guard.ts';
import { mockListener, type Restartable, startServer } from './hosts/servers.ts';
import { staticHost } from './hosts/site-hosts.ts';
import { serveSite } from '../src/mock/hosts/node/serve.ts';

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
  readonly staticSite: Restartable;
  /** The mock server alone, at another origin than the site; it serves the register of odd keys too. */
  readonly elsewhere: Restartable;
  /** An origin where nothing listens. */
  readonly deadOrigin: string;
}

interface TestFixtures {
  readonly guard: Guard;
  /** Opens another browser profile, watched like the first one. */
  readonly newProfile: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>;
  /** Serves with a listener of the test's own until it ends. */
  readonly serve: (listener: RequestListener) => Promise<Restartable>;
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

  newProfile: async ({ browser, guard, serve: _servedUntilThen }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext(options);
      await guard.watch(context);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },

  serve: async ({ origins }, provide) => {
    const started: Restartable[] = [];
    await provide(async (listener) => {
      const server = await startServer(listener);
      started.push(server);
      origins.add(server.origin);
      return server;
    });
    await Promise.all(started.map((server) => server.stop()));
  },
});
