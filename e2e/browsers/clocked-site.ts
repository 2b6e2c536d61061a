import { startServer } from '../hosts/servers.ts';

/** ClockedSite is a site whose pages can be opened later than they are. */
export interface ClockedSite {
  readonly origin: string;
  /** goAhead sets the clock of every page that is opened from now on. */
  goAhead(hours: number): void;
  stop(): Promise<void>;
}

const CLOCK = '/clock.js';

/** startClockedSite passes on what a site answers. The clock is a script of the site, so that its policy lets it in and no browser need help. */
export async function startClockedSite(site: string): Promise<ClockedSite> {
  let ahead = 0;
  const server = await startServer((request, response) => {
    const { url = '/', headers } = request;
    if (url === CLOCK) {
      response.setHeader('content-type', 'text/javascript');
      response.end(`const { now } = Date; Date.now = () => now() + ${ahead * 3_600_000};`);
      return;
    }
    void (async () => {
      const answer = await fetch(site + url, { headers: { accept: headers.accept ?? '*/*' } });
      const type = answer.headers.get('content-type') ?? '';
      for (const name of ['content-type', 'content-security-policy', 'link', 'server-timing'])
        if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '');
      response.statusCode = answer.status;
      const body = Buffer.from(await answer.arrayBuffer());
      response.end(
        type.startsWith('text/html')
          ? body.toString().replace('<script', `<script src="${CLOCK}"></script><script`)
          : body,
      );
    })();
  });
  return {
    origin: server.origin,
    goAhead: (hours) => void (ahead = hours),
    stop: () => server.stop(),
  };
}
