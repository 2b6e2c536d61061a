import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule as ruleOf } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Entry } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import { checkEntry } from '../check-entry.ts';
import type { Decoded, LeafAnswer, LeafJob, PageDecoder, RuleAnswer, RuleJob } from './job-types.ts';

/** findRule looks for the leaf rule by which an entry of a page leads to the root. */
export function findRule(job: RuleJob, decoder: PageDecoder): RuleAnswer {
  const { variant, auditPath, head } = job;
  const found = entryOf(job, decoder);
  if (!found.ok) return { outcome: 'refused', problem: found.problem };
  if (!found.value) return { outcome: 'elsewhere' };
  const { verdict, leafRule } = checkEntry({ variant, entry: found.value, auditPath, checkpoint: head });
  return { outcome: 'rule', leafRule: verdict.outcome === 'holds' ? leafRule : undefined };
}

/** readLeaf writes an entry of a page as its leaf. */
export function readLeaf(job: LeafJob, decoder: PageDecoder): LeafAnswer {
  const found = entryOf(job, decoder);
  if (!found.ok) return { outcome: 'refused', problem: found.problem };
  const entry = found.value;
  if (!entry) return { outcome: 'elsewhere' };
  try {
    const leafBytes = ruleOf(job.leafRule).leafBytes(entry);
    if (!leafBytes) return { outcome: 'elsewhere' };
    return { outcome: 'leaf', entry, leafBytes, leafHash: hashFromBytes(hashLeaf(leafBytes)) };
  } catch (error) {
    if (error instanceof UnhashableError) return { outcome: 'elsewhere' };
    throw error;
  }
}

function entryOf(
  { variant, bytes, entryNumber }: Pick<LeafJob, 'variant' | 'bytes' | 'entryNumber'>,
  decoder: PageDecoder,
): Decoded<Entry | undefined> {
  const decoded = decoder.entries(variant, bytes);
  if (!decoded.ok) return decoded;
  return { ok: true, value: decoded.value.find((candidate) => candidate.entryNumber === entryNumber) };
}
