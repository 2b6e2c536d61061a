import { coarseRoots } from '../mock/hosts/node/premises-tools.ts';

/**
 * definePremisesRoots gives the browser's hosts of the mock server `__PREMISES_ROOTS__`, the block roots of
 * the premises in base64: 8 KB in all.
 */
export function definePremisesRoots(): { readonly __PREMISES_ROOTS__: string } {
  const { level, item, blob } = coarseRoots(13);
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return { __PREMISES_ROOTS__: JSON.stringify({ level, item: base64(item), blob: base64(blob) }) };
}
