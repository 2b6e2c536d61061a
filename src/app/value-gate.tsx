import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../query/session.ts';
import type { RegisterId } from '../ui/paths.ts';
import { RichContext } from '../ui/values/rich-context.ts';
import { richOf } from './link-rich.tsx';

/** ValueGate lets values within it be shown by all that can be found out about them. */
export function ValueGate({ register, children }: { register: RegisterId; children: ReactNode }) {
  const session = useSession();
  const { data } = useQuery({
    queryKey: [session.id, 'rich'],
    queryFn: ({ client }) => richOf(client, session, register),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return <RichContext value={data}>{children}</RichContext>;
}
