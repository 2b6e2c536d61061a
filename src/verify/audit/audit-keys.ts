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
  /** runOf is the run that a part or a trail index of this register belongs to; undefined for every other name. */
  runOf(name: string): string | undefined;
}

/** TrailColumn is a part of a trail index: each is kept by itself, so that writing a long one does not hold up the page. */
export type TrailColumn = 'keys' | 'ends' | 'latest' | 'counts';

/** TRAIL_COLUMNS are all of them. */
export const TRAIL_COLUMNS: readonly TrailColumn[] = ['keys', 'ends', 'latest', 'counts'];

const OF_RUN = /^:(?:part|trail):([0-9a-f]{32}):(?:\d+|keys|ends|latest|counts)$/;

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
    // The id of a run and what follows are of a fixed form, so that the name of a register that begins like another one's is not taken for it.
    runOf: (name) => (name.startsWith(own) ? OF_RUN.exec(name.slice(own.length))?.[1] : undefined),
  };
}
