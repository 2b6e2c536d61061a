import { type ComponentProps, createContext, use } from 'react';
import { Link } from './link.tsx';
import { pathTo, type RegisterId, type RegisterPlace } from './paths.ts';

/** RegisterContext is the register on view, as its address names it. */
export const RegisterContext = createContext<RegisterId | undefined>(undefined);

/** useRegister returns the register on view. Throws outside one: a bug, not a state. */
export function useRegister(): RegisterId {
  const register = use(RegisterContext);
  if (register === undefined) throw new Error('useRegister outside a register');
  return register;
}

type Within<P> = P extends unknown ? Omit<P, 'register'> : never;
type Props = Omit<ComponentProps<typeof Link>, 'to'>;

/** PlaceLink goes to a place of the register on view; with `at` to how it was at that log size. */
export function PlaceLink({ place, at, ...props }: Props & { place: Within<RegisterPlace>; at?: number }) {
  const path = pathTo({ ...place, register: useRegister() });
  const to = at === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}at=${at}`;
  return <Link {...props} to={to} />;
}

/** EntryLink goes to an entry of the register on view. */
export function EntryLink({ entry, ...props }: Props & { entry: number }) {
  return <PlaceLink {...props} place={{ view: 'entry', entryNumber: String(entry) }} />;
}
