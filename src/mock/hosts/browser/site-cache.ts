/** SiteFiles name one build of a site. */
interface SiteFiles {
  /** The address below which everything lies, with a slash at its end. */
  readonly scope: string;
  readonly buildId: string;
  /** Paths relative to the scope; `index.html` is among them. */
  readonly files: readonly string[];
  /** Paths of rarely needed files: cached on first request. */
  readonly rare: readonly string[];
}

/**
 * createSiteCache keeps one build of the site in the browser, so that it opens without a network; it fetches
 * nothing until `fill` is called.
 */
export function createSiteCache({ scope, buildId, files, rare }: SiteFiles, caches: CacheStorage) {
  const prefix = `register-explorer ${scope} `;
  const name = prefix + buildId;
  const addressesOf = (paths: readonly string[]): Set<string> =>
    new Set(paths.map((path) => new URL(path, scope).href));
  const addresses = addressesOf(files);
  const rareAddresses = addressesOf(rare);
  const cached = async (url: string): Promise<Response | undefined> =>
    (await caches.open(name)).match(url, { ignoreVary: true });
  const index = new URL('index.html', scope).href;
  return {
    /**
     * fill fetches every file that a visit needs; of the build's own folder what the browser has
     * already is not sent again. Rejects if one cannot be read, a page comes in place of one, or the
     * page is of another build.
     */
    async fill(): Promise<void> {
      const cache = await caches.open(name);
      await Promise.all([...addresses].map(async (url) => cache.put(url, await fresh(url))));
      if ((await buildOf(await cached(index))) !== buildId)
        throw new Error('The site was replaced while it was read.');
    },
    /**
     * dropOthers removes the caches of earlier builds of this site, but not of other
     * sites on the same origin.
     */
    async dropOthers(): Promise<void> {
      const names = await caches.keys();
      const others = names.filter((other) => other.startsWith(prefix) && other !== name);
      await Promise.all(others.map((other) => caches.delete(other)));
    },
    /** has reports whether the address is one of the build's files. */
    has: (url: string): boolean => addresses.has(url) || rareAddresses.has(url),
    /** file answers with a file of the build, from the cache if possible. */
    async file(request: Request): Promise<Response> {
      const known = await cached(request.url);
      if (known !== undefined) return known;
      const response = await fetch(request);
      if (response.ok && rareAddresses.has(request.url) && !isHtml(response))
        await (await caches.open(name)).put(request.url, response.clone());
      return response;
    },
    /**
     * page answers a navigation: from the network, or with the cached index.html if that fails, does not find
     * the address, or has the page of another build.
     */
    async page(request: Request): Promise<Response> {
      try {
        const response = await fetch(request);
        // The browser follows redirects of a navigation; here they are opaque responses.
        if (response.type === 'opaqueredirect') return response;
        const build = response.ok ? await buildOf(response.clone()) : undefined;
        // What is not a page of this site is the host's own.
        if (response.ok && (build === undefined || build === buildId)) return response;
        return (await cached(index)) ?? response;
      } catch (error) {
        const page = await cached(index);
        if (page) return page;
        throw error;
      }
    },
  };
}

/** The id of the build that a page of this site names; undefined for anything else. */
async function buildOf(response: Response | undefined): Promise<string | undefined> {
  if (response === undefined || !isHtml(response)) return undefined;
  return /<meta name="build" content="([^"]*)"/.exec(await response.text())?.[1];
}

function isHtml(response: Response): boolean {
  return /^\s*text\/html/i.test(response.headers.get('content-type') ?? '');
}

/** A redirected response may not answer a navigation, so its body is copied into a new one. */
async function fresh(url: string): Promise<Response> {
  // The name of the folder says which build its files are of: one from the browser's cache is as good.
  const response = await fetch(url, { cache: /\/assets\/[\da-f]{32}\//.test(url) ? 'default' : 'reload' });
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
  // Some hosts answer with their index page for missing files.
  if (isHtml(response) && !new URL(url).pathname.endsWith('.html'))
    throw new Error(`${url} answered with a page in its place`);
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

/** RequestKind is the kind of a request in the service worker. */
type RequestKind = 'register' | 'listing' | 'page' | 'elsewhere';

/**
 * requestKind classifies a request. Only requests within the scope are answered here, and
 * only for bundled registers.
 */
export function requestKind(
  { url, mode }: Pick<Request, 'url' | 'mode'>,
  scope: string,
  bundled: readonly string[],
): RequestKind {
  const root = new URL(scope);
  const { origin, pathname } = new URL(url);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return 'elsewhere';
  const [first = '', name = ''] = pathname.slice(root.pathname.length).split('/');
  if (first === 'registers' && bundled.includes(name)) return 'register';
  if (/^registers(\.json|\.csv)?$/.test(first) && name === '') return 'listing';
  if (first === 'registers') return 'elsewhere';
  return mode === 'navigate' ? 'page' : 'elsewhere';
}
