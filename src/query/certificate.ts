import type { Hash } from '../core/hash.ts';
import type { Register } from '../core/model.ts';
import { writeCompactProof } from '../verify/evidence/compact-proof.ts';
import type { SignedCheckpoint } from '../verify/evidence/formats.ts';
import { makeBundle } from '../verify/evidence/write-evidence.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import type { RegisterSession } from './session.ts';

/** MOST_BYTES is the longest link that a phone can read off paper at the size that a certificate has room for. */
const MOST_BYTES = 2_200;

/** Certificate is a record read back from its compact proof and checked again, so that the paper shows the content of its code. */
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

/** makeCertificate makes a certificate of checks that hold; undefined if they do not. The link omits signatures if they make it too long. `checkAddress` is the page that checks files. */
export function makeCertificate(
  session: RegisterSession,
  summary: Register | undefined,
  checks: {
    readonly entry: EntryCheck | EarlierEntryCheck;
    readonly data: RecordDataCheck;
    readonly signed: SignedCheckpoint | undefined;
  },
  checkAddress: string,
  nowMs: number,
): Certificate | undefined {
  const variant = summary?.variant ?? session.variant;
  if (variant === undefined) return undefined;
  const title = summary?.title ?? summary?.name ?? session.id;
  const register = { title, address: session.base, variant, place: session.id };
  const madeAtMs = Math.floor(nowMs / 1000) * 1000;
  const bundle = makeBundle({ register, ...checks, madeAtMs });
  if (bundle === undefined) return undefined;
  const { signed: _, ...unsigned } = bundle;
  const compact = writeCompactProof(bundle);
  const linkOf = (text: string): string => `${checkAddress}#${text}`;
  const isLong = linkOf(compact).length > MOST_BYTES;
  const link = linkOf(isLong ? writeCompactProof(unsigned) : compact);
  const checked = checkFile(compact);
  if (checked.kind !== 'bundle' || checked.result.outcome !== 'not-checked') return undefined;
  const { rootHash } = bundle.growth?.head ?? bundle.checkpoint;
  const isSigned = bundle.signed !== undefined && !isLong;
  return { checked, madeAtMs, rootHash, link, fits: link.length <= MOST_BYTES, isSigned };
}
