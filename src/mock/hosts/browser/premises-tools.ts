import { createSHA256 } from 'hash-wasm';
import type { Register } from '../../engine/register.ts';
import type { BlockRoots } from '../../generated/premises-tree.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/** The block roots of PREMISES_ENTRIES in base64; the build puts them in (src/build/premises-roots.ts). */
declare const __PREMISES_ROOTS__: { readonly level: number; readonly item: string; readonly blob: string };

/** browserPremises is the register of premises with compiled hashing, or without if a policy refuses WebAssembly. */
export async function browserPremises(): Promise<Register> {
  const { level, item, blob } = __PREMISES_ROOTS__;
  const decode = (text: string): BlockRoots => ({
    level,
    bytes: Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)),
  });
  const roots = { item: decode(item), blob: decode(blob) };
  const hasher = await createSHA256().catch(() => undefined);
  return premises(PREMISES_ENTRIES, {
    roots,
    ...(hasher && { sha256: (data) => hasher.init().update(data).digest() }),
  });
}
