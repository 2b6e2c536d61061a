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

/** PlaceLink goes to a place of the register on view. */
export function PlaceLink({
  place,
  ...props
}: Omit<ComponentProps<typeof Link>, 'to'> & { place: Within<RegisterPlace> }) {
  const register = useRegister();
  return <Link {...props} to={pathTo({ ...place, register })} />;
}

/** EntryLink goes to an entry of the register on view. */
export function EntryLink({ entry, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { entry: number }) {
  return <PlaceLink {...props} place={{ view: 'entry', entryNumber: String(entry) }} />;
}
