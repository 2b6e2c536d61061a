import type { Hash } from '../core/hash.ts';
import type { Register } from '../core/model.ts';
import { writeCompactProof } from '../verify/evidence/compact-proof.ts';
import { type CheckedFile, checkText } from './check-file.ts';
import { bundleOf, type CheckedEntry } from './save-proof.ts';
import type { RegisterSession } from './session.ts';

/**
 * MOST_BYTES is the longest link that a phone can read off paper at the size that a certificate has room for.
 */
const MOST_BYTES = 2_200;

/**
 * Certificate is a record read back from its compact proof and checked again, so that the paper shows
 * the content of its code.
 */
export interface Certificate {
  readonly checked: CheckedFile & { readonly kind: 'bundle' };
  readonly madeAtMs: number;
  readonly rootHash: Hash;
  /** The address that checks the proof without a server, and whether it fits a QR code. */
  readonly link: string;
  readonly fits: boolean;
  /** Whether the link carries the signatures. */
  readonly isSigned: boolean;
}

/**
 * makeCertificate makes a certificate of checks that hold; undefined if they do not. The link omits
 * signatures if they make it too long. `checkAddress` is the page that checks files.
 */
export async function makeCertificate(
  session: RegisterSession,
  summary: Register | undefined,
  checks: CheckedEntry,
  checkAddress: string,
  madeAtMs: number,
): Promise<Certificate | undefined> {
  const bundle = bundleOf(session, summary, checks, madeAtMs);
  if (bundle === undefined) return undefined;
  const { signed: _, ...unsigned } = bundle;
  const compact = await writeCompactProof(bundle);
  const linkOf = (text: string): string => `${checkAddress}#${text}`;
  const isLong = linkOf(compact).length > MOST_BYTES;
  const link = linkOf(isLong ? await writeCompactProof(unsigned) : compact);
  const checked = await checkText(compact);
  if (checked.kind !== 'bundle' || checked.result.outcome !== 'not-checked') return undefined;
  const { rootHash } = bundle.growth?.head ?? bundle.checkpoint;
  const isSigned = bundle.signed !== undefined && !isLong;
  return { checked, madeAtMs, rootHash, link, fits: link.length <= MOST_BYTES, isSigned };
}
