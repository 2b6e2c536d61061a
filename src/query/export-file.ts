import { formatHash, type Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { RunningHash } from '../core/sha256.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ExportAsk, type ExportForm, type ExportPlan, ROWS_PER_MARK } from '../log/export.ts';
import type { TextFile } from './save-proof.ts';
import { EXPORT_FILES } from './use-export.ts';

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

/** ExportFacts are further facts in a manifest. */
export interface ExportFacts {
  readonly file: ExportedFile & { readonly name: string };
  /** The root of the first `at` entries, if not the published one. */
  readonly rootAt: Hash | undefined;
  readonly leafRule: LeafRuleId | undefined;
  /** Milliseconds since 1970. */
  readonly madeAtMs: number;
}

const WRITTEN: Record<ExportForm, string> = {
  'csv-safe':
    "CSV for spreadsheets: UTF-8 with a byte order mark, CRLF; lists are joined with a semicolon; an apostrophe stands before whatever a spreadsheet might run as a formula, so that such cells are not the register's exact values",
  csv: 'CSV (RFC 4180): UTF-8, CRLF; lists are joined with a semicolon, so that a member that holds one looks like two; values are otherwise exact, also those that a spreadsheet may run as formulas',
  json: "JSON, in the form in which the register's API lists these",
  rsf: 'Register Serialisation Format: items in canonical JSON, user entries, and last the root computed from them; no system entries, which the API does not tell',
};

/** writeManifest returns JSON that says what a file contains, of which register, and what was verified. Undefined values are left out. */
export function writeManifest(offer: ExportOffer, { file, rootAt, leafRule, madeAtMs }: ExportFacts): string {
  const { ask, head, variant, withoutData } = offer;
  const spelled = (hash: Hash): string => formatHash(hash, variant);
  const manifest = {
    format: 'register-explorer/copy-manifest',
    version: 1,
    madeAt: new Date(madeAtMs).toISOString(),
    file: {
      name: file.name,
      mediaType: EXPORT_FILES[ask.form].type,
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
      withoutData: withoutData === 0 ? undefined : withoutData,
    },
    published: head === undefined ? null : { logSize: head.logSize, rootHash: spelled(head.rootHash) },
    leafRule,
    verified: verified(offer.verdict, offer.size),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function verified(verdict: Verdict, size: number) {
  const { outcome } = verdict;
  const entries = size === 1 ? 'the 1 entry' : `all ${size} entries`;
  switch (outcome) {
    case 'holds':
      return {
        outcome,
        means: `The browser that wrote this file read and hashed ${entries} of the register: together they give the published root, and the data hashes to the names that entries give it. The root is not signed. Nothing in this manifest can be believed without reading the register again.`,
      };
    case 'does-not-match': {
      const detail =
        'reason' in verdict
          ? { reason: verdict.reason }
          : { expectedRoot: verdict.expected, computedRoot: verdict.computed };
      return {
        outcome: 'does-not-match',
        means: `What was read does not match: ${entries} were read.`,
        ...detail,
      };
    }
    case 'cannot-check':
    case 'not-checked':
      return {
        outcome: verdict.outcome,
        means: `This is what was sent; it was not proved: ${verdict.reason}.`,
      };
  }
}

/** ByteSink is where a file is written to. */
export interface ByteSink {
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
  readonly bytes: number;
  readonly sha256: Hash;
}

/** The most bytes to hash before yielding to the event loop: about 5 ms. */
const SLICE = 512 * 1024;
const REPORT_EVERY_MS = 100;

/**
 * writeOut writes a stream of pieces (see log/export.ts) to a file and hashes it. Rejects with the signal's reason, or with the error of the stream or
 * the file, and then leaves no file.
 */
export async function writeOut(
  stream: ReadableStream<Uint8Array>,
  sink: ByteSink,
  signal: AbortSignal,
  report: (soFar: WrittenSoFar) => void,
): Promise<ExportedFile> {
  const reader = stream.getReader();
  const hash = new RunningHash();
  let bytes = 0;
  let marks = 0;
  let reportedAt = -Infinity;
  const unlessStopped = stoppedBy(signal);
  try {
    for (;;) {
      const { done, value } = await unlessStopped(reader.read());
      if (done) break;
      if (value.length === 0) marks += 1;
      else {
        await hashSlowly(hash, value);
        await unlessStopped(sink.write(value));
      }
      bytes += value.length;
      if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
      reportedAt = performance.now();
      report({ rows: marks * ROWS_PER_MARK, bytes });
    }
    signal.throwIfAborted();
    await sink.close();
  } catch (error) {
    // A stream that hangs may not answer this either.
    void reader.cancel().catch(() => undefined);
    await sink.abort().catch(() => undefined);
    throw error;
  }
  return { bytes, sha256: hash.digest() };
}

/** stoppedBy ends the wait for a promise when the signal aborts. */
function stoppedBy(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  stopped.catch(() => undefined);
  return (work) => Promise.race([stopped, work]);
}

async function hashSlowly(hash: RunningHash, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    hash.update(bytes.subarray(at, at + SLICE));
  }
}

/** writeExport writes the file and returns its description. `rootAt` computes the root of the exported entries. Rejects as writeOut does. */
export async function writeExport({
  offer,
  leafRule,
  stream,
  file,
  signal,
  report,
  rootAt,
}: {
  readonly offer: ExportOffer;
  readonly leafRule: LeafRuleId | undefined;
  readonly stream: ReadableStream<Uint8Array>;
  readonly file: ByteSink & { readonly name: string };
  readonly signal: AbortSignal;
  readonly report: (soFar: WrittenSoFar) => void;
  readonly rootAt: (leafRule: LeafRuleId) => Promise<Hash | undefined>;
}): Promise<{ written: ExportedFile; manifest: TextFile }> {
  const isEarlier = offer.at < offer.size && leafRule !== undefined;
  const root = isEarlier ? await rootAt(leafRule) : undefined;
  const written = await writeOut(stream, file, signal, report);
  const { name } = file;
  const facts = { file: { ...written, name }, rootAt: root, leafRule, madeAtMs: Date.now() };
  const text = writeManifest(offer, facts);
  return { written, manifest: { name: `${name}.manifest.json`, text, type: 'application/json' } };
}
