import { fromKept, toKept, type RememberedRoot } from './remembered-root.ts';

/** ROOTS_FORMAT is the `format` of a file of remembered roots. */
export const ROOTS_FORMAT = 'register-explorer-roots';

/** ReadRoots is the content of a file, or why and where it cannot be read. */
export type ReadRoots = { readonly roots: readonly RememberedRoot[] } | { readonly problem: string };

/** writeRootsFile returns remembered roots as a JSON file. `madeAtMs` is milliseconds since 1970. */
export function writeRootsFile(roots: readonly RememberedRoot[], madeAtMs: number): string {
  return JSON.stringify(
    { format: ROOTS_FORMAT, version: 1, madeAt: new Date(madeAtMs).toISOString(), roots: roots.map(toKept) },
    null,
    2,
  );
}

/** readRootsFile reads such a file strictly: all of its roots, or none. Never throws. */
export function readRootsFile(text: string): ReadRoots {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { problem: 'The file is not JSON. Choose a file that was saved here as remembered roots.' };
  }
  const { format, version, roots } = (file ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== ROOTS_FORMAT)
    return {
      problem: `The file does not say that it holds remembered roots (its format would be "${ROOTS_FORMAT}").`,
    };
  if (version !== 1)
    return { problem: 'The file was written by another version of this page, which this one cannot read.' };
  if (!Array.isArray(roots)) return { problem: 'The file holds no list of roots.' };
  const read: RememberedRoot[] = [];
  for (const [index, value] of roots.entries()) {
    const root = fromKept(value);
    if (root === undefined || root === 'newer')
      return {
        problem: `Root ${index + 1} of ${roots.length} in the file is damaged. Nothing was imported.`,
      };
    read.push(root);
  }
  return { roots: read };
}
