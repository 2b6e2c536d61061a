import type { ComponentProps } from 'react';
import { useKeepProof } from '../../query/use-keep-proof.ts';
import { KeepProof } from '../../ui/keep-proof/keep-proof.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

/** KeepEntry offers to keep the proof of an entry, and to compare the root it leads to with another person’s. */
export function KeepEntry({
  register,
  entry,
  data,
}: {
  register: RegisterId;
  entry: Parameters<typeof useKeepProof>[0];
  data: Parameters<typeof useKeepProof>[1];
}) {
  const kept: Pick<ComponentProps<typeof KeepProof>, 'make' | 'outcome'> = useKeepProof(entry, data);
  return <KeepProof {...kept} comparePath={pathTo({ view: 'compare', register })} />;
}
