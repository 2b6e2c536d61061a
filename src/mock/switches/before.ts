/** SLOW_MS is how long the switch `slow` waits. */
export const SLOW_MS = 3000;

/** LATE_MS is how long the switch `late` waits: longer than people do, and less than clients. */
export const LATE_MS = 15_000;

/** waits lets that long pass, or until the caller gives up, and lets the register answer. */
export function waits(ms: number): (request: Request) => Promise<undefined> {
  return async ({ signal }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return undefined;
  };
}

/** dead answers with a network error, which each host turns into whatever it has that comes nearest. */
export async function dead(): Promise<Response> {
  return Response.error();
}

/** redirects sends every address without a trailing slash to the one with it. */
export async function redirects({ url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (pathname.endsWith('/')) return undefined;
  return new Response(null, { status: 302, headers: { location: `${pathname}/${search}` } });
}
