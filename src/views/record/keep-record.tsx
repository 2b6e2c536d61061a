import type { ComponentProps } from 'react';
import { useKeepProof } from '../../query/use-keep-proof.ts';
import { KeepProof } from '../../ui/keep-proof/keep-proof.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

/** KeepRecord offers to keep the proof of a record’s entry, and to compare the root it leads to with another person’s. */
export function KeepRecord({
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
