import type { Hash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';

/**
 * LogName is what a log is named by: the base address of a register on a server; or, for one that comes with this page or from a file and so has no address
 * that others have, its name and the root hash of its first entry. Both API variants of a register are logs of their own, with other roots.
 */
export type LogName = { readonly variant: Variant } & (
  | { readonly address: string }
  | { readonly name: string; readonly firstRoot: Hash }
);

/**
 * originOf writes the origin of a log's checkpoints (https://c2sp.org/tlog-checkpoint, "Note text"): the base address without its scheme, or the name and root of
 * a log without an address below `register.invalid` (RFC 2606), then `#items` or `#blobs`. Spaces and plus signs, which an origin should not have, are encoded.
 */
export function originOf(log: LogName): string {
  const place =
    'address' in log
      ? log.address.replace(/^https?:\/\//i, '').replace(/\/+$/, '')
      : `register.invalid/${log.name}/${log.firstRoot}`;
  const encoded = encodeURI(place).replaceAll('%25', '%').replaceAll('+', '%2B');
  return `${encoded}#${log.variant === 'item' ? 'items' : 'blobs'}`;
}
