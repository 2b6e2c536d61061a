import { ENDPOINTS, type Endpoint, type EndpointName } from '../conformance/endpoints.ts';
import type { Variant } from '../core/model.ts';
import { splitSuffix } from './http/request.ts';

/** A route is a path below the base address; `{name}` in it stands for one segment, percent-encoded. */
const routeOf = ({ id, name, path }: Pick<Endpoint, 'id' | 'name' | 'path'>) => ({
  id,
  name,
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{.+?\}/g, '([^/]+)')}$`),
});

const OTHER_SPELLING = '/proofs/entry/{entry-number}/{log-size}';

/**
 * ROUTES are the endpoints of the API document, and the other spelling of the path of an entry proof. The first
 * that fits a path counts.
 */
export const ROUTES = {
  item: ENDPOINTS.item.map(routeOf),
  blob: [...ENDPOINTS.blob, { id: 'entry-proof', name: 'entry-proof', path: OTHER_SPELLING } as const].map(
    routeOf,
  ),
};

/** endpointAt returns the endpoint of a path, with any suffix; undefined if there is none. */
export function endpointAt(variant: Variant, suffixed: string): EndpointName | undefined {
  const { path } = splitSuffix(suffixed);
  return ROUTES[variant].find(({ pattern }) => pattern.test(path))?.name;
}
