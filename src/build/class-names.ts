/** classNames names the classes of CSS modules by file and class, as the source and index.html have them. */
export const classNames = {
  generateScopedName: (name: string, file: string): string =>
    `${/([^/]+\/[^/]+)\.module\.css/.exec(file)?.[1]?.replace('/', '-')}_${name}`,
};
