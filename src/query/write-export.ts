import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { type ExportFacts, writeManifest } from './export-manifest.ts';
import { type ByteSink, writeOut, type WrittenSoFar, type Written } from './export-run.ts';
import type { TextFile } from './keep-proof.ts';

/** ExportJob is a file to write with its manifest. */
export interface ExportJob {
  readonly stream: ReadableStream<Uint8Array>;
  readonly file: ByteSink & { readonly name: string };
  readonly signal: AbortSignal;
  readonly tell: (soFar: WrittenSoFar) => void;
  /** rootAt computes the root of the entries that are taken away. */
  readonly rootAt: (leafRule: LeafRuleId) => Promise<Hash | undefined>;
  readonly facts: Omit<ExportFacts, 'file' | 'rootAt' | 'madeAtMs'> & { readonly rows: number };
}

/** writeExport writes the file, and then tells what it is. Rejects as writeOut does. */
export async function writeExport({
  stream,
  file,
  signal,
  tell,
  rootAt,
  facts: { rows, ...facts },
}: ExportJob): Promise<{ written: Written; manifest: TextFile }> {
  const { at } = facts.ask;
  const earlier = at < facts.size && facts.leafRule !== undefined;
  const root = earlier && facts.leafRule !== undefined ? await rootAt(facts.leafRule) : undefined;
  const written = await writeOut(stream, file, signal, tell);
  const text = writeManifest({
    ...facts,
    file: { ...written, name: file.name, rows },
    rootAt: root,
    madeAtMs: Date.now(),
  });
  return { written, manifest: { name: `${file.name}.manifest.json`, text, type: 'application/json' } };
}
