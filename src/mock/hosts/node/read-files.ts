import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { RsfError } from '../../rsf/rsf-error.ts';
import { readRsf } from '../../rsf/read-rsf.ts';
import type { RegisterSource } from '../../source.ts';

/** FileError says which RSF file cannot be served, and why, with the line where there is one. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** readRsfFiles reads each file under the name that it gives itself, else under the file's. @throws FileError, also for two of one name */
export async function readRsfFiles(files: readonly string[]): Promise<ReadonlyMap<string, RegisterSource>> {
  const sources = new Map<string, RegisterSource>();
  for (const file of files) {
    const source = await readFile(file);
    if (sources.has(source.name))
      throw new FileError(`${file}: another file is already called ${source.name}.`);
    sources.set(source.name, source);
  }
  return sources;
}

async function readFile(file: string): Promise<RegisterSource> {
  try {
    return await readRsf(createReadStream(file), { name: basename(file, extname(file)) });
  } catch (error) {
    if (error instanceof RsfError) throw new FileError(`${file}:${error.line}: ${error.message}`);
    throw new FileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
