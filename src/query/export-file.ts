import { formatHash, type Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ExportAsk, type ExportForm, ROWS_PER_MARK } from '../log/export.ts';
import { MEDIA_TYPES } from './use-export.ts';
import { RunningHash } from '../core/running-hash.ts';
import type { TextFile } from './save-proof.ts';

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

/** ByteSink is where a file is written to. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** close ends the file; only then is it there. */
  close(): Promise<void>;
  /** abort leaves no file behind. */
  abort(): Promise<void>;
}

/** WrittenSoFar is how far a file is. */
export interface WrittenSoFar {
  readonly rows: number;
  readonly bytes: number;
}

/** Written is a file that is complete. */
export interface Written {
  readonly bytes: number;
  readonly sha256: Hash;
}

/** The main thread is given back after this many bytes were hashed at once: about 5 ms. */
const SLICE = 512 * 1024;
const REPORT_EVERY_MS = 100;

/**
 * writeOut takes a stream of pieces (see log/export.ts) into a file, hashing it on the way. Rejects with the signal's reason where it is stopped, or with
 * what the stream or the file threw; no file is left behind then.
 */
export async function writeOut(
  stream: ReadableStream<Uint8Array>,
  sink: ByteSink,
  signal: AbortSignal,
  report: (soFar: WrittenSoFar) => void,
): Promise<Written> {
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
    // Whoever gives nothing more may not answer this either.
    void reader.cancel().catch(() => undefined);
    await sink.abort().catch(() => undefined);
    throw error;
  }
  return { bytes, sha256: hash.digest() };
}

/** stoppedBy makes the wait for anything end when the signal does. */
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

/** ExportJob is a file to write with its manifest. */
export interface ExportJob {
  readonly stream: ReadableStream<Uint8Array>;
  readonly file: ByteSink & { readonly name: string };
  readonly signal: AbortSignal;
  readonly report: (soFar: WrittenSoFar) => void;
  /** rootAt computes the root of the entries that are taken away. */
  readonly rootAt: (leafRule: LeafRuleId) => Promise<Hash | undefined>;
  readonly facts: Omit<ExportFacts, 'file' | 'rootAt' | 'madeAtMs'> & { readonly rows: number };
}

/** writeExport writes the file, and then tells what it is. Rejects as writeOut does. */
export async function writeExport({
  stream,
  file,
  signal,
  report,
  rootAt,
  facts: { rows, ...facts },
}: ExportJob): Promise<{ written: Written; manifest: TextFile }> {
  const { at } = facts.ask;
  const earlier = at < facts.size && facts.leafRule !== undefined;
  const root = earlier && facts.leafRule !== undefined ? await rootAt(facts.leafRule) : undefined;
  const written = await writeOut(stream, file, signal, report);
  const text = writeManifest({
    ...facts,
    file: { ...written, name: file.name, rows },
    rootAt: root,
    madeAtMs: Date.now(),
  });
  return { written, manifest: { name: `${file.name}.manifest.json`, text, type: 'application/json' } };
}
