import { formatHash, type Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { RunningHash } from '../core/sha256.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ExportAsk, type ExportForm, type ExportPlan, ROWS_PER_MARK } from '../log/export.ts';

/** ExportOffer describes the file of a choice, before it is written. */
export interface ExportOffer extends ExportPlan {
  readonly ask: ExportAsk;
  readonly title: string;
  readonly address: string;
  readonly variant: Variant;
  readonly at: number;
  /** The number of entries read. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  readonly verdict: Verdict;
  /** The name and the media type of the file. */
  readonly name: string;
  readonly type: string;
}

const WRITTEN: Record<ExportForm, string> = {
  'csv-safe':
    "CSV for spreadsheets: UTF-8 with a byte order mark, CRLF; lists are joined with a semicolon; an apostrophe stands before whatever a spreadsheet might run as a formula, so that such cells are not the register's exact values",
  csv: 'CSV (RFC 4180): UTF-8, CRLF; lists are joined with a semicolon, so that a member that holds one looks like two; values are otherwise exact, also those that a spreadsheet may run as formulas',
  json: "JSON, in the form in which the register's API lists these",
  rsf: 'Register Serialisation Format: items in canonical JSON, user entries, and last the root computed from them; no system entries, which the API does not tell',
};

/** writeManifest returns JSON that says what a file contains, of which register, and what was verified. `rootAt` is the root of the first `at` entries, if not the published one. Undefined values are left out. */
export function writeManifest(
  offer: ExportOffer,
  file: ExportedFile,
  leafRule: LeafRuleId | undefined,
  rootAt: Hash | undefined,
): string {
  const { ask, head, variant, withoutData } = offer;
  const spelled = (hash: Hash): string => formatHash(hash, variant);
  const manifest = {
    format: 'register-explorer/copy-manifest',
    version: 1,
    madeAt: new Date().toISOString(),
    file: {
      name: file.name,
      mediaType: offer.type,
      bytes: file.bytes,
      sha256: file.sha256,
      written: WRITTEN[ask.form],
    },
    register: {
      title: offer.title,
      address: offer.address,
      variant: variant === 'item' ? 'items (v2)' : 'blobs',
    },
    holds: {
      what: ask.what,
      count: offer.rows,
      filter: ask.filter,
      atLogSize: ask.at,
      rootAtLogSize: rootAt && spelled(rootAt),
      withoutData: withoutData || undefined,
    },
    published: head === undefined ? null : { logSize: head.logSize, rootHash: spelled(head.rootHash) },
    leafRule,
    verified: verified(offer.verdict, offer.size),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function verified(verdict: Verdict, size: number) {
  const { outcome } = verdict;
  const entries = `all ${size} entries`;
  switch (outcome) {
    case 'holds':
      return {
        outcome,
        means: `The browser that wrote this file read and hashed ${entries} of the register: together they give the published root, and the data hashes to the names that entries give it. The root is not signed. Nothing in this manifest can be believed without reading the register again.`,
      };
    case 'does-not-match':
      return {
        outcome,
        means: `What was read does not match: ${entries} were read.`,
        ...('reason' in verdict
          ? { reason: verdict.reason }
          : { expectedRoot: verdict.expected, computedRoot: verdict.computed }),
      };
    case 'cannot-check':
    case 'not-checked':
      return { outcome, means: `This is what was sent; it was not proved: ${verdict.reason}.` };
  }
}

/** ByteSink is the file to write to. */
export interface ByteSink {
  readonly name: string;
  write(bytes: Uint8Array): Promise<void>;
  /** close completes the file. */
  close(): Promise<void>;
  /** abort leaves no file behind. */
  abort(): Promise<void>;
}

/** WrittenSoFar is the progress of a file. */
export interface WrittenSoFar {
  readonly rows: number;
  readonly bytes: number;
}

/** ExportedFile is a file that is complete. */
export interface ExportedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: Hash;
}

const REPORT_EVERY_MS = 100;

/**
 * writeOut writes a stream of pieces (see log/export.ts) to a file and hashes it. Rejects with the signal's reason, or with the error of the stream or
 * the file, and then leaves no file.
 */
export async function writeOut(
  stream: ReadableStream<Uint8Array>,
  file: ByteSink,
  signal: AbortSignal,
  report: (soFar: WrittenSoFar) => void,
): Promise<ExportedFile> {
  const reader = stream.getReader();
  const hash = new RunningHash();
  let bytes = 0;
  let marks = 0;
  let reportedAt = -Infinity;
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([stopped, reader.read()]);
      if (done) break;
      if (value.length === 0) marks += 1;
      else {
        hash.update(value);
        await Promise.race([stopped, file.write(value)]);
      }
      bytes += value.length;
      if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
      reportedAt = performance.now();
      report({ rows: marks * ROWS_PER_MARK, bytes });
    }
    await file.close();
  } catch (error) {
    // A stream that hangs may not answer this either.
    void reader.cancel().catch(() => undefined);
    await file.abort().catch(() => undefined);
    throw error;
  }
  return { name: file.name, bytes, sha256: hash.digest() };
}
