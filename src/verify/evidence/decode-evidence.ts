import * as v from 'valibot';
import { LEAF_RULE_NAMES } from '../../core/leaf-rule-names.ts';
import {
  AUDIT_REPORT,
  type AuditReport,
  BUNDLE,
  type MisbehaviourReport,
  type ProofBundle,
  REPORT,
} from './formats.ts';

/**
 * Problem is one error in a file: where (a JSON path, `$` is the whole), what was found, what was expected.
 */
export interface Problem {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** Evidence is a decoded file. */
export type Evidence =
  | { readonly kind: 'bundle'; readonly file: ProofBundle }
  | { readonly kind: 'report'; readonly file: MisbehaviourReport }
  | { readonly kind: 'audit-report'; readonly file: AuditReport };

/** UnreadableFile is why a file could not be read, and what to do about it. */
export interface UnreadableFile {
  readonly kind: 'unreadable';
  readonly reason: string;
  readonly remedy: string;
  readonly problems: readonly Problem[];
}

/** SHOWN_PROBLEMS is the maximum number of problems reported for one file. */
const SHOWN_PROBLEMS = 12;

const FORMATS = {
  'register-proof-bundle': { kind: 'bundle', schema: BUNDLE, newest: 2 },
  'register-misbehaviour-report': { kind: 'report', schema: REPORT, newest: 3 },
  'register-audit-report': { kind: 'audit-report', schema: AUDIT_REPORT, newest: 2 },
} as const satisfies Record<Evidence['file']['format'], unknown>;

const isFormat = (format: unknown): format is keyof typeof FORMATS =>
  typeof format === 'string' && Object.hasOwn(FORMATS, format);

/**
 * decodeEvidence reads the text of an evidence file, strictly: what its format describes and
 * nothing else. It never throws.
 */
export function decodeEvidence(text: string): Evidence | UnreadableFile {
  let value: { readonly format?: unknown; readonly version?: unknown };
  try {
    value = Object(JSON.parse(text)) as typeof value;
  } catch {
    return unreadable('This is not a proof bundle or report: it is not JSON.');
  }
  const { format, version } = value;
  if (!isFormat(format)) return unreadable('This is JSON, but neither a proof bundle nor a report.');
  const { kind, schema, newest } = FORMATS[format];
  if (typeof version === 'number' && version > newest)
    return unreadable(
      `This file is of version ${version}; this page reads versions up to ${newest}.`,
      'Open it with a newer Register Explorer.',
    );
  const { success, output, issues } = v.safeParse<v.GenericSchema<unknown, Evidence['file']>>(schema, value);
  if (!success) return notAsDescribed(issues.map(problemOf));
  const problems = wrongParts(output);
  return problems.length > 0 ? notAsDescribed(problems) : ({ kind, file: output } as Evidence);
}

function notAsDescribed(problems: readonly Problem[]): UnreadableFile {
  const remedy =
    'The file may have been cut short or changed on its way. Ask its author for the original, or save it again from the register.';
  return unreadable('This file is not as its format says.', remedy, problems.slice(0, SHOWN_PROBLEMS));
}

/** part returns the problem of a part of a file that must be there and is not, or the other way round. */
function part(path: string, value: unknown, isDue: boolean): Problem[] {
  return isDue === (value !== undefined) ? [] : [{ path, ...presence(value !== undefined) }];
}

/**
 * wrongParts returns the parts of a file that contradict its variant or version. Version 2 of a bundle keeps
 * readers of version 1 from accepting a root that nobody published.
 */
function wrongParts(file: Evidence['file']): readonly Problem[] {
  if ('old' in file) return part('$.old.imported', file.old.imported, file.version === 3);
  return 'leaf' in file ? wrongPartsOfBundle(file) : [];
}

function wrongPartsOfBundle(bundle: ProofBundle): readonly Problem[] {
  const { register, items, blob, growth, version, leaf, checkpoint } = bundle;
  const { variant } = register;
  const rules = LEAF_RULE_NAMES.filter((rule) => rule.variant === variant).map(({ id }) => id);
  const problems = [
    ...part('$.items', items, variant === 'item'),
    ...part('$.blob', blob, variant === 'blob'),
    ...part('$.growth', growth, version === 2),
  ];
  if (!rules.includes(leaf.rule))
    problems.push({ path: '$.leaf.rule', found: leaf.rule, expected: `one of ${rules.join(', ')}` });
  if (growth !== undefined && checkpoint.logSize >= growth.head.logSize) {
    const expected = `more than ${checkpoint.logSize}`;
    problems.push({ path: '$.growth.head.logSize', found: String(growth.head.logSize), expected });
  }
  return problems;
}

/** presence returns the problem of a missing part, or of one that must not be there. */
function presence(isThere: boolean): Omit<Problem, 'path'> {
  return isThere
    ? { found: 'a value', expected: 'nothing of that name' }
    : { found: 'nothing', expected: 'a value' };
}

function unreadable(
  reason: string,
  remedy = 'Open a whole file that a register page saved: a proof bundle or a report. A register file (RSF) is opened on the start page.',
  problems: readonly Problem[] = [],
): UnreadableFile {
  return { kind: 'unreadable', reason, remedy, problems };
}

const LONGEST = 60;

function problemOf({ path, expected, message, received }: v.BaseIssue<unknown>): Problem {
  const steps = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const found = received.length > LONGEST ? `${received.slice(0, LONGEST)}…` : received;
  return {
    path: `$${steps.join('')}`,
    ...(path?.at(-1)?.origin === 'key' ? presence(expected === 'never') : { found, expected: message }),
  };
}
