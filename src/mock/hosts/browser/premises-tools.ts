import { createSHA256 } from 'hash-wasm';
import type { Register } from '../../engine/register.ts';
import { PORTABLE_TOOLS, PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/** browserPremises is the register of premises with compiled hashing, or without where WebAssembly is refused by a policy. */
export async function browserPremises(): Promise<Register> {
  const hasher = await createSHA256().catch(() => undefined);
  if (!hasher) return premises();
  return premises(PREMISES_ENTRIES, {
    sha256: (data) => hasher.init().update(data).digest(),
    roots: PORTABLE_TOOLS.roots,
  });
}
