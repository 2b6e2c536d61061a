/** Place is what a request that passes the service worker is for. */
export type Place = 'register' | 'listing' | 'page' | 'elsewhere';

/** placeOf sorts requests. Only what lies in the scope is ever answered here, of registers only those that are bundled. */
export function placeOf(
  { url, mode }: Pick<Request, 'url' | 'mode'>,
  scope: string,
  bundled: readonly string[],
): Place {
  const root = new URL(scope);
  const { origin, pathname } = new URL(url);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return 'elsewhere';
  const [first = '', name = ''] = pathname.slice(root.pathname.length).split('/');
  if (first === 'registers' && bundled.includes(name)) return 'register';
  if (/^registers(\.json|\.csv)?$/.test(first) && name === '') return 'listing';
  if (first === 'registers') return 'elsewhere';
  return mode === 'navigate' ? 'page' : 'elsewhere';
}
