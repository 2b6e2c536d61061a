import type { Variant } from '../../core/model.ts';
import { type KeyIndex, createMemoryLog, indexKeys } from './memory-log.ts';
import type { RegisterAbout, RegisterLog } from './register-log.ts';
import type { RegisterSource } from '../source.ts';

/** Rewrite is another history made out of a register's own. The same source always gives the same history. */
export type Rewrite = (source: RegisterSource) => RegisterSource;

/** Register is one register as it is served, in both variants. */
export interface Register {
  readonly about: RegisterAbout;
  readonly totalEntries: number;
  readonly totalRecords: number;
  /** See RegisterLog.showcase, and its key. */
  readonly showcase: { readonly entryNumber: number; readonly key: string } | undefined;
  /** log hashes the register's data when it is first asked for a variant. */
  log(variant: Variant): RegisterLog;
  /** rewritten is the register with another history; made on first use and cached by the function that makes it. */
  rewritten(rewrite: Rewrite): Register;
}

/** LoadSource returns a register's data, perhaps as a promise, or the register itself if it is not kept in memory. */
export type LoadSource = () => RegisterSource | Register | Promise<RegisterSource | Register>;

/** createRegister serves data that is wholly in memory. */
export function createRegister(source: RegisterSource): Register {
  const index: KeyIndex = indexKeys(source.entries);
  const logs = new Map<Variant, RegisterLog>();
  const others = new Map<Rewrite, Register>();
  const shown = source.entries[index.showcase - 1];
  return {
    about: source,
    totalEntries: source.entries.length,
    totalRecords: index.keys.length,
    showcase: shown && { entryNumber: index.showcase, key: shown.key },
    log(variant) {
      const log = logs.get(variant) ?? createMemoryLog(source, variant, index);
      logs.set(variant, log);
      return log;
    },
    rewritten(rewrite) {
      const other = others.get(rewrite) ?? createRegister(rewrite(source));
      others.set(rewrite, other);
      return other;
    },
  };
}

/** createRegisterCache keeps every loaded register by its loader; a load that failed is tried again. */
export function createRegisterCache(): (load: LoadSource) => Promise<Register> {
  const registers = new WeakMap<LoadSource, Promise<Register>>();
  return (load) => {
    const known = registers.get(load);
    if (known) return known;
    const opened = (async () => {
      const loaded = await load();
      return 'log' in loaded ? loaded : createRegister(loaded);
    })();
    registers.set(load, opened);
    opened.catch(() => registers.delete(load));
    return opened;
  };
}
