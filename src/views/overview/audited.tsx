import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import { auditCheckQuery, type AuditCheck } from '../../query/audit-check.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { badEntriesOf } from '../../query/bad-entries.ts';
import { useProvedEntries, useReadInVisit } from '../../query/coverage.ts';
import { keptAuditQuery } from '../../query/kept-audit.ts';
import { useReplica } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { CoverageStrip } from '../../ui/coverage-strip/coverage-strip.tsx';
import { coverageOf } from '../../ui/coverage-strip/coverage.ts';
import { countOf, formatNumber, formatTimestamp } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { AuditResult } from '../../verify/audit/audit-types.ts';
import styles from './overview.module.css';
import { readWords } from './read-words.ts';

/** useAudited is the line that says what an audit in this browser, or the reading of all entries in this visit, has found of the whole register, and the strip of what was ever verified. */
export function useAudited(register: RegisterId, head: Checkpoint | undefined, noun: 'item' | 'blob') {
  const session = useSession();
  const { data: kept } = useQuery({ ...keptAuditQuery(session), enabled: keepsAudit(session.id) });
  const proved = useProvedEntries();
  const readInVisit = useReadInVisit();
  const copy = useReplica(session, false);
  const result = kept?.result;
  const { data: worth } = useQuery({
    ...auditCheckQuery(session, result, head ?? NO_HEAD),
    enabled: result !== undefined && head !== undefined,
  });
  const link = (words: string) => <Link to={pathTo({ view: 'audit', register })}>{words}</Link>;
  const unfinished = kept?.unfinished !== undefined;
  const audits = result !== undefined ? 'earlier' : unfinished ? 'unfinished' : 'none';
  const read =
    head !== undefined && copy.phase === 'ready' ? readWords(copy.replica, head, noun, audits) : undefined;
  const audited =
    result === undefined || head === undefined || worth === undefined
      ? undefined
      : { ...auditedWords(result, worth, head, noun), link: link(linkWords(result, worth, head)) };
  // Whatever found that the whole log does not match, or could not be checked, the page rests on it.
  const bad = [worth?.verdict, copy.phase === 'ready' ? copy.replica.verdict : undefined].find(
    (verdict) => verdict?.outcome === 'does-not-match' || verdict?.outcome === 'cannot-check',
  );
  // An audit of this very log says more than the reading; one of an earlier log says less.
  const check: NamedCheck = {
    id: 'whole',
    kind: 'whole-log',
    ...(audited !== undefined && (audited.state !== 'not-checked' || read === undefined)
      ? audited
      : {
          ...(read ?? unreadWords(noun, unfinished)),
          link: audited?.link ?? link(unfinished ? 'Go on with the audit' : 'Audit the whole log'),
        }),
  };
  const strip = head !== undefined && head.logSize > 0 && (
    <div className={styles['coverage']}>
      <CoverageStrip
        coverage={coverageOf(head.logSize, kept?.coverage ?? [], proved, badEntriesOf(result), readInVisit)}
      />
    </div>
  );
  return { check, strip, bad };
}

function unreadWords(
  noun: 'item' | 'blob',
  unfinished: boolean,
): Pick<NamedCheck, 'state' | 'title' | 'detail'> {
  return {
    state: 'not-checked',
    title: `Every entry and every ${noun}`,
    detail: `Only an audit reads the whole log. ${unfinished ? 'One was begun in this browser and is not finished.' : 'None was made in this browser.'}`,
  };
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };

function auditedWords(
  { head: audited, finishedAt, itemsNamed }: AuditResult,
  { verdict, ofAnotherHead }: AuditCheck,
  head: Checkpoint,
  noun: 'item' | 'blob',
): Pick<NamedCheck, 'state' | 'title' | 'detail'> {
  const state = verdict.outcome;
  const when = `on ${formatTimestamp(new Date(finishedAt).toISOString())} UTC`;
  const log = `the log of ${countOf(audited.logSize, 'entry', 'entries')}`;
  switch (state) {
    case 'holds':
      return {
        state,
        title:
          audited.logSize === 1
            ? 'The one entry rebuilds the published root'
            : `All ${formatNumber(audited.logSize)} entries rebuild the published root`,
        detail: `Every entry and ${itemsNamed > 0 ? `every ${noun}` : 'all data'} was read and hashed in this browser ${when}: the whole register is exactly what the root commits to.`,
      };
    case 'not-checked':
      return {
        state,
        title: `Every entry and every ${noun}`,
        detail: `An audit ${when} read ${log}. ${
          audited.logSize < head.logSize
            ? `${countOf(head.logSize - audited.logSize, 'entry was', 'entries were')} added since.`
            : 'The server publishes another root now.'
        }`,
      };
    case 'does-not-match':
      return {
        state,
        title: `The register ${ofAnotherHead ? 'was' : 'is'} not exactly what the root ${ofAnotherHead ? 'committed' : 'commits'} to`,
        detail: `An audit ${when} read ${log}, and found what does not match.`,
      };
    case 'cannot-check':
      return {
        state,
        title: 'Not everything in the register could be checked',
        detail: `An audit ${when} read ${log}. ${'reason' in verdict ? sentence(verdict.reason) : ''}`.trim(),
      };
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function linkWords({ head: audited }: AuditResult, { verdict }: AuditCheck, head: Checkpoint): string {
  if (verdict.outcome === 'holds') return 'See the audit';
  if (verdict.outcome !== 'not-checked') return 'See what the audit found';
  return audited.logSize < head.logSize ? 'Continue the audit' : 'Audit the whole log';
}
