import type { Register } from '../../engine/register.ts';
import { premises } from '../../registers/premises.ts';

/** The block roots of PREMISES_ENTRIES in base64; the build puts them in (src/build/premises-roots.ts). */
declare const __PREMISES_ROOTS__: { readonly level: number; readonly item: string; readonly blob: string };

/** browserPremises is the register of premises with the block roots of this build. */
export function browserPremises(): Register {
  const decode = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const { level, item, blob } = __PREMISES_ROOTS__;
  return premises(undefined, { roots: { level, item: decode(item), blob: decode(blob) } });
}
