import { useQuery } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';

/** useRootWords is a root hash in words; undefined until the list of words is fetched. */
export function useRootWords(hash: Hash): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['root-words', hash],
    queryFn: async () => (await import('../verify/evidence/root-words.ts')).rootWords(hash),
    staleTime: Infinity,
    networkMode: 'always',
  });
  return data;
}
