import { AUDIT_REPORT_FORMAT, AUDIT_REPORT_SCHEMA, type AuditReport } from './audit-report.ts';
import { BUNDLE_FORMAT, BUNDLE_SCHEMA, type ProofBundle } from './bundle.ts';
import { type JsonSchema, type Problem, problemsIn } from './json-schema.ts';
import { isTlogProof, parseTlogProof, type TlogProof } from './read-tlog-proof.ts';
import { REPORT_FORMAT, REPORT_SCHEMA, type MisbehaviourReport } from './report.ts';

/** OpenedEvidence is what a text is: a proof bundle, a misbehaviour report, an audit report, a tlog-proof, or none of them, and then why and what to do about it. */
export type OpenedEvidence =
  | { readonly kind: 'bundle'; readonly bundle: ProofBundle }
  | { readonly kind: 'report'; readonly report: MisbehaviourReport }
  | { readonly kind: 'audit-report'; readonly report: AuditReport }
  | { readonly kind: 'tlog-proof'; readonly proof: TlogProof }
  | {
      readonly kind: 'unreadable';
      readonly reason: string;
      readonly remedy: string;
      readonly problems: readonly Problem[];
    };

/** SHOWN_PROBLEMS is how many problems of one file are told at most. */
const SHOWN_PROBLEMS = 12;

const SAVE_AGAIN =
  'The file may have been cut short or changed on its way. Ask whoever made it for the original, or save it again from the register.';

/** openEvidence reads the text of an evidence file. It never throws: see OpenedEvidence. */
export function openEvidence(text: string): OpenedEvidence {
  if (isTlogProof(text)) return openTlogProof(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return unreadable(`This is not JSON: ${found}.`, SAVE_AGAIN);
  }
  switch (formatOf(value)) {
    case BUNDLE_FORMAT: {
      const opened = parseBundle(value);
      return 'problems' in opened
        ? misshapen('proof bundle', value, opened.problems)
        : { kind: 'bundle', ...opened };
    }
    case REPORT_FORMAT: {
      const opened = parseReport(value);
      return 'problems' in opened
        ? misshapen('misbehaviour report', value, opened.problems)
        : { kind: 'report', ...opened };
    }
    case AUDIT_REPORT_FORMAT: {
      const opened = parseAuditReport(value);
      return 'problems' in opened
        ? misshapen('audit report', value, opened.problems)
        : { kind: 'audit-report', ...opened };
    }
    default:
      return unreadable(
        'This is JSON, but neither a proof bundle nor a report.',
        `Each names its format: "${BUNDLE_FORMAT}", "${REPORT_FORMAT}" or "${AUDIT_REPORT_FORMAT}". A register file (RSF) is opened on the start page.`,
      );
  }
}

/** parseBundle reads a proof bundle out of a parsed JSON value, strictly: all that BUNDLE_SCHEMA describes and nothing else, and growth to a larger log only. */
export function parseBundle(
  value: unknown,
): { readonly bundle: ProofBundle } | { readonly problems: readonly Problem[] } {
  const problems = problemsIn(value, BUNDLE_SCHEMA);
  if (problems.length > 0) return { problems };
  const bundle = value as ProofBundle;
  const { checkpoint, growth } = bundle;
  // What a schema cannot say.
  if (growth === undefined || checkpoint.logSize < growth.head.logSize) return { bundle };
  const found = String(growth.head.logSize);
  return {
    problems: [{ path: '$.growth.head.logSize', found, expected: `more than ${checkpoint.logSize}` }],
  };
}

/** parseReport reads a misbehaviour report out of a parsed JSON value, strictly: all that REPORT_SCHEMA describes and nothing else. */
export function parseReport(
  value: unknown,
): { readonly report: MisbehaviourReport } | { readonly problems: readonly Problem[] } {
  const problems = problemsIn(value, REPORT_SCHEMA satisfies JsonSchema);
  return problems.length === 0 ? { report: value as MisbehaviourReport } : { problems };
}

/** parseAuditReport reads an audit report out of a parsed JSON value, strictly: all that AUDIT_REPORT_SCHEMA describes and nothing else. */
export function parseAuditReport(
  value: unknown,
): { readonly report: AuditReport } | { readonly problems: readonly Problem[] } {
  const problems = problemsIn(value, AUDIT_REPORT_SCHEMA);
  return problems.length === 0 ? { report: value as AuditReport } : { problems };
}

function openTlogProof(text: string): OpenedEvidence {
  const opened = parseTlogProof(text);
  if ('proof' in opened) return { kind: 'tlog-proof', ...opened };
  const { problems } = opened;
  return {
    kind: 'unreadable',
    reason: 'This tlog-proof is not as it must be.',
    remedy: SAVE_AGAIN,
    problems,
  };
}

function misshapen(what: string, value: unknown, problems: readonly Problem[]): OpenedEvidence {
  const version: unknown = (value as { version?: unknown }).version;
  const read = what === 'proof bundle' ? 2 : 1;
  if (typeof version === 'number' && version > read)
    return unreadable(
      `This ${what} is of version ${version}; this page reads ${read === 1 ? 'version 1' : 'versions 1 and 2'}.`,
      'Open it with a newer Register Explorer.',
    );
  const told = problems.slice(0, SHOWN_PROBLEMS);
  return {
    kind: 'unreadable',
    reason: `This ${what} is not as it must be.`,
    remedy: SAVE_AGAIN,
    problems: told,
  };
}

function unreadable(reason: string, remedy: string): OpenedEvidence {
  return { kind: 'unreadable', reason, remedy, problems: [] };
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}
