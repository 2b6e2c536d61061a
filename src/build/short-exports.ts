import { parseSync, type Plugin, type Rolldown } from 'vite';

/** Edit replaces the signs from `start` to `end` of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * shortExports lets a file that only static imports name export its values under their local names: `export{Yi}` for `export{Yi as Gt}`. 0.5 KB gzipped in
 * the first file alone. What a dynamic import brings keeps its names, because they are read as properties.
 */
export function shortExports(): Plugin {
  return {
    name: 'register-explorer:short-exports',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const open = new Set(chunks.flatMap((chunk) => chunk.dynamicImports));
      const renamed = new Map<string, ReadonlyMap<string, string>>();
      for (const chunk of chunks)
        if (!open.has(chunk.fileName) && !chunk.isDynamicEntry) renamed.set(chunk.fileName, renameIn(chunk));
      for (const chunk of chunks) follow(chunk, renamed);
    },
  };
}

/** renameIn rewrites the export list of a chunk and returns the new name of each old one. */
function renameIn(chunk: Rolldown.OutputChunk): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const edits: Edit[] = [];
  for (const { entries } of parseSync(chunk.fileName, chunk.code).module.staticExports)
    for (const { localName, exportName, moduleRequest, end } of entries) {
      if (moduleRequest !== null)
        throw new Error(
          `${chunk.fileName} exports out of ${moduleRequest.value}, which shortExports does not know.`,
        );
      const { name: local, start } = localName;
      // A value exported twice needs both names.
      if (local === null || start === null || exportName.name === null || [...names.values()].includes(local))
        return new Map();
      names.set(exportName.name, local);
      edits.push({ start, end, text: local });
    }
  chunk.code = edited(chunk.code, edits);
  chunk.exports = chunk.exports.map((name) => names.get(name) ?? name);
  return names;
}

/** follow has the static imports of a chunk ask for the new names. */
function follow(
  chunk: Rolldown.OutputChunk,
  renamed: ReadonlyMap<string, ReadonlyMap<string, string>>,
): void {
  const edits: Edit[] = [];
  for (const { moduleRequest, entries } of parseSync(chunk.fileName, chunk.code).module.staticImports) {
    const names = renamed.get(new URL(moduleRequest.value, `file:///${chunk.fileName}`).pathname.slice(1));
    for (const { importName, localName } of entries) {
      const name = importName.name === null ? undefined : names?.get(importName.name);
      if (name === undefined || importName.start === null) continue;
      const text = name === localName.value ? name : `${name} as ${localName.value}`;
      edits.push({ start: importName.start, end: localName.end, text });
    }
  }
  chunk.code = edited(chunk.code, edits);
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}
