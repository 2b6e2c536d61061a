import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AuditFinding } from '../verify/audit-result.ts';

/** MOST_FINDINGS is how many findings a result holds. */
export const MOST_FINDINGS = 20;

/** MOST_NAMED is how many entries a finding lists that name an item. */
export const MOST_NAMED = 20;

/** SENT_AT_MOST is how much of the data that does not match is kept with a finding, in characters. */
export const SENT_AT_MOST = 4000;

/** MOST_REMARKS is how many remarks a result holds: a list that is out of order is so on every page. */
const MOST_REMARKS = 5;

/** addRemark notes once what a server did that was read another way; what does not fit is left out. */
export function addRemark(remarks: string[], remark: string): void {
  if (remarks.length < MOST_REMARKS && !remarks.includes(remark)) remarks.push(remark);
}

/** Findings collects what is not as it should be, and counts what it does not keep. */
export interface Findings {
  readonly list: AuditFinding[];
  count: number;
}

/** hasRoomFor says whether addFinding would keep a finding of this kind, and not count it alone. */
export function hasRoomFor({ list }: Findings, kind: AuditFinding['kind']): boolean {
  return list.length < MOST_FINDINGS || (isMismatch(kind) && list.some((other) => !isMismatch(other.kind)));
}

/** addFinding adds one; beyond MOST_FINDINGS it is only counted, but for a mismatch, which takes the place of what could only not be looked at: the verdict is read off the list. */
export function addFinding(findings: Findings, finding: AuditFinding): void {
  findings.count += 1;
  const { list } = findings;
  if (list.length < MOST_FINDINGS) {
    list.push(finding);
    return;
  }
  const open = isMismatch(finding.kind) ? list.findLastIndex((other) => !isMismatch(other.kind)) : -1;
  if (open >= 0) list[open] = finding;
}

/**
 * verdictOf decides what an audit came to. Only a root, an entry or an item that is not right is a mismatch; what could not be looked at leaves
 * the question open. `computedRoot` is undefined if not all entries could be read; `unseen` is how many of the items that
 * entries name were not seen with data: each has a finding, and where one has none, nothing holds.
 */
export function verdictOf(
  head: Checkpoint,
  computedRoot: Hash | undefined,
  findings: Findings,
  unseen: number,
): Verdict {
  if (computedRoot !== undefined && computedRoot !== head.rootHash)
    return {
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: head.rootHash,
      computed: computedRoot,
    };
  const wrong = findings.list.find(({ kind }) => isMismatch(kind));
  if (wrong) return { outcome: 'does-not-match', code: 'data-differs', reason: wrong.text };
  const open = findings.list[0];
  if (open) return { outcome: 'cannot-check', code: 'incomplete', reason: open.text };
  if (computedRoot === undefined)
    return { outcome: 'cannot-check', code: 'incomplete', reason: 'The entries could not all be read.' };
  if (unseen > 0 || findings.count > 0)
    return {
      outcome: 'cannot-check',
      code: 'incomplete',
      reason: 'Not every item that the entries name was looked at.',
    };
  return { outcome: 'holds' };
}

function isMismatch(kind: AuditFinding['kind']): boolean {
  switch (kind) {
    case 'root':
    case 'entry':
    case 'item':
      return true;
    case 'item-missing':
    case 'unreadable':
      return false;
  }
}
