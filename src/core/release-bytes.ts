/** releaseBytes gives the memory under bytes back at once, where the browser can (ArrayBuffer.transfer, 2024): to the garbage collector a buffer of megabytes is a small object, and they pile up. */
export function releaseBytes(bytes: Uint8Array): void {
  const { buffer } = bytes as { readonly buffer: { transfer?: (length: number) => unknown } };
  buffer.transfer?.(0);
}
