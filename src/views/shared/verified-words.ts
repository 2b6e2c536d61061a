import type { PageKind } from '../../trust/page-checks.ts';

/** VERIFIED is what pages say that rest on one entry or proof. */
const VERIFIED: Partial<Readonly<Record<PageKind, string>>> = {
  record: 'This record is verified',
  entry: 'This entry is verified',
  item: 'This data is verified',
  'entry-proof': 'This proof is verified',
  'consistency-proof': 'This proof is verified',
};

/** verifiedWords is what a green page says in its header and in its verdict; `otherwise` where it rests on more than one entry. A register read from a file has no server that published a root hash. */
export function verifiedWords(page: PageKind, isFile: boolean, otherwise: string): string {
  return isFile ? 'Consistent with the root hash stated in the file' : (VERIFIED[page] ?? otherwise);
}
