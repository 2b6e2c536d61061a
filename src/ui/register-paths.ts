import { createContext, use } from 'react';
import { pathTo, type RegisterId, type RegisterPlace } from './paths.ts';

/** RegisterContext is the id of the register on view. */
export const RegisterContext = createContext<RegisterId | undefined>(undefined);

/** useRegister returns the register on view. Throws outside one: a bug, not a state. */
export function useRegister(): RegisterId {
  const register = use(RegisterContext);
  if (register === undefined) throw new Error('useRegister outside a register');
  return register;
}

/** PlainView is a view whose address ends with its name. */
type PlainView = Exclude<
  RegisterPlace['view'],
  'record' | 'entry' | 'item' | 'entry-proof' | 'consistency-proof'
>;

/** RegisterPaths writes the addresses within one register. */
type RegisterPaths = ReturnType<typeof pathsIn>;

/** pathsIn writes the addresses of places within a register. */
export function pathsIn(register: RegisterId) {
  return {
    register,
    view: (view: PlainView) => pathTo({ view, register }),
    record: (key: string) => pathTo({ view: 'record', register, key }),
    entry: (entryNumber: number | string) =>
      pathTo({ view: 'entry', register, entryNumber: String(entryNumber) }),
    item: (hash: string) => pathTo({ view: 'item', register, hash }),
    /** The log, from an entry on. */
    log: (entryNumber: number) => `${pathTo({ view: 'entries', register })}?entry=${entryNumber}`,
    /** The list of records with a query: a search or a filter. */
    records: (query: Readonly<Record<string, string>>) =>
      `${pathTo({ view: 'records', register })}?${new URLSearchParams(query)}`,
    changes: (from: number | string, to: number | string) =>
      pathTo({ view: 'changes', register, from: String(from), to: String(to) }),
    entryProof: (entryNumber: number, logSize: number) =>
      pathTo({
        view: 'entry-proof',
        register,
        entryNumber: String(entryNumber),
        logSize: String(logSize),
      }),
    consistency: (from: number, to: number) =>
      pathTo({ view: 'consistency-proof', register, from: String(from), to: String(to) }),
  };
}

/** usePaths writes the addresses within the register on view. Throws outside one: a bug, not a state. */
export function usePaths(): RegisterPaths {
  return pathsIn(useRegister());
}
