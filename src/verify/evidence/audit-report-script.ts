import type { AuditReport, ReportedEntry } from './audit-report.ts';
import { climbLines, upLines } from './climb-lines.ts';
import { leafLines } from './leaf-lines.ts';
import { comment, hexWord, numberWord, PREAMBLE } from './shell.ts';

/** AuditReportScriptInput is what the script of an audit report is made of. */
export type AuditReportScriptInput = Pick<
  AuditReport,
  'register' | 'leafRule' | 'head' | 'rebuiltRoot' | 'entries'
>;

/**
 * auditReportScript writes the lines of a POSIX shell script that works out what an audit report shows, with openssl and from the bytes themselves. It exits with 0
 * where each of its entries is shown not to be under the root, 1 where one is not or there is none, 2 where openssl is missing. Throws as leafLines does.
 */
export function auditReportScript(report: AuditReportScriptInput): string[] {
  const { register, leafRule, head, rebuiltRoot, entries } = report;
  return [
    '#!/bin/sh',
    comment(`Checks a report of an audit of the register at ${register.address}`),
    '# It sends nothing and reads nothing: all it needs is openssl and what is written here.',
    ...PREAMBLE,
    '',
    'shown=yes',
    `step 'Published root of the log of ${numberWord(head.logSize)} entries' ${hexWord(head.rootHash)}`,
    ...(rebuiltRoot === undefined
      ? []
      : [
          `step 'Root that the audit rebuilt from all entries, by the word of the report' ${hexWord(rebuiltRoot)}`,
        ]),
    ...upLines(),
    ...entries.flatMap((reported) => entryLines(report, reported)),
    '',
    ...(entries.length === 0
      ? [
          `echo 'The report holds no entry: that the entries rebuild another root, only an audit of the register shows.'`,
          'shown=no',
        ]
      : []),
    `if [ "$wrong" -eq 0 ] && [ "$shown" = yes ]; then echo 'The report shows what it says, if the head was published and the entries were sent, both of which are unsigned, and if the register hashes entries by the leaf rule ${leafRule ?? 'none'}.'; exit 0; fi`,
    `echo 'The report does not show what it says.'; exit 1`,
  ];
}

function entryLines({ leafRule, head }: AuditReportScriptInput, reported: ReportedEntry): string[] {
  const { entry, leafBytes, expected, auditPath } = reported;
  if (leafRule === undefined) throw new RangeError('a report with entries and without a leaf rule');
  return [
    '',
    comment(`Entry ${numberWord(entry.entryNumber)} as it was sent, key ${entry.key}`),
    ...leafLines({ entry, leaf: { rule: leafRule, bytes: leafBytes } }),
    `step 'Leaf hash that leads to the root in its place' ${hexWord(expected)}`,
    `if [ "$leaf" = ${hexWord(expected)} ]; then echo '    THAT IS THE SAME HASH'; shown=no; fi`,
    ...climbLines({ entry, checkpoint: head, auditPath }, hexWord(expected)),
  ];
}
