import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type App, createApp } from '../../app.ts';
import { listen, type ListenOptions, type RunningServer } from './listen.ts';
import { createListener } from './listener.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { sendFile } from './static-files.ts';

/** MockServerOptions say what to serve, and where. */
export interface MockServerOptions extends ListenOptions {
  readonly app: App;
}

/** createMockServer starts a server that answers with the app alone. */
export function createMockServer({ app, ...where }: MockServerOptions): Promise<RunningServer> {
  return listen(createListener(app), where);
}

/** SiteOptions say where the built site is, and where to serve it. */
export interface SiteOptions extends ListenOptions {
  /** The folder that `npm run build` writes. */
  readonly distFolder: string;
  /** The bundled registers unless told. */
  readonly app?: App;
  /** Where browsers report what breaks the policy of the page or of a worker. Nowhere unless told. */
  readonly reportTo?: string;
}

const MOCK_PATH = /^\/registers(?:[/.?#]|$)/;

/** serveSite starts a server that has the built site at `/` and the mock server at `/registers`. Rejects where the site is not built. */
export async function serveSite({
  distFolder,
  app,
  reportTo,
  ...where
}: SiteOptions): Promise<RunningServer> {
  if (!existsSync(join(distFolder, 'index.html')))
    throw new Error(`There is no site in ${distFolder}: build it first with npm run build.`);
  const own = policyOf(readFileSync(join(distFolder, 'index.html'), 'utf8'));
  const policy = reportTo === undefined ? own : `${own}; report-uri ${reportTo}`;
  const mock = createListener(app ?? createApp({ registers: bundledRegisters() }));
  const site: RequestListener = (request, response) => {
    if (MOCK_PATH.test(request.url ?? '')) mock(request, response);
    else void sendFile(distFolder, request, response, policy);
  };
  return listen(site, where);
}

/** The page's own policy, with what a page cannot say about itself: that no other page may frame it. */
function policyOf(page: string): string {
  const own = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  if (own === undefined) throw new Error('The page states no Content-Security-Policy.');
  return `${own.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}
