/** PREFIX begins the names of everything that audits keep. */
const PREFIX = 'register-explorer:audit';

/** AuditKeys are the names under which the audits of one register are kept. */
export interface AuditKeys {
  readonly registerId: string;
  readonly run: string;
  readonly result: string;
  readonly base: string;
  readonly coverage: string;
  /** The name is the run's id and a number, as RunRecord lists it. */
  part(name: string): string;
  trail(runId: string, column: TrailColumn): string;
}

/** TrailColumn is a part of a trail index: each is kept by itself, so that writing a long one does not hold up the page. */
export type TrailColumn = 'keys' | 'ends' | 'latest' | 'counts';

/** TRAIL_COLUMNS are all of them. */
export const TRAIL_COLUMNS: readonly TrailColumn[] = ['keys', 'ends', 'latest', 'counts'];

/** auditKeys makes the names for a register. */
export function auditKeys(registerId: string): AuditKeys {
  const own = `${PREFIX}:${registerId}`;
  return {
    registerId,
    run: `${own}:run`,
    result: `${own}:result`,
    base: `${own}:base`,
    coverage: `${own}:coverage`,
    part: (name) => `${own}:part:${name}`,
    trail: (runId, column) => `${own}:trail:${runId}:${column}`,
  };
}
