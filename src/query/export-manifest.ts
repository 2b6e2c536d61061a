import { formatHash, type Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ExportAsk, ExportForm } from '../log/export.ts';
import { MEDIA_TYPES } from './export-name.ts';
import type { Written } from './export-run.ts';

/** ExportFacts is all that a manifest tells. */
export interface ExportFacts {
  readonly file: Written & { readonly name: string; readonly rows: number };
  readonly register: { readonly title: string; readonly address: string; readonly variant: Variant };
  readonly ask: ExportAsk;
  /** How many entries were read. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  /** The root of the first `at` entries, where that is not the published one. */
  readonly rootAt: Hash | undefined;
  readonly leafRule: LeafRuleId | undefined;
  readonly verdict: Verdict;
  /** Rows whose data could not be had. */
  readonly withoutData: number;
  /** Milliseconds since 1970. */
  readonly madeAtMs: number;
}

const FORMS: Record<ExportForm, string> = {
  'csv-safe':
    "CSV for spreadsheets: UTF-8 with a byte order mark, CRLF; lists are joined with a semicolon; an apostrophe stands before whatever a spreadsheet might run as a formula, so that such cells are not the register's exact values",
  csv: 'CSV (RFC 4180): UTF-8, CRLF; lists are joined with a semicolon, so that a member that holds one looks like two; values are otherwise exact, also those that a spreadsheet may run as formulas',
  json: "JSON, in the form in which the register's API lists these",
  rsf: 'Register Serialisation Format: items in canonical JSON, user entries, and last the root computed from them; no system entries, which the API does not tell',
};

/** writeManifest writes what a file is, of what register, and what that is worth, as JSON. */
export function writeManifest(facts: ExportFacts): string {
  const { file, register, ask, size, head, leafRule, withoutData } = facts;
  const spelled = (hash: Hash): string => formatHash(hash, register.variant);
  const manifest = {
    format: 'register-explorer/copy-manifest',
    version: 1,
    madeAt: new Date(facts.madeAtMs).toISOString(),
    file: {
      name: file.name,
      mediaType: MEDIA_TYPES[ask.form],
      bytes: file.bytes,
      sha256: file.sha256,
      written: FORMS[ask.form],
    },
    register: { title: register.title, address: register.address, variant: shapeOf(register.variant) },
    holds: {
      what: ask.what,
      count: file.rows,
      ...(ask.filter === undefined ? {} : { filter: ask.filter }),
      atLogSize: ask.at,
      ...(facts.rootAt === undefined ? {} : { rootAtLogSize: spelled(facts.rootAt) }),
      ...(withoutData === 0 ? {} : { withoutData }),
    },
    published: head === undefined ? null : { logSize: head.logSize, rootHash: spelled(head.rootHash) },
    ...(leafRule === undefined ? {} : { leafRule }),
    verified: verified(facts.verdict, size),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function shapeOf(variant: Variant): string {
  return variant === 'item' ? 'items (v2)' : 'blobs';
}

function verified(verdict: Verdict, size: number) {
  const entries = size === 1 ? 'the 1 entry' : `all ${size} entries`;
  switch (verdict.outcome) {
    case 'holds':
      return {
        outcome: 'holds',
        means: `The browser that wrote this file read and hashed ${entries} of the register: together they give the published root, and the data hashes to the names that entries give it. The root is not signed. Nothing in this manifest can be believed without reading the register again.`,
      };
    case 'does-not-match': {
      const detail =
        'reason' in verdict
          ? { reason: verdict.reason }
          : { expectedRoot: verdict.expected, computedRoot: verdict.computed };
      return {
        outcome: 'does-not-match',
        means: `What the server sent does not match: ${entries} were read.`,
        ...detail,
      };
    }
    case 'cannot-check':
    case 'not-checked':
      return {
        outcome: verdict.outcome,
        means: `This is what the server sent; it was not proved: ${verdict.reason}.`,
      };
  }
}
