import type { PageKind, PageVerdict } from '../../trust/page-checks.ts';

/** VERIFIED is what pages say that rest on one entry or proof. */
const VERIFIED: Partial<Readonly<Record<PageKind, string>>> = {
  record: 'This record is verified',
  entry: 'This entry is verified',
  item: 'This data is verified',
  'entry-proof': 'This proof is verified',
  'consistency-proof': 'This proof is verified',
};

/**
 * verifiedWords is what a green page says in its header and in its verdict; `otherwise` where it rests on more than one entry. A register read from a file has no server
 * that published a root hash, and of another person's root only that it is of the same log is known.
 */
export function verifiedWords({ page, checks }: PageVerdict, isFile: boolean, otherwise: string): string {
  if (checks.some(({ kind }) => kind === 'others')) return 'Both roots are of the same log';
  return isFile ? 'Consistent with the root hash stated in the file' : (VERIFIED[page] ?? otherwise);
}
