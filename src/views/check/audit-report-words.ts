import { formatNumber } from '../../ui/format.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { RecheckedAuditReport, RecheckedEntry } from '../../verify/evidence/recheck-audit-report.ts';
import { pick, reasonOf } from './words.ts';

/** auditReportChecks words what an audit report shows and does not show. */
export function auditReportChecks(recheck: RecheckedAuditReport): NamedCheck[] {
  const { entries, rebuilt, script, published } = recheck;
  return [
    ...entries.map(entryCheck),
    {
      id: 'rebuilt',
      state: rebuilt.outcome,
      ...pick(rebuilt, {
        holds: [
          'With this entry in its place the log has the root that the audit rebuilt',
          'The path in the file leads from the entry as it was sent to that other root: nothing else differs.',
        ],
        bad: ['The rebuilt root in the file is not the one that this entry leads to', ''],
        cannot: 'What all entries together rebuild is the file’s word',
      }),
    },
    {
      id: 'script',
      state: script.outcome,
      ...pick(script, {
        holds: [
          'The shell commands in the file are the ones this page writes',
          'They can be read and run as they are.',
        ],
        bad: ['The shell commands in the file are others', ''],
        cannot: 'The shell commands in the file are not the ones this page writes',
      }),
    },
    {
      id: 'published',
      state: published.outcome,
      title: 'That the register published this root and sent these entries is the file’s word',
      detail: reasonOf(published),
    },
  ];
}

/** A report that shows what it says holds evidence of a mismatch: the mark is that of what was found, not of the file. */
function entryCheck({ another, check }: RecheckedEntry, index: number): NamedCheck {
  const number = formatNumber(check.entry.entryNumber);
  const id = `entry-${index}`;
  if (another.outcome === 'holds')
    return {
      id,
      state: 'does-not-match',
      title: `Entry ${number} as it was sent is not the one under the root`,
      detail:
        'The entry in the file was written by the leaf rule and hashed here. Another leaf hash leads to the root in its place, by the path in the file.',
    };
  return {
    id,
    state: 'cannot-check',
    title: `The file does not show that entry ${number} is another one`,
    detail: reasonOf(another),
  };
}
