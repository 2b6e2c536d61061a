import type { Register } from '../core/model.ts';
import { bundleScript } from '../verify/evidence/bundle-script.ts';
import type { ProofBundle } from '../verify/evidence/bundle.ts';
import { cite, type Citation } from '../verify/evidence/citation.ts';
import { fileName } from '../verify/evidence/file-name.ts';
import { tlogProof } from '../verify/evidence/tlog-proof.ts';
import { makeBundle, writeBundle } from '../verify/evidence/write-bundle.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import type { RegisterSession } from './session.ts';

/** TextFile is a file to save. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
  /** Its media type. */
  readonly type: string;
}

/** KeptProof is what can be kept of a proved entry. */
export interface KeptProof {
  readonly bundle: TextFile;
  readonly script: TextFile;
  /** Only where the entry leads to the published root. */
  readonly tlogProof: TextFile | undefined;
  readonly citation: Citation;
}

/** keepProof puts the checks of an entry and its data into files; undefined where they were not made to their end. `page` is the address to cite. */
export function keepProof(
  session: RegisterSession,
  summary: Register | undefined,
  checks: { readonly entry: EntryCheck | EarlierEntryCheck; readonly data: RecordDataCheck },
  page: string,
  madeAtMs: number,
): KeptProof | undefined {
  const variant = summary?.variant ?? session.variant;
  if (variant === undefined) return undefined;
  const title = summary?.title ?? summary?.name ?? session.id;
  const register = { title, address: session.base, variant, place: session.id };
  const bundle = makeBundle({ register, ...checks, madeAtMs });
  if (bundle === undefined) return undefined;
  const { holds, ...files } = filesOf(bundle, summary?.name);
  return {
    ...files,
    // Its checkpoint would be a root that nobody published.
    tlogProof: holds && bundle.growth === undefined ? files.tlogProof : undefined,
    citation: cite(bundle, page, madeAtMs),
  };
}

/** filesOf writes what stands beside a bundle. The script and the tlog-proof of a bundle that does not hold say so when they are run, or would mislead. */
function filesOf(bundle: ProofBundle, registerName: string | undefined) {
  const stem = [
    registerName ?? bundle.register.title,
    bundle.entry.key,
    `entry-${bundle.entry.entryNumber}`,
    `of-${bundle.checkpoint.logSize}`,
  ];
  return {
    holds: bundle.verdicts.entry.outcome === 'holds',
    bundle: {
      name: fileName([...stem, 'proof'], '.json'),
      text: writeBundle(bundle),
      type: 'application/json',
    },
    script: {
      name: fileName([...stem, 'check'], '.sh'),
      text: bundleScript(bundle),
      type: 'text/x-shellscript',
    },
    tlogProof: {
      name: fileName([...stem, 'unsigned'], '.tlog-proof'),
      text: tlogProof(bundle),
      type: 'text/plain',
    },
  };
}
