import type { AuditFinding, AuditResult } from '../../verify/audit/audit-types.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { remade } from '../../ui/check-words.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/** AuditCheck is one named check of a finished audit, in words. */
export interface AuditCheck {
  readonly id: 'numbering' | 'items' | 'root' | 'whole';
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/**
 * resultChecks says what a finished audit found, check by check. The last one claims the whole and holds only where `verdict` does: that of the audit for the
 * head at hand.
 */
export function resultChecks(
  result: AuditResult,
  verdict: Verdict,
  leafRuleTitle?: string,
): readonly AuditCheck[] {
  const parts = [numbering(result), items(result), root(result, leafRuleTitle)];
  const sum = whole(result, verdict, parts);
  return [...parts, { ...sum, ...remade({ verdict: result.verdict }, sum) }];
}

/** wasBegun says whether an audit came to read the log: it does not where no leaf rule fits the entries that were tried. */
export function wasBegun({ leafRule, head }: AuditResult): boolean {
  return leafRule !== undefined || head.logSize === 0;
}

const found = (result: AuditResult, ...kinds: readonly AuditFinding['kind'][]): readonly AuditFinding[] =>
  result.findings.filter((finding) => kinds.includes(finding.kind));

function numbering(result: AuditResult): AuditCheck {
  const { logSize } = result.head;
  const id = 'numbering';
  if (!wasBegun(result))
    return {
      id,
      state: 'cannot-check',
      title: 'The reading was not begun',
      detail: `Without a leaf rule no entry can be put into the tree. Of ${countOf(logSize, 'entry', 'entries')} only a few were asked for, to find one.`,
    };
  if (result.entries !== logSize)
    return {
      id,
      state: 'cannot-check',
      title: 'Not every entry could be read',
      detail: `${countOf(result.entries, 'entry', 'entries')} of ${formatNumber(logSize)} could be put into the tree.`,
    };
  return {
    id,
    state: 'holds',
    title:
      logSize === 1
        ? 'The one entry is numbered and in its place'
        : `All ${countOf(logSize, 'entry', 'entries')} are numbered and in their place`,
    detail: `They count from 1 to ${formatNumber(logSize)}: none is missing.${continued(result)}`,
  };
}

function continued({ continuedFrom }: AuditResult): string {
  if (continuedFrom === 0) return '';
  return ` The first ${formatNumber(continuedFrom)} were read in an earlier audit in this browser, which this one went on from.`;
}

function items(result: AuditResult): AuditCheck {
  const id = 'items';
  const noun = (count: number): string => countOf(count, result.variant === 'blob' ? 'blob' : 'item');
  const nouns = result.variant === 'blob' ? 'blobs' : 'items';
  const wrong = found(result, 'item');
  if (wrong.length > 0)
    return {
      id,
      state: 'does-not-match',
      title: `${result.findingCount > result.findings.length ? 'At least ' : ''}${noun(wrong.length)} ${wrong.length === 1 ? 'does' : 'do'} not match ${wrong.length === 1 ? 'its' : 'their'} hash`,
      detail: `${formatNumber(result.items)} of ${noun(result.itemsNamed)} that the entries name were hashed here and match.`,
    };
  if (result.items !== result.itemsNamed || found(result, 'item-missing').length > 0)
    return {
      id,
      state: 'cannot-check',
      title: `Not all ${nouns} could be hashed`,
      detail: `${formatNumber(result.items)} of ${noun(result.itemsNamed)} that the entries name were hashed here and match.`,
    };
  if (result.entries !== result.head.logSize)
    return {
      id,
      state: 'cannot-check',
      title: `Which ${nouns} there are is not known`,
      detail: `The entries name the ${nouns}, and ${wasBegun(result) ? 'not every entry could be read' : 'the entries were not read'}.`,
    };
  if (result.items === 0)
    return {
      id,
      state: 'holds',
      title: `There were no ${nouns} to hash`,
      detail:
        result.continuedFrom > 0
          ? 'The new entries name no data that the earlier audit had not hashed.'
          : 'The entries name no data.',
    };
  return {
    id,
    state: 'holds',
    title: `All ${noun(result.items)} hash to what the entries name`,
    detail: `Each was fetched and hashed in this browser; the hash is the one by which an entry names it.${
      result.continuedFrom > 0 ? ' Those of the earlier audit were hashed then.' : ''
    }`,
  };
}

function root(result: AuditResult, leafRuleTitle: string | undefined): AuditCheck {
  const { head, computedRoot } = result;
  const id = 'root';
  const all = head.logSize === 1 ? 'the one entry' : `all ${countOf(head.logSize, 'entry', 'entries')}`;
  if (computedRoot === undefined)
    return {
      id,
      state: 'cannot-check',
      title: 'The root could not be rebuilt',
      detail: !wasBegun(result)
        ? 'No known leaf rule leads an entry of this register to its published root. Either it writes its entries in a way this page does not know, or that root is not the root of this log.'
        : 'Not every entry could be put into the tree.',
    };
  if (computedRoot !== head.rootHash)
    return {
      id,
      state: 'does-not-match',
      title: `The root rebuilt from ${all} does not match the published root`,
      detail: 'The entries that the server sends are not the entries that its root stands for.',
    };
  return {
    id,
    state: 'holds',
    title: `The root rebuilt from ${all} equals the published root`,
    detail: `Every entry was written as bytes and hashed in this browser, and the hashes were joined up to the root.${leafRuleTitle === undefined ? '' : ` Leaf rule: ${leafRuleTitle}.`}`,
  };
}

function whole(result: AuditResult, verdict: Verdict, parts: readonly AuditCheck[]): AuditCheck {
  const id = 'whole';
  const proves = 'It does not show that other people are shown the same root: the API signs nothing.';
  if (verdict.outcome === 'holds' && parts.every((part) => part.state === 'holds'))
    return {
      id,
      state: 'holds',
      title: 'The whole register is exactly what the root commits to',
      detail: `What the server sends is all of it and nothing besides: no entry and no data was left out, added or changed. ${proves}`,
    };
  if (verdict.outcome === 'not-checked' && result.verdict.outcome === 'holds')
    return {
      id,
      state: 'not-checked',
      title: `With ${countOf(result.head.logSize, 'entry', 'entries')} the register was exactly what its root committed to`,
      detail: 'The server publishes another root now, and what it stands for has not been read.',
    };
  const bad = verdict.outcome === 'does-not-match' || parts.some((part) => part.state === 'does-not-match');
  return {
    id,
    state: bad ? 'does-not-match' : 'cannot-check',
    title: bad
      ? 'The register is not exactly what the root commits to'
      : 'Whether the register is exactly what the root commits to cannot be said',
    detail: bad
      ? 'What differs is named on this page.'
      : 'reason' in verdict
        ? sentence(verdict.reason)
        : 'Something could not be looked at; it is named on this page.',
  };
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
}
