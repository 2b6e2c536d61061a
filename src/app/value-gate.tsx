import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../query/session.ts';
import type { RegisterId } from '../ui/paths.ts';
import { RichContext } from '../ui/values/rich-context.ts';

/** ValueGate lets values within it be shown by all that can be found out about them; the code for that comes after what is seen first. */
export function ValueGate({ register, children }: { register: RegisterId; children: ReactNode }) {
  const session = useSession();
  const { data } = useQuery({
    queryKey: [session.id, 'rich'],
    queryFn: async ({ client }) => (await import('./link-rich.tsx')).richOf(client, session, register),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return <RichContext value={data}>{children}</RichContext>;
}
