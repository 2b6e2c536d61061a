/** SLOW_MS is how long the switch `slow` waits. */
export const SLOW_MS = 3000;

/** slow waits, or until the caller gives up. */
export async function slow({ signal }: Request): Promise<undefined> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SLOW_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return undefined;
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
