/**
 * fileName makes the name of a file to save out of parts that may come from a server: letters, digits and hyphens only, each part cut to 40 characters, no
 * leading dot or hyphen, never empty. `extension` is fixed text such as `.json`.
 */
export function fileName(parts: readonly (string | number)[], extension: string): string {
  const safe = parts
    .map((part) =>
      String(part)
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z0-9]+/g, '-')
        .slice(0, 40)
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '');
  return `${safe.length === 0 ? 'evidence' : safe.join('-')}${extension}`;
}
