/**
 * free gives the memory under bytes back at once, where the browser can (ArrayBuffer.transfer, 2024): they are empty from then on. Left to the garbage collector,
 * buffers of megabytes pile up, as each is only a small object to it.
 */
export function free(bytes: Uint8Array | Uint32Array): void {
  const { buffer } = bytes as { readonly buffer: { transfer?: (length: number) => unknown } };
  buffer.transfer?.(0);
}
