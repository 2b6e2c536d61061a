/** isSummaryPath tells whether a path below a base address asks for /register or /context: what most broken answers leave alone, so that a register opens and is found broken by what it is asked next. */
export function isSummaryPath(path: string): boolean {
  return /^\/(?:register|context)(?:\.json|\.csv)?\/?$/.test(path);
}
