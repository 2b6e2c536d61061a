/** classNames names the classes of CSS modules by file and class, as index.html writes them. */
export const classNames = {
  generateScopedName: (name: string, file: string): string =>
    `${/([^/]+\/[^/]+)\.module\.css/.exec(file)?.[1]?.replace('/', '-')}_${name}`,
};
